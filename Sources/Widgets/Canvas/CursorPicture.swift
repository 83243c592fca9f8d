import Paint

/// The outline of a brush as a picture, for whoever shows it at the pointer: the X server moves that without asking the program.
public struct CursorPicture: Sendable, Hashable {
  /// Width and height, px; odd.
  public let side: Int
  /// Column and row of the pixel in whose middle the brush is: the middle one.
  public let hotSpot: Int
  /// Rows from the top, 0xAARRGGBB, colours premultiplied.
  public let pixels: [UInt32]

  /// The pixels of a square image.
  init(_ image: ImageSurface, hotSpot: Int) {
    side = image.width
    self.hotSpot = hotSpot
    pixels = image.withBytes { bytes in
      var all: [UInt32] = []
      all.reserveCapacity(image.width * image.height)
      for y in 0..<image.height {
        for x in 0..<image.width {
          all.append(bytes.unsafeLoad(fromByteOffset: y * image.stride + x * 4, as: UInt32.self))
        }
      }
      return all
    }
  }
}
