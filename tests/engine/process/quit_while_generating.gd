extends SceneTree
## Quits while workers make chunks.


func _initialize() -> void:
	_run()


func _run() -> void:
	var viewer := StoneViewer.new()
	viewer.drawn_radius = 120.0
	root.add_child(viewer)
	root.add_child(StoneWorld.new())
	for i in 8:
		await process_frame
	var pending := Performance.get_custom_monitor(&"stonesight/pending") as int
	print("PROCESS TEST: %s" % ("ok" if pending > 0 else "failed: nothing was pending"))
	quit(0 if pending > 0 else 1)
