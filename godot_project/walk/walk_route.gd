class_name WalkRoute
extends RefCounted
## The plan's way from the start into the nearest room under ground: rooms, the sills between them, and a way across each that keeps clear of what stands there.

## Rooms from the start to the goal.
var rooms: Array[StoneRoom] = []
## Where each is left: before the sill of its door, and in the middle of the last.
var exits: Array[Vector3] = []
## Behind each sill.
var beyond: Array[Vector3] = []

## Grid of the way across a room, in metres.
const STEP := 0.5
## Air that a place of the way has around the chest, in metres: the capsule's 0.35 and a hand.
const CLEARANCE := 0.5
## Largest difference of height between neighbours on the grid, in metres: the slope that a character walks.
const HIGHEST_STEP := 0.6
## How far before and behind a door's wall the way goes straight, in metres.
const STRAIGHT := 0.5

var _world: StoneWorld


## Breadth-first over the doors; empty where no room under ground is reached.
static func into_the_ground(world: StoneWorld) -> WalkRoute:
	var route := WalkRoute.new()
	route._world = world
	var plan := world.plan
	var room_of := {}
	for room: StoneRoom in plan.get_rooms():
		room_of[room.record] = room
	var doors_of := {}
	for door: Dictionary in plan.get_doors():
		for record: int in door.rooms:
			var list: Array = doors_of.get_or_add(record, [])
			list.append(door)
	var start := world.room_at(world.get_start().origin)
	if start == null:
		return route
	# Room by room the door it was entered by, and from where.
	var came := {start.record: {}}
	var queue: Array[int] = [start.record]
	var goal := -1
	while goal < 0 and not queue.is_empty():
		var record: int = queue.pop_front()
		var room: StoneRoom = room_of[record]
		if room.underground and not room.link:
			goal = record
			break
		for door: Dictionary in doors_of.get(record, []):
			var other: int = door.rooms[1] if door.rooms[0] == record else door.rooms[0]
			if not came.has(other):
				came[other] = {door = door, before = record}
				queue.append(other)
	if goal < 0:
		return route
	route.rooms = [room_of[goal]]
	route.exits = [(room_of[goal] as StoneRoom).get_middle()]
	var at := goal
	while at != start.record:
		var step: Dictionary = came[at]
		var door: Dictionary = step.door
		at = step.before
		var through: Vector3 = door.direction if door.rooms[0] == at else -door.direction
		route.rooms.push_front(room_of[at])
		through *= 0.5 * float(door.depth) + STRAIGHT
		route.exits.push_front(door.position - through)
		route.beyond.push_front(door.position + through)
	return route


## The floor of the room at `index` or of one beside it under a point, in metres; NAN where there is none: in the
## thickness of a wall, on a door's sill.
func floor_at(index: int, point: Vector3) -> float:
	var best := NAN
	for i in range(maxi(index - 1, 0), mini(index + 2, rooms.size())):
		for height in _floors(rooms[i], Vector2(point.x, point.z)):
			# The floor that one stands on, not one of a storey above.
			if height < point.y + 1.0:
				best = height if is_nan(best) else maxf(best, height)
	return best


## Points from `from` to where the room at `index` is left: the shortest way over a grid on its floors, where the world has air.
func across(index: int, from: Vector3) -> PackedVector3Array:
	var room := rooms[index]
	var grid := AStar3D.new()
	var cells := {}
	for part: Dictionary in room.get_parts():
		var outline: PackedVector2Array = part.outline
		var low := outline[0]
		var high := outline[0]
		for corner in outline:
			low = low.min(corner)
			high = high.max(corner)
		for x in range(ceili(low.x / STEP), floori(high.x / STEP) + 1):
			for z in range(ceili(low.y / STEP), floori(high.y / STEP) + 1):
				var at := Vector2(x, z) * STEP
				if not Geometry2D.is_point_in_polygon(at, outline):
					continue
				var place := Vector3(at.x, _height(outline, part.floor, at), at.y)
				if _world.sample(place + Vector3.UP) < CLEARANCE:
					continue
				var id := grid.get_available_point_id()
				grid.add_point(id, place)
				(cells.get_or_add(Vector2i(x, z), []) as Array).append(id)
	for cell: Vector2i in cells:
		for side: Vector2i in [Vector2i(1, 0), Vector2i(0, 1), Vector2i(1, 1), Vector2i(1, -1), Vector2i.ZERO]:
			for id: int in cells[cell]:
				for other: int in cells.get(cell + side, []):
					var rise := absf(grid.get_point_position(id).y - grid.get_point_position(other).y)
					if id != other and rise < HIGHEST_STEP:
						grid.connect_points(id, other)
	var points := PackedVector3Array()
	if grid.get_point_count() > 0:
		points = grid.get_point_path(grid.get_closest_point(from), grid.get_closest_point(exits[index]))
	points.append(exits[index])
	if index < beyond.size():
		points.append(beyond[index])
	return points


func _floors(room: StoneRoom, at: Vector2) -> PackedFloat64Array:
	var found := PackedFloat64Array()
	for part: Dictionary in room.get_parts():
		var outline: PackedVector2Array = part.outline
		if Geometry2D.is_point_in_polygon(at, outline):
			found.append(_height(outline, part.floor, at))
	return found


## The height over a point of the plane through the first corners that span one.
func _height(outline: PackedVector2Array, heights: PackedFloat32Array, at: Vector2) -> float:
	var a := outline[0]
	for i in range(1, outline.size() - 1):
		var u := outline[i] - a
		var v := outline[i + 1] - a
		var area := u.cross(v)
		if absf(area) < 0.01:
			continue
		var p := at - a
		return heights[0] + p.cross(v) / area * (heights[i] - heights[0]) + u.cross(p) / area * (heights[i + 1] - heights[0])
	return heights[0]
