class_name SightPictures
extends RefCounted
## Pictures of the lantern and the cut in a village, and the same two questions asked of the processor: every pixel of a grid
## must show stone exactly where a ray, StoneCutaway.is_cut and StoneLantern.can_see say that some is to be seen.

const SEED := 29
const PATIENCE_S := 120.0
## What is drawn where there is nothing: a green that no stone has.
const NOTHING := Color(0.0, 1.0, 0.0)
## The character's stand-in: unlit, so that its pixels can be counted.
const BODY := Color(1.0, 0.0, 1.0)
## The camera, as the demo's: metres from the chest, degrees below the horizon.
const DISTANCE := 27.0
const PITCH := 54.0
const FOV := 46.0
## Pixels of the stand-in that must show at 480x270. Uncovered it has about 90.
const FEWEST_PIXELS := 40
## One pixel in so many is asked about, along each side.
const GRID := 5
## Share of the grid on which picture and processor must agree. The rest lies along edges: the lantern's pixels are 8 cm wide at
## 20 m, and a collider is the mesh, not the field.
const AGREEMENT := 0.96

var _tree: SceneTree
var _world: StoneWorld
var _viewer: StoneViewer
var _target: Node3D
var _lantern: StoneLantern
var _camera: Camera3D
var _cutaway: StoneCutaway


## Writes the pictures into `folder`. Returns what is wrong; nothing when all is well.
func take(tree: SceneTree, folder: String) -> String:
	_tree = tree
	_tree.root.msaa_3d = Viewport.MSAA_DISABLED
	_build()
	if not await _until(func() -> bool: return _world.plan != null):
		return "the village was not planned in time"
	var wrong := ""
	var places := _world.get_places()
	for title: String in places:
		var name := title.get_slice(":", 0).to_snake_case()
		if wrong.is_empty() and name in ["first_vault", "under_a_roof"]:
			wrong = await _picture(name, places[title], folder)
	_world.get_parent().queue_free()
	await tree.process_frame
	return wrong


func _picture(name: String, place: Transform3D, folder: String) -> String:
	_target.transform = place
	_viewer.position = place.origin
	var heading := atan2(place.basis.z.x, place.basis.z.z) + deg_to_rad(145.0)
	var toward := Vector3.BACK.rotated(Vector3.RIGHT, -deg_to_rad(PITCH)).rotated(Vector3.UP, heading)
	var chest := place.origin + Vector3.UP * 1.1
	_camera.look_at_from_position(chest + toward * DISTANCE, chest, Vector3.UP)
	_tree.root.disable_3d = true
	await _frames(3)
	var ticket := _world.navigation.preheat(place.origin, 40.0)
	if not await _until(func() -> bool: return ticket.is_finished()):
		return "the ground of %s was not ready in time" % name
	_tree.root.disable_3d = false
	# Six faces of the cube at two a frame, and the cut's easing. Nobody sees these frames.
	_tree.root.scaling_3d_scale = 0.25
	await _frames(6)
	var shown := await _shot()
	if shown.save_png(folder.path_join("sight_%s.png" % name)) != OK:
		return "cannot write the picture of %s" % name
	var pixels := _count(shown, BODY)
	if pixels < FEWEST_PIXELS:
		return "%s shows %d pixels of the character, not %d" % [name, pixels, FEWEST_PIXELS]
	var wrong := _ask(name, shown, folder)
	_cutaway.enabled = false
	var hidden := _count(await _shot(), BODY)
	_cutaway.enabled = true
	if wrong.is_empty() and hidden > 0:
		wrong = "%s shows %d pixels of the character without a cut: the picture proves nothing" % [name, hidden]
	return wrong


## Holds the picture against what the processor says of its pixels. Where they differ too much, a picture in `folder` shows the
## grid: white where they agree, red where only the picture shows stone, blue where only the processor sees it.
func _ask(name: String, shown: Image, folder: String) -> String:
	var difference := shown.duplicate() as Image
	var asked := 0
	var agreed := 0
	var stone := 0
	for y in range(GRID, shown.get_height() - GRID, GRID):
		for x in range(GRID, shown.get_width() - GRID, GRID):
			var colour := shown.get_pixel(x, y)
			if _near(colour, BODY):
				continue
			var answer := _answer(Vector2(x + 0.5, y + 0.5))
			if answer == Answer.NO_STONE:
				continue
			var seen := answer == Answer.SEEN
			asked += 1
			stone += 1 if seen else 0
			var drawn := not _near(colour, NOTHING)
			agreed += 1 if seen == drawn else 0
			difference.set_pixel(x, y, Color.WHITE if seen == drawn else (Color.RED if drawn else Color.BLUE))
	print("RENDER: %s: %d pixels asked, %d seen, %d agree" % [name, asked, stone, agreed])
	if asked < 300 or stone < 50:
		return "%s: only %d pixels could be asked and %d were seen" % [name, asked, stone]
	if agreed < asked * AGREEMENT:
		difference.save_png(folder.path_join("sight_%s_difference.png" % name))
		return "%s: picture and processor agree on %d of %d pixels" % [name, agreed, asked]
	return ""


enum Answer { NO_STONE, UNSEEN, SEEN }


## What the processor says of a pixel: the first surface along its ray that is neither cut away nor unseen is drawn.
func _answer(pixel: Vector2) -> Answer:
	const DEEPEST := 32
	var direction := _camera.project_ray_normal(pixel)
	var query := PhysicsRayQueryParameters3D.create(_camera.project_ray_origin(pixel), Vector3.ZERO)
	query.to = query.from + direction * 90.0
	query.hit_back_faces = true
	var answer := Answer.NO_STONE
	for i in DEEPEST:
		var hit := _camera.get_world_3d().direct_space_state.intersect_ray(query)
		if hit.is_empty():
			break
		var position: Vector3 = hit.position
		answer = Answer.UNSEEN
		query.from = position + direction * 0.01
		# Which of the two sides is air, a hit from behind does not say. The other one lies in stone, where nothing is seen.
		var off := (hit.normal as Vector3) * 0.06
		if _cutaway.is_cut(position):
			continue
		# Under the sky all that the camera has not cut is drawn.
		if not _lantern.is_alone() or (_lantern.can_see(position + off) or _lantern.can_see(position - off)):
			return Answer.SEEN
	# Cut open, and no end to it: by daylight the section through the stone is drawn.
	return Answer.SEEN if answer == Answer.UNSEEN and not _lantern.is_alone() else answer


func _build() -> void:
	var stage := Node3D.new()
	_tree.root.add_child(stage)
	var environment := Environment.new()
	environment.background_mode = Environment.BG_COLOR
	environment.background_color = NOTHING
	environment.ambient_light_source = Environment.AMBIENT_SOURCE_COLOR
	environment.ambient_light_color = Color(0.5, 0.6, 0.75)
	environment.ambient_light_energy = 0.15
	var node := WorldEnvironment.new()
	node.environment = environment
	stage.add_child(node)
	_world = StoneWorld.new()
	_world.seed = SEED
	_world.config = StoneWorldConfig.new()
	_world.config.surface_spaces = 18
	_world.config.underground_spaces = 18
	_world.budget_ms = 100.0
	stage.add_child(_world)
	_viewer = StoneViewer.new()
	_viewer.drawn_radius = 40.0
	_viewer.collision_radius = 34.0
	stage.add_child(_viewer)
	_target = Node3D.new()
	stage.add_child(_target)
	var body := MeshInstance3D.new()
	body.mesh = CapsuleMesh.new()
	(body.mesh as CapsuleMesh).radius = 0.3
	(body.mesh as CapsuleMesh).height = 1.75
	body.position.y = 0.9
	var unlit := StandardMaterial3D.new()
	unlit.shading_mode = BaseMaterial3D.SHADING_MODE_UNSHADED
	unlit.albedo_color = BODY
	body.material_override = unlit
	_target.add_child(body)
	_lantern = StoneLantern.new()
	_lantern.range = 20.0
	_lantern.position = Vector3(-0.33, 1.76, 0.68)
	_target.add_child(_lantern)
	_camera = Camera3D.new()
	_camera.fov = FOV
	stage.add_child(_camera)
	_camera.current = true
	_cutaway = StoneCutaway.new()
	_cutaway.camera = _camera
	_cutaway.target = _target
	stage.add_child(_cutaway)


func _shot() -> Image:
	_tree.root.scaling_3d_scale = 1.0
	await _tree.process_frame
	await RenderingServer.frame_post_draw
	var picture := _tree.root.get_texture().get_image()
	picture.convert(Image.FORMAT_RGB8)
	return picture


func _count(picture: Image, colour: Color) -> int:
	var pixels := 0
	for y in picture.get_height():
		for x in picture.get_width():
			pixels += 1 if _near(picture.get_pixel(x, y), colour) else 0
	return pixels


func _near(a: Color, b: Color) -> bool:
	return maxf(absf(a.r - b.r), maxf(absf(a.g - b.g), absf(a.b - b.b))) < 0.12


func _frames(count: int) -> void:
	for i in count:
		await _tree.process_frame


func _until(condition: Callable) -> bool:
	var deadline := Time.get_ticks_msec() + int(PATIENCE_S * 1000.0)
	while not condition.call():
		await _tree.process_frame
		if Time.get_ticks_msec() > deadline:
			return false
	return true
