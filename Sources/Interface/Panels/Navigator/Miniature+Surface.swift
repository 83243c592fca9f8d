import Document
import Paint
import Toolkit

extension Miniature {
  /// The picture as a Cairo surface; nil if there is no memory for it.
  public var surface: ImageSurface? {
    guard let surface = try? ImageSurface(width: width, height: height, format: .xrgb32) else { return nil }
    surface.withMutableBytes { bytes in
      for y in 0..<height {
        for x in 0..<width {
          bytes.storeBytes(of: pixels[y * width + x], toByteOffset: y * surface.stride + 4 * x, as: UInt32.self)
        }
      }
    }
    return surface
  }
}
