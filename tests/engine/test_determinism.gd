extends EngineTest
## The same world whatever makes it.


func test_digest_is_the_same_for_any_number_of_threads() -> void:
	var digests: Array[String] = []
	for threads: int in [1, 2, 3]:
		var world := await add_ready_world(SEED, threads)
		check_equal(StoneWorld.debug_live_threads(), threads, "threads")
		digests.append(world.digest())
		for child: Node in stage.get_children():
			child.free()
	check_equal(digests[1], digests[0], "digest with 2 threads")
	check_equal(digests[2], digests[0], "digest with 3 threads")


func test_digest_does_not_depend_on_the_way_there() -> void:
	var world := await add_ready_world()
	var digest := world.digest()
	var viewer: StoneViewer = stage.get_child(0)
	viewer.position = Vector3(300.0, 0.0, 0.0)
	check(await until(func() -> bool: return world.is_ground_ready(viewer.position, 10.0)), "it follows")
	viewer.position = COURT
	check(await until(func() -> bool: return world.is_ground_ready(COURT, 14.0) and world.digest() == digest), "and back")
	check_equal(world.digest(), digest, "the same chunks")
