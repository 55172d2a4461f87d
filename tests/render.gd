extends SceneTree
## Renders named poses to PNG files for comparison with the golden pictures: `-s res://render.gd -- DIR`. First the smallest world
## by plain light, then a village by lantern and cut (sight_pictures.gd).
## Prints "RENDER: ok" when every picture was written. Fixed size, seed, light and time, so that only code changes a pixel.

const SIZE := Vector2i(480, 270)
const SEED := 29
const PATIENCE_S := 120.0

## Name, eye, aim. The first world has its court at (0, 6, 0) and a vault north of it at (0, 0, -27).
const POSES: Array[Array] = [
	["court", Vector3(17.0, 27.0, 20.0), Vector3(0.0, 6.0, -1.0)],
	["hill", Vector3(-40.0, 26.0, 44.0), Vector3(0.0, 3.0, 0.0)],
	["stair", Vector3(6.0, 16.0, 6.0), Vector3(0.0, 3.0, -11.0)],
	["vault", Vector3(2.6, 2.4, -20.5), Vector3(-1.4, 1.2, -29.0)],
]


func _initialize() -> void:
	_run()


func _run() -> void:
	var folder := OS.get_cmdline_user_args()[0] if not OS.get_cmdline_user_args().is_empty() else ""
	if folder.is_empty() or DirAccess.make_dir_recursive_absolute(folder) != OK:
		_fail("name a folder for the pictures after --, one that can be written")
		return
	root.size = SIZE
	root.msaa_3d = Viewport.MSAA_4X
	root.add_child(_light())
	root.add_child(_environment())
	var lamp := OmniLight3D.new()
	lamp.position = Vector3(1.0, 2.2, -26.0)
	lamp.omni_range = 12.0
	lamp.light_color = Color(1.0, 0.75, 0.45)
	lamp.light_energy = 2.0
	root.add_child(lamp)
	var world := StoneWorld.new()
	world.seed = SEED
	world.config = StoneWorldConfig.new()
	world.config.layout = 1
	# Nobody watches the loading: nothing is drawn, and the world may take all of a frame.
	world.budget_ms = 100.0
	root.disable_3d = true
	root.add_child(world)
	var viewer := StoneViewer.new()
	viewer.drawn_radius = 60.0
	viewer.position = Vector3(0.0, 6.0, -8.0)
	root.add_child(viewer)
	var ready: Array[bool] = [false]
	world.world_ready.connect(func() -> void: ready[0] = true)
	var deadline := Time.get_ticks_msec() + int(PATIENCE_S * 1000.0)
	while not ready[0]:
		await process_frame
		if Time.get_ticks_msec() > deadline:
			_fail("the world was not ready within %d s" % int(PATIENCE_S))
			return
	root.disable_3d = false
	var camera := Camera3D.new()
	camera.fov = 55.0
	root.add_child(camera)
	for pose: Array in POSES:
		camera.look_at_from_position(pose[1] as Vector3, pose[2] as Vector3, Vector3.UP)
		# Nobody sees the frames in which pipelines and shadows settle.
		root.scaling_3d_scale = 0.25
		for i in 3:
			await process_frame
		root.scaling_3d_scale = 1.0
		await process_frame
		await RenderingServer.frame_post_draw
		var file := folder.path_join(String(pose[0]) + ".png")
		if root.get_texture().get_image().save_png(file) != OK:
			_fail("cannot write %s" % file)
			return
	for node: Node in root.get_children():
		if node is Node3D or node is WorldEnvironment or node is StoneWorld:
			node.queue_free()
	await process_frame
	var wrong := await SightPictures.new().take(self, folder)
	if not wrong.is_empty():
		_fail(wrong)
		return
	print("RENDER: ok")
	quit(0)


func _light() -> DirectionalLight3D:
	var sun := DirectionalLight3D.new()
	sun.rotation_degrees = Vector3(-48.0, 130.0, 0.0)
	sun.light_energy = 1.6
	sun.light_color = Color(1.0, 0.93, 0.82)
	sun.shadow_enabled = true
	sun.directional_shadow_max_distance = 120.0
	return sun


func _environment() -> WorldEnvironment:
	var environment := Environment.new()
	environment.background_mode = Environment.BG_COLOR
	environment.background_color = Color(0.55, 0.65, 0.78)
	environment.ambient_light_source = Environment.AMBIENT_SOURCE_COLOR
	environment.ambient_light_color = Color(0.62, 0.7, 0.82)
	environment.ambient_light_energy = 0.45
	environment.tonemap_mode = Environment.TONE_MAPPER_FILMIC
	var node := WorldEnvironment.new()
	node.environment = environment
	return node


func _fail(reason: String) -> void:
	printerr("RENDER: failed: %s" % reason)
	quit(1)
