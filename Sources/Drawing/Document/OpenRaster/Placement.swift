import Geometry

/// How a piece has been moved, scaled and turned from where it was.
public struct Placement: Sendable, Hashable {
  /// The factors by which a side can grow or shrink; negative ones mirror.
  public static let scales = 0.01...100.0

  /// The place that stays where it is when the piece is scaled and turned, canvas px where it was: its middle.
  public let pivot: Point
  /// How far the pivot has been moved, canvas px.
  public var translation = Vector.zero
  /// Factor of the width, before it is turned.
  public var scaleX = 1.0
  /// Factor of the height.
  public var scaleY = 1.0
  /// How far it is turned, clockwise.
  public var rotation = Angle.zero

  /// A piece that is where it was.
  public init(pivot: Point) { self.pivot = pivot }

  /// Where places of the piece are now. A piece that is neither scaled nor turned but by quarter turns is moved by whole px,
  /// so that its pixels stay what they are.
  public var map: Affine {
    let linear = Affine.rotation(rotation) * .scale(Self.clamped(scaleX), Self.clamped(scaleY))
    var map = .translation(pivot + translation - .zero) * linear * .translation(.zero - pivot)
    let isExact = [linear.a, linear.b, linear.c, linear.d].allSatisfy { $0 == 0 || abs($0) == 1 }
    if isExact {
      map.tx = map.tx.rounded()
      map.ty = map.ty.rounded()
    }
    return map
  }

  private static func clamped(_ scale: Double) -> Double {
    guard scale.isFinite else { return 1 }
    let size = max(scales.lowerBound, min(scales.upperBound, abs(scale)))
    return scale < 0 ? -size : size
  }
}
