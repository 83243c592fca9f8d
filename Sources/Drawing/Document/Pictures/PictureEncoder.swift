import Files
import Glibc
import Language
import Raster

/// Encodes a JPEG or WebP picture in memory from rows of premultiplied pixels. The file says that
/// its colours are sRGB. Use it from one thread at a time.
final class PictureEncoder {
  /// A format that is encoded as a whole.
  enum Format: Hashable { case jpeg, webP }

  private let format: Format
  private let width: Int
  private let height: Int
  private let quality: Int
  private let density: Double?
  private let pixels: PixelBlock
  private var count = 0
  private var hasAlpha = false

  /// - Parameters:
  ///   - quality: 1...100.
  ///   - density: pixels per inch; nil writes none.
  /// - Throws: if the size is not allowed, memory is short or the library is missing.
  init(_ format: Format, width: Int, height: Int, quality: Int, density: Double?) throws(PNGFault) {
    if let fault = ImageLimits.standard.fault(width: width, height: height) { throw .words(fault) }
    switch format {
    case .jpeg: _ = try JPEGLibrary.loaded()
    case .webP:
      _ = try WebPLibrary.loaded()
      if max(width, height) > WebPLibrary.side {
        throw .words(
          translated(
            "it is {width} x {height} px large, but WebP allows at most {side} px a side",
            ["width": width, "height": height, "side": WebPLibrary.side]))
      }
    }
    (self.format, self.width, self.height) = (format, width, height)
    (self.quality, self.density) = (min(100, max(1, quality)), density)
    pixels = try PixelBlock(width: width, height: height)
  }

  /// Adds the next row, from the top. JPEG gets the pixels on white.
  /// - Precondition: fewer than `height` rows were added; a row has `width` pixels.
  func write(_ row: Span<UInt32>) {
    precondition(count < height && row.count == width, "an image has rows of its width, as many as its height")
    let start = count * width
    for x in 0..<width {
      let pixel = row[x]
      if pixel >> 24 == 255 {
        pixels.words[start + x] = pixel
      } else if format == .jpeg {
        pixels.words[start + x] = Pixel.over(pixel, 0xFFFF_FFFF)
      } else {
        hasAlpha = true
        let (red, green, blue, alpha) = Premultiplied.straight(pixel)
        pixels.words[start + x] = UInt32(alpha) << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
      }
    }
    count += 1
  }

  /// The bytes of the file.
  /// - Precondition: all rows were added.
  func made() throws(PNGFault) -> [UInt8] {
    precondition(count == height, "an image has as many rows as its height")
    switch format {
    case .jpeg: return JPEGSegments.marked(try jpeg(), density: density)
    case .webP:
      return WebPChunks.marked(try webP(), width: width, height: height, hasAlpha: hasAlpha, density: density)
    }
  }

  private func jpeg() throws(PNGFault) -> [UInt8] {
    let coder = try JPEGCoder(encodes: true)
    var (made, size) = (UnsafeMutablePointer<UInt8>?.none, UInt(0))
    // Full resolution of colour (TJSAMP_444) at high quality, else half (TJSAMP_420).
    let sampling: Int32 = quality >= 85 ? 0 : 2
    let status = coder.library.encode(
      coder.handle, pixels.bytes, Int32(width), Int32(4 * width), Int32(height), JPEGCoder.PixelFormat.bgra.rawValue,
      &made, &size, sampling, Int32(quality), 0)
    defer { coder.library.release(made) }
    guard status == 0, let made else { throw .words(FileError.printable(coder.message)) }
    return Array(UnsafeBufferPointer(start: made, count: Int(size)))
  }

  private func webP() throws(PNGFault) -> [UInt8] {
    let library = try WebPLibrary.loaded()
    var made: UnsafeMutablePointer<UInt8>?
    let size = library.encodeBGRA(pixels.bytes, Int32(width), Int32(height), Int32(4 * width), Float(quality), &made)
    defer { library.release(made) }
    guard size > 0, let made else { throw .system(ENOMEM) }
    return Array(UnsafeBufferPointer(start: made, count: size))
  }
}

/// Writes the rows of a picture into a file, in any format of pixels.
enum PictureWriter {
  case png(PNGWriter)
  case encoded(PictureEncoder, AtomicFile)

  /// Starts a picture; parameters as those of `PNGWriter`.
  init(
    _ file: AtomicFile, _ options: ExportOptions, width: Int, height: Int, hasAlpha: Bool, density: Double?
  ) throws(FileError) {
    let format: PictureEncoder.Format
    switch options.format {
    case .jpeg: format = .jpeg
    case .webP: format = .webP
    default:
      self = .png(try PNGWriter(file, width: width, height: height, hasAlpha: hasAlpha, density: density))
      return
    }
    do throws(PNGFault) {
      self = .encoded(
        try PictureEncoder(format, width: width, height: height, quality: options.quality, density: density), file)
    } catch { throw error.error(.write, file.path) }
  }

  /// Writes the next row, from the top.
  func write(_ row: Span<UInt32>) throws(FileError) {
    switch self {
    case .png(let writer): try writer.write(row)
    case .encoded(let encoder, _): encoder.write(row)
    }
  }

  /// Ends the picture. The caller commits the file.
  func finish() throws(FileError) {
    switch self {
    case .png(let writer): try writer.finish()
    case .encoded(let encoder, let file):
      let bytes: [UInt8]
      do throws(PNGFault) { bytes = try encoder.made() } catch { throw error.error(.write, file.path) }
      try file.write(bytes.span)
    }
  }
}
