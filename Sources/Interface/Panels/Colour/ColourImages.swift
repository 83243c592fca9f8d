import Geometry
import Glibc
import Paint
import Toolkit

/// The pictures of the colour wheel, computed pixel by pixel: each pixel has exactly the colour
/// that choosing it gives.
enum ColourImages {
  static let ringSaturation = 0.85
  static let ringValue = 0.95

  /// The colour of the ring for a hue, degrees.
  static func ringColour(_ hue: Double) -> UInt32 { HSV(hue: hue, saturation: ringSaturation, value: ringValue).rgb }

  /// A ring of all hues, red at the right, clockwise, around the centre of a square picture, with
  /// antialiased edges. nil if there is no memory.
  static func ring(side: Int, inner: Double, outer: Double) -> ImageSurface? {
    guard let image = try? ImageSurface(width: side, height: side) else { return nil }
    let (middle, stride) = (Double(side) / 2, image.stride)
    image.withMutableBytes { bytes in
      for y in 0..<side {
        for x in 0..<side {
          let way = Vector(Double(x) + 0.5 - middle, Double(y) + 0.5 - middle)
          let distance = way.length
          let coverage = min(1, outer + 0.5 - distance, distance - inner + 0.5)
          guard coverage > 0 else { continue }
          let colour = Colour(rgb: ringColour(way.direction.degrees), alpha: coverage)
          bytes.storeBytes(of: colour.premultipliedBGRA, toByteOffset: y * stride + x * 4, as: UInt32.self)
        }
      }
    }
    return image
  }

  /// All colours of a hue: saturation from left to right, value from the bottom up. nil if there
  /// is no memory.
  static func square(width: Int, height: Int, hue: Double) -> ImageSurface? {
    guard let image = try? ImageSurface(width: width, height: height, format: .xrgb32) else { return nil }
    let stride = image.stride
    image.withMutableBytes { bytes in
      for y in 0..<height {
        for x in 0..<width {
          let place = Point(Double(x) + 0.5, Double(y) + 0.5)
          let colour = colour(at: place, width: width, height: height, hue: hue)
          bytes.storeBytes(of: colour.rgb | 0xff00_0000, toByteOffset: y * stride + x * 4, as: UInt32.self)
        }
      }
    }
    return image
  }

  /// The colour at a point of such a square, clamped to it. The centres of the outermost pixels are
  /// the extremes.
  static func colour(at p: Point, width: Int, height: Int, hue: Double) -> HSV {
    HSV(
      hue: hue, saturation: (p.x - 0.5) / Double(max(1, width - 1)),
      value: 1 - (p.y - 0.5) / Double(max(1, height - 1)))
  }

  static func place(of hsv: HSV, width: Int, height: Int) -> Point {
    Point(hsv.saturation * Double(max(1, width - 1)) + 0.5, (1 - hsv.value) * Double(max(1, height - 1)) + 0.5)
  }
}
