import CCairo
import Geometry

/// A rectangle of pixels that Cairo can draw on and from. It owns a `cairo_surface_t`.
///
/// It has memory of its own (`init`, all zero) or uses a caller's memory during a closure
/// (`withLent`). After the closure the surface is finished: references stay valid, but drawing on
/// it fails and the memory is not touched.
///
/// Not thread-safe.
public final class ImageSurface {
  /// How pixels are laid out in memory.
  public enum Format: Sendable, Hashable, CaseIterable {
    /// 32 bits, 0xXXRRGGBB in the machine's byte order; the upper byte is ignored.
    case xrgb32
    /// 32 bits, premultiplied 0xAARRGGBB in the machine's byte order.
    case argb32
    /// 8 bits of coverage.
    case a8

    var cairo: cairo_format_t {
      switch self {
      case .xrgb32: CAIRO_FORMAT_RGB24
      case .argb32: CAIRO_FORMAT_ARGB32
      case .a8: CAIRO_FORMAT_A8
      }
    }

    /// Bytes of one pixel.
    public var bytesPerPixel: Int { self == .a8 ? 1 : 4 }
  }

  /// The largest width and height (Cairo's limit).
  public static let largestSide = 32767

  let handle: OpaquePointer
  /// Columns.
  public let width: Int
  /// Rows.
  public let height: Int
  /// Layout of pixels.
  public let format: Format
  /// Bytes from one row to the next.
  public let stride: Int

  /// Whether the closure of `withLent` has ended.
  private var isFinished = false

  /// All its pixels.
  public var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

  /// A surface with its own memory, all bytes 0. Throws for sides outside 1...32767 or without
  /// memory.
  public convenience init(width: Int, height: Int, format: Format = .argb32) throws(PaintError) {
    try Self.checkSize(width, height)
    try self.init(owning: cairo_image_surface_create(format.cairo, Int32(width), Int32(height)), format: format)
  }

  /// Takes ownership of `handle`; releases it also where this throws.
  init(owning handle: OpaquePointer?, format: Format) throws(PaintError) {
    guard let handle else { throw .cairo("no surface") }
    let status = cairo_surface_status(handle)
    guard status == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(handle)
      throw .cairo(String(cString: cairo_status_to_string(status)))
    }
    self.handle = handle
    self.format = format
    width = Int(cairo_image_surface_get_width(handle))
    height = Int(cairo_image_surface_get_height(handle))
    stride = Int(cairo_image_surface_get_stride(handle))
  }

  deinit {
    cairo_surface_destroy(handle)
  }

  /// Runs `body` with a surface over the caller's memory: `height` rows, `stride` bytes apart.
  ///
  /// The memory must stay valid until this returns. Throws what `body` throws, and a `PaintError`
  /// without running `body` where the size or stride is invalid.
  public static func withLent<Result>(
    _ memory: UnsafeMutableRawPointer, width: Int, height: Int, stride: Int, format: Format = .argb32,
    _ body: (ImageSurface) throws -> Result
  ) throws -> Result {
    try checkSize(width, height)
    let least = Int(cairo_format_stride_for_width(format.cairo, Int32(width)))
    guard stride >= least, stride % 4 == 0, stride <= Int(Int32.max) else {
      throw PaintError.stride(stride, width: width)
    }
    let surface = try ImageSurface(
      owning: cairo_image_surface_create_for_data(
        memory.assumingMemoryBound(to: UInt8.self), format.cairo, Int32(width), Int32(height), Int32(stride)),
      format: format)
    defer {
      surface.isFinished = true
      cairo_surface_finish(surface.handle)
    }
    return try body(surface)
  }

  /// Runs `body` with a painter on this surface. Throws where Cairo failed while drawing.
  public func paint<Result>(_ body: (Painter) throws -> Result) throws -> Result {
    let painter = try Painter(self)
    let result = try body(painter)
    try painter.check()
    return result
  }

  /// Passes the pixels for reading, rows `stride` bytes apart. Empty for a finished surface.
  public func withBytes<Result>(_ body: (RawSpan) throws -> Result) rethrows -> Result {
    let pixels = pixels()
    return try body(UnsafeRawBufferPointer(pixels).bytes)
  }

  /// Passes the pixels for writing, rows `stride` bytes apart. Empty for a finished surface.
  public func withMutableBytes<Result>(_ body: (inout MutableRawSpan) throws -> Result) rethrows -> Result {
    defer { cairo_surface_mark_dirty(handle) }
    var span = pixels().mutableBytes
    return try body(&span)
  }

  /// The pixel in column `x`, row `y` as it is in memory (a8: 0...255); nil outside the surface. To
  /// read many pixels, use `withBytes`.
  public func pixel(x: Int, y: Int) -> UInt32? {
    guard bounds.contains(x: x, y: y) else { return nil }
    let offset = y * stride + x * format.bytesPerPixel
    return withBytes { bytes in
      guard offset + format.bytesPerPixel <= bytes.byteCount else { return nil }
      return format == .a8
        ? UInt32(bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self))
        : bytes.unsafeLoad(fromByteOffset: offset, as: UInt32.self)
    }
  }

  /// The pixels, after Cairo has flushed its pending writes. Empty for a finished surface, whose
  /// old address Cairo would still return.
  private func pixels() -> UnsafeMutableRawBufferPointer {
    guard !isFinished else { return UnsafeMutableRawBufferPointer(start: nil, count: 0) }
    cairo_surface_flush(handle)
    guard let data = cairo_image_surface_get_data(handle) else {
      return UnsafeMutableRawBufferPointer(start: nil, count: 0)
    }
    return UnsafeMutableRawBufferPointer(start: data, count: stride * height)
  }

  private static func checkSize(_ width: Int, _ height: Int) throws(PaintError) {
    guard (1...largestSide).contains(width), (1...largestSide).contains(height) else {
      throw .size(width: width, height: height)
    }
  }
}
