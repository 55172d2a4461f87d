extends EngineTest
## When a world says that it is ready, and whether that is so.


func test_ready_within_time() -> void:
	add_viewer()
	var start := Time.get_ticks_msec()
	var world := add_world()
	var planned := Counter.of(world.plan_ready)
	var ready := Counter.of(world.world_ready)
	var progress := Counter.of(world.progress)
	check(not world.is_ground_ready(COURT, 0.0), "nothing is ready at the start")
	check(is_nan(world.sample(COURT)), "there is no field at the start")
	check(await until(func() -> bool: return ready.count > 0, 20.0), "ready within 20 s")
	print("        ready after %d ms" % (Time.get_ticks_msec() - start))
	check_equal(planned.count, 1, "plan_ready")
	check_equal(progress.arguments.front()[0], "plan", "the first stage")
	var last: Array = progress.arguments.back()
	check_equal(last[0], "chunks", "the last stage")
	check(last[1] == last[2] and last[2] > 0, "all steps are done: %s" % [last])
	await frames(60)
	check_equal(ready.count, 1, "world_ready")
	for i in range(1, progress.count):
		check(progress.arguments[i] != progress.arguments[i - 1], "no progress is told twice")


func test_ready_is_drawn_and_solid() -> void:
	var world := await add_ready_world()
	check(world.is_ground_ready(COURT, 14.0), "the ground is ready within the collision radius")
	check(not world.is_ground_ready(COURT, 22.0), "beyond the collision radius it is drawn and not solid")
	check(not world.is_ground_ready(COURT + Vector3.RIGHT * 500.0, 0.0), "nothing is ready where nobody is")
	for nowhere: Vector3 in [Vector3(NAN, 0.0, 0.0), Vector3.ONE * INF, Vector3.ONE * 1e30]:
		check(not world.is_ground_ready(nowhere, 1.0), "%s is never ready" % nowhere)
	for radius: float in [-1.0, NAN]:
		check(not world.is_ground_ready(COURT, radius), "radius %f is never ready" % radius)
	check(not ray(COURT + Vector3.UP * 5.0, COURT + Vector3.DOWN * 5.0).is_empty(), "there is ground in the same frame")


func test_ground_ready_comes_with_ground() -> void:
	var viewer := add_viewer()
	var world := add_world()
	var solid: Array[bool] = []
	var heard := Counter.of(world.ground_ready)
	world.ground_ready.connect(func(position: Vector3) -> void:
		solid.append(not ray(position + Vector3.UP, position + Vector3.DOWN).is_empty()))
	check(await until(func() -> bool: return heard.count == 1), "ground_ready comes")
	check_equal(heard.arguments[0][0], viewer.global_position, "the position")
	check_equal(solid, [true] as Array[bool], "ground at that moment")
	viewer.position += Vector3(40.0, 0.0, 0.0)
	check(await until(func() -> bool: return heard.count == 2), "it comes again after a teleport")


func test_chunk_signals_balance() -> void:
	var viewer := add_viewer()
	var world := add_world()
	var loaded: Dictionary[Vector4i, bool] = {}
	var faults: Array[Vector4i] = []
	world.chunk_loaded.connect(func(key: Vector4i) -> void:
		if loaded.has(key):
			faults.append(key)
		loaded[key] = true)
	world.chunk_unloaded.connect(func(key: Vector4i) -> void:
		if not loaded.erase(key):
			faults.append(key))
	for i in 120:
		viewer.position.x += 1.5 if i < 60 else -2.0
		await frames(1)
	viewer.queue_free()
	await until(func() -> bool: return loaded.is_empty())
	check_equal(loaded.size(), 0, "chunks left after the viewer went")
	check_equal(faults.size(), 0, "signals out of order")


func test_without_a_viewer_there_is_a_warning() -> void:
	var world := add_world()
	var ready := Counter.of(world.world_ready)
	await seconds(3.0)
	check_message("there is no StoneViewer")
	check_equal(ready.count, 0, "world_ready without a viewer")
	add_viewer()
	check(await until(func() -> bool: return ready.count == 1), "it becomes ready with one")
