import Glibc

/// A plane angle. 0 points right, positive turns clockwise on the screen (y grows downwards).
@frozen public struct Angle: Hashable, Sendable, Comparable {
  /// The angle in radians, any finite value; not wrapped.
  public var radians: Double

  /// No turn.
  public static let zero = Angle(radians: 0)
  /// A quarter of a turn.
  public static let quarterTurn = Angle(radians: .pi / 2)
  /// Half a turn.
  public static let halfTurn = Angle(radians: .pi)

  /// An angle in radians.
  @inlinable public init(radians: Double) { self.radians = radians }
  /// An angle in degrees.
  @inlinable public init(degrees: Double) { radians = degrees * (.pi / 180) }

  /// The angle in degrees, any finite value.
  @inlinable public var degrees: Double { radians * (180 / .pi) }
  /// The angle's sine.
  @inlinable public var sine: Double { sin(radians) }
  /// The angle's cosine.
  @inlinable public var cosine: Double { cos(radians) }

  /// The same direction in (-pi, pi].
  @inlinable public var wrapped: Angle {
    let r = remainder(radians, 2 * .pi)
    return Angle(radians: r <= -.pi ? .pi : r)
  }

  /// The same direction in [0, 2 pi).
  @inlinable public var positive: Angle {
    let r = fmod(radians, 2 * .pi)
    let p = r < 0 ? r + 2 * .pi : r
    return Angle(radians: p >= 2 * .pi ? 0 : p)
  }

  /// Whether `a` is less than `b`. Whole turns count: 0 is less than 2 pi.
  @inlinable public static func < (a: Angle, b: Angle) -> Bool { a.radians < b.radians }
  /// The sum of two angles.
  @inlinable public static func + (a: Angle, b: Angle) -> Angle { Angle(radians: a.radians + b.radians) }
  /// The difference of two angles.
  @inlinable public static func - (a: Angle, b: Angle) -> Angle { Angle(radians: a.radians - b.radians) }
  /// The angle with the opposite sign.
  @inlinable public static prefix func - (a: Angle) -> Angle { Angle(radians: -a.radians) }
  /// The angle times `k`.
  @inlinable public static func * (a: Angle, k: Double) -> Angle { Angle(radians: a.radians * k) }
}
