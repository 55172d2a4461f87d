extends SceneTree
## Makes worlds, walks through them and frees them; then as many objects are there as before.

const ROUNDS := 6


func _initialize() -> void:
	_run()


func _run() -> void:
	await _round()
	await _round()
	var objects := _count()
	for i in ROUNDS:
		await _round()
		print("objects: %d" % _count())
	var left := _count() - objects
	var threads := StoneWorld.debug_live_threads()
	var good := left == 0 and threads == 0
	print("PROCESS TEST: %s" % ("ok" if good else "failed: %d objects, %d threads are left" % [left, threads]))
	quit(0 if good else 1)


func _round() -> void:
	var viewer := StoneViewer.new()
	viewer.drawn_radius = 20.0
	root.add_child(viewer)
	var world := StoneWorld.new()
	root.add_child(world)
	for i in 40:
		viewer.position.x += 1.0
		await process_frame
	world.free()
	viewer.free()
	for i in 3:
		await process_frame


func _count() -> int:
	return int(Performance.get_monitor(Performance.OBJECT_COUNT))
