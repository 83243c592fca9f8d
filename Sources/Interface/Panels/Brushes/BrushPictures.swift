import Paint
import Toolkit

/// The pictures of brushes that the program has drawn, at most `most`. Those that were shown last
/// stay.
public final class BrushPictures {
  /// About 12 MB at twice the usual scale.
  static let most = 128

  /// nil for a brush that cannot be drawn. A stale one is shown until it is drawn again.
  private var surfaces: [BrushPicture: (surface: ImageSurface?, use: Int, isStale: Bool)] = [:]
  private var use = 0

  var count: Int { surfaces.count }

  /// Whether a picture is there, or cannot be drawn. A stale one has to be drawn again.
  public func has(_ picture: BrushPicture) -> Bool { surfaces[picture].map { !$0.isStale } ?? false }

  /// Makes all pictures stale, since the files of brushes may have changed.
  public func expire() { for picture in surfaces.keys { surfaces[picture]?.isStale = true } }

  /// A picture to show; nil if it is not there.
  public func surface(_ picture: BrushPicture) -> ImageSurface? {
    use += 1
    surfaces[picture]?.use = use
    return surfaces[picture]?.surface
  }

  /// Keeps a picture that the program has drawn: `width` x `height` opaque pixels, row by row; nil if
  /// it cannot be drawn.
  public func keep(_ picture: BrushPicture, pixels: [UInt32]?) {
    use += 1
    surfaces[picture] = (pixels.flatMap { Self.surface(picture.width, picture.height, $0) }, use, false)
    guard surfaces.count > Self.most, let oldest = surfaces.min(by: { $0.value.use < $1.value.use }) else { return }
    surfaces[oldest.key] = nil
  }

  /// An opaque picture; nil if there is no memory, or the number of pixels is wrong.
  public static func surface(_ width: Int, _ height: Int, _ pixels: [UInt32]) -> ImageSurface? {
    guard pixels.count == width * height,
      let surface = try? ImageSurface(width: width, height: height, format: .xrgb32)
    else { return nil }
    // The picture's rows may be longer than its width.
    let words = surface.stride / 4
    surface.withMutableBytes { bytes in
      bytes.withUnsafeMutableBytes { raw in
        let target = raw.bindMemory(to: UInt32.self)
        for y in 0..<height {
          for x in 0..<width { target[y * words + x] = pixels[y * width + x] }
        }
      }
    }
    return surface
  }
}
