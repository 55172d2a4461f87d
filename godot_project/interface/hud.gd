class_name Hud
extends CanvasLayer
## What the demo says: loading with progress, then seed, frame time and chunks; help on F1.

const INK := Color(0.96, 0.92, 0.84)
const SHADE := Color(0.06, 0.05, 0.045, 0.82)

var _status: Label
var _loading: Control
var _bar: ProgressBar
var _stage: Label
var _help: Control
var _frame_ms := 16.0


func _ready() -> void:
	_status = _label(15)
	_status.position = Vector2(18.0, 14.0)
	add_child(_status)
	var hint := _label(14)
	hint.text = "F1  help"
	hint.set_anchors_and_offsets_preset(Control.PRESET_BOTTOM_LEFT, Control.PRESET_MODE_MINSIZE, 16)
	hint.modulate.a = 0.7
	add_child(hint)
	_build_loading()
	_build_help()


func _process(delta: float) -> void:
	_frame_ms = lerpf(_frame_ms, delta * 1000.0, 0.05)
	if Input.is_action_just_pressed(&"help"):
		_help.visible = not _help.visible


## Shows the state of the world in the corner.
func show_status(seed_number: int, chunks: int, pending: int) -> void:
	_status.text = "seed %d     %.1f ms     %d chunks" % [seed_number, _frame_ms, chunks]
	if pending > 0:
		_status.text += "  (%d to come)" % pending


## Shows a loading stage; `done` of `total` steps.
func show_progress(stage: String, done: int, total: int) -> void:
	_loading.visible = true
	_stage.text = "%s  %d of %d" % [stage.capitalize(), done, total] if total > 1 else stage.capitalize()
	_bar.max_value = maxi(total, 1)
	_bar.value = done


## Takes the loading screen away.
func hide_progress() -> void:
	if _loading.visible:
		var tween := create_tween()
		tween.tween_property(_loading, ^"modulate:a", 0.0, 0.5)
		tween.tween_callback(_loading.hide)


## Brings the loading screen back, for a new world.
func reset_progress() -> void:
	_loading.modulate.a = 1.0
	show_progress("plan", 0, 1)


func _build_loading() -> void:
	_loading = ColorRect.new()
	(_loading as ColorRect).color = Color(0.07, 0.065, 0.06)
	_loading.set_anchors_preset(Control.PRESET_FULL_RECT)
	add_child(_loading)
	var box := VBoxContainer.new()
	box.add_theme_constant_override(&"separation", 14)
	box.custom_minimum_size = Vector2(420.0, 0.0)
	box.set_anchors_and_offsets_preset(Control.PRESET_CENTER, Control.PRESET_MODE_MINSIZE)
	box.grow_horizontal = Control.GROW_DIRECTION_BOTH
	box.grow_vertical = Control.GROW_DIRECTION_BOTH
	_loading.add_child(box)
	var title := _label(34)
	title.text = "Stonesight"
	title.horizontal_alignment = HORIZONTAL_ALIGNMENT_CENTER
	box.add_child(title)
	_bar = ProgressBar.new()
	_bar.show_percentage = false
	_bar.custom_minimum_size = Vector2(0.0, 6.0)
	_bar.add_theme_stylebox_override(&"background", _plain(Color(1.0, 0.95, 0.85, 0.12)))
	_bar.add_theme_stylebox_override(&"fill", _plain(Color(0.93, 0.66, 0.32)))
	box.add_child(_bar)
	_stage = _label(15)
	_stage.horizontal_alignment = HORIZONTAL_ALIGNMENT_CENTER
	_stage.modulate.a = 0.75
	box.add_child(_stage)


func _build_help() -> void:
	var panel := PanelContainer.new()
	var style := _plain(SHADE)
	style.set_content_margin_all(26.0)
	style.set_corner_radius_all(6)
	panel.add_theme_stylebox_override(&"panel", style)
	panel.set_anchors_and_offsets_preset(Control.PRESET_CENTER, Control.PRESET_MODE_MINSIZE)
	panel.grow_horizontal = Control.GROW_DIRECTION_BOTH
	panel.grow_vertical = Control.GROW_DIRECTION_BOTH
	var grid := GridContainer.new()
	grid.columns = 2
	grid.add_theme_constant_override(&"h_separation", 36)
	grid.add_theme_constant_override(&"v_separation", 8)
	for line: PackedStringArray in Controls.HELP:
		for i in 2:
			var cell := _label(16)
			cell.text = line[i]
			cell.modulate.a = 0.7 if i == 0 else 1.0
			grid.add_child(cell)
	panel.add_child(grid)
	panel.visible = false
	_help = panel
	add_child(panel)


func _label(size: int) -> Label:
	var label := Label.new()
	label.add_theme_font_size_override(&"font_size", size)
	label.add_theme_color_override(&"font_color", INK)
	label.add_theme_color_override(&"font_shadow_color", Color(0.0, 0.0, 0.0, 0.7))
	label.add_theme_constant_override(&"shadow_outline_size", 4)
	return label


func _plain(colour: Color) -> StyleBoxFlat:
	var style := StyleBoxFlat.new()
	style.bg_color = colour
	return style
