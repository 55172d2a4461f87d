extends EngineTest
## Strokes: what is added and removed is seen by rules, picture and bodies, and can be taken back, saved and loaded.

## The number from which on records are those of strokes.
const STROKES := 1 << 31

const REMOVE := 1
const ADD := 0


func _stroke(at: Vector3, change := REMOVE, radius := 1.5) -> StoneStroke:
	var stroke := StoneStroke.new()
	stroke.position = at
	stroke.change = change
	stroke.radius = radius
	return stroke


## Height of what a body would stand on; NAN where there is nothing.
func _ground(at: Vector3) -> float:
	var hit := ray(at + Vector3.UP * 2.0, at + Vector3.DOWN * 6.0)
	return NAN if hit.is_empty() else (hit.position as Vector3).y


## Waits until the ground has a height; it must be there all the while.
func _until_ground(at: Vector3, height: float) -> void:
	var never_gone := true
	for i in 600:
		await physics_frames(1)
		var now := _ground(at)
		never_gone = never_gone and not is_nan(now)
		if absf(now - height) < 0.1:
			break
	check(never_gone, "the ground was never gone")
	check_near(_ground(at), height, 0.1, "the ground")


func test_a_hole_is_dug_filled_and_taken_back() -> void:
	var world := await add_ready_world()
	var before := world.digest()
	var edited := Counter.of(world.edited)
	check(world.edit(_stroke(COURT)), "the stroke is made")
	await until(func() -> bool: return edited.count > 0)
	check(world.sample(COURT + Vector3.DOWN) > 0.2, "rules see the hole at once")
	await _until_ground(COURT, 4.5)
	check_equal(world.record_at(COURT + Vector3.DOWN * 1.5), STROKES, "record of the hole")
	var slab := _stroke(COURT + Vector3.DOWN * 0.5, ADD)
	slab.brush = 1
	slab.size = Vector3(4.0, 1.0, 4.0)
	check(world.edit(slab), "a slab over it")
	await _until_ground(COURT, 6.0)
	check_equal(world.record_at(COURT), STROKES + 1, "record of the slab")
	check(world.undo_edit() and world.undo_edit() and not world.undo_edit(), "two strokes are taken back")
	await _until_ground(COURT, 6.0)
	await until(func() -> bool: return world.digest() == before)
	check_equal(world.digest(), before, "the world is as it was")
	check(world.redo_edit(), "the hole again")
	await _until_ground(COURT, 4.5)
	check_equal(world.get_edit_count(), 1, "strokes")


func test_many_strokes_at_once_and_a_saved_game() -> void:
	var world := await add_ready_world()
	for i in 12:
		check(world.edit(_stroke(COURT + Vector3(i * 0.7 - 4.0, 0.0, i % 3 - 1.0), i % 4 / 3, 0.8)), "stroke %d" % i)
	var file := world.save_edits()
	check(file.size() < 12 * 200 + 150, "it is small: %d bytes" % file.size())
	await until(func() -> bool: return world.is_ground_ready(COURT, 8.0) and _is_settled(world))
	var digest := world.digest()
	stage.remove_child(world)
	check_equal(world.get_edit_count(), 12, "strokes of a world outside the tree")
	stage.add_child(world)
	check_equal(world.get_edit_count(), 12, "strokes of a world that came back")
	await until(func() -> bool: return world.digest() == digest)
	check_equal(world.digest(), digest, "the world that came back")
	world.free()
	var again := add_world()
	check(again.load_edits(file), "the file is loaded before there is a world")
	check_equal(again.get_edit_count(), 12, "strokes that wait")
	await until(func() -> bool: return again.digest() == digest)
	check_equal(again.digest(), digest, "the same world from the file")


## Whether the digest stays for a while.
func _is_settled(world: StoneWorld) -> bool:
	var now := Time.get_ticks_msec()
	if world.digest() != _last_digest:
		_last_digest = world.digest()
		_last_change = now
	return now - _last_change > 1_500


var _last_digest := ""
var _last_change := 0


func test_what_cannot_be_made_says_what_to_write() -> void:
	var world := add_world()
	check(not world.edit(_stroke(COURT)), "there is no world yet")
	check_message("wait for plan_ready")
	world.free()
	world = await add_ready_world()
	check(not world.edit(_stroke(COURT, REMOVE, 0.0)), "no radius")
	check_message("write a size from 0.16 to 64 m")
	check(not world.edit(_stroke(Vector3.ONE * NAN)), "no place")
	check_message("no place for a stroke")
	check(not world.load_edits(PackedByteArray([1, 2, 3])), "no file")
	check_message("these are no edits")
	var file := world.save_edits()
	file[file.size() - 2] ^= 1
	check(not world.load_edits(file), "a damaged file")
	check_message("damaged")
	check(not world.undo_edit() and not world.redo_edit(), "nothing to take back")
	check_equal(world.get_edit_count(), 0, "strokes")
