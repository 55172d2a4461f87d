extends EngineTest
## Levels of detail: fine near the viewer, coarse far away, and never a place without ground in between.


func test_far_chunks_are_coarse_and_near_ones_fine() -> void:
	var viewer := add_viewer(COURT, 200.0, 8.0)
	viewer.detail_radius = 12.0
	var keys: Dictionary[Vector4i, bool] = {}
	var world := add_world()
	world.chunk_loaded.connect(func(key: Vector4i) -> void: keys[key] = true)
	world.chunk_unloaded.connect(func(key: Vector4i) -> void: keys.erase(key))
	var ready := Counter.of(world.world_ready)
	await until(func() -> bool: return ready.count > 0)
	var levels: Dictionary[int, int] = {}
	for key: Vector4i in keys:
		levels[key.w] = levels.get(key.w, 0) + 1
	for level in 4:
		check(levels.get(level, 0) > 0, "there are chunks of level %d: %s" % [level, levels])
	check(keys.size() < 3_000, "%d chunks for 200 m" % keys.size())
	check_equal(_level_at(keys, COURT), 0, "level at the viewer")
	check(_level_at(keys, COURT + Vector3(150.0, 0.0, 0.0)) >= 2, "level far away")
	# He walks: at every step each place lies in one chunk, and the ground under him is there.
	var whole := true
	var on_ground := true
	for step in 120:
		viewer.position.x += 0.25
		await frames(1)
		for away: float in [0.0, 6.0, 17.0, 33.0, 70.0, 150.0]:
			for side: Vector3 in [Vector3.LEFT, Vector3.RIGHT, Vector3.FORWARD, Vector3.BACK]:
				whole = whole and _level_at(keys, viewer.position + side * away) >= 0
		on_ground = on_ground and world.is_ground_ready(viewer.position, 2.0)
	check(whole, "no place is in no chunk or in two")
	check(on_ground, "the ground was ready at every step")


## The level of the one chunk that holds a place; -1 where there is none, or more than one.
func _level_at(keys: Dictionary[Vector4i, bool], place: Vector3) -> int:
	var found := -1
	for level in 6:
		var cell := (place / (10.0 * (1 << level))).floor()
		if keys.has(Vector4i(int(cell.x), int(cell.y), int(cell.z), level)):
			if found >= 0:
				return -1
			found = level
	return found
