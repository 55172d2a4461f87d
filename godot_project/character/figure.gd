class_name Figure
extends Node3D
## The body of the wanderer, made of primitives: a hooded traveller with a pack and a lantern on a staff. Feet stand still on the
## ground while they carry the body; knees and hips follow by two-bone inverse kinematics.

## Where the lantern hangs; lights are put here.
var lantern: Node3D

const HIP_HEIGHT := 0.92
const THIGH := 0.47
const SHIN := 0.47
const HIP_WIDTH := 0.13

const CLOAK := Color(0.5, 0.085, 0.06)
const HOOD := Color(0.66, 0.52, 0.32)
const CLOTH := Color(0.13, 0.12, 0.12)
const LEATHER := Color(0.2, 0.12, 0.06)
const SKIN := Color(0.72, 0.5, 0.38)
const WOOD := Color(0.26, 0.16, 0.08)

var _legs: Array[Leg] = [Leg.new(), Leg.new()]
var _thighs: Array[Node3D] = []
var _shins: Array[Node3D] = []
var _feet: Array[Node3D] = []
var _arms: Array[Node3D] = []
var _torso: Node3D
var _last := Vector3.ZERO
var _velocity := Vector3.ZERO
var _phase := 0.0


func _ready() -> void:
	top_level = true
	_torso = Node3D.new()
	add_child(_torso)
	# The cloak: shoulders to shins, wider below; the hood over the head; a pack on the back.
	_part(_torso, _cone(0.21, 0.36, 0.86), CLOAK, Vector3(0.0, 0.08, -0.02))
	_part(_torso, _ball(0.27, 0.36), HOOD, Vector3(0.0, 0.46, 0.0))
	_part(_torso, _ball(0.135, 0.29), SKIN, Vector3(0.0, 0.76, 0.04))
	_part(_torso, _ball(0.175, 0.36), HOOD, Vector3(0.0, 0.79, -0.03))
	_part(_torso, _box(Vector3(0.34, 0.42, 0.2)), LEATHER, Vector3(0.0, 0.36, -0.27))
	_part(_torso, _roll(0.09, 0.44), Color(0.32, 0.29, 0.2), Vector3(0.0, 0.62, -0.27)).rotation.z = PI * 0.5
	for side: float in [-1.0, 1.0]:
		_thighs.append(_limb(self, 0.095, THIGH, CLOTH))
		_shins.append(_limb(self, 0.08, SHIN, CLOTH))
		_feet.append(_part(self, _box(Vector3(0.13, 0.1, 0.29)), LEATHER, Vector3.ZERO))
		var arm := Node3D.new()
		arm.position = Vector3(side * 0.25, 0.5, 0.0)
		_torso.add_child(arm)
		_part(arm, _roll(0.075, 0.34), CLOAK, Vector3(side * 0.03, -0.14, 0.0))
		_part(arm, _roll(0.06, 0.3), CLOAK, Vector3(side * 0.03, -0.36, 0.08)).rotation.x = -0.6
		_part(arm, _ball(0.07, 0.14), SKIN, Vector3(side * 0.03, -0.48, 0.18))
		_arms.append(arm)
	var staff := _part(_torso, _roll(0.022, 1.9), WOOD, Vector3(0.33, 0.1, 0.34))
	staff.rotation.x = 0.1
	var hook := _part(_torso, _roll(0.018, 0.3), WOOD, Vector3(0.33, 1.0, 0.55))
	hook.rotation.x = PI * 0.5
	lantern = Node3D.new()
	lantern.position = Vector3(0.33, 0.84, 0.68)
	_torso.add_child(lantern)
	_part(lantern, _cone(0.075, 0.095, 0.2), Color(1.0, 0.72, 0.34), Vector3.ZERO, 5.0)
	_part(lantern, _cone(0.03, 0.11, 0.08), CLOTH, Vector3(0.0, 0.14, 0.0))
	_part(lantern, _cone(0.1, 0.1, 0.04), CLOTH, Vector3(0.0, -0.12, 0.0))
	_last = (get_parent() as Node3D).global_position


func _process(delta: float) -> void:
	var body := get_parent() as Node3D
	var pose := body.get_global_transform_interpolated()
	if pose.origin.distance_to(_last) > 2.0:
		_last = pose.origin
	var moved := (pose.origin - _last) / maxf(delta, 1e-4)
	_last = pose.origin
	_velocity = _velocity.lerp(Vector3(moved.x, 0.0, moved.z), 1.0 - exp(-18.0 * delta))
	var speed := _velocity.length()
	_phase += speed * delta
	global_transform = Transform3D(pose.basis, pose.origin)
	for i in 2:
		var side := -1.0 if i == 0 else 1.0
		var hip := pose.origin + pose.basis.x * side * HIP_WIDTH
		var home := _ground_under(hip)
		var other := _legs[1 - i]
		_legs[i].advance(delta, home, _velocity, other.swing == 0.0 or other.swing > 0.75)
	# The hips ride between the feet and lean into the walk.
	var lowest := minf(_legs[0].foot.y, _legs[1].foot.y)
	var sink := clampf(pose.origin.y - lowest, 0.0, 0.35) * 0.6
	var bob := sin(_phase * 4.4) * clampf(speed * 0.008, 0.0, 0.035)
	_torso.position = Vector3(0.0, HIP_HEIGHT - sink - clampf(speed * 0.012, 0.0, 0.08) + bob, 0.0)
	_torso.rotation = Vector3(clampf(speed * 0.03, 0.0, 0.22), 0.0, sin(_phase * 2.2) * clampf(speed * 0.01, 0.0, 0.04))
	_arms[0].rotation.x = sin(_phase * 2.2) * clampf(speed * 0.12, 0.0, 0.6) + 0.1
	_arms[1].rotation.x = -0.55 - sin(_phase * 2.2) * clampf(speed * 0.02, 0.0, 0.1)
	for i in 2:
		_bend(i, pose)


func _ground_under(point: Vector3) -> Vector3:
	var query := PhysicsRayQueryParameters3D.create(point + Vector3.UP * 0.7, point + Vector3.DOWN * 0.7)
	query.exclude = [(get_parent() as CollisionObject3D).get_rid()]
	var hit := get_world_3d().direct_space_state.intersect_ray(query)
	return hit.position if hit else point


## Two bones from the hip to the ankle, the knee forward.
func _bend(i: int, pose: Transform3D) -> void:
	var side := -1.0 if i == 0 else 1.0
	var hip := _torso.global_transform * Vector3(side * HIP_WIDTH, 0.0, 0.0)
	var ankle := _legs[i].foot + Vector3.UP * 0.07
	var reach := ankle - hip
	var length := clampf(reach.length(), 0.1, THIGH + SHIN - 0.01)
	var down := reach.normalized()
	var cosine := clampf((THIGH * THIGH + length * length - SHIN * SHIN) / (2.0 * THIGH * length), -1.0, 1.0)
	var forward := (pose.basis.z - down * pose.basis.z.dot(down)).normalized()
	var knee := hip + (down * cosine + forward * sqrt(1.0 - cosine * cosine)) * THIGH
	_lay(_thighs[i], hip, knee, pose)
	_lay(_shins[i], knee, hip + down * length, pose)
	var toe := pose.basis.orthonormalized()
	_feet[i].global_transform = Transform3D(toe, hip + down * length + toe.z * 0.06 - Vector3.UP * 0.02)


func _lay(limb: Node3D, from: Vector3, to: Vector3, pose: Transform3D) -> void:
	var y := (to - from).normalized()
	var x := y.cross(pose.basis.z).normalized()
	limb.global_transform = Transform3D(Basis(x, y, x.cross(y)), (from + to) * 0.5)


func _part(parent: Node3D, mesh: Mesh, colour: Color, at: Vector3, glow: float = 0.0) -> MeshInstance3D:
	var material := StandardMaterial3D.new()
	material.albedo_color = colour
	material.roughness = 0.9
	if glow > 0.0:
		material.emission_enabled = true
		material.emission = colour
		material.emission_energy_multiplier = glow
	var part := MeshInstance3D.new()
	part.mesh = mesh
	part.material_override = material
	part.position = at
	parent.add_child(part)
	return part


func _limb(parent: Node3D, radius: float, length: float, colour: Color) -> MeshInstance3D:
	return _part(parent, _roll(radius, length + radius), colour, Vector3.ZERO)


func _roll(radius: float, height: float) -> CapsuleMesh:
	var mesh := CapsuleMesh.new()
	mesh.radius = radius
	mesh.height = height
	return mesh


func _ball(radius: float, height: float) -> SphereMesh:
	var mesh := SphereMesh.new()
	mesh.radius = radius
	mesh.height = height
	return mesh


func _cone(top: float, bottom: float, height: float) -> CylinderMesh:
	var mesh := CylinderMesh.new()
	mesh.top_radius = top
	mesh.bottom_radius = bottom
	mesh.height = height
	return mesh


func _box(size: Vector3) -> BoxMesh:
	var mesh := BoxMesh.new()
	mesh.size = size
	return mesh
