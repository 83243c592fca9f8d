import Geometry
import Ink

/// How a stroke is repeated while it is drawn: mirrored, or rotated about a centre.
///
/// The copies are images of the ink, not of the pen's path. They are exact even for directed nibs.
public struct Symmetry: Sendable, Hashable {
  /// The kinds of symmetry.
  public enum Kind: Sendable, Hashable {
    /// No symmetry.
    case none
    /// Mirrored left to right (vertical axis), top to bottom (horizontal axis), or both.
    case mirror(vertical: Bool, horizontal: Bool)
    /// Rotated to `count` directions (clamped to `folds`), with mirror images if mirrored.
    case radial(count: Int, isMirrored: Bool)
  }

  /// The allowed numbers of directions.
  public static let folds = 2...32

  /// The kind of symmetry.
  public var kind: Kind
  /// The intersection of the axes, canvas px; nil for the canvas's middle.
  public var center: Point?
  /// The rotation of the axes, clockwise.
  public var angle: Angle

  /// Makes a symmetry from its values; none by default.
  public init(_ kind: Kind = .none, center: Point? = nil, angle: Angle = .zero) {
    self.kind = kind
    self.center = center
    self.angle = angle
  }

  /// Whether strokes have copies.
  public var isActive: Bool {
    switch kind {
    case .none: false
    case .mirror(let vertical, let horizontal): vertical || horizontal
    case .radial: true
    }
  }

  /// The intersection of the axes on a canvas, canvas px.
  public func center(onCanvas bounds: PixelRect) -> Point { center ?? Rect(bounds).center }

  /// The maps from the stroke to its copies, at most 63.
  public func copies(onCanvas bounds: PixelRect) -> [Affine] {
    let center = center(onCanvas: bounds)
    guard center.isFinite, angle.radians.isFinite else { return [] }
    /// `map` about the centre instead of the origin.
    func about(_ map: Affine) -> Affine {
      .translation(center - .zero) * map * .translation(.zero - center)
    }
    /// Mirrors in the line through the origin that is rotated by `axis` from the vertical.
    func mirror(_ axis: Angle) -> Affine { .rotation(axis) * .scale(-1, 1) * .rotation(-axis) }
    switch kind {
    case .none: return []
    case .mirror(let vertical, let horizontal):
      var maps: [Affine] = []
      if vertical { maps.append(about(mirror(angle))) }
      if horizontal { maps.append(about(mirror(angle + .quarterTurn))) }
      if vertical, horizontal { maps.append(about(.rotation(.halfTurn))) }
      return maps
    case .radial(let count, let isMirrored):
      let n = max(Self.folds.lowerBound, min(Self.folds.upperBound, count))
      var maps: [Affine] = []
      for i in 0..<n {
        // In this order, quarter turns are exact.
        let turn = Angle(radians: 2 * .pi * (Double(i) / Double(n)))
        if i > 0 { maps.append(about(.rotation(turn))) }
        if isMirrored { maps.append(about(.rotation(turn) * mirror(angle))) }
      }
      return maps
    }
  }

  /// The axes for display: half lines from `center(onCanvas:)`, clockwise from the right.
  public var axes: [Angle] {
    let up = angle - .quarterTurn
    switch kind {
    case .none: return []
    case .mirror(let vertical, let horizontal):
      return (vertical ? [up, up + .halfTurn] : []) + (horizontal ? [angle, angle + .halfTurn] : [])
    case .radial(let count, _):
      let n = max(Self.folds.lowerBound, min(Self.folds.upperBound, count))
      return (0..<n).map { up + Angle(radians: 2 * .pi * (Double($0) / Double(n))) }
    }
  }
}

extension Affine {
  /// Maps a disc; the map must only move, rotate and mirror.
  public func callAsFunction(_ d: Disc) -> Disc {
    let way = self(Vector(length: 1, direction: Angle(radians: Double(d.direction))))
    return Disc(
      center: self(d.center), radius: d.radius, strength: d.strength, direction: Float(way.direction.radians))
  }

  /// Maps a sweep; the map must only move, rotate and mirror.
  public func callAsFunction(_ s: Sweep) -> Sweep {
    Sweep(
      CubicBezier(self(s.curve.p0), self(s.curve.p1), self(s.curve.p2), self(s.curve.p3)), from: self(s.start),
      to: self(s.end))
  }
}
