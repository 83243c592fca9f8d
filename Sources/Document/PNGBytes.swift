import CPNG
import Glibc

/// PNG images in memory, as they lie in an archive. What is read and how pixels are rounded is as `PNGReader` and `PNGWriter`
/// have it.
enum PNGBytes {
  /// What is wrong with an image, about it as "it"; or what the system says.
  enum Fault: Error {
    case words(String)
    case system(Int32)
    /// What whoever takes or gives the rows said to end it.
    case caller(String)

    /// As the fault of a file with a part that holds the image.
    func error(_ action: FileError.Action, _ path: String, part: String) -> FileError {
      switch self {
      case .words(let words): FileError(action, path, fault: "its \(part): \(words)")
      case .system(let code): FileError(action, path, errno: code)
      case .caller(let words): FileError(action, path, fault: words)
      }
    }
  }

  /// The size that the first bytes of an image claim, and the most bytes that an honest image of this size takes.
  static func claim(_ first: [UInt8], limits: ImageLimits) throws(Fault) -> (width: Int, height: Int, bytes: Int) {
    // Signature, then the header, which must come first: length, "IHDR", width, height.
    guard first.count >= 24, first.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
      first[12..<16].elementsEqual("IHDR".utf8)
    else { throw .words("it is not a PNG image") }
    func number(_ at: Int) -> Int { first[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    let (width, height) = (number(16), number(20))
    if let fault = limits.fault(width: width, height: height) { throw .words(fault) }
    // 16 bits a channel, not packed at all, in many small chunks, and 16 MB of profiles and words.
    return (width, height, (width * 8 + 1) * height * 51 / 50 + 16_000_000)
  }

  /// Reads an image and lends each row, from the top, as premultiplied pixels.
  /// - Parameter body: may throw to end the reading.
  static func read(
    _ bytes: [UInt8], limits: ImageLimits, _ body: (_ y: Int, _ row: Span<UInt32>) throws(Fault) -> Void
  ) throws(Fault) {
    // libpng is lent the array's memory for all of the reading.
    let result: Result<Void, Fault> = bytes.withUnsafeBufferPointer { buffer in
      do throws(Fault) {
        guard let base = buffer.baseAddress, let input = MemoryInput(base, buffer.count) else {
          throw buffer.isEmpty ? .words("it is empty") : .system(ENOMEM)
        }
        return .success(try input.read(limits, body))
      } catch { return .failure(error) }
    }
    try result.get()
  }

  /// An image of `width` times `height` px with alpha, or without, which then has the colours of pixels on black.
  /// - Parameter body: fills each row, from the top, with premultiplied pixels; may throw to end the writing.
  static func made(
    width: Int, height: Int, hasAlpha: Bool, density: Double? = nil,
    _ body: (_ y: Int, _ row: inout MutableSpan<UInt32>) throws(Fault) -> Void
  ) throws(Fault) -> [UInt8] {
    guard let output = MemoryOutput() else { throw .system(ENOMEM) }
    return try output.write(width, height, hasAlpha, density, body)
  }
}

/// libpng's reader of lent bytes; ends with it.
private final class MemoryInput {
  private let png: UnsafeMutablePointer<fude_png>

  init?(_ base: UnsafePointer<UInt8>, _ count: Int) {
    guard let png = fude_png_make_reader(base, count) else { return nil }
    self.png = png
  }

  deinit { fude_png_free(png) }

  func read(
    _ limits: ImageLimits, _ body: (Int, Span<UInt32>) throws(PNGBytes.Fault) -> Void
  ) throws(PNGBytes.Fault) {
    var header = fude_png_header()
    try check(fude_png_read_header(png, &header))
    let (width, height) = (Int(header.width), Int(header.height))
    if let fault = limits.fault(width: width, height: height) { throw .words(fault) }
    try check(fude_png_start_reading(png))
    let isInterlaced = header.is_interlaced != 0
    // Cleared memory is not touched before it is written to: a short file that claims to be huge costs nothing.
    guard let memory = calloc(4 * width, isInterlaced ? height : 1) else { throw .system(ENOMEM) }
    defer { free(memory) }
    let bytes = memory.assumingMemoryBound(to: UInt8.self)
    if isInterlaced { try check(fude_png_read_passes(png, bytes, header.width, header.height)) }
    var row = [UInt32](repeating: 0, count: width)
    for y in 0..<height {
      if !isInterlaced { try check(fude_png_read_row(png, bytes)) }
      let first = isInterlaced ? 4 * width * y : 0
      for x in 0..<width {
        let at = bytes + (first + 4 * x)
        row[x] = Premultiplied.pixel(red: at[0], green: at[1], blue: at[2], alpha: at[3])
      }
      try body(y, row.span)
    }
    try check(fude_png_finish_reading(png))
  }

  private func check(_ done: Int32) throws(PNGBytes.Fault) {
    if done == 1 { return }
    if png.pointee.ended != 0 { throw .words("it is cut short") }
    throw .words("it is damaged (\(FileError.printable(String(cString: fude_png_message(png)))))")
  }
}

/// libpng's writer into memory; ends with it.
private final class MemoryOutput {
  private let png: UnsafeMutablePointer<fude_png>

  init?() {
    guard let png = fude_png_make_writer() else { return nil }
    self.png = png
  }

  deinit { fude_png_free(png) }

  func write(
    _ width: Int, _ height: Int, _ hasAlpha: Bool, _ density: Double?,
    _ body: (Int, inout MutableSpan<UInt32>) throws(PNGBytes.Fault) -> Void
  ) throws(PNGBytes.Fault) -> [UInt8] {
    if let fault = ImageLimits.standard.fault(width: width, height: height) { throw .words(fault) }
    let perMetre = density.map { UInt32(max(1, min(1e9, ($0 / 0.0254).rounded()))) } ?? 0
    // Level and filters as `PNGWriter` has measured them for drawings.
    try check(
      fude_png_write_header(png, UInt32(width), UInt32(height), hasAlpha ? 1 : 0, perMetre, 4, PNG_FILTER_NONE))
    var pixels = [UInt32](repeating: 0, count: width)
    var bytes = [UInt8](repeating: 0, count: width * (hasAlpha ? 4 : 3))
    for y in 0..<height {
      var span = pixels.mutableSpan
      try body(y, &span)
      for x in 0..<width {
        let pixel = pixels[x]
        if hasAlpha {
          let straight = Premultiplied.straight(pixel)
          bytes[4 * x] = straight.red
          bytes[4 * x + 1] = straight.green
          bytes[4 * x + 2] = straight.blue
          bytes[4 * x + 3] = straight.alpha
        } else {
          bytes[3 * x] = UInt8(truncatingIfNeeded: pixel >> 16)
          bytes[3 * x + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
          bytes[3 * x + 2] = UInt8(truncatingIfNeeded: pixel)
        }
      }
      try check(fude_png_write_row(png, bytes))
    }
    try check(fude_png_finish_writing(png))
    return Array(UnsafeBufferPointer(start: png.pointee.made, count: png.pointee.made_count))
  }

  private func check(_ done: Int32) throws(PNGBytes.Fault) {
    if done == 1 { return }
    if png.pointee.failure != 0 { throw .system(png.pointee.failure) }
    throw .words(FileError.printable(String(cString: fude_png_message(png))))
  }
}
