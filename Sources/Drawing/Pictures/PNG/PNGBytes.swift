import Language
import Raster

/// PNG images in memory. Formats and rounding are those of `PNGReader` and `PNGWriter`.
public enum PNGBytes {
  /// The size in an image's header, and the most bytes that a valid image of this size needs.
  public static func claim(_ first: [UInt8], limits: ImageLimits) throws(PNGFault) -> (
    width: Int, height: Int, bytes: Int
  ) {
    // The signature, then the header, which must come first: length, "IHDR", width, height.
    guard first.count >= 24, first.starts(with: PNGDecoder.signature), first[12..<16].elementsEqual("IHDR".utf8)
    else { throw .words(translated("it is not a PNG image")) }
    func number(_ at: Int) -> Int { first[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    let (width, height) = (number(16), number(20))
    if let fault = limits.fault(width: width, height: height) { throw .words(fault) }
    // 16 bits a channel, uncompressed, in many small chunks, and 16 MB for profiles and text.
    return (width, height, (width * 8 + 1) * height * 51 / 50 + 16_000_000)
  }

  /// Whether an image has 16 bits a channel, by its header (`claim` has checked it).
  public static func isDeep(_ bytes: [UInt8]) -> Bool { bytes.count > 24 && bytes[24] == 16 }

  /// Whether an image is interlaced, by its header (`claim` has checked it).
  public static func isInterlaced(_ bytes: [UInt8]) -> Bool { bytes.count > 28 && bytes[28] != 0 }

  /// Whether an image has a colour profile, or the like, that is not that of sRGB.
  public static func hasForeignColours(_ bytes: [UInt8], limits: ImageLimits) throws(PNGFault) -> Bool {
    let result: Result<PNGColours, PNGFault> = bytes.withUnsafeBufferPointer { buffer in
      do throws(PNGFault) { return .success(try PNGDecoder(lent: buffer, limits: limits).colours) } catch {
        return .failure(error)
      }
    }
    let colours = try result.get()
    let (stated, note) = colours.stated()
    if note != nil { return true }
    if case .nothing = ColourConverter.need(of: stated, layout: .rgba, isColour: !colours.isGrey) { return false }
    return true
  }

  /// Reads an image with 8 bits a channel and passes each row, from the top, as premultiplied pixels to `body`.
  public static func read(
    _ bytes: [UInt8], limits: ImageLimits, _ body: (_ y: Int, _ row: Span<UInt32>) throws(PNGFault) -> Void
  ) throws(PNGFault) {
    try read(bytes, as: UInt32.self, limits: limits, body)
  }

  /// Reads an image in its own depth and passes each row, from the top, as premultiplied pixels to one of the
  /// closures.
  public static func read(
    _ bytes: [UInt8], limits: ImageLimits, words: (_ y: Int, _ row: Span<UInt32>) throws(PNGFault) -> Void,
    deep: (_ y: Int, _ row: Span<DeepPixel>) throws(PNGFault) -> Void
  ) throws(PNGFault) {
    if isDeep(bytes) {
      try read(bytes, as: DeepPixel.self, limits: limits, deep)
    } else {
      try read(bytes, as: UInt32.self, limits: limits, words)
    }
  }

  /// Reads an image in a depth and passes each row, from the top, as premultiplied pixels to `body`.
  static func read<P: PNGPixel>(
    _ bytes: [UInt8], as depth: P.Type, limits: ImageLimits,
    _ body: (_ y: Int, _ row: Span<P>) throws(PNGFault) -> Void
  ) throws(PNGFault) {
    // The decoder borrows the array's memory until the end of this closure.
    let result: Result<Void, PNGFault> = bytes.withUnsafeBufferPointer { buffer in
      do throws(PNGFault) {
        let decoder = try PNGDecoder(lent: buffer, limits: limits)
        var row = [P](repeating: .clear, count: decoder.width)
        for y in 0..<decoder.height {
          var span = row.mutableSpan
          try decoder.readRow(into: &span)
          try body(y, row.span)
        }
        return .success(())
      } catch { return .failure(error) }
    }
    try result.get()
  }

  /// Encodes an image of 8 bits a channel whose rows `body` fills with premultiplied pixels, from the top.
  /// Without alpha, it has the colours of the pixels on black.
  public static func made(
    width: Int, height: Int, hasAlpha: Bool, density: Double? = nil,
    _ body: (_ y: Int, _ row: inout MutableSpan<UInt32>) throws(PNGFault) -> Void
  ) throws(PNGFault) -> [UInt8] {
    try made(UInt32.self, width: width, height: height, hasAlpha: hasAlpha, density: density, body)
  }

  /// Likewise with 16 bits a channel.
  public static func made(
    deep width: Int, height: Int, hasAlpha: Bool, density: Double? = nil,
    _ body: (_ y: Int, _ row: inout MutableSpan<DeepPixel>) throws(PNGFault) -> Void
  ) throws(PNGFault) -> [UInt8] {
    try made(DeepPixel.self, width: width, height: height, hasAlpha: hasAlpha, density: density, body)
  }

  private static func made<P: PNGPixel>(
    _ depth: P.Type, width: Int, height: Int, hasAlpha: Bool, density: Double?,
    _ body: (_ y: Int, _ row: inout MutableSpan<P>) throws(PNGFault) -> Void
  ) throws(PNGFault) -> [UInt8] {
    let encoder = try PNGEncoder(
      descriptor: nil, width: width, height: height, hasAlpha: hasAlpha, density: density, isDeep: P.isDeep)
    var pixels = [P](repeating: .clear, count: width)
    for y in 0..<height {
      var span = pixels.mutableSpan
      try body(y, &span)
      try encoder.put(pixels.span)
    }
    try encoder.finish()
    return encoder.made
  }
}
