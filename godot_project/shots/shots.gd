class_name Shots
extends Node
## Renders named poses to PNG files and quits: `-- --shots DIR`. Works without a player, a window in view or a GPU.

## A pose: where the wanderer stands and looks, and either the orbit camera's angles or a free camera's place and aim.
class Pose:
	var name: String
	var feet: Vector3
	var facing: float
	var heading: float
	var pitch: float
	var distance: float
	var eye: Vector3
	var aim: Vector3

	static func orbit(pose: String, stand: Vector3, face: float, turn: float, tilt: float, away: float) -> Pose:
		var made := Pose.new()
		made.name = pose
		made.feet = stand
		made.facing = face
		made.heading = turn
		made.pitch = tilt
		made.distance = away
		return made

	static func view(pose: String, stand: Vector3, face: float, from: Vector3, to: Vector3) -> Pose:
		var made := Pose.orbit(pose, stand, face, 0.0, 0.0, 0.0)
		made.eye = from
		made.aim = to
		return made


## Frames drawn before a picture is taken, so that shadows, feet and pipelines have settled; small, because nobody sees them.
const SETTLE_FRAMES := 5
const SETTLE_SCALE := 0.25
## Least time for that, in seconds: daylight closes around a lantern that has come under ground.
const SETTLE_S := 2.0
## Window of a software driver: it needs seconds for a frame of 1600x900.
const SOFTWARE_SIZE := Vector2i(1280, 720)
## Longest wait for the ground of a pose, in seconds of real time.
const PATIENCE_S := 120.0


## A pose at a place: over the left shoulder, or from as near to it as no column stands before the face; a few steps on where
## one would stand before every view.
static func over_the_shoulder(world: StoneWorld, name: String, place: Transform3D) -> Pose:
	const PITCH := 54.0
	var facing := atan2(place.basis.z.x, place.basis.z.z)
	var heading := rad_to_deg(facing) + 145.0
	for step: float in [0.0, 1.5, -1.5, 3.0]:
		var feet := place.origin + place.basis.z * step
		for turn: float in [0.0, 15.0, -15.0, 30.0, -30.0, 45.0, -45.0]:
			if _is_clear(world, feet, _toward(PITCH, heading + turn)):
				return Pose.orbit(name, feet, facing, heading + turn, PITCH, 27.0)
	return Pose.orbit(name, place.origin, facing, heading, PITCH, 27.0)


## From a target to the orbit camera.
static func _toward(pitch: float, heading: float) -> Vector3:
	return Vector3.BACK.rotated(Vector3.RIGHT, -deg_to_rad(pitch)).rotated(Vector3.UP, deg_to_rad(heading))


## Whether no stone that the cut leaves stands before a figure at `feet`.
static func _is_clear(world: StoneWorld, feet: Vector3, toward: Vector3) -> bool:
	const LEVEL := 2.6
	const SAMPLES := 12
	if world.sample(feet + Vector3.UP) < 0.5 or world.sample(feet + Vector3.DOWN * 0.3) > 0.0:
		return false
	for height: float in [0.5, 1.0, 1.5]:
		for i in SAMPLES:
			var point := feet + Vector3.UP * height + toward * ((LEVEL - height) / toward.y * (i + 1) / SAMPLES)
			if world.sample(point) < 0.2:
				return false
	return true


## The place of the first picture once more, looked at from where most stone stands between: what the cut is for. Null where
## nothing does.
static func behind_a_roof(world: StoneWorld, place: Transform3D) -> Pose:
	const FLATTEST := 38.0
	const AWAY := 30.0
	const STEP := 0.5
	var chest := place.origin + Vector3.UP * 1.1
	var facing := atan2(place.basis.z.x, place.basis.z.z)
	var most := 0
	var best := 0.0
	for heading in range(-180, 180, 6):
		var toward := _toward(FLATTEST, heading)
		var stone := 0
		for i in range(4, int(AWAY / STEP)):
			stone += 1 if world.sample(chest + toward * STEP * i) < 0.0 else 0
		# A gap of sky before the camera: it must not stand in stone itself.
		if stone > most and world.sample(chest + toward * AWAY) > 1.0:
			most = stone
			best = heading
	return Pose.orbit("behind_a_roof", place.origin, facing, best, FLATTEST, AWAY) if most > 0 else null


## Takes every pose of `demo` into `folder`. Returns false where a place never became ready or a file could not be written.
func take(demo: Demo, poses: Array[Pose], folder: String) -> bool:
	if DirAccess.make_dir_recursive_absolute(folder) != OK:
		printerr("SHOTS: cannot create the folder %s" % folder)
		return false
	var complete := true
	# Nobody watches: the world may take all of a frame, and nothing is drawn while it loads.
	demo.world.budget_ms = 100.0
	if RenderingServer.get_video_adapter_type() == RenderingDevice.DEVICE_TYPE_CPU:
		_spare(demo)
	for pose: Pose in poses:
		demo.pose(pose)
		get_viewport().disable_3d = true
		# The world notices a new place a frame later.
		for i in 3:
			await get_tree().process_frame
		var deadline := Time.get_ticks_msec() + int(PATIENCE_S * 1000.0)
		while not (demo.wanderer.grounded and demo.settled):
			await get_tree().process_frame
			if Time.get_ticks_msec() > deadline:
				printerr("SHOTS: the ground at %s never became ready" % pose.feet)
				return false
		get_viewport().disable_3d = false
		get_viewport().scaling_3d_scale = SETTLE_SCALE
		var settling := Time.get_ticks_msec()
		var frames := 0
		while frames < SETTLE_FRAMES or Time.get_ticks_msec() < settling + int(SETTLE_S * 1000.0):
			await get_tree().process_frame
			frames += 1
		get_viewport().scaling_3d_scale = 1.0
		await get_tree().process_frame
		await RenderingServer.frame_post_draw
		var file := folder.path_join(pose.name + ".png")
		if get_viewport().get_texture().get_image().save_png(file) == OK:
			print("SHOTS: wrote %s" % file)
		else:
			printerr("SHOTS: cannot write %s" % file)
			complete = false
	return complete


## What a processor cannot draw quickly, and few would miss in a still picture.
func _spare(demo: Demo) -> void:
	get_window().size = SOFTWARE_SIZE
	# A sun without a disc needs no search for its penumbra: the filter alone softens its shadows.
	(demo.get_node(^"Sun") as DirectionalLight3D).light_angular_distance = 0.0
