class_name EngineTest
extends RefCounted
## What every engine test has: a stage to add nodes to, checks, and ways to wait.

## The court's paving in the first world: floor at 6 m; a stair leads north from it, to a vault with its floor at 0 m.
const COURT := Vector3(3.0, 6.0, 5.0)
const SEED := 29

var tree: SceneTree
var log: EngineLog
## Parent of all that a test adds; freed after it.
var stage: Node3D
var timeout_s := 60.0
var complaints := PackedStringArray()
var checks := 0


## Adds a world to the stage. Few chunks, so that tests are quick; viewers have small radii for the same reason.
func add_world(seed := SEED, threads := 0) -> StoneWorld:
	var world := StoneWorld.new()
	world.seed = seed
	world.threads = threads
	world.config = small_config()
	stage.add_child(world)
	return world


## The smallest world, which is the one that these tests know their way in.
static func small_config() -> StoneWorldConfig:
	var config := StoneWorldConfig.new()
	config.set(&"layout", 1)
	return config


func add_viewer(position := COURT, drawn := 22.0, collision := 14.0) -> StoneViewer:
	var viewer := StoneViewer.new()
	viewer.drawn_radius = drawn
	viewer.collision_radius = collision
	viewer.position = position
	stage.add_child(viewer)
	return viewer


## A world with a viewer in the court, waited for.
func add_ready_world(seed := SEED, threads := 0) -> StoneWorld:
	add_viewer()
	var world := add_world(seed, threads)
	var ready := Counter.of(world.world_ready)
	await until(func() -> bool: return ready.count > 0)
	check(ready.count == 1, "the world became ready")
	return world


func check(condition: bool, what: String) -> void:
	checks += 1
	if not condition:
		complaints.append("not so: %s" % what)


func check_equal(actual: Variant, expected: Variant, what: String) -> void:
	checks += 1
	if actual != expected:
		complaints.append("%s: %s instead of %s" % [what, actual, expected])


func check_near(actual: float, expected: float, tolerance: float, what: String) -> void:
	checks += 1
	if not absf(actual - expected) <= tolerance:
		complaints.append("%s: %f instead of %f ± %f" % [what, actual, expected, tolerance])


## Expects errors or warnings with a part in their text, and takes them out of the log.
func check_message(part: String, times := 1) -> void:
	checks += 1
	var found := log.take_matching(part)
	if found.size() != times:
		complaints.append("'%s' was said %d times instead of %d" % [part, found.size(), times])


func frames(count: int) -> void:
	for i in count:
		await tree.process_frame


func physics_frames(count: int) -> void:
	for i in count:
		await tree.physics_frame


func seconds(time: float) -> void:
	await tree.create_timer(time).timeout


## Waits for a condition, for at most `patience` seconds. False when it did not come.
func until(condition: Callable, patience := 30.0) -> bool:
	var deadline := Time.get_ticks_msec() + int(patience * 1000.0)
	while not condition.call():
		if Time.get_ticks_msec() > deadline:
			return false
		await tree.process_frame
	return true


## The first thing that a ray hits, or an empty dictionary.
func ray(from: Vector3, to: Vector3) -> Dictionary:
	var query := PhysicsRayQueryParameters3D.create(from, to)
	return stage.get_world_3d().direct_space_state.intersect_ray(query)


## Counts a signal and keeps the arguments it came with.
class Counter:
	var count := 0
	var arguments: Array[Array] = []

	static func of(source: Signal) -> Counter:
		var counter := Counter.new()
		source.connect(counter._on_signal)
		return counter

	func _on_signal(...all: Array) -> void:
		count += 1
		arguments.append(all)
