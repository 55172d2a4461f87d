class_name EngineLog
extends Logger
## Keeps errors and warnings, so that a test can expect them and any other fails it. Called from any thread.

var _mutex := Mutex.new()
var _messages := PackedStringArray()


func _log_error(_function: String, _file: String, _line: int, code: String, rationale: String, _editor_notify: bool,
		_error_type: int, _script_backtraces: Array[ScriptBacktrace]) -> void:
	_mutex.lock()
	_messages.append(rationale if not rationale.is_empty() else code)
	_mutex.unlock()


## All messages since the last call.
func take() -> PackedStringArray:
	_mutex.lock()
	var messages := _messages.duplicate()
	_messages.clear()
	_mutex.unlock()
	return messages


## Takes the messages that contain a part, and leaves the others.
func take_matching(part: String) -> PackedStringArray:
	_mutex.lock()
	var matching := PackedStringArray()
	var others := PackedStringArray()
	for message: String in _messages:
		if message.contains(part):
			matching.append(message)
		else:
			others.append(message)
	_messages = others
	_mutex.unlock()
	return matching
