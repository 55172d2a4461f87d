extends SceneTree
## Quits while workers make chunks.


func _initialize() -> void:
	_run()


func _run() -> void:
	var viewer := StoneViewer.new()
	viewer.drawn_radius = 120.0
	root.add_child(viewer)
	var world := StoneWorld.new()
	root.add_child(world)
	await world.plan_ready
	for i in 8:
		await process_frame
	var pending := Performance.get_custom_monitor(&"stonesight/pending") as int
	print("PROCESS TEST: %s" % ("ok" if pending > 0 else "failed: nothing was pending"))
	quit(0 if pending > 0 else 1)
