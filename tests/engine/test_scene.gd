extends EngineTest
## Scenes and resources with our classes.

const SCENE := "res://engine/scenes/small_world.tscn"


func test_a_scene_is_loaded_by_a_thread() -> void:
	check_equal(ResourceLoader.load_threaded_request(SCENE, "", true, ResourceLoader.CACHE_MODE_IGNORE), OK, "the request")
	check(await until(func() -> bool: return ResourceLoader.load_threaded_get_status(SCENE) \
		!= ResourceLoader.THREAD_LOAD_IN_PROGRESS), "it ends")
	var scene: PackedScene = ResourceLoader.load_threaded_get(SCENE)
	check(scene != null, "a scene comes")
	var root: Node3D = scene.instantiate()
	var world: StoneWorld = root.get_node("World")
	check_equal(world.seed, 31, "the seed of the scene")
	check_equal(world.config.size, 320.0, "the config of the scene")
	var ready := Counter.of(world.world_ready)
	stage.add_child(root)
	check(await until(func() -> bool: return ready.count == 1), "it runs")


func test_a_scene_is_made_by_a_thread() -> void:
	var scene: PackedScene = load(SCENE)
	var thread := Thread.new()
	thread.start(func() -> Node: return scene.instantiate())
	check(await until(func() -> bool: return not thread.is_alive()), "it ends")
	var root: Node3D = thread.wait_to_finish()
	var ready := Counter.of((root.get_node("World") as StoneWorld).world_ready)
	stage.add_child(root)
	check(await until(func() -> bool: return ready.count == 1), "it runs")


func test_packing_and_duplicating() -> void:
	var world := StoneWorld.new()
	world.seed = 7
	world.budget_ms = 2.5
	var copy: StoneWorld = world.duplicate()
	check_equal([copy.seed, copy.budget_ms], [7, 2.5], "properties of a duplicate")
	check(copy.navigation != null and copy.navigation != world.navigation, "a navigation of its own")
	var packed := PackedScene.new()
	check_equal(packed.pack(world), OK, "packing")
	check_equal(packed.get_state().get_node_count(), 1, "nodes in the scene")
	var again: StoneWorld = packed.instantiate()
	check_equal(again.seed, 7, "the seed from the scene")
	for node: Node in [world, copy, again]:
		node.free()
