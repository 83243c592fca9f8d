/// A rectangle of whole pixels: x ..< x + width, y ..< y + height.
///
/// x points right and y down, from the upper left corner of the screen or image.
public struct Area: Sendable, Hashable, CustomStringConvertible {
  /// Left edge, px.
  public var x: Int
  /// Upper edge, px.
  public var y: Int
  /// Width, px, not negative.
  public var width: Int
  /// Height, px, not negative.
  public var height: Int

  /// Makes an area. A negative size counts as 0.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// The x after the last column.
  public var right: Int { x + width }
  /// The y after the last row.
  public var bottom: Int { y + height }
  /// Number of pixels.
  public var count: Int { width * height }
  /// Whether it has no pixel.
  public var isEmpty: Bool { width == 0 || height == 0 }

  /// Whether the area contains a pixel.
  public func contains(x: Int, y: Int) -> Bool {
    x >= self.x && x < right && y >= self.y && y < bottom
  }

  /// Whether the area contains all of `other`. It always contains an empty area.
  public func contains(_ other: Area) -> Bool {
    other.isEmpty || (other.x >= x && other.right <= right && other.y >= y && other.bottom <= bottom)
  }

  /// The intersection of two areas.
  public func intersection(_ other: Area) -> Area {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return Area(x: left, y: top, width: min(right, other.right) - left, height: min(bottom, other.bottom) - top)
  }

  /// The smallest area that contains both. An empty area adds nothing.
  public func union(_ other: Area) -> Area {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let (left, top) = (min(x, other.x), min(y, other.y))
    return Area(x: left, y: top, width: max(right, other.right) - left, height: max(bottom, other.bottom) - top)
  }

  /// The area moved by `dx`, `dy`.
  public func moved(_ dx: Int, _ dy: Int) -> Area {
    Area(x: x + dx, y: y + dy, width: width, height: height)
  }

  /// The area enlarged by `margin` px on each side; reduced if `margin` is negative.
  public func expanded(by margin: Int) -> Area {
    Area(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }

  /// The area as an X geometry: 10x20+3+4.
  public var description: String { "\(width)x\(height)+\(x)+\(y)" }
}
