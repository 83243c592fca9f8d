/// The size of a canvas, px, as the command line writes it: "3840x2160".
struct CanvasSize: Hashable, Sendable {
  /// The most along one side.
  static let side = 32767

  var width: Int
  var height: Int

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// nil where the text is not two whole numbers above 0 with an "x" between.
  init?(_ text: String) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = wholeNumber(parts[0]), let height = wholeNumber(parts[1]), width > 0, height > 0
    else { return nil }
    self.init(width: width, height: height)
  }

  /// Whether a canvas can be so large.
  var isPossible: Bool { width <= Self.side && height <= Self.side && width * height <= 1_000_000_000 }
}

/// Where a window is to be, as X programs write it (X(7), "geometry specifications"): "1200x800+40-30", in px; size or
/// place may be missing. After "+" comes the distance of the window's left or upper edge from the screen's, after "-"
/// that of its right or lower edge from the screen's; either may be negative ("+-5").
struct WindowGeometry: Hashable, Sendable {
  /// A distance from an edge of the screen.
  struct Offset: Hashable, Sendable {
    /// px, inwards.
    var distance: Int
    /// Whether from the right or lower edge.
    var isFromFarEdge: Bool
  }

  /// Width and height, px, 1 ... 32767.
  var size: CanvasSize?
  /// From the left or right, and from the top or bottom.
  var position: (x: Offset, y: Offset)? {
    get { x.flatMap { x in y.map { y in (x, y) } } }
    set { (x, y) = (newValue?.x, newValue?.y) }
  }
  private var x: Offset?
  private var y: Offset?

  init(size: CanvasSize?, position: (x: Offset, y: Offset)? = nil) {
    self.size = size
    self.position = position
  }

  /// nil where the text is of another form.
  init?(_ text: String) {
    // X allows a "=" in front, from older days.
    var rest = text.hasPrefix("=") ? text.dropFirst() : text[...]
    let sizeText = rest.prefix { $0 != "+" && $0 != "-" }
    rest = rest.dropFirst(sizeText.count)
    if !sizeText.isEmpty {
      guard let size = CanvasSize(String(sizeText)), max(size.width, size.height) <= CanvasSize.side else { return nil }
      self.size = size
    }
    guard !rest.isEmpty else {
      if size == nil { return nil }
      return
    }
    guard let x = Self.offset(&rest), let y = Self.offset(&rest), rest.isEmpty else { return nil }
    self.x = x
    self.y = y
  }

  private static func offset(_ rest: inout Substring) -> Offset? {
    guard let edge = rest.popFirst(), edge == "+" || edge == "-" else { return nil }
    let isNegative = rest.first == "-"
    if isNegative { rest.removeFirst() }
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    rest = rest.dropFirst(digits.count)
    guard let distance = wholeNumber(digits) else { return nil }
    return Offset(distance: isNegative ? -distance : distance, isFromFarEdge: edge == "-")
  }
}

/// One to six decimal digits, nothing else.
private func wholeNumber(_ text: Substring) -> Int? {
  guard (1...6).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
  return Int(text)
}
