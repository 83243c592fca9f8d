import Paint
import Toolkit

/// A picture of the brush's outline for the pointer, which the X server moves without the program.
public struct CursorPicture: Sendable, Hashable {
  /// Width and height, px; odd.
  public let side: Int
  /// Column and row of the hot spot: the centre pixel.
  public let hotSpot: Int
  /// Rows from the top, premultiplied 0xAARRGGBB.
  public let pixels: [UInt32]

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
