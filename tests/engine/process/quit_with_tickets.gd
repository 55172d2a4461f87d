extends SceneTree
## Quits while scripts hold tickets, a config and a material.

var _held: Array[RefCounted] = []


func _initialize() -> void:
	_run()


func _run() -> void:
	await process_frame
	var world := StoneWorld.new()
	world.config = StoneWorldConfig.new()
	world.material_override = StandardMaterial3D.new()
	_held.append(world.config)
	_held.append(world.material_override)
	root.add_child(world)
	root.add_child(StoneViewer.new())
	_held.append(world.preheat(Vector3(100.0, 0.0, 0.0), 10.0))
	var finished := world.preheat(Vector3.ZERO, 0.0)
	await finished.finished
	_held.append(finished)
	print("PROCESS TEST: ok")
	quit(0)
