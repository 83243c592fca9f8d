import CPNG
import Glibc

/// Writes a PNG image row by row from premultiplied pixels: 8 bits a channel, sRGB, with or without alpha.
///
/// Its life: `init` writes the header, `write` takes the rows from the top, `finish` ends the image once all are there.
/// The file is still to be committed then, by whoever made it; where anything throws, it is dropped. How translucent
/// pixels are rounded says `Premultiplied`: opaque ones are exact. Used by one thread at a time.
public final class PNGWriter {
  // Measured on drawings of 3840 x 2160 px (libpng 1.6.39, zlib 1.2.13): ink on paper, flat areas with soft edges, is both
  // smallest and fastest without filters, and level 4 is the first that searches well: 0.19 s and 219 kB, against 0.09 s
  // and 314 kB at level 3, 0.21 s and 219 kB at 6, 0.53 s and 204 kB at 9; with all filters 0.39 s and 263 kB at 6. The
  // price is paid by an image that is soft everywhere: 2.0 MB instead of 1.2 MB, though twice as fast.
  private static let level: Int32 = 4
  private static let filters: Int32 = PNG_FILTER_NONE

  /// Pixels in a row.
  public let width: Int
  /// Number of rows.
  public let height: Int
  /// Whether the file gets an alpha channel.
  public let hasAlpha: Bool

  private let file: AtomicFile
  private let png: UnsafeMutablePointer<fude_png>
  private var row: [UInt8]
  private var rowCount = 0

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
    if let fault = ImageLimits.standard.fault(width: width, height: height) {
      throw FileError(.write, file.path, fault: fault)
    }
    guard let png = fude_png_make(file.descriptor, 1) else { throw FileError(.write, file.path, errno: ENOMEM) }
    self.file = file
    self.png = png
    self.width = width
    self.height = height
    self.hasAlpha = hasAlpha
    row = [UInt8](repeating: 0, count: width * (hasAlpha ? 4 : 3))
    let perMetre = density.map { UInt32(max(1, min(1e9, ($0 / 0.0254).rounded()))) } ?? 0
    try check(
      fude_png_write_header(
        png, UInt32(width), UInt32(height), hasAlpha ? 1 : 0, perMetre, Self.level, Self.filters))
  }

  deinit { fude_png_free(png) }

  /// Writes the next row, the topmost first.
  /// - Parameter pixels: `width` pixels, 0xAARRGGBB premultiplied.
  /// - Precondition: fewer than `height` rows were written.
  public func write(_ pixels: Span<UInt32>) throws(FileError) {
    precondition(rowCount < height, "an image has no more rows than its height")
    precondition(pixels.count == width, "a row is as long as the image is wide")
    var bytes = row.mutableSpan
    if hasAlpha {
      for x in 0..<width {
        let (red, green, blue, alpha) = Premultiplied.straight(pixels[x])
        bytes[4 * x] = red
        bytes[4 * x + 1] = green
        bytes[4 * x + 2] = blue
        bytes[4 * x + 3] = alpha
      }
    } else {
      for x in 0..<width {
        let pixel = pixels[x]
        bytes[3 * x] = UInt8(truncatingIfNeeded: pixel >> 16)
        bytes[3 * x + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
        bytes[3 * x + 2] = UInt8(truncatingIfNeeded: pixel)
      }
    }
    try check(fude_png_write_row(png, row))
    rowCount += 1
  }

  /// Asks `body` for every row that is left, by its number, and writes it.
  /// - Parameter body: fills the row, which holds what it was left as by the row before (0 at first).
  public func writeRows(_ body: (_ y: Int, _ row: inout MutableSpan<UInt32>) -> Void) throws(FileError) {
    var pixels = [UInt32](repeating: 0, count: width)
    while rowCount < height {
      var span = pixels.mutableSpan
      body(rowCount, &span)
      try write(pixels.span)
    }
  }

  /// Ends the image.
  /// - Precondition: all rows were written.
  public func finish() throws(FileError) {
    precondition(rowCount == height, "an image has as many rows as its height")
    try check(fude_png_finish_writing(png))
  }

  private func check(_ done: Int32) throws(FileError) {
    if done == 1 { return }
    if png.pointee.failure != 0 { throw FileError(.write, file.path, errno: png.pointee.failure) }
    throw FileError(.write, file.path, fault: FileError.printable(String(cString: fude_png_message(png))))
  }
}
