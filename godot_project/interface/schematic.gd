class_name Schematic
extends CanvasLayer
## The plan of the world as a map: every room coloured by its height, known as soon as the world is planned. Wheel and drag
## move it, the layers can be chosen, and a click on a room asks to be taken there.

## A room was clicked: its middle, in the world's own coordinates.
signal travel(room: StoneRoom)

enum Layer { ALL, CITY, UNDERGROUND }

const PAPER := Color(0.075, 0.07, 0.065, 0.97)
const INK := Color(0.96, 0.92, 0.84)
const LAYERS: PackedStringArray = ["Everything", "City", "Underground"]
## Colours from the lowest floor to the highest.
const HEIGHTS: Array[Color] = [
	Color(0.26, 0.2, 0.45), Color(0.18, 0.36, 0.55), Color(0.2, 0.55, 0.5), Color(0.62, 0.66, 0.4), Color(0.85, 0.65, 0.35), Color(0.93, 0.82, 0.68)
]
const ZOOM_STEP := 1.15
const ZOOM_RANGE := Vector2(0.4, 40.0)

var _plan: StonePlan
var _rooms: Array[StoneRoom] = []
## Heights of the lowest and the highest floor.
var _range := Vector2(0.0, 1.0)
var _layer := Layer.ALL
var _sheet: Node2D
var _marker: Polygon2D
var _back: ColorRect
var _caption: Label
var _tabs: HBoxContainer
var _dragged := 0.0


func _ready() -> void:
	layer = 2
	visible = false
	_back = ColorRect.new()
	_back.color = PAPER
	_back.clip_contents = true
	_back.set_anchors_preset(Control.PRESET_FULL_RECT)
	_back.gui_input.connect(_on_input)
	add_child(_back)
	_sheet = Node2D.new()
	_sheet.draw.connect(_draw_sheet)
	_back.add_child(_sheet)
	_marker = Polygon2D.new()
	_marker.polygon = PackedVector2Array([Vector2(0.0, 9.0), Vector2(-5.0, -6.0), Vector2(0.0, -3.0), Vector2(5.0, -6.0)])
	_marker.color = Color(1.0, 0.45, 0.2)
	_back.add_child(_marker)
	_tabs = HBoxContainer.new()
	_tabs.position = Vector2(18.0, 14.0)
	_back.add_child(_tabs)
	for i in LAYERS.size():
		var tab := Button.new()
		tab.text = LAYERS[i]
		tab.toggle_mode = true
		tab.focus_mode = Control.FOCUS_NONE
		tab.pressed.connect(_choose.bind(i))
		_tabs.add_child(tab)
	_caption = Label.new()
	_caption.add_theme_color_override(&"font_color", INK)
	_caption.set_anchors_and_offsets_preset(Control.PRESET_BOTTOM_LEFT, Control.PRESET_MODE_MINSIZE, 16)
	_caption.grow_vertical = Control.GROW_DIRECTION_BEGIN
	_back.add_child(_caption)
	_choose(Layer.ALL)


## Shows the plan of another world.
func show_plan(plan: StonePlan) -> void:
	_plan = plan
	_rooms = plan.get_rooms() if plan != null else ([] as Array[StoneRoom])
	_range = Vector2(INF, -INF)
	for room: StoneRoom in _rooms:
		var height := room.get_middle().y
		_range = Vector2(minf(_range.x, height), maxf(_range.y, height))
	_fit()
	_sheet.queue_redraw()
	_say(null)


## Puts the arrow where somebody stands and looks, in the world's own coordinates.
func mark(position: Vector3, facing: float) -> void:
	_marker.position = _sheet.transform * Vector2(position.x, position.z)
	_marker.rotation = -facing


## The room drawn uppermost at a plan point; null where there is none.
func room_under(point: Vector2) -> StoneRoom:
	var best: StoneRoom = null
	for room: StoneRoom in _rooms:
		if not _is_shown(room) or (best != null and room.get_middle().y < best.get_middle().y):
			continue
		for part: Dictionary in room.get_parts():
			if Geometry2D.is_point_in_polygon(point, part.outline as PackedVector2Array):
				best = room
				break
	return best


func _choose(layer_index: int) -> void:
	_layer = layer_index as Layer
	for i in _tabs.get_child_count():
		(_tabs.get_child(i) as Button).set_pressed_no_signal(i == layer_index)
	_sheet.queue_redraw()


func _is_shown(room: StoneRoom) -> bool:
	return _layer == Layer.ALL or room.underground == (_layer == Layer.UNDERGROUND)


## The whole region in view.
func _fit() -> void:
	var view := _back.get_viewport_rect().size
	var size := _plan.get_size() if _plan != null else 640.0
	_sheet.scale = Vector2.ONE * (minf(view.x, view.y) - 40.0) / size
	_sheet.position = view * 0.5


func _draw_sheet() -> void:
	if _plan == null:
		return
	var half := _plan.get_size() * 0.5
	_sheet.draw_rect(Rect2(-half, -half, 2.0 * half, 2.0 * half), Color(1.0, 0.95, 0.85, 0.08), false, -1.0)
	var order := _rooms.filter(_is_shown)
	order.sort_custom(func(a: StoneRoom, b: StoneRoom) -> bool: return a.get_middle().y < b.get_middle().y)
	for room: StoneRoom in order:
		var colour := _colour(room.get_middle().y)
		if room.link:
			colour = colour.darkened(0.35)
		for part: Dictionary in room.get_parts():
			var outline: PackedVector2Array = part.outline
			_sheet.draw_colored_polygon(outline, colour)
			outline.append(outline[0])
			_sheet.draw_polyline(outline, PAPER if room.link else PAPER.lightened(0.1), -1.0)


func _colour(height: float) -> Color:
	var share := clampf(inverse_lerp(_range.x, _range.y, height), 0.0, 1.0) * (HEIGHTS.size() - 1)
	var index := mini(int(share), HEIGHTS.size() - 2)
	return HEIGHTS[index].lerp(HEIGHTS[index + 1], share - index)


func _on_input(event: InputEvent) -> void:
	var button := event as InputEventMouseButton
	var motion := event as InputEventMouseMotion
	if button != null and button.pressed:
		match button.button_index:
			MOUSE_BUTTON_WHEEL_UP:
				_zoom(ZOOM_STEP, button.position)
			MOUSE_BUTTON_WHEEL_DOWN:
				_zoom(1.0 / ZOOM_STEP, button.position)
			MOUSE_BUTTON_LEFT:
				_dragged = 0.0
	elif button != null and button.button_index == MOUSE_BUTTON_LEFT and _dragged < 6.0:
		var room := room_under(_sheet.transform.affine_inverse() * button.position)
		if room != null:
			travel.emit(room)
	elif motion != null and motion.button_mask & MOUSE_BUTTON_MASK_LEFT:
		_dragged += motion.relative.length()
		_sheet.position += motion.relative
	elif motion != null:
		_say(room_under(_sheet.transform.affine_inverse() * motion.position))


func _zoom(by: float, around: Vector2) -> void:
	var before := _sheet.scale.x
	var after := clampf(before * by, ZOOM_RANGE.x, ZOOM_RANGE.y)
	_sheet.scale = Vector2.ONE * after
	_sheet.position = around + (_sheet.position - around) * (after / before)


func _say(room: StoneRoom) -> void:
	if room != null:
		_caption.text = "%s, a %s at %.1f m.  Click to go there." % [room.name, room.kind, room.get_middle().y]
	else:
		var lowest := _range.x if _range.x < INF else 0.0
		_caption.text = "%d rooms and ways, from %.0f to %.0f m.  Wheel: zoom.  Drag: move.  M: close." % [_rooms.size(), lowest, maxf(_range.y, lowest)]
