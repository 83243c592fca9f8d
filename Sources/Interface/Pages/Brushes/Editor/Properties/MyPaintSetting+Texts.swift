import Ink
import Language
import Toolkit

extension MyPaintSetting {
  /// The name in the brush editor.
  var title: String {
    switch self {
    case .opaque: translated("Opacity", context: "a brush's setting")
    case .opaqueMultiply: translated("Opacity multiplier", context: "a brush's setting")
    case .opaqueLinearize: translated("Opacity linearisation", context: "a brush's setting")
    case .radiusLogarithmic: translated("Size", context: "a brush's setting")
    case .hardness: translated("Hardness", context: "a brush's setting")
    case .antiAliasing: translated("Pixel feather", context: "a brush's setting")
    case .dabsPerBasicRadius: translated("Dabs per basic radius", context: "a brush's setting")
    case .dabsPerActualRadius: translated("Dabs per actual radius", context: "a brush's setting")
    case .dabsPerSecond: translated("Dabs per second", context: "a brush's setting")
    case .radiusByRandom: translated("Radius by random", context: "a brush's setting")
    case .speed1Slowness: translated("Fine speed filter", context: "a brush's setting")
    case .speed2Slowness: translated("Gross speed filter", context: "a brush's setting")
    case .speed1Gamma: translated("Fine speed gamma", context: "a brush's setting")
    case .speed2Gamma: translated("Gross speed gamma", context: "a brush's setting")
    case .offsetByRandom: translated("Jitter", context: "a brush's setting")
    case .offsetBySpeed: translated("Offset by speed", context: "a brush's setting")
    case .offsetBySpeedSlowness: translated("Offset by speed filter", context: "a brush's setting")
    case .slowTracking: translated("Slow position tracking", context: "a brush's setting")
    case .slowTrackingPerDab: translated("Slow tracking per dab", context: "a brush's setting")
    case .trackingNoise: translated("Tracking noise", context: "a brush's setting")
    case .colorH: translated("Colour hue", context: "a brush's setting")
    case .colorS: translated("Colour saturation", context: "a brush's setting")
    case .colorV: translated("Colour value", context: "a brush's setting")
    case .restoreColor: translated("Save colour", context: "a brush's setting")
    case .changeColorH: translated("Change hue", context: "a brush's setting")
    case .changeColorL: translated("Change lightness (HSL)", context: "a brush's setting")
    case .changeColorHslS: translated("Change saturation (HSL)", context: "a brush's setting")
    case .changeColorV: translated("Change value (HSV)", context: "a brush's setting")
    case .changeColorHsvS: translated("Change saturation (HSV)", context: "a brush's setting")
    case .smudge: translated("Smudge", context: "a brush's setting")
    case .smudgeLength: translated("Smudge length", context: "a brush's setting")
    case .smudgeRadiusLog: translated("Smudge radius", context: "a brush's setting")
    case .eraser: translated("Eraser", context: "a brush's setting")
    case .strokeThreshold: translated("Stroke threshold", context: "a brush's setting")
    case .strokeDurationLogarithmic: translated("Stroke duration", context: "a brush's setting")
    case .strokeHoldtime: translated("Stroke hold time", context: "a brush's setting")
    case .customInput: translated("Custom input", context: "a brush's setting")
    case .customInputSlowness: translated("Custom input filter", context: "a brush's setting")
    case .ellipticalDabRatio: translated("Elliptical dab: ratio", context: "a brush's setting")
    case .ellipticalDabAngle: translated("Elliptical dab: angle", context: "a brush's setting")
    case .directionFilter: translated("Direction filter", context: "a brush's setting")
    case .lockAlpha: translated("Lock alpha", context: "a brush's setting")
    case .colorize: translated("Colourise", context: "a brush's setting")
    case .snapToPixel: translated("Snap to pixel", context: "a brush's setting")
    case .pressureGainLog: translated("Pressure gain", context: "a brush's setting")
    case .gridmapScale: translated("GridMap scale", context: "a brush's setting")
    case .gridmapScaleX: translated("GridMap scale X", context: "a brush's setting")
    case .gridmapScaleY: translated("GridMap scale Y", context: "a brush's setting")
    case .smudgeLengthLog: translated("Smudge length multiplier", context: "a brush's setting")
    case .smudgeBucket: translated("Smudge bucket", context: "a brush's setting")
    case .smudgeTransparency: translated("Smudge transparency", context: "a brush's setting")
    case .offsetY: translated("Offset Y", context: "a brush's setting")
    case .offsetX: translated("Offset X", context: "a brush's setting")
    case .offsetAngle: translated("Angular offset: direction", context: "a brush's setting")
    case .offsetAngleAsc: translated("Angular offset: ascension", context: "a brush's setting")
    case .offsetAngleView: translated("Angular offset: view", context: "a brush's setting")
    case .offsetAngle2: translated("Mirrored offset: direction", context: "a brush's setting")
    case .offsetAngle2Asc: translated("Mirrored offset: ascension", context: "a brush's setting")
    case .offsetAngle2View: translated("Mirrored offset: view", context: "a brush's setting")
    case .offsetAngleAdj: translated("Angular offset adjustment", context: "a brush's setting")
    case .offsetMultiplier: translated("Offset multiplier", context: "a brush's setting")
    case .posterize: translated("Posterise", context: "a brush's setting")
    case .posterizeNum: translated("Posterisation levels", context: "a brush's setting")
    case .paintMode: translated("Pigment", context: "a brush's setting")
    }
  }

  /// What it does, in a sentence or two, with values and units.
  var note: String {
    switch self {
    case .opaque:
      translated(
        "How much the paint covers. 0: nothing is painted; 1: opaque. Values above 1 make up for a low multiplier.")
    case .opaqueMultiply:
      translated(
        """
        Multiplies the opacity. Usually depends on pressure alone, so that nothing is painted without pressure. 0: \
        nothing; 1: unchanged.
        """)
    case .opaqueLinearize:
      translated(
        """
        Makes up for dabs that overlap. 0: the opacity is that of each dab; 1: that of the whole stroke. Usually 0.9, \
        less for brushes that scatter.
        """)
    case .radiusLogarithmic:
      translated("Diameter of the dabs in px. MyPaint calls this setting the radius, which is half as large.")
    case .hardness:
      translated(
        """
        How sharp the edge of a dab is. 0: nothing is painted; small: soft; 1: hard. The hardest edge needs a pixel \
        feather of 0.
        """)
    case .antiAliasing:
      translated(
        """
        Least softness of the edge in px, against jagged lines. 0: none, for pixel brushes; 1: usual; 5: blurred, thin \
        strokes vanish.
        """)
    case .dabsPerBasicRadius:
      translated(
        """
        Dabs drawn while the pen moves half the size set for the brush. 0: none. More make a denser, smoother stroke. \
        Adds to the other dab counts.
        """)
    case .dabsPerActualRadius:
      translated(
        """
        Dabs drawn while the pen moves half the size of the dab that is drawn. 0: none; 2: usual; more: denser and \
        smoother, but slower.
        """)
    case .dabsPerSecond: translated("Dabs drawn each second, even while the pen rests, as by an airbrush. 0: none.")
    case .radiusByRandom:
      translated(
        "Makes dabs larger and smaller at random. 0: not at all; 1.5: very much. Larger dabs become more transparent.")
    case .speed1Slowness:
      translated(
        "How slowly the input “Fine speed” follows the pen, in seconds. 0: at once, but restless; 0.2: smoothly.")
    case .speed2Slowness:
      translated("How slowly the input “Gross speed” follows the pen, in seconds. 0: at once; 3: very slowly.")
    case .speed1Gamma:
      translated(
        """
        How the input “Fine speed” grows with the pen's speed. -8: ever less, so slow strokes matter most; 8: evenly, \
        so fast strokes matter most.
        """)
    case .speed2Gamma:
      translated(
        """
        How the input “Gross speed” grows with the pen's speed. -8: ever less, so slow strokes matter most; 8: evenly, \
        so fast strokes matter most.
        """)
    case .offsetByRandom:
      translated("Scatters the dabs around the stroke. 0: not at all; 1: by about half the brush's size; 25: very far.")
    case .offsetBySpeed:
      translated(
        """
        Moves the dabs along the stroke, farther the faster the pen moves. Above 0: ahead of the pen; below 0: behind \
        it; 0: off.
        """)
    case .offsetBySpeedSlowness:
      translated("How slowly the offset by speed follows the pen and ends when it stops. 0: at once; 15: slowly.")
    case .slowTracking:
      translated("Lets the stroke follow the pen late, which smooths shaky lines. 0: off; 10: about 0.1 s late.")
    case .slowTrackingPerDab:
      translated(
        "Smooths like slow position tracking, but late by dabs instead of time. 0: off; 10: about 10 dabs late.")
    case .trackingNoise:
      translated(
        """
        Shakes the line at random. 0: not at all; 1: by about half the brush's size; 12: wildly. Slow position \
        tracking softens it.
        """)
    case .colorH:
      translated(
        """
        Hue of the colour saved with the brush. 0 and 1: red; 0.33: green; 0.67: blue. Fude paints with your colour \
        instead.
        """)
    case .colorS:
      translated(
        "Saturation of the colour saved with the brush. 0: grey; 1: vivid. Fude paints with your colour instead.")
    case .colorV:
      translated(
        "Brightness of the colour saved with the brush. 0: black; 1: brightest. Fude paints with your colour instead.")
    case .restoreColor:
      translated(
        """
        How far choosing the brush in MyPaint sets the colour to the saved one. 0: not at all; 1: fully. Fude keeps \
        your colour.
        """)
    case .changeColorH:
      translated(
        """
        Shifts the hue of the dabs. 0: unchanged; 0.5 or -0.5: the opposite hue; 1 or -1: once around the colour \
        wheel.
        """)
    case .changeColorL: translated("Makes the dabs lighter or darker. -1: black; 0: unchanged; 1: white.")
    case .changeColorHslS:
      translated(
        """
        Makes the dabs greyer or more vivid, colours of middle lightness most. -1: greyer; 0: unchanged; 1: more \
        vivid.
        """)
    case .changeColorV:
      translated("Makes the dabs brighter or darker without turning white. -1: black; 0: unchanged; 1: brightest.")
    case .changeColorHsvS:
      translated("Makes the dabs greyer or more vivid, bright colours most. -1: greyer; 0: unchanged; 1: more vivid.")
    case .smudge:
      translated(
        """
        How much colour of the canvas the dabs take up. 0: paints with the brush colour only; 0.5: half and half; 1: \
        only smears.
        """)
    case .smudgeLength:
      translated(
        """
        How far colour that was picked up is carried along. 0: replaced at once; 0.5: replaced steadily; 1: never \
        replaced.
        """)
    case .smudgeRadiusLog:
      translated(
        """
        Size of the area from which colour is picked up. -0.7: half the dab; 0: as large as the dab; 0.7: twice; 1.6: \
        five times, slow.
        """)
    case .eraser:
      translated("How much the brush erases. 0: paints; 0.5: makes the layer half transparent; 1: erases fully.")
    case .strokeThreshold:
      translated(
        """
        Pressure at which the input “Stroke” starts to grow. 0: at once; 0.5: half of full pressure. Painting starts \
        without it.
        """)
    case .strokeDurationLogarithmic:
      translated(
        """
        How far to draw until the input “Stroke” is 1. 0: half the brush's size; 4: 27 sizes. Each 0.7 more doubles \
        the way.
        """)
    case .strokeHoldtime:
      translated(
        """
        How long the input “Stroke” stays at 1 before it starts again, in stroke durations. 0: not at all; 10: to the \
        end of the stroke.
        """)
    case .customInput:
      translated(
        """
        Value of the input “Custom”. Let it depend on several inputs, then let other settings depend on “Custom” \
        alone.
        """)
    case .customInputSlowness:
      translated(
        "How slowly the input “Custom” follows the setting “Custom input”. 0: at once; 10: over about 100 dabs.")
    case .ellipticalDabRatio: translated("How many times a dab is as long as it is wide. 1: round; 10: very thin.")
    case .ellipticalDabAngle:
      translated("Angle of long dabs on the screen, clockwise. 0° and 180°: horizontal; 90°: vertical.")
    case .directionFilter:
      translated(
        """
        How slowly the direction inputs follow the stroke. 0: at once, but restless; 2: over about 2 px; 10: over \
        about 150 px.
        """)
    case .lockAlpha:
      translated(
        "Paints only where the layer has paint already. 0: paints everywhere; 0.5: half of the paint; 1: all of it.")
    case .colorize:
      translated(
        """
        Gives what is painted already the hue and saturation of the brush; brightness and transparency stay. 0: off; \
        1: fully.
        """)
    case .snapToPixel:
      translated(
        "Moves the centre of each dab to a pixel and rounds its size. 0: off; 1: fully, for thin pixel brushes.")
    case .pressureGainLog:
      translated(
        "How strongly pressure counts. -0.7: half as much; 0: as measured; 0.7: twice as much; 1.8: six times.")
    case .gridmapScale:
      translated(
        """
        Size of the grid cells that the GridMap inputs measure. 0: 256 px. Each 0.7 more doubles it; each 0.7 less \
        halves it.
        """)
    case .gridmapScaleX:
      translated(
        "How many grid cells fit in the width of one. 1: as set by the GridMap scale; 2: half as wide; 10: a tenth.")
    case .gridmapScaleY:
      translated(
        "How many grid cells fit in the height of one. 1: as set by the GridMap scale; 2: half as high; 10: a tenth.")
    case .smudgeLengthLog:
      translated(
        """
        How rarely new colour is picked up while smudging. 0: at each dab. Higher values carry colour farther and \
        paint faster.
        """)
    case .smudgeBucket:
      translated(
        """
        Which of 256 buckets, 0 to 255, keeps the colour picked up. If an input changes it, one brush carries several \
        colours.
        """)
    case .smudgeTransparency:
      translated(
        """
        Limits where the brush smudges. 0: anywhere; 0.5: only where paint is at least half opaque; -0.5: only where \
        it is at most that.
        """)
    case .offsetY: translated("Moves the dabs down the canvas; below 0, up. 1: by half the brush's size.")
    case .offsetX:
      translated("Moves the dabs to the right on the canvas; below 0, to the left. 1: by half the brush's size.")
    case .offsetAngle:
      translated(
        "Moves the dabs to the left of the stroke's direction; below 0, to the right. 1: by half the brush's size.")
    case .offsetAngleAsc:
      translated(
        """
        Moves the dabs to one side of the direction in which the pen leans; below 0, to the other. 1: by half the \
        brush's size. Needs tilt.
        """)
    case .offsetAngleView:
      translated(
        """
        Moves the dabs to the right on the screen, however the view is rotated; below 0, to the left. 1: by half the \
        brush's size.
        """)
    case .offsetAngle2:
      translated("Moves the dabs in turn to the left and right of the stroke. 0: off; 1: by half the brush's size.")
    case .offsetAngle2Asc:
      translated(
        """
        Moves the dabs in turn to both sides of the direction in which the pen leans. 0: off; 1: by half the brush's \
        size. Needs tilt.
        """)
    case .offsetAngle2View:
      translated(
        """
        Moves the dabs in turn to the right and left on the screen, however the view is rotated. 0: off; 1: by half \
        the brush's size.
        """)
    case .offsetAngleAdj:
      translated(
        """
        Rotates the direction of the angular and mirrored offsets. 0°: unchanged; 90°: along the stroke instead of \
        beside it; 180°: opposite.
        """)
    case .offsetMultiplier:
      translated(
        "Enlarges all offsets except jitter and offset by speed. -0.7: half; 0: unchanged; 0.7: twice; 3: 20 times.")
    case .posterize:
      translated(
        """
        Reduces the number of colours of what is painted already. 0: off, paints normally; 1: fully, paints nothing \
        new.
        """)
    case .posterizeNum:
      translated(
        """
        How many levels of red, green and blue posterising keeps, divided by 100. 0.05: 5 levels; above 0.5: hardly \
        visible.
        """)
    case .paintMode:
      translated("How colours mix. 0: as light on a screen; 1: as pigments, so that blue and yellow make green.")
    }
  }
}
