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
  private let isLossless: Bool
  private let density: Double?
  private let pixels: PixelBlock
  private var count = 0
  private var hasAlpha = false

  /// - Parameters:
  ///   - quality: 1...100.
  ///   - isLossless: whether a WebP has no losses.
  ///   - density: pixels per inch; nil writes none.
  /// - Throws: if the size is not allowed, memory is short or the library is missing.
  init(_ format: Format, width: Int, height: Int, quality: Int, isLossless: Bool = false, density: Double?)
    throws(PNGFault)
  {
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
    (self.quality, self.isLossless, self.density) = (min(100, max(1, quality)), isLossless, density)
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
    let sampling: Int32 = quality >= 90 ? 0 : 2
    let status = coder.library.encode(
      coder.handle, pixels.bytes, Int32(width), Int32(4 * width), Int32(height), JPEGCoder.PixelFormat.bgra.rawValue,
      &made, &size, sampling, Int32(quality), JPEGCoder.progressive)
    defer { coder.library.release(made) }
    guard status == 0, let made else { throw .words(FileError.printable(coder.message)) }
    return Array(UnsafeBufferPointer(start: made, count: Int(size)))
  }

  private func webP() throws(PNGFault) -> [UInt8] {
    let library = try WebPLibrary.loaded()
    var made: UnsafeMutablePointer<UInt8>?
    let (width, height, stride) = (Int32(width), Int32(height), Int32(4 * width))
    let size =
      isLossless
      ? library.encodeLossless(pixels.bytes, width, height, stride, &made)
      : library.encodeBGRA(pixels.bytes, width, height, stride, Float(quality), &made)
    defer { library.release(made) }
    guard size > 0, let made else { throw .system(ENOMEM) }
    return Array(UnsafeBufferPointer(start: made, count: size))
  }
}

/// Encodes the rows of a picture in any format of pixels, into a file or in memory.
enum PictureWriter {
  case png(PNGEncoder)
  case encoded(PictureEncoder)

  /// Starts a picture in memory, for `made`. Without alpha the colours of the pixels are on black.
  init(
    inMemory options: ExportOptions, width: Int, height: Int, hasAlpha: Bool, density: Double? = nil
  ) throws(PNGFault) {
    try self.init(options, descriptor: nil, width: width, height: height, hasAlpha: hasAlpha, density: density)
  }

  /// Starts a picture.
  /// - Parameters:
  ///   - descriptor: where a PNG is written, row by row; nil keeps it in memory. Other formats are
  ///     always kept in memory.
  ///   - density: pixels per inch, above 0; nil writes none.
  init(
    _ options: ExportOptions, descriptor: Int32?, width: Int, height: Int, hasAlpha: Bool, density: Double?
  ) throws(PNGFault) {
    let format: PictureEncoder.Format
    switch options.format {
    case .jpeg: format = .jpeg
    case .webP: format = .webP
    default:
      self = .png(
        try PNGEncoder(
          descriptor: descriptor, width: width, height: height, hasAlpha: hasAlpha, density: density,
          isDeep: options.isDeep))
      return
    }
    self = .encoded(
      try PictureEncoder(
        format, width: width, height: height, quality: options.quality, isLossless: options.isLossless,
        density: density))
  }

  /// Whether rows have 16 bits a channel.
  var isDeep: Bool {
    if case .png(let encoder) = self { encoder.isDeep } else { false }
  }

  /// Whether rows with 16 bits a channel can be written to a picture of 8 with alpha.
  var canRound: Bool {
    if case .png(let encoder) = self { encoder.hasAlpha && !encoder.isDeep } else { false }
  }

  /// Writes the next row, from the top, of a picture that `canRound`.
  func write(rounding row: Span<DeepPixel>) throws(PNGFault) {
    guard case .png(let encoder) = self else { preconditionFailure("only PNG is rounded from 16 bits a channel") }
    try encoder.write(rounding: row)
  }

  /// Writes the next row, from the top, to a picture of 8 bits a channel.
  func write(_ row: Span<UInt32>) throws(PNGFault) {
    switch self {
    case .png(let encoder): try encoder.write(row)
    case .encoded(let encoder): encoder.write(row)
    }
  }

  /// Writes the next row, from the top, to a picture of 16 bits a channel.
  func write(_ row: Span<DeepPixel>) throws(PNGFault) {
    guard case .png(let encoder) = self else { preconditionFailure("only PNG has 16 bits a channel") }
    try encoder.write(row)
  }

  /// Ends a picture. Returns the bytes that are in memory; none if a PNG was written to a
  /// descriptor.
  /// - Precondition: all rows were written.
  func made() throws(PNGFault) -> [UInt8] {
    switch self {
    case .png(let encoder):
      try encoder.finish()
      return encoder.isInMemory ? encoder.made : []
    case .encoded(let encoder): return try encoder.made()
    }
  }
}
