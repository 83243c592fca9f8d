import Document
import Files
import Geometry
import Language
import Pictures
import Raster

/// Clippings as PNG images, the format in which programs exchange them.
extension Clipping {
  /// Decodes a PNG image in its own depth, with its upper left pixel at the origin.
  /// - Throws: if the bytes are damaged, not a PNG image, or too large for a canvas.
  public init(png bytes: [UInt8]) throws(PictureFault) {
    var notes: [String] = []
    try self.init(png: bytes, notes: &notes)
  }

  init(png bytes: [UInt8], notes: inout [String]) throws(PictureFault) {
    var note: String?
    // The decoder borrows the array's memory until the end of this closure.
    let result: Result<TileGrid, PNGFault> = bytes.withUnsafeBufferPointer { buffer in
      do throws(PNGFault) { return .success(try Self.decoded(buffer, &note)) } catch { return .failure(error) }
    }
    if let note { notes.append(note) }
    switch result {
    case .failure(let fault): throw PictureFault(description: fault.error(.read, "").fault)
    case .success(let image):
      guard let clipping = Clipping(whole: image) else {
        throw PictureFault(description: translated("it has no pixels"))
      }
      self = clipping
    }
  }

  private static func decoded(_ bytes: UnsafeBufferPointer<UInt8>, _ note: inout String?) throws(PNGFault) -> TileGrid {
    let decoder = try PNGDecoder(lent: bytes, limits: .standard)
    note = decoder.useProfile()
    guard Document.isAllowed(width: decoder.width, height: decoder.height) else {
      throw .words(Document.tooLarge(width: decoder.width, height: decoder.height))
    }
    return try decoder.image()
  }

  /// Reads a PNG file, with its upper left pixel at the origin.
  /// - Throws: if the file cannot be read, is not a PNG image, is damaged or too large.
  public init(pngAt path: String) throws(FileError) {
    var notes: [String] = []
    try self.init(pngAt: path, notes: &notes)
  }

  init(pngAt path: String, notes: inout [String]) throws(FileError) {
    let document = try Document(pngAt: path, notes: &notes)
    guard let clipping = Clipping(whole: document.activeImage) else {
      throw FileError(.read, path, fault: translated("it has no pixels"))
    }
    self = clipping
  }

  init?(whole image: TileGrid) {
    self.init(of: image, Mask(width: image.width, height: image.height, isFull: true))
  }

  /// Encodes `bounds` as a PNG image of 8 bits a channel. Pixels outside the clipping are transparent.
  /// - Throws: if memory is short, or the clipping is larger than a picture may be.
  public func png() throws(PictureFault) -> [UInt8] {
    if let fault = ImageLimits.standard.fault(width: bounds.width, height: bounds.height) {
      throw PictureFault(description: fault)
    }
    do throws(PNGFault) {
      return try PNGBytes.made(width: bounds.width, height: bounds.height, hasAlpha: true) { y, row in
        image.copy(
          PixelRect(x: bounds.minX, y: bounds.minY + y, width: bounds.width, height: 1), to: &row, stride: bounds.width)
      }
    } catch { throw PictureFault(description: error.error(.write, "").fault) }
  }
}
