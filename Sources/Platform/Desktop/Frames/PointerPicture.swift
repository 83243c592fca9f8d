/// An image for the pointer. Compared by identity: create one and keep it while it is shown.
public final class PointerPicture: Sendable {
  /// Width in px.
  public let width: Int
  /// Height in px.
  public let height: Int
  /// The pixel that is placed at the pointer position, from the upper left.
  public let hotSpot: (x: Int, y: Int)
  /// Rows from the top, 0xAARRGGBB, colours premultiplied.
  let pixels: [UInt32]

  /// The largest side in px that every graphics card supports; larger ones are drawn in software.
  public static let largestSide = 64

  /// Creates an image of `pixels`, rows from the top, 0xAARRGGBB premultiplied.
  ///
  /// Returns nil if `pixels.count` is not `width * height`, a side is outside 1...32767, or the hot
  /// spot is outside the image.
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
  /// Whether both are the same object.
  public static func == (a: PointerPicture, b: PointerPicture) -> Bool { a === b }
  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
