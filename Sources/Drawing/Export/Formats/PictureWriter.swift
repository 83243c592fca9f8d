import Document
import Glibc
import Pictures
import Raster

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
    guard let codec = options.format.pixels?.codec else {
      self = .png(
        try PNGEncoder(
          descriptor: descriptor, width: width, height: height, hasAlpha: hasAlpha, density: density,
          isDeep: options.isDeep))
      return
    }
    self = .encoded(
      try PictureEncoder(
        codec, width: width, height: height, quality: options.quality, isLossless: options.isLossless,
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
