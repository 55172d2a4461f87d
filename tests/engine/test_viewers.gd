extends EngineTest
## Who is followed.


func test_a_second_viewer_takes_nothing_from_the_first() -> void:
	var world := await add_ready_world()
	var unloaded := Counter.of(world.chunk_unloaded)
	var second := add_viewer(Vector3(200.0, 0.0, 0.0))
	check(await until(func() -> bool: return world.is_ground_ready(second.position, 10.0)), "the second has ground")
	check(world.is_ground_ready(COURT, 14.0), "the first has it still")
	check_equal(unloaded.count, 0, "chunks unloaded when a viewer came")
	second.free()
	check(await until(func() -> bool: return not world.is_ground_ready(Vector3(200.0, 0.0, 0.0), 0.0)), "it goes")
	check(world.is_ground_ready(COURT, 14.0), "and the first has it still")


func test_far_away() -> void:
	var far := Vector3(1.0e6, 0.0, -1.0e6)
	add_viewer(far, 15.0, 14.0)
	var world := add_world()
	var ready := Counter.of(world.world_ready)
	check(await until(func() -> bool: return ready.count > 0), "a world is made a thousand kilometres away")
	check(world.is_ground_ready(far, 10.0), "its ground is ready")


func test_viewers_that_are_nowhere() -> void:
	add_viewer()
	var viewer := add_viewer()
	var world := add_world()
	var ready := Counter.of(world.world_ready)
	for nowhere: Vector3 in [Vector3(NAN, 0.0, 0.0), Vector3.ONE * INF, Vector3.ONE * -1e30]:
		viewer.position = COURT
		await frames(3)
		viewer.position = nowhere
		await frames(5)
		check_message("is no place that can be followed")
	viewer.position = COURT
	viewer.drawn_radius = NAN
	await frames(5)
	check_message("write one from 0 to 200 m")
	viewer.drawn_radius = 10.0
	viewer.collision_radius = -4.0
	await frames(5)
	check_message("write one from 0 to 200 m")
	viewer.collision_radius = 5.0
	check(await until(func() -> bool: return ready.count > 0), "the world is made for the other")
	# An engine error of its own may come with a transform that is not finite.
	log.take()


func test_viewers_of_another_world_3d_do_not_count() -> void:
	var world := await add_ready_world()
	var viewport := SubViewport.new()
	viewport.own_world_3d = true
	stage.add_child(viewport)
	var stranger := StoneViewer.new()
	stranger.position = Vector3(150.0, 0.0, 0.0)
	viewport.add_child(stranger)
	await seconds(0.5)
	check(not world.is_ground_ready(stranger.position, 0.0), "nothing is made for a viewer elsewhere")


func test_collision_follows_the_viewer() -> void:
	var viewer := add_viewer(COURT, 40.0, 8.0)
	var world := add_world()
	var ready := Counter.of(world.world_ready)
	await until(func() -> bool: return ready.count > 0)
	var other := COURT + Vector3(-30.0, 0.0, 0.0)
	check(not world.is_ground_ready(other, 5.0), "it is drawn there, not solid")
	viewer.position = other
	check(await until(func() -> bool: return world.is_ground_ready(other, 8.0), 5.0), "it becomes solid")
	check(await until(func() -> bool: return not world.is_ground_ready(COURT, 5.0), 5.0), "and passable where nobody is")
