class_name Leg
extends RefCounted
## One leg: a foot that stays where it was planted until the hips have left it behind, then swings to where they will be.

## Where the ankle is, in world space.
var foot := Vector3.ZERO
## 0 while planted, up to 1 at the end of a swing.
var swing := 0.0

## Farthest that a foot is set ahead of its hip, or left behind, in metres.
const LONGEST_LEAD := 0.42
const LONGEST_TRAIL := 0.6

var _from := Vector3.ZERO


## Moves the foot on by `delta` seconds. `home` is the ground under the hip, `velocity` the walker's; `may_step` is false
## while the other foot is in the air.
func advance(delta: float, home: Vector3, velocity: Vector3, may_step: bool) -> void:
	var speed := velocity.length()
	var duration := clampf(0.42 - 0.03 * speed, 0.2, 0.42)
	# Half a stride ahead of the hip, which goes on while the foot swings: it comes to stand where the hip will pass over it.
	var goal := home + (velocity * duration * 0.5).limit_length(LONGEST_LEAD)
	if swing > 0.0:
		swing = minf(swing + delta / duration, 1.0)
		var eased := smoothstep(0.0, 1.0, swing)
		foot = _from.lerp(goal, eased) + Vector3.UP * sin(swing * PI) * clampf(0.08 + 0.03 * speed, 0.08, 0.3)
		if swing >= 1.0:
			swing = 0.0
			foot = goal
		return
	var away := foot - home
	away.y = 0.0
	var reach := 0.12 if speed < 0.3 else 0.24 + 0.05 * speed
	if away.length() > 3.0:
		foot = home
	elif away.length() > LONGEST_TRAIL:
		# A frame so long that no step could keep up: the leg must not stretch.
		foot = home + away.limit_length(LONGEST_TRAIL)
	elif may_step and away.length() > reach:
		swing = 0.001
		_from = foot
	else:
		foot.y = lerpf(foot.y, home.y, 1.0 - exp(-14.0 * delta))
