/// A rectangle of whole pixels, half open: columns `minX ..< maxX`, rows `minY ..< maxY`.
@frozen public struct PixelRect: Hashable, Sendable {
  /// First column.
  public var minX: Int
  /// First row.
  public var minY: Int
  /// Column after the last.
  public var maxX: Int
  /// Row after the last.
  public var maxY: Int

  /// A rectangle of no pixels.
  public static let empty = PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)

  /// Creates a rectangle from its edges.
  @inlinable public init(minX: Int, minY: Int, maxX: Int, maxY: Int) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// Creates a rectangle from its upper left pixel and its size in pixels.
  @inlinable public init(x: Int, y: Int, width: Int, height: Int) {
    self.init(minX: x, minY: y, maxX: x + width, maxY: y + height)
  }

  /// The smallest rectangle of whole pixels that covers `r`; empty where `r` is empty or not
  /// finite. Coordinates are clamped to +-2^30, so that later arithmetic cannot overflow.
  @inlinable public init(covering r: Rect) {
    guard !r.isEmpty, r.minX.isFinite, r.minY.isFinite, r.maxX.isFinite, r.maxY.isFinite else {
      self = .empty
      return
    }
    let limit = 1_073_741_824.0
    func clamped(_ v: Double) -> Int { Int(max(-limit, min(limit, v))) }
    self.init(
      minX: clamped(r.minX.rounded(.down)), minY: clamped(r.minY.rounded(.down)),
      maxX: clamped(r.maxX.rounded(.up)), maxY: clamped(r.maxY.rounded(.up)))
  }

  /// Number of columns; 0 where empty.
  @inlinable public var width: Int { max(0, maxX - minX) }
  /// Number of rows; 0 where empty.
  @inlinable public var height: Int { max(0, maxY - minY) }
  /// Number of pixels.
  @inlinable public var area: Int { width * height }
  /// Whether the rectangle holds no pixel.
  @inlinable public var isEmpty: Bool { minX >= maxX || minY >= maxY }

  /// Whether the pixel in column `x`, row `y` is inside.
  @inlinable public func contains(x: Int, y: Int) -> Bool { x >= minX && x < maxX && y >= minY && y < maxY }

  /// Whether all pixels of `o` are inside; true for an empty `o`.
  @inlinable public func contains(_ o: PixelRect) -> Bool {
    o.isEmpty || (o.minX >= minX && o.maxX <= maxX && o.minY >= minY && o.maxY <= maxY)
  }

  /// The common pixels of both rectangles.
  @inlinable public func intersection(_ o: PixelRect) -> PixelRect {
    let r = PixelRect(
      minX: max(minX, o.minX), minY: max(minY, o.minY), maxX: min(maxX, o.maxX), maxY: min(maxY, o.maxY))
    return r.isEmpty ? .empty : r
  }

  /// Whether the rectangles have a common pixel.
  @inlinable public func intersects(_ o: PixelRect) -> Bool { !intersection(o).isEmpty }

  /// The smallest rectangle that holds both; an empty one is neutral.
  @inlinable public func union(_ o: PixelRect) -> PixelRect {
    if isEmpty { return o }
    if o.isEmpty { return self }
    return PixelRect(
      minX: min(minX, o.minX), minY: min(minY, o.minY), maxX: max(maxX, o.maxX), maxY: max(maxY, o.maxY))
  }

  /// The rectangle with `margin` more pixels on every side; an empty rectangle stays empty.
  @inlinable public func grown(by margin: Int) -> PixelRect {
    isEmpty ? .empty : PixelRect(minX: minX - margin, minY: minY - margin, maxX: maxX + margin, maxY: maxY + margin)
  }

  /// The rectangle moved by whole pixels.
  @inlinable public func offset(dx: Int, dy: Int) -> PixelRect {
    PixelRect(minX: minX + dx, minY: minY + dy, maxX: maxX + dx, maxY: maxY + dy)
  }
}
