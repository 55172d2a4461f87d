extends EngineTest
## What stands on the ground, what hits it, and what the ground knows about itself.

## Records of the first world.
const GROUND := 0
const COURT_RECORD := 1
const VAULT := 3


func test_bodies_land_on_the_paving() -> void:
	var world := await add_ready_world()
	var lowest: Array[float] = [INF]
	var bodies: Array[Node3D] = [_ball(COURT + Vector3(0.0, 3.0, 0.0)), _figure(COURT + Vector3(2.0, 2.0, -3.0))]
	for i in 180:
		await physics_frames(1)
		for body: Node3D in bodies:
			lowest[0] = minf(lowest[0], body.global_position.y)
	check_near(bodies[0].global_position.y, 6.3, 0.05, "height of the ball's middle")
	check_near(bodies[1].global_position.y, 6.9, 0.05, "height of the figure's middle")
	check((bodies[1] as CharacterBody3D).is_on_floor(), "the figure stands")
	check(lowest[0] > 6.2, "nothing sank in: %f" % lowest[0])
	check(world.is_inside_tree(), "the world is there")


func test_a_body_falls_down_the_stair_and_not_through() -> void:
	await add_ready_world()
	var ball := _ball(Vector3(0.0, 7.0, -8.0))
	ball.add_child(StoneViewer.new())
	var lowest := INF
	for i in 300:
		await physics_frames(1)
		lowest = minf(lowest, ball.global_position.y)
	# The stair ends in a gutter half a metre below the vault's floor.
	check(lowest > -0.25 and lowest < 3.0, "it rolled down and rests at the bottom: %f" % lowest)


func test_rays_hit_the_world() -> void:
	var world := await add_ready_world()
	for x in range(-8, 4, 2):
		for z in range(-4, 6, 2):
			var above := Vector3(x, 8.8, z)
			var hit := ray(above, above + Vector3.DOWN * 6.0)
			check(not hit.is_empty(), "a ray from %s hits" % above)
			if hit.is_empty():
				continue
			check(hit.collider == world, "the collider is the world")
			check_near(hit.position.y, 6.0, 0.05, "height of the paving at %s" % above)
			check(hit.normal.y > 0.99, "the normal looks up: %s" % hit.normal)
			check_near(world.sample(hit.position), 0.0, 0.05, "field at the hit")


func test_records_and_samples() -> void:
	var world := await add_ready_world()
	var hit := ray(COURT + Vector3.UP, COURT + Vector3.DOWN)
	check_equal(world.record_at(hit.position), COURT_RECORD, "record of the paving")
	check_equal(world.record_at(Vector3(0.0, 0.0, -28.0)), VAULT, "record of the vault's floor")
	check(world.sample(COURT + Vector3.UP) > 0.0, "air is positive")
	check(world.sample(COURT + Vector3.DOWN) < 0.0, "stone is negative")
	for nowhere: Vector3 in [Vector3.ONE * NAN, Vector3.ONE * INF, Vector3.ONE * 1e30]:
		world.sample(nowhere)
		check(world.record_at(nowhere) >= -1, "%s has a record or none" % nowhere)


func test_layers() -> void:
	add_viewer()
	var world := add_world()
	world.collision_layer = 4
	var ready := Counter.of(world.world_ready)
	await until(func() -> bool: return ready.count > 0)
	var query := PhysicsRayQueryParameters3D.create(COURT + Vector3.UP, COURT + Vector3.DOWN, 3)
	var space := stage.get_world_3d().direct_space_state
	check(space.intersect_ray(query).is_empty(), "layers 1 and 2 are empty")
	query.collision_mask = 4
	check(not space.intersect_ray(query).is_empty(), "layer 3 is not")
	world.collision_layer = 1
	await physics_frames(2)
	query.collision_mask = 1
	check(not space.intersect_ray(query).is_empty(), "a change reaches bodies that are there")


func _ball(position: Vector3) -> RigidBody3D:
	var body := RigidBody3D.new()
	var shape := SphereShape3D.new()
	shape.radius = 0.3
	return _add_body(body, shape, position) as RigidBody3D


func _figure(position: Vector3) -> CharacterBody3D:
	var body := CharacterBody3D.new()
	var script := GDScript.new()
	script.source_code = "extends CharacterBody3D\nfunc _physics_process(delta: float) -> void:\n" \
		+ "\tvelocity.y -= 9.8 * delta\n\tmove_and_slide()\n"
	script.reload()
	body.set_script(script)
	var shape := CapsuleShape3D.new()
	shape.radius = 0.3
	shape.height = 1.8
	return _add_body(body, shape, position) as CharacterBody3D


func _add_body(body: PhysicsBody3D, shape: Shape3D, position: Vector3) -> PhysicsBody3D:
	var collision := CollisionShape3D.new()
	collision.shape = shape
	body.add_child(collision)
	body.position = position
	stage.add_child(body)
	return body
