extends EngineTest
## Wrong values and failures: a message each, and the game goes on.


func test_seeds() -> void:
	var world := add_world()
	for seed: int in [-1, -9223372036854775807]:
		world.seed = seed
		check_message("write a seed from 0 to 9223372036854775807")
		check_equal(world.seed, SEED, "the seed")
	add_viewer()
	world.seed = 9223372036854775807
	var ready := Counter.of(world.world_ready)
	check(await until(func() -> bool: return ready.count > 0), "the largest seed makes a world")


func test_configs() -> void:
	add_viewer()
	var world := add_world()
	var ready := Counter.of(world.world_ready)
	var config := small_config()
	var changed := Counter.of(config.changed)
	world.config = config
	check(await until(func() -> bool: return ready.count == 1), "a config of defaults makes a world")
	for size: float in [10.0, -640.0, NAN, INF]:
		config.size = size
		await frames(3)
		check_message("write a size from 160 to 2560 m")
		check(not world.is_ground_ready(COURT, 0.0), "no world for %f" % size)
	check_equal(changed.count, 4, "changed")
	config.size = 320.0
	check(await until(func() -> bool: return ready.count == 2), "a good value makes a world again")
	config.surface_spaces = 1
	await frames(3)
	check_message("surface_spaces is 1")
	world.config = small_config()
	check(await until(func() -> bool: return ready.count == 3), "another config makes another world")
	config.surface_spaces = 20
	await frames(3)
	check(world.is_ground_ready(COURT, 5.0), "a config that was replaced is not followed")


func test_threads() -> void:
	var world := add_world()
	for threads: int in [-1, 65]:
		world.threads = threads
		check_message("write a number from 0 to 64")
	add_viewer()
	var loaded := Counter.of(world.chunk_loaded)
	var unloaded := Counter.of(world.chunk_unloaded)
	await until(func() -> bool: return loaded.count > 20)
	var ticket := world.preheat(COURT, 3.0)
	world.threads = 3
	check_equal(unloaded.count, loaded.count, "chunks unloaded by a change of threads")
	check_equal(StoneWorld.debug_live_threads(), 3, "threads")
	world.threads = 1
	check_equal(StoneWorld.debug_live_threads(), 1, "threads")
	check(await until(ticket.is_finished) and world.is_ground_ready(COURT, 3.0), "what is preheated is preheated again")


func test_a_panic_in_a_worker_is_one_missing_chunk() -> void:
	add_viewer()
	var world := add_world()
	var ready := Counter.of(world.world_ready)
	var loaded := Counter.of(world.chunk_loaded)
	var key := Vector4i(-1, 0, 1, 0)
	world.debug_panic_at(key)
	check(await until(func() -> bool: return ready.count == 1), "the rest of the world is made")
	check_message("chunk (-1, 0, 1) of level 0 could not be made")
	check(not loaded.arguments.has([key]), "the chunk is missing")
	check(world.is_ground_ready(COURT, 2.0), "the game goes on")
	check(not world.is_ground_ready(Vector3(-5.0, 5.0, 15.0), 0.0), "its place is not ready")
	var ticket := world.preheat(Vector3(-5.0, 5.0, 15.0), 1.0)
	check(await until(ticket.is_finished), "whoever waits for it goes on")
	await frames(30)
	check_message("could not be made", 0)
