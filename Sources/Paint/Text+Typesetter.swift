import CCairo
import CPango
import Geometry
import Language

/// The one owner of a reference to a GObject.
final class GObject {
  private let object: UnsafeMutableRawPointer

  /// Takes over a reference that the caller holds; nil where there is none.
  init?(owning object: UnsafeMutableRawPointer?) {
    guard let object else { return nil }
    self.object = object
  }

  /// Takes over a reference that the caller holds; nil where there is none.
  convenience init?(owning object: OpaquePointer?) {
    self.init(owning: object.map { UnsafeMutableRawPointer($0) })
  }

  deinit {
    g_object_unref(object)
  }

  /// The object, for calls to types that C keeps opaque.
  var opaque: OpaquePointer { OpaquePointer(object) }
}

/// Shapes text by Pango, in any script, in the system's sans.
///
/// Its life:
/// 1. Made: costs nothing.
/// 2. The first `line` loads fontconfig, the font map and a font: tens of milliseconds and some MiB, so a program that
///    wants to be on the screen quickly draws its first frame without text.
/// 3. Every further `line` shapes its text: some ten microseconds. Lines outlive their typesetter.
///
/// One per program is enough. Not for use from two threads at once.
public final class Typesetter {
  private var context: GObject?
  private var descriptions: [TextStyle: FontDescription] = [:]

  /// A typesetter that has loaded nothing yet.
  public init() {}

  /// Whether fonts were loaded.
  public var isLoaded: Bool { context != nil }

  /// Shapes one line. Line breaks in `text` are shown as signs; bytes that are no UTF-8 cannot occur in a String.
  ///
  /// - Parameters:
  ///   - text: what to set; at most its first 4096 characters are.
  ///   - style: how.
  ///   - maxWidth: px beyond which letters are left out, or nil for no limit.
  ///   - ellipsis: where they are left out.
  public func line(
    _ text: String, _ style: TextStyle, maxWidth: Double? = nil, ellipsis: Ellipsis = .end
  ) -> TextLine {
    let context = self.context ?? Self.makeContext()
    self.context = context
    guard let context, let layout = GObject(owning: pango_layout_new(context.opaque)) else { return TextLine(nil) }
    let handle = layout.opaque
    pango_layout_set_font_description(handle, description(of: style).handle)
    pango_layout_set_single_paragraph_mode(handle, 1)
    if style.hasTabularDigits, let attributes = pango_attr_list_new() {
      pango_attr_list_insert(attributes, pango_attr_font_features_new("tnum=1"))
      pango_layout_set_attributes(handle, attributes)
      pango_attr_list_unref(attributes)
    }
    if let maxWidth, maxWidth < Double(Int32.max / PANGO_SCALE) {
      pango_layout_set_width(handle, Int32(max(0, maxWidth) * Double(PANGO_SCALE)))
      pango_layout_set_ellipsize(handle, ellipsis.pango)
    }
    var shown = String(text.prefix(4096))
    shown.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { pango_layout_set_text(handle, $0.baseAddress, Int32($0.count)) }
    }
    return TextLine(layout, drop: style.drop)
  }

  /// The font map and context: grey anti-aliasing (text lies on layers that are moved about, where coloured edges would
  /// be wrong), light hinting, whole advances: crisp at interface sizes with any version of Cairo.
  private static func makeContext() -> GObject? {
    guard let map = GObject(owning: pango_cairo_font_map_new().map { UnsafeMutableRawPointer($0) }) else { return nil }
    let typed = UnsafeMutablePointer<PangoFontMap>(map.opaque)
    guard let context = GObject(owning: pango_font_map_create_context(typed)) else { return nil }
    let options = cairo_font_options_create()
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_ON)
    pango_cairo_context_set_font_options(context.opaque, options)
    cairo_font_options_destroy(options)
    // Else a font for another language's Han characters may be taken: LC_CTYPE, which Pango asks, is nobody's to set for this.
    if let code = Language.code { pango_context_set_language(context.opaque, pango_language_from_string(code)) }
    return context
  }

  private func description(of style: TextStyle) -> FontDescription {
    if let known = descriptions[style] { return known }
    let made = FontDescription(style)
    // Styles are few; a runaway caller must not fill memory.
    if descriptions.count >= 64 { descriptions.removeAll() }
    descriptions[style] = made
    return made
  }
}

/// The one owner of a `PangoFontDescription`.
private final class FontDescription {
  let handle: OpaquePointer?

  init(_ style: TextStyle) {
    handle = pango_font_description_new()
    // Copied: the variant that keeps the pointer would keep one to a Swift string's passing buffer.
    pango_font_description_set_family(handle, "sans-serif")
    pango_font_description_set_weight(handle, style.weight.pango)
    pango_font_description_set_absolute_size(handle, max(1, min(style.size, 1000)) * Double(PANGO_SCALE))
  }

  deinit {
    pango_font_description_free(handle)
  }
}
