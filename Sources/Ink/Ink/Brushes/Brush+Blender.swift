extension Brush {
  /// Whether its strokes have their colour: it does not erase, and does not only move the colours of the canvas.
  public var addsColour: Bool {
    guard let paint else { return blend != .erase }
    func isAlways(_ setting: MyPaintSetting) -> Bool {
      paint.baseValue(of: setting) >= 1 && !paint.mappings.contains { $0.setting == setting }
    }
    return !isAlways(.smudge) && !isAlways(.eraser)
  }

  /// The brush that blends in place of this one, by MyPaint's engine, with the same name, size and
  /// stabiliser, on no paper. One of MyPaint's stays itself but for its colour; others become round.
  public var blender: Brush {
    guard let blender = paint?.blender else { return roundBlender }
    var brush = self
    brush.rendering = .mypaint(blender)
    return brush.on(nil)
  }

  private var roundBlender: Brush {
    // A dab of MyPaint's of hardness 0.5 falls off from its middle, as one of Fude's of 0 does.
    let hardness =
      switch rendering {
      case .outline, .mypaint: Double(MyPaintSetting.hardness.standard)
      case .dabs(let dabs), .spray(let dabs): 0.5 + dabs.hardness / 2
      }
    let followsPressure = paint == nil && width.tiltPencil == nil
    let paint = MyPaintBrush.roundBlender(
      radius: fullWidth / 2, minimumShare: followsPressure ? minimumShare : 1, hardness: hardness)
    var brush = Brush(paint, name: name).resized(toFullWidth: fullWidth)
    (brush.stabiliser, brush.hasOwnStabiliser) = (stabiliser, hasOwnStabiliser)
    return brush
  }
}
