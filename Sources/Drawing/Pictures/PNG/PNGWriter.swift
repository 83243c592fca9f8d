import Files
import Raster

/// Writes a PNG image row by row from premultiplied pixels: 8 or 16 bits a channel, sRGB, optional alpha.
///
/// After `finish` the caller commits the file; after an error, the caller discards it. For rounding
/// see `Premultiplied` and `DeepPixel.straight`. Use it from one thread at a time.
public final class PNGWriter {
  /// Pixels in a row.
  public var width: Int { encoder.width }
  /// Number of rows.
  public var height: Int { encoder.height }
  /// Whether the file gets an alpha channel.
  public var hasAlpha: Bool { encoder.hasAlpha }
  /// Whether the file gets 16 bits a channel.
  public var isDeep: Bool { encoder.isDeep }

  private let file: AtomicFile
  private let encoder: PNGEncoder

  /// Starts an image in an empty file.
  /// - Parameters:
  ///   - file: receives the image; nothing else may write to it before `finish`.
  ///   - width: pixels in a row, at least 1, within `ImageLimits.standard`; likewise `height`.
  ///   - hasAlpha: false writes only the colours of the pixels on black.
  ///   - density: pixels per inch, above 0; nil writes none.
  ///   - isDeep: whether the rows and the file have 16 bits a channel.
  /// - Throws: if the size is not allowed, memory is short or the disk is full.
  public init(
    _ file: AtomicFile, width: Int, height: Int, hasAlpha: Bool = true, density: Double? = nil, isDeep: Bool = false
  ) throws(FileError) {
    self.file = file
    do throws(PNGFault) {
      encoder = try PNGEncoder(
        descriptor: file.descriptor, width: width, height: height, hasAlpha: hasAlpha, density: density, isDeep: isDeep)
    } catch { throw error.error(.write, file.path) }
  }

  /// Writes the next row, from the top.
  /// - Parameter pixels: `width` pixels, 0xAARRGGBB premultiplied.
  /// - Precondition: fewer than `height` rows were written, and the file has 8 bits a channel.
  public func write(_ pixels: Span<UInt32>) throws(FileError) { try put(pixels) }

  /// Writes the next row, from the top.
  /// - Parameter pixels: `width` premultiplied pixels.
  /// - Precondition: fewer than `height` rows were written, and the file has 16 bits a channel.
  public func write(_ pixels: Span<DeepPixel>) throws(FileError) { try put(pixels) }

  private func put<P: PNGPixel>(_ pixels: Span<P>) throws(FileError) {
    do throws(PNGFault) { try encoder.put(pixels) } catch { throw error.error(.write, file.path) }
  }

  /// Writes the next row, from the top.
  /// - Parameter pixels: `width` premultiplied pixels, whose straight colours are rounded once.
  /// - Precondition: fewer than `height` rows were written, and the file has 8 bits a channel and alpha.
  public func write(rounding pixels: Span<DeepPixel>) throws(FileError) {
    do throws(PNGFault) { try encoder.write(rounding: pixels) } catch { throw error.error(.write, file.path) }
  }

  /// Writes all remaining rows, which `body` fills by their number.
  /// - Parameter body: fills the row, which still has the pixels of the previous row (0 at first).
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
