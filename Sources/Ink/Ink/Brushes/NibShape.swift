import Geometry
import Glibc

/// A flat tip as a polygon: a rectangle with corners cut by a quarter of its thickness.
public struct NibShape: Hashable, Sendable {
  /// Thickness as a share of the width, 0...1.
  public let thickness: Double

  /// The shape of a nib.
  public init(_ nib: Brush.Nib) { thickness = nib.thickness }

  /// Number of corners.
  public static let cornerCount = 8

  /// Corner `i`, 0 ..< cornerCount, of the nib that prints within disc `d`; clockwise on the
  /// screen.
  public func corner(_ i: Int, of d: Disc) -> Point {
    let angle = Double(d.direction)
    return d.center + offset(i, cosine: cos(angle), sine: sin(angle)) * d.radius
  }

  /// The offset of corner `i` from the centre of a nib of half width 1 whose broad side has the
  /// given direction.
  func offset(_ i: Int, cosine: Double, sine: Double) -> Vector {
    let (b, cut) = (thickness, thickness / 2)
    let (x, y): (Double, Double) =
      switch i {
      case 0: (1 - cut, -b)
      case 1: (1, cut - b)
      case 2: (1, b - cut)
      case 3: (1 - cut, b)
      case 4: (cut - 1, b)
      case 5: (-1, b - cut)
      case 6: (-1, cut - b)
      default: (cut - 1, -b)
      }
    return Vector(x * cosine - y * sine, x * sine + y * cosine)
  }

  /// Greatest distance of a corner from the centre, as a share of the half width: >= 1.
  public var reach: Double { (1 + thickness * thickness / 4).squareRoot() }
}
