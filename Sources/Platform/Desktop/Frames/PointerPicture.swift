/// A picture that the pointer is shown as. Compared by what it is, not by what it shows: make one, and keep it for as long as it is shown.
public final class PointerPicture: Sendable {
  /// Width in px.
  public let width: Int
  /// Height in px.
  public let height: Int
  /// The pixel of it that lies where the pointer is, from the upper left.
  public let hotSpot: (x: Int, y: Int)
  /// Rows from the top, 0xAARRGGBB, colours premultiplied.
  let pixels: [UInt32]

  /// The longest side that the hardware of every graphics card shows, px. Larger ones are drawn by the server.
  public static let largestSide = 64

  /// A picture of `pixels`, rows from the top, 0xAARRGGBB with premultiplied colours; nil where they are not `width` x `height`, at least
  /// one, at most 32,767 each way, or the hot spot lies outside.
  public init?(width: Int, height: Int, hotSpot: (x: Int, y: Int), pixels: [UInt32]) {
    let sides = 1...32767
    guard sides.contains(width), sides.contains(height), pixels.count == width * height,
      (0..<width).contains(hotSpot.x), (0..<height).contains(hotSpot.y)
    else { return nil }
    self.width = width
    self.height = height
    self.hotSpot = hotSpot
    self.pixels = pixels
  }
}

extension PointerPicture: Hashable {
  /// Whether both are one and the same.
  public static func == (a: PointerPicture, b: PointerPicture) -> Bool { a === b }
  /// Feeds which one it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
