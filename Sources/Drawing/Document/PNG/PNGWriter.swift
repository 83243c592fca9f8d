import Files

/// Writes a PNG image row by row from premultiplied pixels: 8 bits a channel, sRGB, with or without alpha.
///
/// Its life: `init` writes the header, `write` takes the rows from the top, `finish` ends the image once all are there.
/// The file is still to be committed then, by whoever made it; where anything throws, it is dropped. How translucent
/// pixels are rounded says `Premultiplied`: opaque ones are exact. Used by one thread at a time.
public final class PNGWriter {
  /// Pixels in a row.
  public var width: Int { encoder.width }
  /// Number of rows.
  public var height: Int { encoder.height }
  /// Whether the file gets an alpha channel.
  public var hasAlpha: Bool { encoder.hasAlpha }

  private let file: AtomicFile
  private let encoder: PNGEncoder

  /// Starts an image in an empty file.
  /// - Parameters:
  ///   - file: gets the image; not to be written to by others before `finish`.
  ///   - width: pixels in a row, at least 1, within `ImageLimits.standard`.
  ///   - height: number of rows, likewise.
  ///   - hasAlpha: false writes colours only, which are those on black where a pixel is not opaque.
  ///   - density: pixels per inch, above 0; nil to leave it open.
  /// - Throws: where the size is not allowed, memory is short or the disk is full.
  public init(
    _ file: AtomicFile, width: Int, height: Int, hasAlpha: Bool = true, density: Double? = nil
  ) throws(FileError) {
    self.file = file
    do throws(PNGFault) {
      encoder = try PNGEncoder(
        descriptor: file.descriptor, width: width, height: height, hasAlpha: hasAlpha, density: density)
    } catch { throw error.error(.write, file.path) }
  }

  /// Writes the next row, the topmost first.
  /// - Parameter pixels: `width` pixels, 0xAARRGGBB premultiplied.
  /// - Precondition: fewer than `height` rows were written.
  public func write(_ pixels: Span<UInt32>) throws(FileError) {
    do throws(PNGFault) { try encoder.write(pixels) } catch { throw error.error(.write, file.path) }
  }

  /// Asks `body` for every row that is left, by its number, and writes it.
  /// - Parameter body: fills the row, which holds what it was left as by the row before (0 at first).
  public func writeRows(_ body: (_ y: Int, _ row: inout MutableSpan<UInt32>) -> Void) throws(FileError) {
    var pixels = [UInt32](repeating: 0, count: width)
    while encoder.rowCount < height {
      var span = pixels.mutableSpan
      body(encoder.rowCount, &span)
      try write(pixels.span)
    }
  }

  /// Ends the image.
  /// - Precondition: all rows were written.
  public func finish() throws(FileError) {
    do throws(PNGFault) { try encoder.finish() } catch { throw error.error(.write, file.path) }
  }
}
