extends EngineTest
## Coming, going and changing while workers work.


func test_leaving_and_re_entering() -> void:
	var world := await add_ready_world()
	var digest := world.digest()
	check_equal(digest.length(), 64, "length of the digest")
	var ready := Counter.of(world.world_ready)
	var loaded := Performance.get_custom_monitor(&"stonesight/chunks") as int
	var unloaded := Counter.of(world.chunk_unloaded)
	stage.remove_child(world)
	check_equal(unloaded.count, loaded, "chunks unloaded by leaving the tree")
	check_equal(StoneWorld.debug_live_threads(), 0, "threads while it is out of the tree")
	check(ray(COURT + Vector3.UP, COURT + Vector3.DOWN).is_empty(), "its ground is gone")
	check(not world.is_ground_ready(COURT, 0.0), "nothing is ready outside the tree")
	check_equal(world.digest(), "", "digest outside the tree")
	stage.add_child(world)
	check(await until(func() -> bool: return ready.count == 1), "it becomes ready again")
	check_equal(world.digest(), digest, "digest of the same world")


func test_going_while_working() -> void:
	for delay: int in [0, 1, 2, 5, 20]:
		add_viewer()
		var world := add_world()
		await frames(delay)
		if delay % 2 == 0:
			world.free()
		else:
			world.queue_free()
			await frames(1)
		check_equal(StoneWorld.debug_live_threads(), 0, "threads after freeing it in frame %d" % delay)


func test_taken_away_by_its_own_signal() -> void:
	add_viewer()
	var world := add_world()
	var id := world.get_instance_id()
	var heard: Array[int] = [0]
	world.chunk_loaded.connect(func(_key: Vector4i) -> void:
		heard[0] += 1
		if heard[0] == 1:
			var sender: StoneWorld = instance_from_id(id)
			stage.remove_child(sender)
			sender.queue_free())
	check(await until(func() -> bool: return not is_instance_id_valid(id)), "a handler may take it away")
	check_equal(StoneWorld.debug_live_threads(), 0, "threads")


func test_regenerating() -> void:
	var world := await add_ready_world()
	var digest := world.digest()
	var ready := Counter.of(world.world_ready)
	var loaded := Counter.of(world.chunk_loaded)
	var unloaded := Counter.of(world.chunk_unloaded)
	world.regenerate()
	check(not world.is_ground_ready(COURT, 0.0), "not ready at once")
	check(await until(func() -> bool: return ready.count == 1), "ready again")
	check_equal(unloaded.count, loaded.count, "as many chunks went as came")
	check_equal(world.digest(), digest, "the same world")
	world.seed += 1
	check(await until(func() -> bool: return ready.count == 2), "another seed is made")
	check(world.digest() != digest, "another seed is another world")
	world.seed = SEED
	for i in 10:
		world.seed += 1
		await frames(1)
	world.seed = SEED
	check(await until(func() -> bool: return ready.count >= 3 and world.is_ground_ready(COURT, 14.0)), "and back")
	await frames(10)
	check_equal(world.digest(), digest, "it is the first world again")


func test_moving_the_world() -> void:
	var world := await add_ready_world()
	var up := Vector3(0.0, 100.0, 0.0)
	world.position = up
	stage.get_child(0).position = COURT + up
	await physics_frames(3)
	check(await until(func() -> bool: return world.is_ground_ready(COURT + up, 14.0)), "ready at its new place")
	await physics_frames(2)
	var hit := ray(COURT + up + Vector3.UP, COURT + up + Vector3.DOWN)
	check(not hit.is_empty() and absf(hit.position.y - 106.0) < 0.05, "its ground moved with it: %s" % hit)
	check(world.sample(COURT + up + Vector3.UP) > 0.0, "and so did its field")
	world.visible = false
	world.visible = true
	world.rotation_degrees.y = 90.0
	await physics_frames(3)
	var turned := world.global_transform * COURT
	hit = ray(turned + Vector3.UP, turned + Vector3.DOWN)
	check(not hit.is_empty(), "its ground turned with it")


func test_a_paused_tree_pauses_it() -> void:
	add_viewer()
	var world := add_world()
	var ready := Counter.of(world.world_ready)
	tree.paused = true
	await seconds(0.3)
	check_equal(ready.count, 0, "world_ready while paused")
	world.process_mode = Node.PROCESS_MODE_ALWAYS
	check(await until(func() -> bool: return ready.count == 1), "unless it always processes")
	tree.paused = false


func test_material_and_shadow_change_while_there() -> void:
	var world := await add_ready_world()
	world.material_override = StandardMaterial3D.new()
	world.cast_shadow = 0
	await frames(2)
	world.material_override = null
	world.cast_shadow = 1
	await frames(2)
	check(world.is_ground_ready(COURT, 14.0), "it is still there")
