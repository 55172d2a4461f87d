class_name Demo
extends Node3D
## The demo: a world from a seed, a wanderer in it, and a camera above. Orders after `--`:
## `--seed N` another world, `--shots DIR` pictures of named poses instead of a game
## (with `--kinds` one of every kind of space), `--walk` a walk that tests itself.

@onready var world: StoneWorld = $World
@onready var wanderer: Wanderer = $Wanderer
@onready var camera: OrbitCamera = $Camera
@onready var free_camera: Camera3D = $FreeCamera
@onready var hud: Hud = $Hud
@onready var schematic: Schematic = $Schematic

## Metres around a place that are made ready before one goes there.
const PREHEAT_RADIUS := 14.0

## True while every chunk around the wanderer has arrived.
var settled := false

var _chunks := 0
var _pending := 0
var _loading := true


func _enter_tree() -> void:
	Controls.install()


func _ready() -> void:
	var orders := OS.get_cmdline_user_args()
	var at := orders.find("--seed")
	if at >= 0:
		var written := orders[at + 1] if at + 1 < orders.size() else ""
		if written.is_valid_int() and int(written) >= 0:
			world.seed = int(written)
		else:
			printerr("--seed is '%s': write a whole number from 0 to 9223372036854775807" % written)
			get_tree().quit(2)
			return
	world.progress.connect(_on_progress)
	world.world_ready.connect(_on_world_ready)
	world.chunk_loaded.connect(func(_key: Vector4i) -> void: _chunks += 1)
	world.chunk_unloaded.connect(func(_key: Vector4i) -> void: _chunks -= 1)
	world.plan_ready.connect(_on_plan_ready)
	schematic.travel.connect(_on_travel)
	if orders.has("--walk"):
		_walk()
	at = orders.find("--shots")
	if at >= 0:
		var folder := orders[at + 1] if at + 1 < orders.size() else "shots"
		_take_shots(folder)


func _process(_delta: float) -> void:
	hud.show_status(world.seed, _chunks, _pending)
	if Input.is_action_just_pressed(&"schematic"):
		schematic.visible = not schematic.visible
	if schematic.visible:
		schematic.mark(wanderer.position, wanderer.rotation.y)
	if Input.is_action_just_pressed(&"next_seed"):
		_loading = true
		hud.reset_progress()
		world.seed += 1


## The world says where one starts.
func _on_plan_ready() -> void:
	schematic.show_plan(world.plan)
	_place(world.get_start())
	camera.heading = rad_to_deg(wanderer.rotation.y) + 145.0
	camera.snap()


## Has a room made ready, and goes there when it is.
func _on_travel(room: StoneRoom) -> void:
	var place := room.get_middle()
	var ticket := world.navigation.preheat(place, PREHEAT_RADIUS)
	await ticket.finished
	schematic.visible = false
	_place(Transform3D(wanderer.basis, place))
	camera.snap()


func _place(at: Transform3D) -> void:
	wanderer.teleport(at.origin, atan2(at.basis.z.x, at.basis.z.z))


func _on_progress(stage: String, done: int, total: int) -> void:
	_pending = total - done if stage == "chunks" else 0
	settled = stage == "chunks" and done == total
	if _loading:
		hud.show_progress(stage, done, total)


func _on_world_ready() -> void:
	_loading = false
	hud.hide_progress()


func _unhandled_input(event: InputEvent) -> void:
	if event.is_action_pressed(&"ui_cancel"):
		get_tree().quit()


## Takes a pose: for pictures.
func pose(to: Shots.Pose) -> void:
	wanderer.teleport(to.feet, to.facing)
	var orbit := to.distance > 0.0
	if orbit:
		camera.heading = to.heading
		camera.pitch = to.pitch
		camera.distance = to.distance
		camera.snap()
	else:
		free_camera.look_at_from_position(to.eye, to.aim, Vector3.UP)
	camera.current = orbit
	free_camera.current = not orbit


## A walk of its own from the court into the ground, in a village that is planned in a moment.
func _walk() -> void:
	hud.visible = false
	var village := StoneWorldConfig.new()
	village.surface_spaces = 18
	village.underground_spaces = 18
	world.config = village
	# Nobody admires the picture.
	get_viewport().msaa_3d = Viewport.MSAA_DISABLED
	get_viewport().screen_space_aa = Viewport.SCREEN_SPACE_AA_DISABLED
	RenderingServer.directional_shadow_atlas_set_size(1024, true)
	var walk := Walk.new()
	add_child(walk)
	await world.plan_ready
	var why: String = await walk.take(self)
	if why.is_empty():
		print("WALK: ok")
	else:
		printerr("WALK: failed: %s" % why)
	get_tree().quit(0 if why.is_empty() else 1)


func _take_shots(folder: String) -> void:
	hud.visible = false
	var shots := Shots.new()
	add_child(shots)
	await world.plan_ready
	var poses := KindPoses.of(world) if OS.get_cmdline_user_args().has("--kinds") else _poses()
	var complete := await shots.take(self, poses, folder)
	print("SHOTS: ok" if complete else "SHOTS: failed")
	get_tree().quit(0 if complete else 1)


## What the pictures show of the places that the plan names: the court, the way down, a room that only the lantern shows and
## the one behind it, a roof that is cut open, and a gate. The court with a roof before it, and the whole from afar, come on top.
const SHOWN: Array[String] = ["start", "stair", "first_vault", "behind_the_vault", "under_a_roof", "in_the_gate"]


func _poses() -> Array[Shots.Pose]:
	var poses: Array[Shots.Pose] = []
	var places := world.get_places()
	for title: String in places:
		var place: Transform3D = places[title]
		var name := title.get_slice(":", 0).to_snake_case()
		if not SHOWN.has(name):
			continue
		poses.append(Shots.over_the_shoulder(world, name, place))
	var covered := Shots.behind_a_roof(world, world.get_start())
	if covered != null:
		poses.append(covered)
	var start := world.get_start().origin
	poses.append(Shots.Pose.view("city", start, 0.0, start + Vector3(58.0, 52.0, 66.0), start))
	return poses
