class_name Controls
## The demo's input actions, made at start so that the project needs no input map: keyboard and gamepad.

## Action, keys, joypad axes (axis, sign), joypad buttons.
const ACTIONS: Array[Dictionary] = [
	{name = &"walk_forward", keys = [KEY_W, KEY_UP], axis = [JOY_AXIS_LEFT_Y, -1.0]},
	{name = &"walk_back", keys = [KEY_S, KEY_DOWN], axis = [JOY_AXIS_LEFT_Y, 1.0]},
	{name = &"walk_left", keys = [KEY_A, KEY_LEFT], axis = [JOY_AXIS_LEFT_X, -1.0]},
	{name = &"walk_right", keys = [KEY_D, KEY_RIGHT], axis = [JOY_AXIS_LEFT_X, 1.0]},
	{name = &"run", keys = [KEY_SHIFT], buttons = [JOY_BUTTON_A]},
	{name = &"orbit_left", keys = [KEY_Q], axis = [JOY_AXIS_RIGHT_X, -1.0]},
	{name = &"orbit_right", keys = [KEY_E], axis = [JOY_AXIS_RIGHT_X, 1.0]},
	{name = &"tilt_up", keys = [KEY_R], axis = [JOY_AXIS_RIGHT_Y, -1.0]},
	{name = &"tilt_down", keys = [KEY_F], axis = [JOY_AXIS_RIGHT_Y, 1.0]},
	{name = &"zoom_in", keys = [KEY_PAGEUP, KEY_EQUAL], buttons = [JOY_BUTTON_RIGHT_SHOULDER]},
	{name = &"zoom_out", keys = [KEY_PAGEDOWN, KEY_MINUS], buttons = [JOY_BUTTON_LEFT_SHOULDER]},
	{name = &"help", keys = [KEY_F1], buttons = [JOY_BUTTON_BACK]},
	{name = &"schematic", keys = [KEY_M], buttons = [JOY_BUTTON_X]},
	{name = &"next_seed", keys = [KEY_N], buttons = [JOY_BUTTON_Y]},
]

## What F1 shows: left column the keys, right column what they do.
const HELP: Array[PackedStringArray] = [
	["W A S D   left stick", "walk"],
	["Shift   A", "run"],
	["Q E   drag   right stick", "turn the view"],
	["R F   drag   right stick", "tilt the view"],
	["wheel   - =   shoulders", "zoom, 18 to 40 m"],
	["M   X", "the plan; click a room to go there"],
	["N   Y", "a new world: the next seed"],
	["F1   back", "this help"],
	["Esc", "quit"],
]


## Adds every action that does not exist yet.
static func install() -> void:
	for action: Dictionary in ACTIONS:
		var name: StringName = action.name
		if InputMap.has_action(name):
			continue
		InputMap.add_action(name, 0.2)
		for code: Key in action.keys:
			var key := InputEventKey.new()
			key.physical_keycode = code
			InputMap.action_add_event(name, key)
		if action.has("axis"):
			var motion := InputEventJoypadMotion.new()
			motion.axis = action.axis[0]
			motion.axis_value = action.axis[1]
			InputMap.action_add_event(name, motion)
		for code: JoyButton in action.get("buttons", []):
			var button := InputEventJoypadButton.new()
			button.button_index = code
			InputMap.action_add_event(name, button)
