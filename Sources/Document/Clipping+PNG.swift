import Files
import Geometry
import Raster

/// Why bytes make no piece: about them as "it", without a full stop ("it is damaged in row 5 of 10").
public struct PictureFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public let description: String
}

/// Pieces as PNG images, as programs give them to each other.
extension Clipping {
  /// A piece from the bytes of a PNG image, its upper left pixel at the origin.
  /// - Throws: where they are none, are damaged, or the image is larger than a canvas may be.
  public init(png bytes: [UInt8]) throws(PictureFault) {
    var image: TileGrid?
    do throws(PNGFault) {
      var document: Document?
      let size = try PNGBytes.claim(Array(bytes.prefix(24)), limits: .standard)
      document = Document(width: size.width, height: size.height)
      if document == nil { throw .words("it is \(size.width) x \(size.height) px large, too large for a canvas") }
      try PNGBytes.read(bytes, limits: .standard) { y, row in document?.load(row: y, pixels: row) }
      image = document?.activeImage
    } catch { throw PictureFault(description: error.error(.read, "").fault) }
    guard let image, let clipping = Clipping(whole: image) else { throw PictureFault(description: "it has no pixels") }
    self = clipping
  }

  /// A piece from a PNG file, its upper left pixel at the origin.
  /// - Throws: where it cannot be read, is none, is damaged or too large.
  public init(pngAt path: String) throws(FileError) {
    let document = try Document(pngAt: path)
    guard let clipping = Clipping(whole: document.activeImage) else {
      throw FileError(.read, path, fault: "it has no pixels")
    }
    self = clipping
  }

  private init?(whole image: TileGrid) {
    self.init(of: image, Mask(width: image.width, height: image.height, isFull: true))
  }

  /// The bytes of a PNG image of `bounds`, translucent where the piece is, and clear where nothing belongs to it.
  /// - Throws: where memory is short.
  public func png() throws(PictureFault) -> [UInt8] {
    do throws(PNGFault) {
      return try PNGBytes.made(width: bounds.width, height: bounds.height, hasAlpha: true) { y, row in
        image.copy(
          PixelRect(x: bounds.minX, y: bounds.minY + y, width: bounds.width, height: 1), to: &row, stride: bounds.width)
      }
    } catch { throw PictureFault(description: error.error(.write, "").fault) }
  }
}
