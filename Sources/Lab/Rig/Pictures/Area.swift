/// A rectangle of whole pixels; x to the right, y down, from the upper left corner of the screen or
/// of the image it is about. It covers x ..< x + width and y ..< y + height.
public struct Area: Sendable, Hashable, CustomStringConvertible {
  /// Left edge, px.
  public var x: Int
  /// Upper edge, px.
  public var y: Int
  /// Width, px, not negative.
  public var width: Int
  /// Height, px, not negative.
  public var height: Int

  /// An area by its upper left corner and size; a negative size counts as 0.
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

  /// Whether the pixel is within.
  public func contains(x: Int, y: Int) -> Bool {
    x >= self.x && x < right && y >= self.y && y < bottom
  }

  /// Whether all of `other` is within; an empty one always is.
  public func contains(_ other: Area) -> Bool {
    other.isEmpty || (other.x >= x && other.right <= right && other.y >= y && other.bottom <= bottom)
  }

  /// The intersection of both.
  public func intersection(_ other: Area) -> Area {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return Area(x: left, y: top, width: min(right, other.right) - left, height: min(bottom, other.bottom) - top)
  }

  /// The smallest area that holds both; an empty one adds nothing.
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

  /// The area, larger by `margin` px on each side, or smaller where it is negative.
  public func expanded(by margin: Int) -> Area {
    Area(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }

  /// As X writes geometries: 10x20+3+4.
  public var description: String { "\(width)x\(height)+\(x)+\(y)" }
}
