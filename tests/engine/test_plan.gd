extends EngineTest
## What a script reads of the plan, before anything is drawn.


func test_the_plan_is_there_before_the_first_chunk() -> void:
	var world := StoneWorld.new()
	world.seed = SEED
	world.config = StoneWorldConfig.new()
	world.config.surface_spaces = 18
	world.config.underground_spaces = 18
	check(world.plan == null, "no plan outside the tree")
	stage.add_child(world)
	var chunks := Counter.of(world.chunk_loaded)
	var planned := Counter.of(world.plan_ready)
	await until(func() -> bool: return planned.count > 0)
	check_equal(chunks.count, 0, "chunks before the plan")
	var plan: StonePlan = world.plan
	check_equal(plan.get_seed(), SEED, "its seed")
	check_equal(plan.get_size(), 640.0, "its size")
	var rooms := plan.get_rooms()
	check(rooms.size() >= 36, "rooms and ways")
	var doors := {}
	for door: Dictionary in plan.get_doors():
		doors[door.record] = door
		check(absf((door.direction as Vector3).length() - 1.0) < 1e-5 and door.width > 1.0, "a door with a way through it")
	for room: StoneRoom in rooms:
		var middle := room.get_middle()
		var found := plan.room_at(middle + Vector3.UP)
		check(found != null and found.record == room.record, "%s is where its middle is" % room.name)
		check(plan.get_room(room.record).name == room.name, "%s by its record" % room.name)
		check(not room.get_doors().is_empty(), "%s has a door" % room.name)
		for door: int in room.get_doors():
			check((doors[door].rooms as PackedInt64Array).has(room.record), "a door of %s leads to it" % room.name)
		for part: Dictionary in room.get_parts():
			check((part.outline as PackedVector2Array).size() == (part.floor as PackedFloat32Array).size(), "a height a corner")
	check(plan.get_room(-1) == null and plan.get_room(0) == null, "no room of these records")
	check(plan.to_svg().begins_with("<svg"), "a drawing")
	var head := plan.to_bytes().get_string_from_utf8().get_slice("\n", 0)
	check_equal((JSON.parse_string(head) as Dictionary).format, "stonesight-plan", "a file")
	world.free()
	check_equal(plan.get_rooms().size(), rooms.size(), "a plan outlives its world")


func test_the_smallest_world_has_no_plan() -> void:
	var world := await add_ready_world()
	check(world.plan == null, "no plan")
	check(world.room_at(COURT) == null, "no rooms")


func test_rooms_are_told_as_they_are_entered() -> void:
	var viewer := add_viewer(Vector3(0.0, 500.0, 0.0))
	var world := StoneWorld.new()
	world.seed = SEED
	world.config = StoneWorldConfig.new()
	world.config.surface_spaces = 18
	world.config.underground_spaces = 18
	stage.add_child(world)
	var entered: Array[int] = []
	world.room_entered.connect(func(room: StoneRoom) -> void: entered.append(room.record))
	var planned := Counter.of(world.plan_ready)
	await until(func() -> bool: return planned.count > 0)
	check(entered.is_empty(), "in the open")
	var rooms := world.plan.get_rooms()
	var path: Array[StoneRoom] = [rooms[0], rooms[0], rooms[3], rooms[0]]
	for room: StoneRoom in path:
		viewer.position = room.get_middle() + Vector3.UP
		await frames(3)
		viewer.position.y += 500.0
		await frames(2)
	check_equal(entered, [rooms[0].record, rooms[3].record, rooms[0].record] as Array[int], "each once")
