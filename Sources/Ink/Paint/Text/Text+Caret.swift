import CPango
import Geometry
import Glibc

/// Carets in a line of text that is edited.
///
/// Offsets count bytes of UTF-8; places are px from the left. For lines without a maximum width.
extension TextLine {
  /// The place of the caret before the character at an offset, or at the text's end, px.
  public func caret(at offset: Int) -> Double {
    guard let layout, line != nil else { return 0 }
    // Not `index_to_x` of the line, which puts the end of a right-to-left line at its right.
    var place = PangoRectangle()
    pango_layout_get_cursor_pos(layout.opaque, clamped(offset), &place, nil)
    return Double(place.x) / Double(PANGO_SCALE) - logical.minX
  }

  /// The offset of the caret nearest to a place, px. Never within a grapheme cluster.
  public func offset(at x: Double) -> Int {
    guard let line, let layout else { return 0 }
    let inside = max(-1, min(width + 1, x.isFinite ? x : 0)) + logical.minX
    var (index, trailing): (Int32, Int32) = (0, 0)
    pango_layout_line_x_to_index(line, Int32(inside * Double(PANGO_SCALE)), &index, &trailing)
    return Self.offset(Int(index), plus: trailing, in: layout)
  }

  /// The offset of the caret's next position on the screen, to the right or left; nil at the line's
  /// end. It differs from the text's order where directions are mixed.
  public func offset(besides offset: Int, toTheRight: Bool) -> Int? {
    guard let layout, line != nil else { return nil }
    var (index, trailing): (Int32, Int32) = (0, 0)
    pango_layout_move_cursor_visually(
      layout.opaque, 1, clamped(offset), 0, toTheRight ? 1 : -1, &index, &trailing)
    guard index >= 0, index != Int32.max else { return nil }
    return Self.offset(Int(index), plus: trailing, in: layout)
  }

  /// The stretches, px, of the characters between two offsets: several where directions are mixed.
  public func stretches(from start: Int, to end: Int) -> [ClosedRange<Double>] {
    guard let line, start < end else { return [] }
    var ranges: UnsafeMutablePointer<Int32>?
    var count: Int32 = 0
    pango_layout_line_get_x_ranges(line, clamped(start), clamped(end), &ranges, &count)
    guard let ranges else { return [] }
    defer { g_free(ranges) }
    return (0..<Int(count)).compactMap { i in
      let (a, b) = (Double(ranges[2 * i]) / Double(PANGO_SCALE), Double(ranges[2 * i + 1]) / Double(PANGO_SCALE))
      return a <= b ? (a - logical.minX)...(b - logical.minX) : nil
    }
  }

  private var line: UnsafeMutablePointer<PangoLayoutLine>? {
    layout.flatMap { pango_layout_get_line_readonly($0.opaque, 0) }
  }

  private func clamped(_ offset: Int) -> Int32 {
    guard let layout, let text = pango_layout_get_text(layout.opaque) else { return 0 }
    return Int32(max(0, min(offset, strlen(text))))
  }

  /// An offset moved by a number of characters (Unicode scalars).
  private static func offset(_ offset: Int, plus characters: Int32, in layout: GObject) -> Int {
    guard let text = pango_layout_get_text(layout.opaque) else { return 0 }
    var at = max(0, offset)
    for _ in 0..<max(0, characters) where text[at] != 0 {
      at += 1
      // Continuation bytes are 10xxxxxx.
      while UInt8(bitPattern: text[at]) & 0xc0 == 0x80 { at += 1 }
    }
    return at
  }
}
