/// An axis-parallel rectangle of real coordinates; empty where `minX >= maxX` or `minY >= maxY`.
@frozen public struct Rect: Hashable, Sendable {
  /// Left edge.
  public var minX: Double
  /// Upper edge.
  public var minY: Double
  /// Right edge.
  public var maxX: Double
  /// Lower edge.
  public var maxY: Double

  /// The empty rectangle that is neutral in unions.
  public static let null = Rect(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)

  /// Creates a rectangle from its edges.
  @inlinable public init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// Creates a rectangle from its upper left corner and its size.
  @inlinable public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(minX: x, minY: y, maxX: x + width, maxY: y + height)
  }

  /// The rectangle of the pixels' outer edges.
  @inlinable public init(_ r: PixelRect) {
    self.init(minX: Double(r.minX), minY: Double(r.minY), maxX: Double(r.maxX), maxY: Double(r.maxY))
  }

  /// Width; negative only for an empty rectangle.
  @inlinable public var width: Double { maxX - minX }
  /// Height; negative only for an empty rectangle.
  @inlinable public var height: Double { maxY - minY }
  /// Whether the rectangle holds no point.
  @inlinable public var isEmpty: Bool { !(minX < maxX && minY < maxY) }
  /// The centre.
  @inlinable public var center: Point { Point((minX + maxX) * 0.5, (minY + maxY) * 0.5) }

  /// Whether the point is inside; the left and upper edges belong to the rectangle, the others do
  /// not.
  @inlinable public func contains(_ p: Point) -> Bool { p.x >= minX && p.x < maxX && p.y >= minY && p.y < maxY }

  /// The rectangle with `margin` less on every side; a negative margin enlarges it.
  @inlinable public func insetBy(_ margin: Double) -> Rect {
    Rect(minX: minX + margin, minY: minY + margin, maxX: maxX - margin, maxY: maxY - margin)
  }

  /// The smallest rectangle that holds both.
  @inlinable public func union(_ o: Rect) -> Rect {
    Rect(minX: min(minX, o.minX), minY: min(minY, o.minY), maxX: max(maxX, o.maxX), maxY: max(maxY, o.maxY))
  }

  /// The common part, empty where there is none.
  @inlinable public func intersection(_ o: Rect) -> Rect {
    Rect(minX: max(minX, o.minX), minY: max(minY, o.minY), maxX: min(maxX, o.maxX), maxY: min(maxY, o.maxY))
  }

  /// The rectangle with `margin` more on every side.
  @inlinable public func grown(by margin: Double) -> Rect {
    Rect(minX: minX - margin, minY: minY - margin, maxX: maxX + margin, maxY: maxY + margin)
  }

  /// Whether the interiors of the rectangles overlap.
  @inlinable public func intersects(_ o: Rect) -> Bool {
    minX < o.maxX && o.minX < maxX && minY < o.maxY && o.minY < maxY
  }

  /// Enlarges the rectangle to hold the disc around `p`.
  @inlinable public mutating func formUnion(disc p: Point, radius: Double) {
    minX = min(minX, p.x - radius)
    minY = min(minY, p.y - radius)
    maxX = max(maxX, p.x + radius)
    maxY = max(maxY, p.y + radius)
  }
}
