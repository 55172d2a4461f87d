@tool
extends EditorPlugin
## `godot --headless -e --path tests -- --hot-reload` reloads the library while workers of a previewed world are busy, twice,
## and then lets the world be made. Linux only. Prints "PROCESS TEST: ok" and quits. Does nothing otherwise.

const EXTENSION := "res://demo.gdextension"
const PATIENCE_S := 60.0


func _enter_tree() -> void:
	if OS.get_cmdline_user_args().has("--hot-reload"):
		_run.call_deferred()


func _run() -> void:
	await get_tree().create_timer(1.0).timeout
	var stage := Node3D.new()
	add_child(stage)
	var world: Node3D = ClassDB.instantiate(&"StoneWorld")
	world.set(&"preview", true)
	world.set(&"seed", 31)
	var viewer: Node3D = ClassDB.instantiate(&"StoneViewer")
	viewer.position = Vector3(3.0, 6.0, 5.0)
	viewer.set(&"drawn_radius", 25.0)
	stage.add_child(viewer)
	stage.add_child(world)
	for i in 2:
		for frame in 5:
			await get_tree().process_frame
		if not _check(_threads() > 0, "no worker runs before the reload"):
			return
		var status := GDExtensionManager.reload_extension(EXTENSION)
		if not _check(status == GDExtensionManager.LOAD_STATUS_OK, "the reload ended with status %d" % status):
			return
		if not _check(_system_threads() == 0, "%d threads outlive the library" % _system_threads()):
			return
	if not _check(world.get(&"seed") == 31, "the seed was lost"):
		return
	if not _check(world.get(&"navigation") != null, "the navigation was lost"):
		return
	var deadline := Time.get_ticks_msec() + int(PATIENCE_S * 1000.0)
	while not world.call(&"is_ground_ready", viewer.position, 10.0):
		await get_tree().process_frame
		if not _check(Time.get_ticks_msec() < deadline, "the world is not made after the reload"):
			return
	stage.free()
	await get_tree().process_frame
	if _check(_threads() == 0, "%d threads are left" % _threads()):
		print("PROCESS TEST: ok")
		get_tree().quit(0)


func _threads() -> int:
	return ClassDB.class_call_static(&"StoneWorld", &"debug_live_threads") as int


## Worker threads that the system knows, whatever a reloaded library thinks.
func _system_threads() -> int:
	var count := 0
	for thread: String in DirAccess.get_directories_at("/proc/self/task"):
		var file := FileAccess.open("/proc/self/task/%s/comm" % thread, FileAccess.READ)
		if file != null and file.get_line().begins_with("stonesight"):
			count += 1
	return count


func _check(condition: bool, complaint: String) -> bool:
	if not condition:
		print("PROCESS TEST: failed: %s" % complaint)
		get_tree().quit(1)
	return condition
