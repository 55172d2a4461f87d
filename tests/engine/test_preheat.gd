extends EngineTest
## Places that are made before anyone is there.

const FAR := Vector3(150.0, 0.0, -120.0)


func test_navigation_is_there_at_once() -> void:
	var world := StoneWorld.new()
	world.config = small_config()
	check(world.navigation != null, "before the world is added")
	stage.add_child(world)
	check(world.navigation != null, "right after it is added")
	check_equal(world.get_child_count(), 0, "children that others see")
	add_viewer()
	var ticket := world.navigation.preheat(COURT, 5.0)
	await ticket.finished
	check(world.navigation.is_ready(COURT, 5.0), "a request before the plan is served")


func test_a_far_place() -> void:
	var world := await add_ready_world()
	check(not world.navigation.is_ready(FAR, 15.0), "it is not ready before")
	var ticket := world.navigation.preheat(FAR, 15.0)
	var heard := Counter.of(ticket.finished)
	check(not ticket.is_finished() and ticket.progress() < 1.0, "it is not finished at once")
	check(await until(func() -> bool: return heard.count > 0), "it finishes")
	check(ticket.is_finished() and ticket.progress() == 1.0 and ticket.get_error().is_empty(), "it says so")
	check(world.navigation.is_ready(FAR, 15.0), "drawn and solid")
	check(not ray(FAR + Vector3.UP * 14.0, FAR + Vector3.DOWN * 14.0).is_empty(), "there is ground at that moment")
	check(world.is_ground_ready(COURT, 14.0), "the viewer has lost nothing")
	await frames(30)
	check_equal(heard.count, 1, "finished")
	check(world.navigation.is_ready(FAR, 15.0), "it is kept while the ticket is held")
	ticket = null
	check(await until(func() -> bool: return not world.navigation.is_ready(FAR, 0.0)), "and let go afterwards")


func test_a_place_that_is_ready_already() -> void:
	var world := await add_ready_world()
	var ticket := world.navigation.preheat(COURT, 8.0)
	var heard := Counter.of(ticket.finished)
	check_equal(heard.count, 0, "finished before anyone could connect")
	check(await until(func() -> bool: return heard.count == 1, 1.0), "it comes all the same")


func test_a_dropped_ticket_is_still_served() -> void:
	var world := await add_ready_world()
	await world.navigation.preheat(FAR, 12.0).finished
	check(world.navigation.is_ready(FAR, 12.0), "awaiting a ticket that nobody keeps")


func test_a_preheated_teleport_needs_no_waiting() -> void:
	var world := await add_ready_world()
	var viewer: StoneViewer = stage.get_child(0)
	var ticket := world.preheat(FAR, 15.0)
	await ticket.finished
	viewer.position = FAR
	await frames(2)
	ticket = null
	for i in 10:
		await frames(1)
		check(world.is_ground_ready(FAR, 10.0), "the ground stays ready in frame %d" % i)


func test_radii_that_are_none() -> void:
	var world := await add_ready_world()
	for radius: float in [-1.0, NAN, INF, 1e9]:
		var ticket := world.navigation.preheat(FAR, radius)
		await ticket.finished
		check_message("write one from 0 to 200 m")
		check(ticket.is_finished() and not ticket.get_error().is_empty(), "%f is refused and does not hang" % radius)
	var nowhere := world.navigation.preheat(Vector3.ONE * NAN, 5.0)
	await nowhere.finished
	check_message("write a finite position")
	var point := world.navigation.preheat(FAR, 0.0)
	check(await until(point.is_finished), "radius 0 is one chunk")
	check(world.is_ground_ready(FAR, 0.0), "and it is ready")


func test_nobody_waits_for_a_world_that_goes() -> void:
	add_viewer()
	var world := add_world()
	var ticket := world.preheat(FAR, 50.0)
	var heard := Counter.of(ticket.finished)
	await frames(2)
	world.free()
	check(await until(func() -> bool: return heard.count == 1, 1.0), "finished comes")
	check(ticket.get_error().contains("left the tree"), "with the reason: %s" % ticket.get_error())
	var orphan := StoneNavigation.new()
	await orphan.preheat(FAR, 1.0).finished
	check_message("belongs to no StoneWorld")
	orphan.free()


func test_regenerating_keeps_the_request() -> void:
	add_viewer()
	var world := add_world()
	var ticket := world.preheat(FAR, 12.0)
	await frames(3)
	world.seed += 1
	await ticket.finished
	check(world.navigation.is_ready(FAR, 12.0), "it is served by the next world")
	world.regenerate()
	await frames(2)
	check(await until(func() -> bool: return world.navigation.is_ready(FAR, 12.0)), "a held place is made again")
