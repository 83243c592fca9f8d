import CCairo
import CPango
import Geometry
import Language

/// Owns a reference to a GObject.
final class GObject {
  private let object: UnsafeMutableRawPointer

  /// Takes ownership of the caller's reference; nil for no object.
  init?(owning object: UnsafeMutableRawPointer?) {
    guard let object else { return nil }
    self.object = object
  }

  /// Takes ownership of the caller's reference; nil for no object.
  convenience init?(owning object: OpaquePointer?) {
    self.init(owning: object.map { UnsafeMutableRawPointer($0) })
  }

  deinit {
    g_object_unref(object)
  }

  /// For types that C declares opaque.
  var opaque: OpaquePointer { OpaquePointer(object) }
}

/// Shapes text by Pango, in any script, in the system's sans.
///
/// Cost: making one is free. The first `line` loads fontconfig, the font map and a font (tens of
/// ms, some MiB), so a first frame without text is shown sooner. Each further `line` takes about 10
/// us. Lines outlive their typesetter.
///
/// One per program is enough. Not thread-safe.
public final class Typesetter {
  private var context: GObject?
  private var descriptions: [TextStyle: FontDescription] = [:]
  /// How many lines were shaped, and the Unicode scalars that Pango got for them.
  private(set) var shaped = (lines: 0, scalars: 0)

  /// The greatest length of a line, Unicode scalars.
  public static let longest = 4096

  /// A typesetter without fonts.
  public init() {}

  /// Whether fonts were loaded.
  public var isLoaded: Bool { context != nil }

  /// Shapes one line. Line breaks in `text` are shown as signs.
  ///
  /// - Parameters:
  ///   - text: the text. One of more than `longest` scalars, or of many more than `maxWidth` has
  ///     room for, is shortened before it is shaped.
  ///   - style: font size and variant.
  ///   - maxWidth: px beyond which letters are left out; nil for no limit.
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
    var shown = Self.limited(text, maxWidth, ellipsis)
    shaped = (shaped.lines + 1, shaped.scalars + shown.unicodeScalars.count)
    let isCut = !shown.utf8.elementsEqual(text.utf8)
    shown.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { pango_layout_set_text(handle, $0.baseAddress, Int32($0.count)) }
    }
    return TextLine(layout, drop: style.drop, isCut: isCut)
  }

  private static func limited(_ text: String, _ maxWidth: Double?, _ ellipsis: Ellipsis) -> String {
    // Letters narrower than a px cannot be read.
    let room = maxWidth.map { Int(max(0, min($0, Double(longest)))) + 64 } ?? longest
    let kept = min(room, longest) - 1
    return switch ellipsis {
    case .start: ShownText.limited(text, head: 0, tail: kept)
    case .middle: ShownText.limited(text, head: kept / 2, tail: kept - kept / 2)
    case .end: ShownText.limited(text, head: kept, tail: 0)
    }
  }

  /// The font map and context. Grey anti-aliasing, as coloured edges would be wrong on moved
  /// layers; light hinting and whole advances, so that small text is crisp.
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
    // Otherwise Han characters may come from a font for another language: Pango asks LC_CTYPE.
    if let code = Language.code { pango_context_set_language(context.opaque, pango_language_from_string(code)) }
    return context
  }

  private func description(of style: TextStyle) -> FontDescription {
    if let known = descriptions[style] { return known }
    let made = FontDescription(style)
    // A limit on memory; styles are few.
    if descriptions.count >= 64 { descriptions.removeAll() }
    descriptions[style] = made
    return made
  }
}

/// Owns a `PangoFontDescription`.
private final class FontDescription {
  let handle: OpaquePointer?

  init(_ style: TextStyle) {
    handle = pango_font_description_new()
    // `set_family` copies the name; `set_family_static` would keep a pointer to a temporary buffer.
    pango_font_description_set_family(handle, "sans-serif")
    pango_font_description_set_weight(handle, style.weight.pango)
    pango_font_description_set_absolute_size(handle, max(1, min(style.size, 1000)) * Double(PANGO_SCALE))
  }

  deinit {
    pango_font_description_free(handle)
  }
}
