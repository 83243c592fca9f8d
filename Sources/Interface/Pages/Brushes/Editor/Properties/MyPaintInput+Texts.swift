import Ink
import Language
import Toolkit

extension MyPaintInput {
  /// The name in the brush editor.
  var title: String {
    switch self {
    case .pressure: translated("Pressure", context: "a brush's input")
    case .speed1: translated("Fine speed", context: "a brush's input")
    case .speed2: translated("Gross speed", context: "a brush's input")
    case .random: translated("Random", context: "a brush's input")
    case .stroke: translated("Stroke", context: "a brush's input")
    case .direction: translated("Direction", context: "a brush's input")
    case .tiltDeclination: translated("Declination (tilt)", context: "a brush's input")
    case .tiltAscension: translated("Ascension (tilt direction)", context: "a brush's input")
    case .custom: translated("Custom", context: "a brush's input")
    case .directionAngle: translated("Direction 360", context: "a brush's input")
    case .attackAngle: translated("Attack angle", context: "a brush's input")
    case .tiltDeclinationx: translated("Declination X (tilt)", context: "a brush's input")
    case .tiltDeclinationy: translated("Declination Y (tilt)", context: "a brush's input")
    case .gridmapX: translated("GridMap X", context: "a brush's input")
    case .gridmapY: translated("GridMap Y", context: "a brush's input")
    case .viewzoom: translated("Zoom level", context: "a brush's input")
    case .barrelRotation: translated("Barrel rotation", context: "a brush's input")
    case .brushRadius: translated("Base brush radius", context: "a brush's input")
    }
  }

  /// What it measures, with its range and unit.
  var note: String {
    switch self {
    case .pressure: translated("Pressure of the pen, 0 to 1; more with pressure gain. A mouse or finger has 0.5.")
    case .speed1:
      translated(
        """
        Speed of the pen on the screen, reacting fast. With the usual gamma: at rest -0.4, at 45 px/s 0.5, at 200 px/s \
        2, at 1000 px/s 4.
        """)
    case .speed2:
      translated(
        """
        Speed of the pen like fine speed, but changing more slowly. With the usual gamma: at rest -0.4, at 1000 px/s \
        4.
        """)
    case .random: translated("A new random number for each dab, 0 to 1.")
    case .stroke:
      translated(
        """
        Grows from 0 to 1 while you draw, over the stroke duration. It stays at 1 for the hold time, then starts again \
        at 0.
        """)
    case .direction:
      translated(
        "Angle of the stroke on the screen, 0° to 180°, the same for there and back. 0°: horizontal; 90°: vertical.")
    case .tiltDeclination:
      translated(
        """
        Angle between pen and tablet. 90°: upright, or no tilt measured; 0°: lying flat. Below 30° it is rarely \
        reached.
        """)
    case .tiltAscension:
      translated(
        """
        Where the upper end of the pen leans to on the screen, -180° to 180°. 0°: towards you; 90°: left; -90°: right; \
        180°: away.
        """)
    case .custom:
      translated(
        """
        Value that the brush computes itself with the setting “Custom input”. Its range depends on that, mostly -10 to \
        10.
        """)
    case .directionAngle:
      translated(
        "Direction of the stroke on the screen, clockwise from 0° to 360°. 0°: right; 90°: down; 180°: left; 270°: up.")
    case .attackAngle:
      translated(
        """
        Angle between tilt and stroke, -180° to 180°. 0°: the pen is pushed; ±90°: drawn sideways; ±180°: pulled the \
        way it leans.
        """)
    case .tiltDeclinationx:
      translated(
        """
        Tilt across the canvas, -90° to 90°. Above 0: leaning right; below 0: left. Exactly upright, or without tilt, \
        it is 90°.
        """)
    case .tiltDeclinationy:
      translated(
        """
        Tilt along the canvas, -90° to 90°. Above 0: leaning down; below 0: up. Exactly upright, or without tilt, it \
        is 90°.
        """)
    case .gridmapX:
      translated(
        """
        Place in a grid that repeats across the canvas: from left to right in each cell, 0 to 256. For paper textures.
        """)
    case .gridmapY:
      translated(
        "Place in a grid that repeats down the canvas: from top to bottom in each cell, 0 to 256. For paper textures.")
    case .viewzoom: translated("Zoom of the view. -2.77: 6 %; -0.69: 50 %; 0: 100 %; 0.69: 200 %; 4.15: 6300 %.")
    case .barrelRotation:
      translated(
        """
        Rotation of the pen about its own axis on the screen, clockwise from 0° to 360°. 0°: not rotated, or not \
        measured.
        """)
    case .brushRadius:
      translated(
        "Size set for the brush, before inputs change it. -2: 0.27 px; 0: 2 px; 2: 15 px; 4: 109 px; 6: 807 px.")
    }
  }
}
