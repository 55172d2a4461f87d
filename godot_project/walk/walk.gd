class_name Walk
extends Node
## Walks from the start into the first room under ground, and complains: `-- --walk`. Only input events steer, as a player's
## gamepad would; the route is the plan's, from door sill to door sill.

## Longest walk, in frames of 1/20 s.
const LONGEST := 2400
## Longest wait for the ground, in seconds of real time.
const PATIENCE_S := 180.0
## Every so many frames the picture is looked at.
const LOOK_EVERY := 10
## Pixels of the character that must be seen at 320x180 from 27 m.
const FEWEST_PIXELS := 12
## How deep the feet may be below a floor, in metres. On a stair of one in two the capsule's round foot stands 0.04 m into the
## edge of the mesh, a chunk's edge between two levels of cells adds as much, and on a plan's floor lie paving and rubble.
const DEEPEST := 0.15
## Frames in a row, at most, without a floor of the plan under the feet: a wall with both its sills takes 12 at a walk.
const LONGEST_GAP := 40
## A point of the route is reached within this distance, in metres.
const NEAR := 0.5

var _demo: Demo
var _world: StoneWorld
var _why := ""
var _frames := 0
var _deadline := 0
var _fewest := 1 << 30
var _gap := 0
var _deepest := 0.0
var _body: Array[MeshInstance3D] = []
var _magenta := StandardMaterial3D.new()


## Walks. Returns why it failed; nothing when it did not.
func take(demo: Demo) -> String:
	_demo = demo
	_world = demo.world
	_world.budget_ms = 100.0
	_magenta.shading_mode = BaseMaterial3D.SHADING_MODE_UNSHADED
	_magenta.disable_fog = true
	_magenta.albedo_color = Color(1.0, 0.0, 1.0)
	for part: Node in demo.wanderer.find_children("*", "MeshInstance3D", true, false):
		_body.append(part as MeshInstance3D)
	var route := WalkRoute.into_the_ground(_world)
	if route.rooms.is_empty():
		return "no door leads from the start into a room under ground"
	print("WALK: from %s" % " to ".join(route.rooms.map(func(room: StoneRoom) -> String: return room.name)))
	_deadline = Time.get_ticks_msec() + int(PATIENCE_S * 1000.0)
	RenderingServer.render_loop_enabled = false
	for i in route.rooms.size():
		for point in route.across(i, demo.wanderer.global_position):
			if not await _go_to(point, route, i):
				_steer(Vector2.ZERO)
				RenderingServer.render_loop_enabled = true
				return _why
		print("WALK: %s crossed, frame %d" % [route.rooms[i].name, _frames])
	_steer(Vector2.ZERO)
	RenderingServer.render_loop_enabled = true
	var room := _world.room_at(demo.wanderer.global_position)
	if room == null or room.record != route.rooms[-1].record:
		return "the plan does not find the character in the last room, but in %s" % (room.name if room else &"none")
	print("WALK: %d frames, at least %d pixels of the character, feet at most %.2f m below a floor" % [_frames, _fewest, _deepest])
	return ""


func _go_to(point: Vector3, route: WalkRoute, index: int) -> bool:
	var wanderer := _demo.wanderer
	while true:
		var away := point - wanderer.global_position
		away.y = 0.0
		if away.length() < NEAR:
			return true
		var heading := _demo.camera.global_basis.get_euler(EULER_ORDER_YXZ).y
		var wished := away.normalized().rotated(Vector3.UP, -heading)
		_steer(Vector2(wished.x, wished.z))
		await get_tree().process_frame
		if not wanderer.grounded:
			if Time.get_ticks_msec() > _deadline:
				return _fail("the ground at %s never became ready" % wanderer.global_position)
			continue
		_deadline = Time.get_ticks_msec() + int(PATIENCE_S * 1000.0)
		_frames += 1
		var feet := wanderer.global_position
		if _frames > LONGEST:
			return _fail("not there after %d frames: in %s at %s, on the way to %s" % [LONGEST, route.rooms[index].name, feet, point])
		if _world.sample(feet + Vector3.UP * DEEPEST) < 0.0:
			return _fail("the feet at %s are more than %.1f m inside stone" % [feet, DEEPEST])
		var floor_height := route.floor_at(index, feet)
		_gap = _gap + 1 if is_nan(floor_height) else 0
		if _gap > LONGEST_GAP:
			return _fail("the feet at %s have left the floors of the route" % feet)
		if not is_nan(floor_height):
			_deepest = maxf(_deepest, floor_height - feet.y)
		if feet.y < floor_height - DEEPEST:
			return _fail("the feet at %s are below the floor at %.2f m" % [feet, floor_height])
		if _frames % LOOK_EVERY == 0:
			var pixels := await _look()
			_fewest = mini(_fewest, pixels)
			if pixels < FEWEST_PIXELS:
				return _fail("frame %d at %s shows %d pixels of the character" % [_frames, feet, pixels])
	return false


## One frame with the character in magenta and nothing that tints it; how many of its pixels are seen.
func _look() -> int:
	var environment := (_demo.get_node(^"Environment") as WorldEnvironment).environment
	var tone := environment.tonemap_mode
	environment.tonemap_mode = Environment.TONE_MAPPER_LINEAR
	var worn: Array[Material] = []
	for part in _body:
		worn.append(part.material_override)
		part.material_override = _magenta
	RenderingServer.render_loop_enabled = true
	await RenderingServer.frame_post_draw
	RenderingServer.render_loop_enabled = false
	var picture := get_viewport().get_texture().get_image()
	environment.tonemap_mode = tone
	for i in _body.size():
		_body[i].material_override = worn[i]
	picture.convert(Image.FORMAT_RGB8)
	var bytes := picture.get_data()
	var pixels := 0
	for i in range(0, bytes.size(), 3):
		if bytes[i] > 200 and bytes[i + 1] < 60 and bytes[i + 2] > 200:
			pixels += 1
	return pixels


## Moves the left stick; the input map turns that into the demo's actions.
func _steer(stick: Vector2) -> void:
	for axis: Array in [[JOY_AXIS_LEFT_X, stick.x], [JOY_AXIS_LEFT_Y, stick.y]]:
		var event := InputEventJoypadMotion.new()
		event.axis = axis[0]
		event.axis_value = axis[1]
		Input.parse_input_event(event)


func _fail(why: String) -> bool:
	_why = why
	return false
