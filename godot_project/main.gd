class_name Demo
extends Node3D
## The demo: a world from a seed, a wanderer in it, and a camera above. Orders after `--`:
## `--seed N` another world, `--shots DIR` pictures of named poses instead of a game.

@onready var world: StoneWorld = $World
@onready var wanderer: Wanderer = $Wanderer
@onready var camera: OrbitCamera = $Camera
@onready var free_camera: Camera3D = $FreeCamera
@onready var hud: Hud = $Hud

## Where a game starts: in the court, looking at the stair.
const START := Vector3(3.0, 6.0, 5.0)

## True while every chunk around the wanderer has arrived.
var settled := false

var _chunks := 0
var _pending := 0
var _loading := true


func _enter_tree() -> void:
	Controls.install()


func _ready() -> void:
	var orders := OS.get_cmdline_user_args()
	var at := orders.find("--seed")
	if at >= 0:
		var written := orders[at + 1] if at + 1 < orders.size() else ""
		if written.is_valid_int() and int(written) >= 0:
			world.seed = int(written)
		else:
			printerr("--seed is '%s': write a whole number from 0 to 9223372036854775807" % written)
			get_tree().quit(2)
			return
	world.progress.connect(_on_progress)
	world.world_ready.connect(_on_world_ready)
	world.chunk_loaded.connect(func(_key: Vector4i) -> void: _chunks += 1)
	world.chunk_unloaded.connect(func(_key: Vector4i) -> void: _chunks -= 1)
	wanderer.teleport(START, PI)
	camera.snap()
	at = orders.find("--shots")
	if at >= 0:
		var folder := orders[at + 1] if at + 1 < orders.size() else "shots"
		_take_shots(folder)


func _process(_delta: float) -> void:
	hud.show_status(world.seed, _chunks, _pending)
	if Input.is_action_just_pressed(&"next_seed"):
		_loading = true
		hud.reset_progress()
		world.seed += 1
		wanderer.teleport(START, PI)
		camera.snap()


func _on_progress(stage: String, done: int, total: int) -> void:
	_pending = total - done if stage == "chunks" else 0
	settled = stage == "chunks" and done == total
	if _loading:
		hud.show_progress(stage, done, total)


func _on_world_ready() -> void:
	_loading = false
	hud.hide_progress()


func _unhandled_input(event: InputEvent) -> void:
	if event.is_action_pressed(&"ui_cancel"):
		get_tree().quit()


## Takes a pose: for pictures.
func pose(to: Shots.Pose) -> void:
	wanderer.teleport(to.feet, to.facing)
	var orbit := to.distance > 0.0
	if orbit:
		camera.heading = to.heading
		camera.pitch = to.pitch
		camera.distance = to.distance
		camera.snap()
	else:
		free_camera.look_at_from_position(to.eye, to.aim, Vector3.UP)
	camera.current = orbit
	free_camera.current = not orbit


func _take_shots(folder: String) -> void:
	hud.visible = false
	var shots := Shots.new()
	add_child(shots)
	var complete := await shots.take(self, _poses(), folder)
	print("SHOTS: ok" if complete else "SHOTS: failed")
	get_tree().quit(0 if complete else 1)


func _poses() -> Array[Shots.Pose]:
	var vault := Vector3(0.0, 0.0, -25.0)
	return [
		Shots.Pose.orbit("court", Vector3(3.0, 6.0, 2.0), PI, 35.0, 52.0, 30.0),
		Shots.Pose.orbit("stair", Vector3(0.0, 5.4, -9.0), PI, 160.0, 50.0, 22.0),
		Shots.Pose.view("hill", START, PI, Vector3(46.0, 34.0, 52.0), Vector3(-2.0, 4.0, -2.0)),
		Shots.Pose.view("vault", vault + Vector3(1.0, 0.0, -1.0), 0.4, vault + Vector3(3.4, 3.1, 5.2), vault + Vector3(-1.0, 1.0, -3.0)),
	]
