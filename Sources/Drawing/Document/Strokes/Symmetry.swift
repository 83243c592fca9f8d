import Geometry
import Ink

/// How a stroke is repeated while it is drawn: in mirrors, or turned about a place.
///
/// The copies are images of the ink, not of the hand's way: they are exact, also where a nib or a texture has a
/// direction of its own.
public struct Symmetry: Sendable, Hashable {
  /// What is repeated.
  public enum Kind: Sendable, Hashable {
    /// Nothing.
    case none
    /// Left and right are exchanged (a vertical axis), above and below (a horizontal one), or both.
    case mirror(vertical: Bool, horizontal: Bool)
    /// Turned `count` times round (`folds`; clamped); where it is mirrored, each copy has its mirror image as well.
    case radial(count: Int, isMirrored: Bool)
  }

  /// How often a stroke can be turned round.
  public static let folds = 2...32

  /// What is repeated.
  public var kind: Kind
  /// Where axes cross, canvas px; nil for the canvas's middle.
  public var center: Point?
  /// How far the axes are turned, clockwise.
  public var angle: Angle

  /// A symmetry by its properties; of nothing unless told.
  public init(_ kind: Kind = .none, center: Point? = nil, angle: Angle = .zero) {
    self.kind = kind
    self.center = center
    self.angle = angle
  }

  /// Whether strokes are drawn more than once.
  public var isActive: Bool {
    switch kind {
    case .none: false
    case .mirror(let vertical, let horizontal): vertical || horizontal
    case .radial: true
    }
  }

  /// Where axes cross on a canvas of some size, canvas px.
  public func center(onCanvas bounds: PixelRect) -> Point { center ?? Rect(bounds).center }

  /// The maps of the plane that give the copies, at most 63; the stroke itself is not among them.
  public func copies(onCanvas bounds: PixelRect) -> [Affine] {
    let center = center(onCanvas: bounds)
    guard center.isFinite, angle.radians.isFinite else { return [] }
    /// `map` about the centre instead of the origin.
    func about(_ map: Affine) -> Affine {
      .translation(center - .zero) * map * .translation(.zero - center)
    }
    /// A mirror in the line through the origin that is turned by `axis` from the vertical.
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
        // Of whole degrees where they can be, so that quarter turns are exact.
        let turn = Angle(radians: 2 * .pi * (Double(i) / Double(n)))
        if i > 0 { maps.append(about(.rotation(turn))) }
        if isMirrored { maps.append(about(.rotation(turn) * mirror(angle))) }
      }
      return maps
    }
  }

  /// The axes as lines through `center(onCanvas:)`, for display: directions of half lines, clockwise from the right.
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
  /// What a map that moves, turns and mirrors does to a disc.
  func callAsFunction(_ d: Disc) -> Disc {
    let way = self(Vector(length: 1, direction: Angle(radians: Double(d.direction))))
    return Disc(
      center: self(d.center), radius: d.radius, strength: d.strength, direction: Float(way.direction.radians))
  }

  /// What such a map does to a sweep.
  func callAsFunction(_ s: Sweep) -> Sweep {
    Sweep(
      CubicBezier(self(s.curve.p0), self(s.curve.p1), self(s.curve.p2), self(s.curve.p3)), from: self(s.start),
      to: self(s.end))
  }
}
