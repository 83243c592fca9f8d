import Archive
import Document
import Files
import Geometry
import Glibc
import Journal
import Paint
import Pictures
import Raster
import Storage

/// What a file dialog shows of a drawing: its date, its size and a small picture.
public struct FilePreview: Sendable, Hashable {
  /// The path from the root.
  public let path: String
  /// The size, bytes; nil if the file is not accessible.
  public let size: Int?
  /// The time of the last modification, seconds since 1970; nil if the file is not accessible.
  public let modified: Int?
  /// The drawing; nil if the file has no picture that is read quickly.
  public let picture: Miniature?

  /// The largest journal of a kept drawing, and the largest PNG image (px), that are read for a
  /// preview. OpenRaster files contain a small picture.
  private static let (mostBytes, mostPixels) = (8_000_000, 20_000_000)

  /// Creates a preview from its parts.
  public init(path: String, size: Int?, modified: Int?, picture: Miniature?) {
    (self.path, self.size, self.modified, self.picture) = (path, size, modified, picture)
  }

  /// Reads the preview of a file. Blocks, for a kept drawing up to seconds; use a worker.
  /// - Parameters:
  ///   - side: the largest width and height of the picture, px.
  ///   - filler: draws the strokes of kept drawings.
  public init(of path: String, side: Int, filler: CoverageFiller) {
    self.path = path
    size = FileFacts.byteCount(of: path)
    modified = FileFacts.time(of: path).map { Int($0) }
    let name = path.lowercased()
    if let size, name.hasSuffix(".journal"), size <= Self.mostBytes {
      picture = Self.journal(path, side, filler)
    } else if name.hasSuffix(".ora") {
      picture = Self.openRaster(path, side)
    } else if name.hasSuffix(".png") {
      picture = Self.png(path, side)
    } else {
      picture = nil
    }
  }

  private static func journal(_ path: String, _ side: Int, _ filler: CoverageFiller) -> Miniature? {
    guard let file = try? JournalFile.look(at: path), let replay = try? JournalReplay(file, filler: filler) else {
      return nil
    }
    var maker = MiniatureMaker()
    return maker.make(of: replay.finished(filler).picture, most: (side, side))
  }

  private static func openRaster(_ path: String, _ side: Int) -> Miniature? {
    guard let descriptor = try? InputFile.open(path) else { return nil }
    defer { close(descriptor) }
    let limits = ImageLimits(side: 4096, area: mostPixels)
    guard let archive = try? ZipReader(descriptor: descriptor, limits: OpenRasterLimits().archive),
      let entry = archive.entry("Thumbnails/thumbnail.png"),
      let bytes = try? archive.read(entry, limit: mostBytes),
      let claim = try? PNGBytes.claim(bytes, limits: limits)
    else { return nil }
    var small = Thumbnail(ofWidth: claim.width, height: claim.height, side: side)
    guard (try? PNGBytes.read(bytes, limits: limits) { _, row in small.add(row) }) != nil else { return nil }
    return miniature(small)
  }

  /// The picture of the whole in an OpenRaster file, if it has the drawing's size. It is read row by row. Its canvas
  /// has at most 67 megapixels, which take about a second; nil for a larger one.
  public static func merged(_ path: String, side: Int) -> Miniature? {
    guard let reader = try? OpenRasterReader(path: path), let entry = reader.archive.entry("mergedimage.png"),
      let start = try? reader.archive.prefix(of: entry, count: 32), !PNGBytes.isInterlaced(start),
      let claim = try? PNGBytes.claim(start, limits: ImageLimits(side: 32767, area: 1 << 26)),
      claim.width == reader.stack.width, claim.height == reader.stack.height,
      let bytes = try? reader.archive.read(entry, limit: min(claim.bytes, BoundsLimits.entry))
    else { return nil }
    var small = Thumbnail(ofWidth: claim.width, height: claim.height, side: side)
    guard (try? PNGBytes.read(bytes, limits: .standard) { _, row in small.add(row) }) != nil else { return nil }
    return miniature(small)
  }

  private static func png(_ path: String, _ side: Int) -> Miniature? {
    guard let reader = try? PNGReader(path: path, limits: ImageLimits(side: 32767, area: mostPixels)) else {
      return nil
    }
    _ = reader.useProfile()
    if reader.orientation > 1 {
      guard let image = try? reader.uprightImage() else { return nil }
      let small = LayerThumbnail(of: image, most: (min(side, image.width), min(side, image.height)))
      return Miniature(
        part: PixelRect(x: 0, y: 0, width: small.width, height: small.height), width: small.width,
        height: small.height, pixels: small.pixels.map { Pixel.over($0, 0xFFFF_FFFF) })
    }
    var small = Thumbnail(ofWidth: reader.width, height: reader.height, side: side)
    guard (try? reader.readRows { _, row in small.add(row) }) != nil else { return nil }
    return miniature(small)
  }

  /// A picture on white.
  private static func miniature(_ small: Thumbnail) -> Miniature {
    Miniature(
      part: PixelRect(x: 0, y: 0, width: small.width, height: small.height), width: small.width, height: small.height,
      pixels: small.pixels.map { Pixel.over($0, 0xFFFF_FFFF) })
  }
}
