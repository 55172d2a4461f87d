class_name Daylight
extends WorldEnvironment
## The light of the sky: fades where only the lantern shows, so that what is absent is black and not blue.

## Says whether the wanderer is under ground.
@export var lantern: StoneLantern
## Fades too: deep down the ground that would shade a room is farther off than what is drawn.
@export var sun: DirectionalLight3D

## Share of the sky's ambient light that is left under ground: eyes that are used to the dark.
const LEFT := 0.12
## Seconds that a change takes.
const FADE := 0.8

var _dark := 0.0
var _ambient := 1.0
var _sun := 1.0
var _fog := 0.0


func _ready() -> void:
	# The scene's resource is shared: change a copy.
	environment = environment.duplicate() as Environment
	_ambient = environment.ambient_light_energy
	_fog = environment.fog_density
	_sun = sun.light_energy


func _process(delta: float) -> void:
	var goal := 1.0 if lantern.is_alone() else 0.0
	if _dark == goal:
		return
	_dark = move_toward(_dark, goal, delta / FADE)
	var light := 1.0 - smoothstep(0.0, 1.0, _dark)
	environment.ambient_light_energy = _ambient * lerpf(LEFT, 1.0, light)
	environment.background_energy_multiplier = light
	environment.fog_density = _fog * light
	sun.light_energy = _sun * light
	sun.visible = light > 0.0
	# A sky of no energy lights nothing either, so under ground the ambient light is a plain colour.
	environment.ambient_light_source = Environment.AMBIENT_SOURCE_SKY if light > 0.02 else Environment.AMBIENT_SOURCE_COLOR
