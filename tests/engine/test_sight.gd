extends EngineTest
## The lantern's own answer and the camera's cut, without a screen.

const HAND := Vector3(0.0, 1.6, 0.0)


func test_the_lantern_asks_the_world() -> void:
	var world := await add_ready_world()
	var lantern := StoneLantern.new()
	lantern.range = 40.0
	lantern.position = COURT + HAND
	stage.add_child(lantern)
	await frames(3)
	check(lantern.can_see(COURT + Vector3(-6.0, 0.0, 0.0)), "the paving")
	check(not lantern.can_see(Vector3(2.0, 0.5, -27.0)), "the vault under the court is not seen")
	check(not lantern.can_see(COURT + HAND + Vector3.UP * 41.0), "nothing beyond the range")
	check(not lantern.can_see(Vector3(NAN, 0.0, 0.0)), "no number is not seen")
	check(not lantern.is_alone(), "daylight on open ground")
	lantern.range = 12.0
	await frames(2)
	world.free()
	await frames(2)
	check(not lantern.can_see(COURT), "without a world nothing is seen")


func test_the_cut_opens_towards_its_camera() -> void:
	await add_ready_world()
	var target := Node3D.new()
	target.position = COURT
	stage.add_child(target)
	var camera := Camera3D.new()
	stage.add_child(camera)
	camera.look_at_from_position(COURT + Vector3(0.0, 20.0, 14.0), COURT)
	var before := camera.cull_mask
	var cutaway := StoneCutaway.new()
	cutaway.camera = camera
	cutaway.target = target
	stage.add_child(cutaway)
	await frames(3)
	check(camera.cull_mask & before == before and camera.cull_mask != before, "the camera keeps its layers and gets the mark")
	check(cutaway.is_cut(COURT + Vector3(0.0, 4.0, 1.0)), "above the head")
	check(cutaway.is_cut(COURT + Vector3(0.0, 9.0, 6.0)), "towards the camera")
	check(not cutaway.is_cut(COURT + Vector3(0.0, 2.0, 0.0)), "never below the level")
	check(not cutaway.is_cut(COURT + Vector3(0.0, 4.0, -9.0)), "not behind the target")
	var hit := cutaway.pick(camera.unproject_position(COURT))
	check(not hit.is_empty() and (hit.position as Vector3).distance_to(COURT) < 0.6, "a pick meets the paving")
	cutaway.enabled = false
	check(not cutaway.is_cut(COURT + Vector3(0.0, 4.0, 1.0)), "nothing when it is off")
	camera.free()
	await frames(2)
	check(cutaway.pick(Vector2.ZERO).is_empty(), "without its camera it picks nothing")
	target.free()
	await frames(2)


func test_a_city_knows_its_rooms() -> void:
	var world := StoneWorld.new()
	world.seed = SEED
	stage.add_child(world)
	check(world.room_at(Vector3.ZERO) == null, "no room before the plan")
	await world.plan_ready
	var start := world.get_start()
	var room := world.room_at(start.origin)
	check(room != null and room.open_sky and not room.underground, "one starts in a court under the sky")
	var below := 0
	for place: Transform3D in world.get_places().values():
		var here := world.room_at(place.origin)
		check(here != null and world.sample(place.origin + Vector3.UP) > 0.0, "%s lies in a room, in air" % place.origin)
		below += 1 if here != null and here.underground else 0
	check(below > 2, "some of the places lie under ground")
