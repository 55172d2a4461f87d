class_name KindPoses
extends RefCounted
## A pose for each kind of space in the catalogue: what stands under the sky from outside, what lies in the rock cut open.

## Metres around a place of the surface that must be air for a camera to stand there.
const ROOM_FOR_CAMERA := 1.5
## Angle below the horizon from outside, in degrees.
const PITCH := 34.0


## One pose for every kind that `world` has, named after it and the seed.
static func of(world: StoneWorld) -> Array[Shots.Pose]:
	var by_kind := {}
	for room: StoneRoom in world.plan.get_rooms():
		(by_kind.get_or_add(String(room.kind), []) as Array).append(room)
	var poses: Array[Shots.Pose] = []
	for kind: String in by_kind:
		var rooms: Array = by_kind[kind]
		# One of middling size stands for its kind.
		rooms.sort_custom(func(a: StoneRoom, b: StoneRoom) -> bool: return _radius(a) < _radius(b))
		var room: StoneRoom = rooms[rooms.size() / 2]
		var name := "%s_%d" % [kind.replace(" ", "_"), world.seed]
		if room.underground:
			poses.append(Shots.over_the_shoulder(world, name, Transform3D(Basis.IDENTITY, room.get_middle())))
		else:
			poses.append(_outside(world, name, room))
	return poses


## From where the least stone stands between.
static func _outside(world: StoneWorld, name: String, room: StoneRoom) -> Shots.Pose:
	var middle := room.get_middle()
	var aim := middle + Vector3.UP * 2.0
	var away := 16.0 + 1.7 * _radius(room)
	var least := 1 << 30
	var best := aim
	for heading in range(0, 360, 15):
		var toward := Vector3.BACK.rotated(Vector3.RIGHT, -deg_to_rad(PITCH)).rotated(Vector3.UP, deg_to_rad(heading))
		var eye := aim + toward * away
		if world.sample(eye) < ROOM_FOR_CAMERA:
			continue
		var stone := 0
		for i in int(away):
			stone += 1 if world.sample(aim + toward * i) < 0.0 else 0
		if stone < least:
			least = stone
			best = eye
	return Shots.Pose.view(name, middle, 0.0, best, aim)


## Half the longer side of the room's bounds, in metres.
static func _radius(room: StoneRoom) -> float:
	var bounds := Rect2(Vector2(room.get_middle().x, room.get_middle().z), Vector2.ZERO)
	for part: Dictionary in room.get_parts():
		for corner: Vector2 in part.outline:
			bounds = bounds.expand(corner)
	return 0.5 * maxf(bounds.size.x, bounds.size.y)
