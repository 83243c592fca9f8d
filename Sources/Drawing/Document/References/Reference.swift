import Geometry

/// A picture that the artist looks at while drawing. It is kept with the drawing, but is no part of
/// it: no export shows it, and undo does not change it.
public struct Reference: Sendable, Hashable {
  /// The identity of a reference on its board.
  public struct ID: Sendable, Hashable, Comparable {
    package let number: UInt64

    init(_ number: UInt64) { self.number = number }

    /// Orders by the time of adding.
    public static func < (a: ID, b: ID) -> Bool { a.number < b.number }
  }

  /// Its identity.
  public let id: ID
  /// Its picture.
  public let picture: ReferencePicture
  /// Where it is, and how it looks.
  public internal(set) var placement: ReferencePlacement

  /// Its four corners on the board, in order around it.
  public var corners: [Point] {
    let (width, height) = (Double(picture.width), Double(picture.height))
    let map = pictureToBoard
    return [Point(0, 0), Point(width, 0), Point(width, height), Point(0, height)].map { map($0) }
  }

  /// The smallest upright rectangle around it on the board.
  public var bounds: Rect {
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    return Rect(
      minX: xs.min() ?? 0, minY: ys.min() ?? 0, maxX: xs.max() ?? 0, maxY: ys.max() ?? 0)
  }

  /// The map from px of the picture to the board.
  public var pictureToBoard: Affine {
    let scale = placement.scale
    return .translation(placement.center - .zero) * .rotation(placement.rotation)
      * .scale(placement.isMirrored ? -scale : scale, scale)
      * .translation(Vector(-Double(picture.width) / 2, -Double(picture.height) / 2))
  }

  /// The position in the picture, px, at a position of the board; nil outside the picture.
  public func place(at point: Point) -> Point? {
    guard let map = pictureToBoard.inverse else { return nil }
    let place = map(point)
    let isInside =
      place.x >= 0 && place.y >= 0 && place.x < Double(picture.width) && place.y < Double(picture.height)
    return isInside ? place : nil
  }
}

/// Where a reference is on its board, and how it looks.
///
/// Positions on a board are px at 96 dpi from its middle, to the right and down.
public struct ReferencePlacement: Sendable, Hashable {
  /// The middle of the picture on the board.
  public var center: Point
  /// Px of the board per px of the picture, > 0.
  public var scale: Double
  /// The rotation, clockwise.
  public var rotation: Angle
  /// Whether left and right of the picture are exchanged.
  public var isMirrored: Bool
  /// The opacity, within `opacities`.
  public var opacity: Double

  /// A placement by its values.
  public init(
    center: Point = .zero, scale: Double = 1, rotation: Angle = .zero, isMirrored: Bool = false, opacity: Double = 1
  ) {
    (self.center, self.scale, self.rotation) = (center, scale, rotation)
    (self.isMirrored, self.opacity) = (isMirrored, opacity)
  }

  /// The range of `scale`.
  public static let scales = 0.002...64.0
  /// The range of `opacity`. Fainter pictures could not be found again.
  public static let opacities = 0.1...1.0
  /// The farthest distance from the middle of the board along an axis, px.
  public static let reach = 100_000.0

  /// The nearest possible placement. Files and gestures may give any numbers.
  public var valid: ReferencePlacement {
    func clamped(_ value: Double, _ range: ClosedRange<Double>, _ otherwise: Double) -> Double {
      value.isFinite ? max(range.lowerBound, min(range.upperBound, value)) : otherwise
    }
    let reach = -Self.reach...Self.reach
    let turn = 2 * Double.pi
    return ReferencePlacement(
      center: Point(clamped(center.x, reach, 0), clamped(center.y, reach, 0)),
      scale: clamped(scale, Self.scales, 1),
      rotation: Angle(radians: clamped(rotation.radians.truncatingRemainder(dividingBy: turn), -turn...turn, 0)),
      isMirrored: isMirrored, opacity: clamped(opacity, Self.opacities, 1))
  }

  /// The placement after the board was scaled about a point and then moved.
  public func moved(by offset: Vector, scaledBy factor: Double = 1, about pivot: Point = .zero) -> ReferencePlacement {
    var placement = self
    placement.center = pivot + (center - pivot) * factor + offset
    placement.scale *= factor
    return placement
  }
}
