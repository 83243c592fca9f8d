import Files
import Glibc
import Raster

/// Reads a PNG file row by row, as premultiplied pixels.
///
/// 1. `init` reads the header and allocates no memory for pixels.
/// 2. `readRow(into:)` returns the rows from the top. The first one reads all of an interlaced
///    image.
/// 3. After the last row, the rest of the file is checked. Any damage has thrown by then; the
///    caller must discard the rows that it has.
///
/// Reads all forms of PNG, in the depth that the caller asks for: 8 or 16 bits a channel, rounded. Damaged chunks
/// that do not change pixels are ignored. Colours count as sRGB unless `useProfile` is called. For rounding see `Premultiplied` and `DeepPixel.straight`. Use it from one thread at a time.
public final class PNGReader {
  /// The file, as the caller named it.
  public let path: String
  /// Pixels in a row.
  public var width: Int { decoder.width }
  /// Number of rows.
  public var height: Int { decoder.height }
  /// Whether the image can have pixels that are not opaque.
  public var hasAlpha: Bool { decoder.hasAlpha }
  /// Whether the image has 16 bits a channel.
  public var isDeep: Bool { decoder.isDeep }
  /// Whether the image is too large to be read for its bounds alone.
  /// - Parameter bytes: the size of the file.
  public func hidesBounds(ofFile bytes: Int) -> Bool {
    BoundsLimits.exclude(
      width, height, isInterlaced: decoder.isInterlaced, atMost: BoundsLimits.pixels(ofFile: bytes))
  }
  /// Pixels per inch across and down; nil if the file does not contain it.
  public var density: (x: Double, y: Double)? { decoder.density }

  private let decoder: PNGDecoder
  private let descriptor: Int32

  /// Opens a PNG file.
  /// - Throws: if the file cannot be read, is not a PNG image, or exceeds `limits`.
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

  /// Converts the colours to sRGB, from the first row on, by what the file says about them: a code, a profile, or
  /// gamma and chromaticities.
  /// - Returns: a message if the colours may be wrong; nil otherwise.
  public func useProfile() -> String? { decoder.useProfile() }

  /// Reads the next row, from the top.
  /// - Parameter row: receives `width` pixels, 0xAARRGGBB premultiplied.
  /// - Precondition: fewer than `height` rows were read, and none failed or had 16 bits.
  func readRow(into row: inout MutableSpan<UInt32>) throws(FileError) { try read(&row) }

  /// Reads the next row with 16 bits a channel, from the top.
  /// - Parameter row: receives `width` pixels.
  /// - Precondition: fewer than `height` rows were read, and none failed or had 8 bits.
  func readRow(into row: inout MutableSpan<DeepPixel>) throws(FileError) { try read(&row) }

  private func read<P: PNGPixel>(_ row: inout MutableSpan<P>) throws(FileError) {
    do throws(PNGFault) { try decoder.readRow(into: &row) } catch { throw error.error(.read, path) }
  }

  /// The image, in the depth of the file. Tiles have 8 bits where these hold all pixels.
  /// - Precondition: no row was read.
  public func image() throws(FileError) -> TileGrid {
    do throws(PNGFault) { return try decoder.image() } catch { throw error.error(.read, path) }
  }

  /// The image as `image()`, turned as its Exif data say.
  /// - Precondition: no row was read.
  public func uprightImage() throws(FileError) -> TileGrid {
    do throws(PNGFault) { return try decoder.uprightImage() } catch { throw error.error(.read, path) }
  }

  /// Pixels per inch of `uprightImage`; nil if the file does not contain it.
  public var uprightDensity: Resolution? { decoder.uprightDensity }

  /// How the picture is turned, as Exif says it, 1...8; 1 is upright.
  public var orientation: Int { decoder.colours.orientation }

  /// Reads all remaining rows and passes each to `body` with its number, from 0 at the top.
  /// - Parameter body: may throw to cancel the reading.
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
