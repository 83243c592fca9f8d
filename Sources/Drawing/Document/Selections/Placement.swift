import Geometry

/// How a floating selection has been moved, scaled and rotated from its original place.
public struct Placement: Sendable, Hashable {
  /// The range of the scale factors' absolute values. Negative factors mirror.
  public static let scales = 0.01...100.0

  /// The middle of the original place, canvas px: the fixed point of scaling and rotation.
  public let pivot: Point
  /// The distance by which the pivot has been moved, canvas px.
  public var translation = Vector.zero
  /// The factor of the width, applied before the rotation.
  public var scaleX = 1.0
  /// The factor of the height, applied before the rotation.
  public var scaleY = 1.0
  /// The rotation, clockwise.
  public var rotation = Angle.zero

  /// The original place.
  public init(pivot: Point) { self.pivot = pivot }

  /// The map from original to current positions. Without scaling, and with quarter turns only, it
  /// moves by whole px, so the pixels stay exact.
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
