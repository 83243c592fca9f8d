import CCairo
import Geometry
import Ink

/// A page of an SVG or PDF file that is being drawn; the one owner of its `cairo_surface_t` and `cairo_t`.
///
/// Its life:
/// 1. `init` for a page of a size. Nothing is written as yet.
/// 2. Things are drawn on it, each over those before, in units that `scale` tells. `pushGroup` and `popGroup` make one thing of
///    several.
/// 3. `finish` writes what is left; before that the file is not whole. Where it is dropped earlier, it never is.
///
/// Bytes go to a closure as they come. Used by one thread at a time.
public final class VectorSurface {
  /// The kind of file.
  public enum Format: Sendable, Hashable {
    /// Scalable Vector Graphics 1.1; its unit is the px of CSS.
    case svg
    /// Portable Document Format 1.5; its unit is the point.
    case pdf
  }

  /// How something is combined with what is under it, in a PDF (ISO 32000-1, 11.3.5); an SVG file can only have `over`, all else
  /// Cairo would turn into pixels there.
  public enum Blend: Sendable, Hashable, CaseIterable {
    case over, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, hardLight, softLight, difference
    case hue, saturation, color, luminosity

    var cairo: cairo_operator_t {
      switch self {
      case .over: CAIRO_OPERATOR_OVER
      case .multiply: CAIRO_OPERATOR_MULTIPLY
      case .screen: CAIRO_OPERATOR_SCREEN
      case .overlay: CAIRO_OPERATOR_OVERLAY
      case .darken: CAIRO_OPERATOR_DARKEN
      case .lighten: CAIRO_OPERATOR_LIGHTEN
      case .colorDodge: CAIRO_OPERATOR_COLOR_DODGE
      case .colorBurn: CAIRO_OPERATOR_COLOR_BURN
      case .hardLight: CAIRO_OPERATOR_HARD_LIGHT
      case .softLight: CAIRO_OPERATOR_SOFT_LIGHT
      case .difference: CAIRO_OPERATOR_DIFFERENCE
      case .hue: CAIRO_OPERATOR_HSL_HUE
      case .saturation: CAIRO_OPERATOR_HSL_SATURATION
      case .color: CAIRO_OPERATOR_HSL_COLOR
      case .luminosity: CAIRO_OPERATOR_HSL_LUMINOSITY
      }
    }
  }

  private let surface: OpaquePointer
  private let handle: OpaquePointer
  private let sink: VectorSink

  /// A page.
  /// - Parameters:
  ///   - width: of the page, in the format's unit, above 0.
  ///   - height: likewise.
  ///   - title: what the drawing is called; empty for nothing.
  ///   - write: takes the next bytes of the file; false where it cannot: nothing more is written then.
  /// - Throws: where memory is short.
  public init(
    _ format: Format, width: Double, height: Double, title: String, write: @escaping (UnsafeRawBufferPointer) -> Bool
  ) throws(PaintError) {
    sink = VectorSink(title: format == .svg ? title : "", write)
    let place = Unmanaged.passUnretained(sink).toOpaque()
    let function: cairo_write_func_t = { place, bytes, count in
      guard let place, let bytes else { return CAIRO_STATUS_WRITE_ERROR }
      let sink = Unmanaged<VectorSink>.fromOpaque(place).takeUnretainedValue()
      return sink.take(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
        ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR
    }
    let made =
      switch format {
      case .svg: cairo_svg_surface_create_for_stream(function, place, width, height)
      case .pdf: cairo_pdf_surface_create_for_stream(function, place, width, height)
      }
    guard let surface = made else { throw .cairo("no surface") }
    if format == .svg {
      cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX)
    } else {
      if !title.isEmpty { cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title) }
      cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "Fude")
    }
    guard let handle = cairo_create(surface), cairo_status(handle) == CAIRO_STATUS_SUCCESS else {
      let status = cairo_surface_status(surface)
      cairo_surface_destroy(surface)
      throw .cairo(String(cString: cairo_status_to_string(status)))
    }
    (self.surface, self.handle) = (surface, handle)
  }

  deinit {
    // Unfinished, it writes what it has when it goes: to nobody.
    sink.close()
    cairo_destroy(handle)
    cairo_surface_destroy(surface)
  }

  /// From now on a unit is so many of those before, and the place (`x`, `y`) of the new ones is the origin.
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

  /// Fills ink's outline, all of its contours at once, with a colour 0xRRGGBB at an opacity of 0...1: where it crosses itself it is
  /// not darker.
  public func fill(_ outline: Outline, colour: UInt32, opacity: Double, blend: Blend = .over) {
    setColour(colour, opacity)
    cairo_set_operator(handle, blend.cairo)
    cairo_set_fill_rule(handle, CAIRO_FILL_RULE_WINDING)
    cairo_new_path(handle)
    outline.forEachElement { element in
      switch element {
      case .move(let p): cairo_move_to(handle, p.x, p.y)
      case .line(let p): cairo_line_to(handle, p.x, p.y)
      case .curve(let a, let b, let c): cairo_curve_to(handle, a.x, a.y, b.x, b.y, c.x, c.y)
      case .close: cairo_close_path(handle)
      }
    }
    cairo_fill(handle)
  }

  /// What is drawn next is drawn on a sheet of its own, up to `popGroup`.
  public func pushGroup() { cairo_push_group(handle) }

  /// Lays what was drawn since `pushGroup` on what was there before, as one thing.
  public func popGroup(opacity: Double, blend: Blend) {
    cairo_pop_group_to_source(handle)
    cairo_set_operator(handle, blend.cairo)
    cairo_paint_with_alpha(handle, opacity)
    cairo_set_source_rgba(handle, 0, 0, 0, 1)
  }

  /// Draws an image, `scale` of its pixels a unit, its upper left corner at a place.
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

  /// Ends the page and the file.
  /// - Throws: where anything could not be drawn or written.
  public func finish() throws(PaintError) {
    cairo_show_page(handle)
    try PaintError.check(cairo_status(handle))
    cairo_surface_finish(surface)
    try PaintError.check(cairo_surface_status(surface))
    guard sink.end() else { throw .cairo(String(cString: cairo_status_to_string(CAIRO_STATUS_WRITE_ERROR))) }
  }

  private func setColour(_ rgb: UInt32, _ opacity: Double) {
    cairo_set_source_rgba(
      handle, Double(rgb >> 16 & 255) / 255, Double(rgb >> 8 & 255) / 255, Double(rgb & 255) / 255, opacity)
  }
}

/// Where the bytes of a file go; puts a title into an SVG file, for which Cairo has none.
private final class VectorSink {
  private var write: ((UnsafeRawBufferPointer) -> Bool)?
  /// What is to come after the first tag `svg`; nil where it has come, or there is none.
  private var title: String?
  /// The beginning, as long as that tag has not ended.
  private var held: [UInt8] = []

  init(title: String, _ write: @escaping (UnsafeRawBufferPointer) -> Bool) {
    self.title = title.isEmpty ? nil : "\n<title>\(Self.escaped(title))</title>"
    self.write = write
  }

  func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let title else { return pass(bytes) }
    held += bytes
    guard let end = Self.end(ofTag: Array("<svg".utf8), in: held) else { return true }
    held.insert(contentsOf: title.utf8, at: end)
    self.title = nil
    return writeHeld()
  }

  /// Writes what is held back.
  func end() -> Bool { writeHeld() && write != nil }

  func close() { write = nil }

  private func writeHeld() -> Bool {
    let isWritten = held.withUnsafeBytes { pass($0) }
    held = []
    return isWritten
  }

  private func pass(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if bytes.isEmpty { return true }
    guard let write, write(bytes) else {
      self.write = nil
      return false
    }
    return true
  }

  /// The place behind the first tag that begins so.
  private static func end(ofTag start: [UInt8], in bytes: [UInt8]) -> Int? {
    guard bytes.count > start.count else { return nil }
    for i in 0...(bytes.count - start.count) where bytes[i..<(i + start.count)].elementsEqual(start) {
      return bytes[i...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 }
    }
    return nil
  }

  /// Text for XML; what XML cannot hold is left out.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case _ where scalar.value < 32 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
