class_name Wanderer
extends CharacterBody3D
## The player's character: walks where the stick points, as the camera sees it, and waits while the ground is not there yet.

## World that must be solid before gravity applies.
@export var world: StoneWorld
## Camera whose heading gives "forward" its meaning.
@export var camera: Camera3D
## Speeds in metres per second.
@export_range(0.5, 10.0, 0.1, "suffix:m/s") var walk_speed := 3.4
@export_range(1.0, 16.0, 0.1, "suffix:m/s") var run_speed := 7.5

## How fast speed follows the stick, in metres per second squared.
const ACCELERATION := 22.0
## Radius of ground that must be ready under the feet, in metres.
const GROUND_RADIUS := 2.0

## True once the ground under the feet is drawn and solid.
var grounded := false


func _ready() -> void:
	floor_max_angle = deg_to_rad(50.0)
	floor_snap_length = 0.6


## Puts the feet at a place. Falls only once the ground there is ready.
func teleport(feet: Vector3, facing: float = rotation.y) -> void:
	global_position = feet
	rotation = Vector3(0.0, facing, 0.0)
	velocity = Vector3.ZERO
	grounded = false
	reset_physics_interpolation()


func _physics_process(delta: float) -> void:
	if not world.is_ground_ready(global_position, GROUND_RADIUS):
		grounded = false
		velocity = Vector3.ZERO
		return
	grounded = true
	var stick := Input.get_vector(&"walk_left", &"walk_right", &"walk_forward", &"walk_back")
	var speed := run_speed if Input.is_action_pressed(&"run") else walk_speed
	var heading := camera.global_basis.get_euler(EULER_ORDER_YXZ).y
	var wished := Vector3(stick.x, 0.0, stick.y).rotated(Vector3.UP, heading) * speed
	var level := Vector3(velocity.x, 0.0, velocity.z).move_toward(wished, ACCELERATION * delta)
	velocity = Vector3(level.x, velocity.y - 9.8 * delta if not is_on_floor() else -0.5, level.z)
	if level.length() > 0.2:
		rotation.y = lerp_angle(rotation.y, atan2(level.x, level.z), 1.0 - exp(-12.0 * delta))
	move_and_slide()
