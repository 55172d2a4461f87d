extends SceneTree
## Quits with a world in the tree that is ready.


func _initialize() -> void:
	_run()


func _run() -> void:
	var viewer := StoneViewer.new()
	viewer.position = Vector3(3.0, 6.0, 5.0)
	viewer.drawn_radius = 22.0
	root.add_child(viewer)
	var world := StoneWorld.new()
	root.add_child(world)
	await world.world_ready
	print("PROCESS TEST: ok")
	quit(0)
