import Document

/// The size of a canvas, px, as the command line writes it: "3840x2160", or "endless".
struct CanvasSize: Hashable, Sendable {
  /// The largest side, px.
  static let side = 32767

  var width: Int
  var height: Int

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  static let endless = CanvasSize(width: Document.endlessSide, height: Document.endlessSide)

  /// Parses two whole numbers above 0 with an "x" between, or "endless"; nil for anything else.
  init?(_ text: String) {
    if text == "endless" {
      self = .endless
      return
    }
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = wholeNumber(parts[0]), let height = wholeNumber(parts[1]), width > 0, height > 0
    else { return nil }
    self.init(width: width, height: height)
  }

  /// Whether a canvas may have this size.
  var isPossible: Bool {
    self == .endless || width <= Self.side && height <= Self.side && width * height <= 1_000_000_000
  }
}

/// One to six decimal digits, nothing else.
private func wholeNumber(_ text: Substring) -> Int? {
  guard (1...6).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
  return Int(text)
}
