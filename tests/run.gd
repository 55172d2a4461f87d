extends SceneTree
## Runs the engine tests: `godot --headless --path tests -s run.gd [-- NAME]`, where NAME is a part of a file's or a test's
## name. Prints a line per test and at the end "ENGINE TESTS: N passed, N failed"; exits 1 when one failed.
##
## A test is a method `test_*` of a script `engine/test_*.gd` that extends `engine_test.gd`. It may await. Every test has a
## fresh object, ends within its script's TIMEOUT_S, and must not leave a node, a thread or an unexpected error behind.
##
## Scripts in `engine/process/` are processes of their own; see there.

const FOLDER := "res://engine"


func _initialize() -> void:
	_run()


func _run() -> void:
	var orders := OS.get_cmdline_user_args()
	var wanted := orders[0] if not orders.is_empty() else ""
	var passed := 0
	var failed := 0
	var log := EngineLog.new()
	OS.add_logger(log)
	await process_frame
	for file: String in DirAccess.get_files_at(FOLDER):
		if not (file.begins_with("test_") and file.ends_with(".gd")):
			continue
		var script: GDScript = load(FOLDER.path_join(file))
		for method: Dictionary in script.get_script_method_list():
			var name: String = method.name
			var full := "%s.%s" % [file.get_basename(), name]
			if not name.begins_with("test_") or not (wanted.is_empty() or full.contains(wanted)):
				continue
			var start := Time.get_ticks_msec()
			var complaints := await _run_test(script, name, log)
			var took := (Time.get_ticks_msec() - start) / 1000.0
			if complaints.is_empty():
				passed += 1
				print("ok      %s (%.1f s)" % [full, took])
			else:
				failed += 1
				print("FAILED  %s (%.1f s)" % [full, took])
				for complaint: String in complaints:
					print("        %s" % complaint)
	OS.remove_logger(log)
	print("ENGINE TESTS: %d passed, %d failed" % [passed, failed])
	quit(1 if failed > 0 or passed == 0 else 0)


## What is wrong with a test; empty when nothing is.
func _run_test(script: GDScript, method: String, log: EngineLog) -> PackedStringArray:
	log.take()
	var test: EngineTest = script.new()
	test.tree = self
	test.log = log
	test.stage = Node3D.new()
	root.add_child(test.stage)
	var ended: Array[bool] = [false]
	_call(test, method, ended)
	var deadline := Time.get_ticks_msec() + int(test.timeout_s * 1000.0)
	while not ended[0] and Time.get_ticks_msec() < deadline:
		await process_frame
	if not ended[0]:
		test.complaints.append("not done after %.0f s" % test.timeout_s)
	elif test.checks == 0:
		test.complaints.append("nothing was checked: a script error ended it early")
	test.stage.queue_free()
	paused = false
	await process_frame
	await process_frame
	var threads := StoneWorld.debug_live_threads()
	if threads > 0:
		test.complaints.append("%d worker threads are left" % threads)
	for message: String in log.take():
		test.complaints.append("unexpected message: %s" % message)
	return test.complaints


func _call(test: EngineTest, method: String, ended: Array[bool]) -> void:
	await test.call(method)
	ended[0] = true
