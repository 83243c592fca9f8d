import CCairo
import Geometry
import Ink

/// The one page of a PDF file being written. It owns a `cairo_surface_t` and a `cairo_t`.
///
/// 1. `init` for a page size. Nothing is written yet.
/// 2. Shapes and images are drawn over each other, in the units that `scale` sets. `pushGroup` and
///    `popGroup` combine several into one.
/// 3. `finish` completes the file. Without it the file stays incomplete.
///
/// Bytes are passed to a closure as they come. Not thread-safe.
public final class PDFSurface {
  /// How a shape is blended with the shapes under it (ISO 32000-1, 11.3.5).
  public enum Blend: Sendable, Hashable, CaseIterable {
    case over, multiply, screen, overlay, darken, lighten, colourDodge, colourBurn, hardLight, softLight, difference
    case hue, saturation, colour, luminosity

    var cairo: cairo_operator_t {
      switch self {
      case .over: CAIRO_OPERATOR_OVER
      case .multiply: CAIRO_OPERATOR_MULTIPLY
      case .screen: CAIRO_OPERATOR_SCREEN
      case .overlay: CAIRO_OPERATOR_OVERLAY
      case .darken: CAIRO_OPERATOR_DARKEN
      case .lighten: CAIRO_OPERATOR_LIGHTEN
      case .colourDodge: CAIRO_OPERATOR_COLOR_DODGE
      case .colourBurn: CAIRO_OPERATOR_COLOR_BURN
      case .hardLight: CAIRO_OPERATOR_HARD_LIGHT
      case .softLight: CAIRO_OPERATOR_SOFT_LIGHT
      case .difference: CAIRO_OPERATOR_DIFFERENCE
      case .hue: CAIRO_OPERATOR_HSL_HUE
      case .saturation: CAIRO_OPERATOR_HSL_SATURATION
      case .colour: CAIRO_OPERATOR_HSL_COLOR
      case .luminosity: CAIRO_OPERATOR_HSL_LUMINOSITY
      }
    }
  }

  private let surface: OpaquePointer
  private let handle: OpaquePointer
  private let sink: Sink

  /// A page.
  /// - Parameters:
  ///   - width: of the page, pt, > 0.
  ///   - height: of the page, pt, > 0.
  ///   - title: the name of the drawing; empty for none.
  ///   - write: takes the next bytes of the file; after it returns false nothing more is written.
  /// - Throws: where memory is short.
  public init(
    width: Double, height: Double, title: String, write: @escaping (UnsafeRawBufferPointer) -> Bool
  ) throws(PaintError) {
    sink = Sink(write)
    let place = Unmanaged.passUnretained(sink).toOpaque()
    let function: cairo_write_func_t = { place, bytes, count in
      guard let place, let bytes else { return CAIRO_STATUS_WRITE_ERROR }
      let sink = Unmanaged<Sink>.fromOpaque(place).takeUnretainedValue()
      return sink.take(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
        ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR
    }
    guard let surface = cairo_pdf_surface_create_for_stream(function, place, width, height) else {
      throw .cairo("no surface")
    }
    if !title.isEmpty { cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title) }
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "Fude")
    guard let handle = cairo_create(surface), cairo_status(handle) == CAIRO_STATUS_SUCCESS else {
      let status = cairo_surface_status(surface)
      cairo_surface_destroy(surface)
      throw .cairo(String(cString: cairo_status_to_string(status)))
    }
    (self.surface, self.handle) = (surface, handle)
  }

  deinit {
    // Destroying an unfinished surface flushes it; those bytes are dropped.
    sink.close()
    cairo_destroy(handle)
    cairo_surface_destroy(surface)
  }

  /// Multiplies the unit by `factor` and moves the origin to (`x`, `y`).
  public func scale(_ factor: Double, origin x: Double, _ y: Double) {
    cairo_scale(handle, factor, factor)
    cairo_translate(handle, -x, -y)
  }

  /// Fills a rectangle with an opaque colour 0xRRGGBB.
  public func fill(_ r: Rect, colour: UInt32) {
    setColour(colour, 1)
    cairo_set_operator(handle, CAIRO_OPERATOR_OVER)
    cairo_new_path(handle)
    cairo_rectangle(handle, r.minX, r.minY, r.width, r.height)
    cairo_fill(handle)
  }

  /// Fills contours as one shape by the nonzero rule, with a colour 0xRRGGBB at an opacity of
  /// 0...1.
  public func fill(_ contours: [Outline.Contour], colour: UInt32, opacity: Double, blend: Blend = .over) {
    setColour(colour, opacity)
    cairo_set_operator(handle, blend.cairo)
    cairo_set_fill_rule(handle, CAIRO_FILL_RULE_WINDING)
    cairo_new_path(handle)
    for contour in contours {
      for (i, c) in contour.curves.enumerated() {
        if i == 0 { cairo_move_to(handle, c.p0.x, c.p0.y) }
        cairo_curve_to(handle, c.p1.x, c.p1.y, c.p2.x, c.p2.y, c.p3.x, c.p3.y)
      }
      cairo_close_path(handle)
    }
    cairo_fill(handle)
  }

  /// Starts a group: what follows is drawn on its own, up to `popGroup`.
  public func pushGroup() { cairo_push_group(handle) }

  /// Composites the group since `pushGroup` as one.
  public func popGroup(opacity: Double, blend: Blend) {
    cairo_pop_group_to_source(handle)
    cairo_set_operator(handle, blend.cairo)
    cairo_paint_with_alpha(handle, opacity)
    cairo_set_source_rgba(handle, 0, 0, 0, 1)
  }

  /// Draws an image, `scale` pixels a unit, with its upper left corner at a place.
  public func draw(_ image: ImageSurface, at place: Point, scale: Double, blend: Blend) {
    cairo_save(handle)
    cairo_translate(handle, place.x, place.y)
    cairo_scale(handle, 1 / scale, 1 / scale)
    cairo_set_operator(handle, blend.cairo)
    cairo_set_source_surface(handle, image.handle, 0, 0)
    cairo_pattern_set_filter(cairo_get_source(handle), CAIRO_FILTER_GOOD)
    cairo_paint(handle)
    cairo_restore(handle)
  }

  /// Completes the page and the file.
  /// - Throws: where anything could not be drawn or written.
  public func finish() throws(PaintError) {
    cairo_show_page(handle)
    try PaintError.check(cairo_status(handle))
    cairo_surface_finish(surface)
    try PaintError.check(cairo_surface_status(surface))
    guard sink.isOpen else { throw .cairo(String(cString: cairo_status_to_string(CAIRO_STATUS_WRITE_ERROR))) }
  }

  private func setColour(_ rgb: UInt32, _ opacity: Double) {
    cairo_set_source_rgba(
      handle, Double(rgb >> 16 & 255) / 255, Double(rgb >> 8 & 255) / 255, Double(rgb & 255) / 255, opacity)
  }
}

/// Passes on bytes until a write fails.
private final class Sink {
  private var write: ((UnsafeRawBufferPointer) -> Bool)?

  init(_ write: @escaping (UnsafeRawBufferPointer) -> Bool) { self.write = write }

  /// Whether all bytes so far were written.
  var isOpen: Bool { write != nil }

  func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if bytes.isEmpty { return true }
    guard let write, write(bytes) else {
      self.write = nil
      return false
    }
    return true
  }

  func close() { write = nil }
}
