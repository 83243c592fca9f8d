import Testing

@testable import Language

@Suite struct ShownTextTests {
  /// Fails if a text within the limit changes, or a longer one has not exactly its start, an
  /// ellipsis and its end.
  @Test func longTextsKeepTheirEnds() {
    let text = "/home/" + String(repeating: "é", count: 5000) + "/a.png"
    #expect(ShownText.limited("", to: 3) == "" && ShownText.limited("abc", to: 3) == "abc")
    #expect(ShownText.limited("abcd", to: 3) == "a\u{2026}d")
    #expect(ShownText.limited("ab\u{2026}d", to: 4) == "ab\u{2026}d")
    let short = ShownText.limited(text)
    #expect(short.unicodeScalars.count == ShownText.longest)
    #expect(short.hasPrefix("/home/é") && short.hasSuffix("é/a.png") && short.contains("é\u{2026}é"))
    #expect(ShownText.limited(text, head: 3, tail: 0) == "/ho\u{2026}")
    #expect(ShownText.limited(text, head: 0, tail: 4) == "\u{2026}.png")
    #expect(ShownText.limited("abc", head: -1, tail: -5) == "\u{2026}")
  }

  /// Fails if a character is divided, or one of any number of scalars is kept whole.
  @Test func charactersAreNotDivided() {
    let flags = String(repeating: "🇫🇷", count: 100)
    for limit in 5...12 {
      let short = ShownText.limited(flags, to: limit)
      #expect(short.allSatisfy { $0 == "🇫🇷" || $0 == "\u{2026}" } && short.unicodeScalars.count <= limit, "\(limit)")
    }
    let marks = "a" + String(repeating: "\u{301}", count: 100_000)
    for text in [marks, marks + "b", "b" + marks + marks] {
      let short = ShownText.limited(text, to: 50)
      #expect(short.unicodeScalars.count <= 50 && short.unicodeScalars.contains("\u{2026}"))
    }
  }
}
