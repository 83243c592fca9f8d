import Geometry
import Ink

extension StrokeRecord {
  /// The stroke that looks as this one does after its ink was moved, turned, mirrored or scaled: its samples, its width and
  /// whatever else is a length, a direction or a place are mapped. Grain keeps its place on the canvas.
  ///
  /// Nil if the map distorts, if the brush would get a size that none can have, for a brush of MyPaint, whose settings
  /// have lengths that cannot be told apart, for prints that differ by chance, and for a paper.
  /// - Parameter bounds: the canvas, px.
  func mapped(by map: Affine, onCanvas bounds: PixelRect) -> StrokeRecord? {
    guard brush.paint == nil, !brush.usesChance, brush.paper == nil, let scale = map.uniformScale else { return nil }
    let turn = map.orthogonalPart
    var stroke = self
    stroke.samples = samples.map { $0.mapped(by: map) }
    stroke.inputScale = inputScale * scale
    guard let brush = brush.mapped(by: turn, scale: scale), Self.inputScales.contains(stroke.inputScale) else {
      return nil
    }
    stroke.brush = brush
    stroke.symmetry = symmetry.mapped(by: map, onCanvas: bounds)
    return stroke
  }

  /// The range of positions that records can have, px.
  static let reach = -1e9...1e9

  /// The scales of input that records can have.
  static let inputScales = 1e-6...1e6
}

extension Symmetry {
  /// The symmetry of a stroke that is moved, scaled and turned.
  func mapped(by map: Affine, onCanvas bounds: PixelRect) -> Symmetry {
    guard isActive else { return self }
    var symmetry = self
    symmetry.center = map(center(onCanvas: bounds))
    // The axes of a mirror image turn the other way.
    symmetry.angle = map.orthogonalPart(Vector(length: 1, direction: angle)).direction
    return symmetry
  }
}

extension Brush {
  /// The brush with its tip turned or mirrored.
  func turned(by turn: Affine) -> Brush {
    guard case .flat(var nib) = tip else { return self }
    if nib.followsAzimuth {
      if turn.determinant < 0 { nib.angle = -nib.angle }
    } else {
      nib.angle = turn(Vector(length: 1, direction: nib.angle)).direction
    }
    var brush = self
    brush.tip = .flat(nib)
    return brush
  }

  /// The brush for a stroke that is turned or mirrored and scaled; nil if no brush has its size.
  fileprivate func mapped(by turn: Affine, scale: Double) -> Brush? {
    var brush = self
    brush.size = size * scale
    guard Self.tipSizes.contains(brush.size) else { return nil }
    (brush.width.rise, brush.width.fall) = (min(1000, width.rise * scale), min(1000, width.fall * scale))
    brush = brush.turned(by: turn)
    func mapped(_ dabs: Dabs) -> Dabs {
      var dabs = dabs
      dabs.grainScale = max(1, min(16, dabs.grainScale * scale))
      return dabs
    }
    switch rendering {
    case .dabs(let dabs): brush.rendering = .dabs(mapped(dabs))
    case .spray(let dabs): brush.rendering = .spray(mapped(dabs))
    case .outline, .mypaint: break
    }
    return brush
  }
}

extension Affine {
  /// Whether it only moves, turns by quarters and mirrors, so that pixels are copied as they are.
  package var isExact: Bool { [a, b, c, d].allSatisfy { $0 == 0 || abs($0) == 1 } }

  /// The factor by which all lengths grow, > 0; nil for a map that distorts.
  var uniformScale: Double? {
    let (first, second) = (Vector(a, b), Vector(c, d))
    let scale = first.length
    guard scale > 0, scale.isFinite, abs(second.length - scale) <= 1e-9 * scale,
      abs(a * c + b * d) <= 1e-9 * scale * scale
    else { return nil }
    return scale
  }
}
