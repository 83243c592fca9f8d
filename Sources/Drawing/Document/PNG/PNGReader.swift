import Files
import Glibc

/// Reads a PNG file row by row, as premultiplied pixels.
///
/// Its life:
/// 1. `init` opens the file and reads its header: size, opacity and density are known, nothing is allocated by size.
/// 2. `readRow(into:)` gives the rows from the top. An interlaced image is read as a whole at the first one,
///    in memory by its tiles that have several colours.
/// 3. With the last row the rest of the file is checked. A file that is cut short or damaged anywhere has thrown by then;
///    whoever opens a drawing must not keep what came before.
///
/// A wrong checksum is a fault where it changes the pixels; chunks that do not (texts, times, colour profiles) are then
/// passed over.
///
/// Every form of PNG is read: grey, colour, palette, 1 to 16 bits, transparent colours, interlaced. 16 bits are rounded to
/// 8. Colours count as sRGB: gamma, chromaticities and colour profiles in the file are not applied. How translucent pixels
/// are rounded says `Premultiplied`. Used by one thread at a time.
public final class PNGReader {
  /// The file, as the caller named it.
  public let path: String
  /// Pixels in a row.
  public var width: Int { decoder.width }
  /// Number of rows.
  public var height: Int { decoder.height }
  /// Whether the image can have pixels that are not opaque.
  public var hasAlpha: Bool { decoder.hasAlpha }
  /// Pixels per inch across and down; nil where the file does not say.
  public var density: (x: Double, y: Double)? { decoder.density }

  private let decoder: PNGDecoder
  private let descriptor: Int32

  /// Opens a PNG file.
  /// - Throws: where it cannot be read, is not a PNG, or is larger than `limits`.
  public init(path: String, limits: ImageLimits = .standard) throws(FileError) {
    let descriptor = try InputFile.open(path)
    do throws(PNGFault) {
      decoder = try PNGDecoder(descriptor: descriptor, limits: limits)
    } catch {
      close(descriptor)
      throw error.error(.read, path)
    }
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Reads the next row, the topmost first.
  /// - Parameter row: gets `width` pixels, 0xAARRGGBB premultiplied.
  /// - Precondition: fewer than `height` rows were read, and none failed.
  public func readRow(into row: inout MutableSpan<UInt32>) throws(FileError) {
    do throws(PNGFault) { try decoder.readRow(into: &row) } catch { throw error.error(.read, path) }
  }

  /// Reads all rows that are left and lends each to `body` with its number, 0 the topmost.
  /// - Parameter body: may throw to end the reading.
  public func readRows(_ body: (_ y: Int, _ row: Span<UInt32>) throws(FileError) -> Void) throws(FileError) {
    var row = [UInt32](repeating: 0, count: width)
    while decoder.nextRow < height {
      let y = decoder.nextRow
      var span = row.mutableSpan
      try readRow(into: &span)
      try body(y, row.span)
    }
  }
}
