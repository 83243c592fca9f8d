import CPNG
import Glibc

/// Reads a PNG file row by row, as premultiplied pixels.
///
/// Its life:
/// 1. `init` opens the file and reads its header: size, opacity and density are known, nothing is allocated by size.
/// 2. `readRow(into:)` gives the rows from the top. An interlaced image is read as a whole at the first one.
/// 3. With the last row the rest of the file is checked. A file that is cut short or damaged anywhere has thrown by then;
///    whoever opens a drawing must not keep what came before.
///
/// Every form of PNG is read: grey, colour, palette, 1 to 16 bits, transparent colours, interlaced. 16 bits are rounded to
/// 8. Colours count as sRGB: gamma, chromaticities and colour profiles in the file are not applied. How translucent pixels
/// are rounded says `Premultiplied`. Used by one thread at a time.
public final class PNGReader {
  /// The file, as the caller named it.
  public let path: String
  /// Pixels in a row.
  public let width: Int
  /// Number of rows.
  public let height: Int
  /// Whether the image can have pixels that are not opaque.
  public let hasAlpha: Bool
  /// Pixels per inch across and down; nil where the file does not say.
  public let density: (x: Double, y: Double)?

  private let input: PNGInput
  private let isInterlaced: Bool
  private var nextRow = 0
  /// One row, or all of an interlaced image: red, green, blue, alpha, straight, 8 bits each.
  private var bytes: UnsafeMutableBufferPointer<UInt8>?

  /// Opens a PNG file.
  /// - Throws: where it cannot be read, is not a PNG, or is larger than `limits`.
  public init(path: String, limits: ImageLimits = .standard) throws(FileError) {
    self.path = path
    input = try PNGInput(path: path)
    var header = fude_png_header()
    guard fude_png_read_header(input.png, &header) == 1 else { throw input.failed() }
    width = Int(header.width)
    height = Int(header.height)
    isInterlaced = header.is_interlaced != 0
    hasAlpha = header.has_alpha != 0
    density =
      header.x_density > 0 && header.y_density > 0
      ? (Double(header.x_density) * 0.0254, Double(header.y_density) * 0.0254) : nil
    if let fault = limits.fault(width: width, height: height) { throw FileError(.read, path, fault: fault) }
  }

  deinit { free(bytes?.baseAddress) }

  /// Reads the next row, the topmost first.
  /// - Parameter row: gets `width` pixels, 0xAARRGGBB premultiplied.
  /// - Precondition: fewer than `height` rows were read, and none failed.
  public func readRow(into row: inout MutableSpan<UInt32>) throws(FileError) {
    precondition(nextRow < height, "an image has no more rows than its height")
    precondition(row.count == width, "a row is as long as the image is wide")
    let bytes: UnsafeMutableBufferPointer<UInt8>
    if let started = self.bytes { bytes = started } else { bytes = try start() }
    var first = 0
    if isInterlaced {
      first = nextRow * 4 * width
    } else if fude_png_read_row(input.png, bytes.baseAddress) != 1 {
      throw input.failed("in row \(nextRow + 1) of \(height)")
    }
    for x in 0..<width {
      let at = first + 4 * x
      row[x] = Premultiplied.pixel(red: bytes[at], green: bytes[at + 1], blue: bytes[at + 2], alpha: bytes[at + 3])
    }
    nextRow += 1
    if nextRow == height && fude_png_finish_reading(input.png) != 1 { throw input.failed("after the last row") }
  }

  /// Reads all rows that are left and lends each to `body` with its number, 0 the topmost.
  public func readRows(_ body: (_ y: Int, _ row: Span<UInt32>) -> Void) throws(FileError) {
    var row = [UInt32](repeating: 0, count: width)
    while nextRow < height {
      let y = nextRow
      var span = row.mutableSpan
      try readRow(into: &span)
      body(y, row.span)
    }
  }

  private func start() throws(FileError) -> UnsafeMutableBufferPointer<UInt8> {
    guard fude_png_start_reading(input.png) == 1 else { throw input.failed() }
    // Cleared memory is not touched before it is written to: a short file that claims to be huge costs nothing.
    let count = 4 * width * (isInterlaced ? height : 1)
    guard let memory = calloc(count, 1) else { throw FileError(.read, path, errno: ENOMEM) }
    let bytes = UnsafeMutableBufferPointer(start: memory.bindMemory(to: UInt8.self, capacity: count), count: count)
    self.bytes = bytes
    if isInterlaced && fude_png_read_passes(input.png, bytes.baseAddress, UInt32(width), UInt32(height)) != 1 {
      throw input.failed()
    }
    return bytes
  }
}

/// An open file and libpng's reader on it; both end with it.
private final class PNGInput {
  let png: UnsafeMutablePointer<fude_png>
  private let path: String
  private let descriptor: Int32

  init(path: String) throws(FileError) {
    let descriptor = try InputFile.open(path)
    guard let png = fude_png_make(descriptor, 0) else {
      close(descriptor)
      throw FileError(.read, path, errno: ENOMEM)
    }
    self.path = path
    self.png = png
    self.descriptor = descriptor
    // libpng would tell an empty file from one that is cut short, or is something else, in less helpful words.
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let count = fude_png_fill(png, signature.count)
    if png.pointee.failure != 0 { throw FileError(.read, path, errno: png.pointee.failure) }
    if count == 0 { throw FileError(.read, path, fault: "it is empty") }
    let start = UnsafeBufferPointer(start: png.pointee.buffer, count: min(count, signature.count))
    guard start.elementsEqual(signature.prefix(count)) else {
      throw FileError(.read, path, fault: "it is not a PNG image")
    }
  }

  deinit {
    fude_png_free(png)
    close(descriptor)
  }

  /// Why the last step failed, and where, if there is a place to name.
  func failed(_ place: String = "") -> FileError {
    if png.pointee.failure != 0 { return FileError(.read, path, errno: png.pointee.failure) }
    let place = place.isEmpty ? "" : " " + place
    if png.pointee.ended != 0 { return FileError(.read, path, fault: "it is cut short\(place)") }
    let message = FileError.printable(String(cString: fude_png_message(png)))
    return FileError(.read, path, fault: "it is damaged\(place) (\(message))")
  }
}
