import Geometry
import Testing

@testable import Paint

@Suite struct TextTests {
  private let typesetter = Typesetter()

  private func inked(_ surface: ImageSurface) -> PixelRect {
    var r = PixelRect.empty
    for y in 0..<surface.height {
      for x in 0..<surface.width where surface.pixel(x: x, y: y) != 0 {
        r = r.union(PixelRect(x: x, y: y, width: 1, height: 1))
      }
    }
    return r
  }

  @Test("nothing is loaded before the first line")
  func lazy() {
    #expect(!typesetter.isLoaded)
    _ = typesetter.line("a", TextStyle(size: 13))
    #expect(typesetter.isLoaded)
  }

  @Test("H ends at the baseline, p below it, and both are within the line's box")
  func baseline() throws {
    let style = TextStyle(size: 40)
    let (h, p) = (typesetter.line("H", style), typesetter.line("p", style))
    #expect(abs(h.ink.maxY) <= 1 && h.ink.minY < -20)
    #expect(p.ink.maxY > 5)
    #expect(h.logical.minY <= h.ink.minY && p.logical.maxY >= p.ink.maxY)
    let surface = try ImageSurface(width: 80, height: 80)
    try surface.paint { $0.draw(h, at: Point(20, 60), .white) }
    #expect(abs(inked(surface).maxY - 60) <= 1)
  }

  @Test("anchors put the start, middle or end of the advance on the point")
  func anchors() throws {
    let line = typesetter.line("HHHH", TextStyle(size: 20))
    var lefts: [Int] = []
    for anchor in [TextAnchor.start, .middle, .end] {
      let surface = try ImageSurface(width: 300, height: 40)
      try surface.paint { $0.draw(line, at: Point(150, 30), anchor: anchor, .white) }
      lefts.append(inked(surface).minX)
    }
    #expect(abs(Double(lefts[0] - lefts[1]) - line.width / 2) <= 1)
    #expect(abs(Double(lefts[0] - lefts[2]) - line.width) <= 1)
    #expect(abs(Double(lefts[0]) - 150 - line.ink.minX) <= 1)
  }

  @Test("drawn ink is within the measured bounds, to a pixel, also between pixels")
  func extents() throws {
    let line = typesetter.line("Ångström fjord 354.0°", TextStyle(size: 17, weight: .semibold))
    let surface = try ImageSurface(width: 400, height: 60)
    try surface.paint { $0.draw(line, at: Point(20.4, 40.3), .white) }
    let measured = PixelRect(
      covering: Rect(
        minX: 20 + line.ink.minX, minY: 40 + line.ink.minY, maxX: 20 + line.ink.maxX, maxY: 40 + line.ink.maxY))
    #expect(measured.grown(by: 1).contains(inked(surface)))
    #expect(inked(surface).grown(by: 2).contains(measured))
  }

  @Test("sizes scale, weight fattens, and an empty line has no ink")
  func styles() throws {
    func coverage(_ style: TextStyle) throws -> Int {
      let surface = try ImageSurface(width: 200, height: 60)
      try surface.paint { $0.draw(typesetter.line("HHH", style), at: Point(10, 50), .white) }
      var sum = 0
      for y in 0..<60 { for x in 0..<200 { sum += Int((surface.pixel(x: x, y: y) ?? 0) >> 24) } }
      return sum
    }
    let (small, large) = (TextStyle(size: 15), TextStyle(size: 30))
    #expect(abs(typesetter.line("HHH", large).width / typesetter.line("HHH", small).width - 2) < 0.15)
    #expect(try coverage(TextStyle(size: 30, weight: .bold)) > coverage(large))
    #expect(typesetter.line("", small).ink.isEmpty && typesetter.line("", small).width == 0)
    #expect(typesetter.line(" ", small).ink.isEmpty && typesetter.line(" ", small).width > 0)
  }

  @Test("tabular digits have one width")
  func tabular() {
    let style = TextStyle(size: 13, hasTabularDigits: true)
    let widths = Set((0...9).map { typesetter.line(String(repeating: "\($0)", count: 10), style).width })
    #expect(widths.count == 1)
  }

  @Test("text that is too wide is shortened at the chosen place", arguments: [Ellipsis.start, .middle, .end])
  func ellipsis(_ ellipsis: Ellipsis) {
    let style = TextStyle(size: 13)
    let text = String(repeating: "drawing ", count: 20)
    let cut = typesetter.line(text, style, maxWidth: 100, ellipsis: ellipsis)
    #expect(cut.width <= 101 && cut.width > 60)
    #expect(typesetter.line("x", style, maxWidth: 100).width == typesetter.line("x", style).width)
    #expect(typesetter.line(text, style, maxWidth: 1e12).width == typesetter.line(text, style).width)
  }

  @Test("right-to-left text, line breaks, zero bytes and very long text make one line at its place")
  func odd() throws {
    let style = TextStyle(size: 13)
    let hebrew = typesetter.line("שלום", style, maxWidth: 500)
    #expect(hebrew.logical.minX >= -1 && hebrew.logical.maxX < 100)
    let (one, broken) = (typesetter.line("ab", style), typesetter.line("a\nb\u{2029}c", style))
    #expect(broken.logical.height < one.logical.height * 1.6 && broken.width > one.width)
    _ = typesetter.line("a\0b", style)
    #expect(typesetter.line(String(repeating: "w", count: 100_000), style).width < 4097 * 40)
  }

  /// Fails if Pango gets more of a text than a line may have, or much more than there is room for, or
  /// if a shortened text does not say so.
  @Test("long texts are shortened before they are shaped")
  func limits() {
    let typesetter = Typesetter()
    let long = String(repeating: "wé", count: 100_000)
    func count(_ text: String, _ width: Double? = nil, _ ellipsis: Ellipsis = .end) -> Int {
      let before = typesetter.shaped.scalars
      let isShort = typesetter.line(text, TextStyle(size: 13), maxWidth: width, ellipsis: ellipsis).isShortened
      #expect(isShort == (text == long))
      return typesetter.shaped.scalars - before
    }
    #expect(count("wé") == 2 && count("wé", 100) == 2)
    #expect(count(long) == Typesetter.longest)
    for ellipsis in [Ellipsis.start, .middle, .end] {
      #expect(count(long, 100, ellipsis) <= 164)
      #expect(typesetter.line(long, TextStyle(size: 13), maxWidth: 100, ellipsis: ellipsis).width <= 100)
    }
    #expect(count(long, -5) <= 64 && count(long, .infinity) <= Typesetter.longest)
  }

  /// Fails if a font's name is kept by address: another font may then be found.
  @Test("the width of a text does not depend on the typesetter or on time")
  func repeatable() {
    let styles = [11.0, 13, 20, 26, 19.5, 22, 40].map { TextStyle(size: $0, hasTabularDigits: true) }
    func widths() -> [Double] {
      let fresh = Typesetter()
      return ["Rotate", "354.0°", "Ångström"].flatMap { text in styles.map { fresh.line(text, $0).width } }
    }
    let first = widths()
    for _ in 0..<60 { #expect(widths() == first) }
  }

  @Test("a line outlives its typesetter")
  func outlives() throws {
    var own: Typesetter? = Typesetter()
    let line = try #require(own?.line("H", TextStyle(size: 20)))
    own = nil
    let surface = try ImageSurface(width: 40, height: 40)
    try surface.paint { $0.draw(line, at: Point(5, 30), .white) }
    #expect(!inked(surface).isEmpty)
  }
}

@Suite struct CaretTests {
  private let style = TextStyle(size: 16)

  /// Fails if a caret's place is not found again, in any script.
  @Test("every place of the caret is found again", arguments: ["warm grey", "日本語 ink", "e\u{301}te\u{301}", "שלום"])
  func places(_ text: String) {
    let line = Typesetter().line(text, style)
    var offset = 0
    for character in text {
      #expect(line.offset(at: line.caret(at: offset)) == offset)
      offset += String(character).utf8.count
    }
    #expect(line.offset(at: line.caret(at: offset)) == offset)
  }

  /// Fails if a step to the right does not move the caret to the right, or never ends.
  @Test("steps follow the order on the screen", arguments: ["warm grey", "ab שלום cd", "日本"])
  func steps(_ text: String) {
    let line = Typesetter().line(text, style)
    var (at, count) = (0, 0)
    while let next = line.offset(besides: at, toTheRight: true), count < 100 {
      #expect(line.caret(at: next) > line.caret(at: at) || text.contains("ש"))
      (at, count) = (next, count + 1)
    }
    #expect(count >= text.count && count < 100)
    #expect(line.offset(besides: 0, toTheRight: false) == nil)
  }

  /// Fails if a selection is drawn beside its letters.
  @Test("a selection covers the distance between its carets")
  func stretches() {
    let line = Typesetter().line("warm grey", style)
    let stretch = line.stretches(from: 2, to: 6)
    #expect(stretch == [line.caret(at: 2)...line.caret(at: 6)])
    #expect(line.stretches(from: 3, to: 3).isEmpty)
    #expect(line.caret(at: 0) == 0 && abs(line.caret(at: 999) - line.width) < 1)
    #expect(line.offset(at: -50) == 0 && line.offset(at: 1e9) == 9 && line.offset(at: .nan) == 0)
  }
}
