import Files
import Geometry
import Language
import Pictures
import Pixels
import Raster

/// The picture of a reference as a PNG image of sRGB colours.
///
/// It is immutable, and copies of a drawing share it. `ReferencePixels` has its decoded pixels while
/// they are shown.
public final class ReferencePicture: Sendable, Hashable {
  /// The largest number of pixels. Larger pictures are reduced when they are added.
  public static let mostPixels = 4_000_000
  /// The limits on a picture in a file.
  package static let limits = ImageLimits(side: ImageLimits.standard.side, area: mostPixels)

  /// The PNG image.
  public let png: [UInt8]
  /// Width, px.
  public let width: Int
  /// Height, px.
  public let height: Int

  /// A picture from the bytes of a PNG image. Only its header is read.
  /// - Throws: if it is no PNG image, or larger than `mostPixels`.
  package init(png: [UInt8]) throws(PNGFault) {
    let claim = try PNGBytes.claim(Array(png.prefix(32)), limits: Self.limits)
    (self.png, width, height) = (png, claim.width, claim.height)
  }

  fileprivate init(of pixels: ReferencePixels) throws(PNGFault) {
    let level = pixels.levels[0]
    (width, height) = (level.width, level.height)
    png = try PNGBytes.made(width: width, height: height, hasAlpha: level.hasAlpha) { y, row in
      for x in 0..<row.count { row[x] = level.pixels[y * level.width + x] }
    }
  }

  /// Whether two pictures have the same bytes.
  public static func == (a: ReferencePicture, b: ReferencePicture) -> Bool { a === b || a.png == b.png }

  /// Hashes the size.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(width)
    hasher.combine(height)
    hasher.combine(png.count)
  }
}

/// The decoded pixels of a reference, with smaller copies, so that it is quick to draw at any scale.
public final class ReferencePixels: Sendable, Hashable {
  /// A copy of the picture.
  public struct Level: Sendable {
    /// Width, px.
    public let width: Int
    /// Height, px.
    public let height: Int
    /// Premultiplied pixels, row by row.
    public let pixels: [UInt32]

    var hasAlpha: Bool { pixels.contains { $0 >> 24 != 255 } }

    /// A copy that is not larger. Each pixel is the mean of its area.
    func reduced(toWidth newWidth: Int, height newHeight: Int) -> Level {
      var reducer = AreaReducer(from: (width, height), to: (newWidth, newHeight))
      var made: [UInt32] = []
      made.reserveCapacity(newWidth * newHeight)
      var line = [UInt32](repeating: 0, count: newWidth)
      for y in 0..<newHeight {
        var span = line.mutableSpan
        reducer.write(y, 0..<newWidth, to: &span) { y, row in
          for x in 0..<row.count { row[x] = pixels[y * width + x] }
        }
        made += line
      }
      return Level(width: newWidth, height: newHeight, pixels: made)
    }
  }

  /// The whole picture, then copies of half the width and height of the one before, rounded up.
  public let levels: [Level]

  private static let smallestSide = 32

  init(_ whole: Level) {
    var levels = [whole]
    while let last = levels.last, max(last.width, last.height) > Self.smallestSide {
      levels.append(last.reduced(toWidth: (last.width + 1) / 2, height: (last.height + 1) / 2))
    }
    self.levels = levels
  }

  /// Decodes a picture. Takes some 10 ms for each megapixel; use a worker.
  /// - Throws: if the image is damaged.
  public convenience init(decoding picture: ReferencePicture) throws(PictureFault) {
    var pixels: [UInt32] = []
    pixels.reserveCapacity(picture.width * picture.height)
    do throws(PNGFault) {
      try PNGBytes.read(picture.png, limits: ReferencePicture.limits) { _, row in
        for x in 0..<row.count { pixels.append(row[x]) }
      }
    } catch { throw PictureFault(description: error.error(.read, "").fault) }
    guard pixels.count == picture.width * picture.height else {
      throw PictureFault(description: translated("it is cut short"))
    }
    self.init(Level(width: picture.width, height: picture.height, pixels: pixels))
  }

  /// The smallest copy that has enough pixels for a scale (px shown per px of the picture).
  public func level(forScale scale: Double) -> Level {
    var (best, share) = (levels[0], 1.0)
    for level in levels.dropFirst() {
      share /= 2
      if share < scale { break }
      best = level
    }
    return best
  }

  /// The colour at a position of the picture, px, 0xRRGGBB; nil outside and where it is transparent.
  public func colour(at place: Point) -> UInt32? {
    let whole = levels[0]
    guard place.x >= 0, place.y >= 0, place.x < Double(whole.width), place.y < Double(whole.height) else { return nil }
    let pixel = whole.pixels[Int(place.y) * whole.width + Int(place.x)]
    guard pixel >> 24 > 0 else { return nil }
    let straight = Premultiplied.straight(pixel)
    return UInt32(straight.red) << 16 | UInt32(straight.green) << 8 | UInt32(straight.blue)
  }

  /// Whether two are the same object.
  public static func == (a: ReferencePixels, b: ReferencePixels) -> Bool { a === b }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A picture that was made from an image for a board, with its decoded pixels.
public struct LoadedReference: Sendable {
  /// The picture.
  public let picture: ReferencePicture
  /// Its pixels.
  public let pixels: ReferencePixels

  /// Reduces an image to `ReferencePicture.mostPixels`, and encodes it. Takes up to a second; use a
  /// worker.
  /// - Throws: if memory is short.
  public init(_ image: Clipping) throws(PictureFault) {
    let bounds = image.bounds
    let area = Double(bounds.width) * Double(bounds.height)
    let most = Double(ReferencePicture.mostPixels)
    var (width, height) = (bounds.width, bounds.height)
    if area > most {
      let share = (most / area).squareRoot()
      (width, height) = (max(1, Int(Double(width) * share)), max(1, Int(Double(height) * share)))
      width = min(width, ReferencePicture.mostPixels / height)
    }
    var made: [UInt32] = []
    made.reserveCapacity(width * height)
    var line = [UInt32](repeating: 0, count: width)
    // Reduced row by row, so that a large image needs no second copy.
    var reducer = AreaReducer(from: (bounds.width, bounds.height), to: (width, height))
    for y in 0..<height {
      var span = line.mutableSpan
      reducer.write(y, 0..<width, to: &span) { y, row in
        image.image.copy(
          PixelRect(x: bounds.minX, y: bounds.minY + y, width: bounds.width, height: 1), to: &row, stride: bounds.width)
      }
      made += line
    }
    pixels = ReferencePixels(ReferencePixels.Level(width: width, height: height, pixels: made))
    do throws(PNGFault) { picture = try ReferencePicture(of: pixels) } catch {
      throw PictureFault(description: error.error(.write, "").fault)
    }
  }
}
