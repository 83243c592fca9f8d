import CPNG
import Files
import Glibc
import Language
import Raster

/// A fault of a PNG image, about the image as "it"; or a system error.
public enum PNGFault: Error {
  case words(String)
  case system(Int32)
  /// The message of a caller that cancelled reading or writing.
  case caller(String)

  /// The fault of a file that is the image.
  public func error(_ action: FileError.Action, _ path: String) -> FileError {
    switch self {
    case .words(let words), .caller(let words): FileError(action, path, fault: words)
    case .system(let code): FileError(action, path, errno: code)
    }
  }

  /// The fault of a file whose part `part` holds the image.
  public func error(_ action: FileError.Action, _ path: String, part: String) -> FileError {
    if case .words(let words) = self {
      return FileError(action, path, fault: translated("its {part}: {fault}", ["part": part, "fault": words]))
    }
    return error(action, path)
  }
}

/// Owns libpng's state for one image and frees it.
private final class PNGHandle {
  let png: UnsafeMutablePointer<fude_png>

  init(_ png: UnsafeMutablePointer<fude_png>?) throws(PNGFault) {
    guard let png else { throw .system(ENOMEM) }
    self.png = png
  }

  deinit { fude_png_free(png) }

  /// Throws the reason if a step failed. `place` says where in the image, if known.
  func check(_ done: Int32, _ place: @autoclosure () -> String = "") throws(PNGFault) {
    if done == 1 { return }
    if png.pointee.failure != 0 { throw .system(png.pointee.failure) }
    let place = place()
    if png.pointee.ended != 0 {
      throw .words(
        place.isEmpty ? translated("it is cut short") : translated("it is cut short {place}", ["place": place]))
    }
    let message = FileError.printable(String(cString: fude_png_message(png)))
    if png.pointee.is_writer != 0 { throw .words(message) }
    throw .words(
      place.isEmpty
        ? translated("it is damaged ({reason})", ["reason": message])
        : translated("it is damaged {place} ({reason})", ["place": place, "reason": message]))
  }
}

/// Decodes a PNG image from a file or from memory, which it borrows; see `PNGReader`.
///
/// `init` reads the header. `readRow` returns the rows from the top and checks the rest after the
/// last one. It must not be used after a fault.
public final class PNGDecoder {
  public static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  public let width: Int
  public let height: Int
  public let hasAlpha: Bool
  /// Whether the image has 16 bits a channel.
  public let isDeep: Bool
  /// Pixels per inch across and down; nil if the image does not contain it.
  public let density: (x: Double, y: Double)?

  /// What the image says about its colours.
  let colours: PNGColours
  /// Converts the colours to sRGB; nil for none.
  private var converter: ColourConverter?

  private let handle: PNGHandle
  /// Whether its rows are known only once the whole image is read.
  public let isInterlaced: Bool
  public private(set) var nextRow = 0
  /// One row: red, green, blue, alpha, straight.
  private var bytes: UnsafeMutableRawBufferPointer?
  /// Whether `bytes` has 16 bits a channel, and the caller's rows have.
  private var (readsDeep, givesDeep) = (false, false)
  private var passes: InterlacedImage?

  public convenience init(descriptor: Int32, limits: ImageLimits) throws(PNGFault) {
    let handle = try PNGHandle(fude_png_make(descriptor, 0))
    // libpng's messages for an empty or foreign file are less helpful.
    let count = fude_png_fill(handle.png, Self.signature.count)
    if handle.png.pointee.failure != 0 { throw .system(handle.png.pointee.failure) }
    try self.init(handle, start: UnsafeBufferPointer(start: handle.png.pointee.buffer, count: count), limits)
  }

  public convenience init(lent bytes: UnsafeBufferPointer<UInt8>, limits: ImageLimits) throws(PNGFault) {
    guard let base = bytes.baseAddress, !bytes.isEmpty else { throw .words(translated("it is empty")) }
    try self.init(try PNGHandle(fude_png_make_reader(base, bytes.count)), start: bytes, limits)
  }

  private init(_ handle: PNGHandle, start: UnsafeBufferPointer<UInt8>, _ limits: ImageLimits) throws(PNGFault) {
    if start.isEmpty { throw .words(translated("it is empty")) }
    guard Self.signature.starts(with: start.prefix(Self.signature.count)) else {
      throw .words(translated("it is not a PNG image"))
    }
    var header = fude_png_header()
    try handle.check(fude_png_read_header(handle.png, &header))
    self.handle = handle
    width = Int(header.width)
    height = Int(header.height)
    isInterlaced = header.is_interlaced != 0
    hasAlpha = header.has_alpha != 0
    isDeep = header.is_deep != 0
    density =
      header.x_density > 0 && header.y_density > 0
      ? (Double(header.x_density) * 0.0254, Double(header.y_density) * 0.0254) : nil
    colours = PNGColours(header)
    if let fault = limits.fault(width: width, height: height) { throw .words(fault) }
  }

  deinit { free(bytes?.baseAddress) }

  /// Reads the next row, from the top, as `width` premultiplied pixels in the caller's depth, which is the same
  /// for all rows.
  func readRow<P: PNGPixel>(into row: inout MutableSpan<P>) throws(PNGFault) {
    precondition(nextRow < height, "an image has no more rows than its height")
    precondition(row.count == width, "a row is as long as the image is wide")
    let bytes: UnsafeMutableRawBufferPointer
    if let started = self.bytes { bytes = started } else { bytes = try start(P.self) }
    precondition(givesDeep == P.isDeep, "all rows are read in the same depth")
    if passes == nil {
      try handle.check(
        fude_png_read_row(handle.png, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)),
        translated("in row {row} of {height}", ["row": nextRow + 1, "height": height]))
      copy(bytes, width, to: &row)
    }
    passes?.copy(nextRow, to: &row)
    nextRow += 1
    if nextRow == height { try handle.check(fude_png_finish_reading(handle.png), translated("after the last row")) }
  }

  private func start<P: PNGPixel>(_ depth: P.Type) throws(PNGFault) -> UnsafeMutableRawBufferPointer {
    // With 8 bits, a level of dark linear light becomes several of sRGB.
    (readsDeep, givesDeep) = (P.isDeep || isDeep && converter != nil, P.isDeep)
    try handle.check(fude_png_start_reading(handle.png, readsDeep ? 1 : 0))
    if readsDeep { converter = converter?.deep }
    let count = (readsDeep ? 8 : 4) * width
    guard let memory = calloc(count, 1) else { throw .system(ENOMEM) }
    let bytes = UnsafeMutableRawBufferPointer(start: memory, count: count)
    self.bytes = bytes
    if isInterlaced { passes = try readPasses(bytes, P.self) }
    return bytes
  }

  /// Reads all passes of an interlaced image. Passes without pixels are not in the file.
  private func readPasses<P: PNGPixel>(
    _ bytes: UnsafeMutableRawBufferPointer, _ depth: P.Type
  ) throws(PNGFault) -> InterlacedImage {
    var image = InterlacedImage(width: width, height: height)
    var row = [P](repeating: .clear, count: width)
    // The first column and row of each pass, and the steps to the next (PNG specification, 8.2).
    for (x, y, across, down) in [
      (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
    ] where x < width {
      let count = (width - x + across - 1) / across
      for line in stride(from: y, to: height, by: down) {
        try handle.check(fude_png_read_row(handle.png, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)))
        var span = row.mutableSpan
        copy(bytes, count, to: &span)
        try image.put(row.span.extracting(0..<count), y: line, x: x, step: across)
      }
    }
    return image
  }

  /// Prepares the conversion of the colours to sRGB. Returns a message if they may be wrong.
  public func useProfile() -> String? {
    let (stated, note) = colours.stated()
    if stated == .profile(SRGBProfile.bytes) { return note }
    guard let fault = use(stated) else { return note }
    if case .profile = stated { _ = use(colours.stated(usesProfile: false).colours) }
    return fault
  }

  /// Prepares the conversion of these colours to sRGB. Returns a message if there is none.
  private func use(_ stated: PictureColours) -> String? {
    switch ColourConverter.need(of: stated, layout: .rgba, isColour: !colours.isGrey) {
    case .nothing: return nil
    case .note(let text): return text
    case .conversion(let converter):
      self.converter = converter
      return nil
    }
  }

  private func copy<P: PNGPixel>(
    _ bytes: UnsafeMutableRawBufferPointer, _ count: Int, to row: inout MutableSpan<P>
  ) {
    guard let base = bytes.baseAddress else { return }
    converter?.convert(base, count: count)
    if readsDeep, !P.isDeep {
      let samples = UnsafeRawPointer(base).assumingMemoryBound(to: UInt16.self)
      for x in 0..<count {
        let at = 4 * x
        row[x] = P(deep: .premultiplied(samples[at], samples[at + 1], samples[at + 2], samples[at + 3]))
      }
      return
    }
    let samples = UnsafeRawPointer(base).assumingMemoryBound(to: P.Sample.self)
    for x in 0..<count {
      let at = 4 * x
      row[x] = P.premultiplied(samples[at], samples[at + 1], samples[at + 2], samples[at + 3])
    }
  }
}

/// Encodes a PNG image into a file, whose descriptor it borrows, or into memory; see `PNGWriter`.
public final class PNGEncoder {
  // Ink on paper is smallest and fastest without filters.
  private static let level: Int32 = 4
  private static let filters: Int32 = PNG_FILTER_NONE

  public let width: Int
  public let height: Int
  public let hasAlpha: Bool
  /// Whether it has 16 bits a channel.
  public let isDeep: Bool
  /// Whether `made` returns the image.
  public let isInMemory: Bool
  private let handle: PNGHandle
  private var row: [UInt8]
  public private(set) var rowCount = 0

  /// Without `descriptor`, the image is kept in memory. `density` in pixels per inch.
  public init(
    descriptor: Int32?, width: Int, height: Int, hasAlpha: Bool, density: Double?, isDeep: Bool = false
  ) throws(PNGFault) {
    if let fault = ImageLimits.standard.fault(width: width, height: height) { throw .words(fault) }
    handle = try PNGHandle(descriptor.map { fude_png_make($0, 1) } ?? fude_png_make_writer())
    (self.width, self.height, self.hasAlpha) = (width, height, hasAlpha)
    (self.isDeep, isInMemory) = (isDeep, descriptor == nil)
    row = [UInt8](repeating: 0, count: width * (hasAlpha ? 4 : 3) * (isDeep ? 2 : 1))
    let perMetre = density.map { UInt32(max(1, min(1e9, ($0 / 0.0254).rounded()))) } ?? 0
    let profile = isDeep ? SRGBProfile.bytes : []
    try handle.check(
      profile.withUnsafeBufferPointer {
        fude_png_write_header(
          handle.png, UInt32(width), UInt32(height), isDeep ? 16 : 8, hasAlpha ? 1 : 0, perMetre, Self.level,
          Self.filters, $0.baseAddress, UInt32($0.count))
      })
  }

  /// Writes the next row, from the top, of an image with 8 bits a channel: `width` premultiplied pixels.
  public func write(_ pixels: Span<UInt32>) throws(PNGFault) { try put(pixels) }

  /// Writes the next row, from the top, of an image with 16 bits a channel: `width` premultiplied pixels.
  public func write(_ pixels: Span<DeepPixel>) throws(PNGFault) { try put(pixels) }

  /// Generic within the module only, where it is specialised.
  func put<P: PNGPixel>(_ pixels: Span<P>) throws(PNGFault) {
    precondition(P.isDeep == isDeep, "a row has the image's depth")
    check(pixels.count)
    row.withUnsafeMutableBytes { bytes in
      let size = MemoryLayout<P.Sample>.size
      func put(_ sample: P.Sample, _ at: Int) {
        bytes.storeBytes(of: sample, toByteOffset: at * size, as: P.Sample.self)
      }
      for x in 0..<width {
        if hasAlpha {
          let (red, green, blue, alpha) = pixels[x].straight
          put(red, 4 * x)
          put(green, 4 * x + 1)
          put(blue, 4 * x + 2)
          put(alpha, 4 * x + 3)
        } else {
          let (red, green, blue) = pixels[x].onBlack
          put(red, 3 * x)
          put(green, 3 * x + 1)
          put(blue, 3 * x + 2)
        }
      }
    }
    try finishRow()
  }

  /// Writes the next row of an image with 8 bits a channel and alpha: `width` premultiplied pixels, whose straight
  /// colours are rounded once.
  public func write(rounding pixels: Span<DeepPixel>) throws(PNGFault) {
    precondition(!isDeep && hasAlpha, "pixels of 8 bits with alpha")
    check(pixels.count)
    for x in 0..<width {
      (row[4 * x], row[4 * x + 1], row[4 * x + 2], row[4 * x + 3]) = pixels[x].straightBytes
    }
    try finishRow()
  }

  private func check(_ count: Int) {
    precondition(rowCount < height, "an image has no more rows than its height")
    precondition(count == width, "a row is as long as the image is wide")
  }

  private func finishRow() throws(PNGFault) {
    try handle.check(fude_png_write_row(handle.png, row))
    rowCount += 1
  }

  public func finish() throws(PNGFault) {
    precondition(rowCount == height, "an image has as many rows as its height")
    try handle.check(fude_png_finish_writing(handle.png))
  }

  /// The bytes of a finished image in memory.
  public var made: [UInt8] {
    Array(UnsafeBufferPointer(start: handle.png.pointee.made, count: handle.png.pointee.made_count))
  }
}
