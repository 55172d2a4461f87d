class_name OrbitCamera
extends Camera3D
## Looks down at a target from 18 to 40 m: turns, tilts and zooms, always smoothly.

## Who is looked at.
@export var target: Node3D
## Distance limits in metres.
@export var nearest := 18.0
@export var farthest := 40.0
## Distance from the target in metres.
@export_range(18.0, 40.0, 0.1, "suffix:m") var distance := 27.0
## Heading of the view in degrees; 0 looks north (-Z).
@export_range(-180.0, 180.0, 0.1, "degrees") var heading := 35.0
## Angle below the horizon in degrees.
@export_range(35.0, 80.0, 0.1, "degrees") var pitch := 56.0

## Height above the target's feet that the camera looks at, in metres.
const LOOK_HEIGHT := 1.1
## How fast the camera closes a difference, per second.
const FOLLOW := 9.0
const TURN_SPEED := 110.0
const DRAG_DEGREES_PER_PIXEL := 0.28

var _focus := Vector3.ZERO
var _shown := Vector3(27.0, 35.0, 56.0)


func _ready() -> void:
	snap()


## Jumps to where the camera would settle: after a teleport.
func snap() -> void:
	if target != null:
		_focus = target.global_position
	_shown = Vector3(distance, heading, pitch)
	_place()
	reset_physics_interpolation()


func _unhandled_input(event: InputEvent) -> void:
	var motion := event as InputEventMouseMotion
	if motion != null and motion.button_mask & (MOUSE_BUTTON_MASK_RIGHT | MOUSE_BUTTON_MASK_MIDDLE):
		heading -= motion.relative.x * DRAG_DEGREES_PER_PIXEL
		pitch = clampf(pitch + motion.relative.y * DRAG_DEGREES_PER_PIXEL, 35.0, 80.0)
	var button := event as InputEventMouseButton
	if button != null and button.pressed:
		if button.button_index == MOUSE_BUTTON_WHEEL_UP:
			distance = maxf(distance / 1.08, nearest)
		elif button.button_index == MOUSE_BUTTON_WHEEL_DOWN:
			distance = minf(distance * 1.08, farthest)


func _process(delta: float) -> void:
	heading += Input.get_axis(&"orbit_right", &"orbit_left") * TURN_SPEED * delta
	pitch = clampf(pitch + Input.get_axis(&"tilt_up", &"tilt_down") * 60.0 * delta, 35.0, 80.0)
	distance = clampf(distance * pow(2.2, Input.get_axis(&"zoom_in", &"zoom_out") * delta), nearest, farthest)
	var share := 1.0 - exp(-FOLLOW * delta)
	_shown = _shown.lerp(Vector3(distance, heading, pitch), share)
	if target != null:
		_focus = _focus.lerp(target.get_global_transform_interpolated().origin, share)
	_place()


func _place() -> void:
	var direction := Vector3.BACK.rotated(Vector3.RIGHT, -deg_to_rad(_shown.z)).rotated(Vector3.UP, deg_to_rad(_shown.y))
	var focus := _focus + Vector3.UP * LOOK_HEIGHT
	look_at_from_position(focus + direction * _shown.x, focus, Vector3.UP)
