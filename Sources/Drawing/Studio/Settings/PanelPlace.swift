/// Places of panels that the user has moved.
extension Settings {
  /// A panel that the user can move. The raw value is its name in the settings file.
  public enum MovablePanel: String, Sendable, Hashable, CaseIterable {
    case bar, tools, sliders, colours, layers, dial, navigator, references, status
  }

  /// A place in the window: the distances from two of its edges, which hold after a resize and at
  /// another scale.
  public struct PanelPlace: Sendable, Hashable {
    /// An edge at the side of the window, for the right hand; exchanged for the left hand.
    public enum Side: String, Sendable, Hashable, CaseIterable { case left, right }
    /// An upper or lower edge.
    public enum End: String, Sendable, Hashable, CaseIterable { case top, bottom }

    /// The edge that `x` is measured from.
    public let side: Side
    /// The distance from it, px at 96 dpi, 0 ... 32767, in steps of 0.01.
    public let x: Double
    /// The edge that `y` is measured from.
    public let end: End
    /// The distance from it, like `x`.
    public let y: Double

    /// The range of the distances, px at 96 dpi.
    public static let distances = 0.0...32767.0

    /// A place; the distances are clamped and rounded, 0 if not finite.
    public init(_ side: Side, _ x: Double, _ end: End, _ y: Double) {
      func rounded(_ distance: Double) -> Double {
        (Settings.clamped(distance, Self.distances, 0) * 100).rounded() / 100
      }
      (self.side, self.end) = (side, end)
      (self.x, self.y) = (rounded(x), rounded(y))
    }

    /// As in the settings file: `right 16 top 240`.
    var text: String { "\(side.rawValue) \(SettingsText.text(x)) \(end.rawValue) \(SettingsText.text(y))" }

    /// Reads such a text; nil for anything else.
    init?(_ text: String) {
      let words = text.split(separator: " ").map(String.init)
      guard words.count == 4, let side = Side(rawValue: words[0]), let x = SettingsText.number(words[1]),
        let end = End(rawValue: words[2]), let y = SettingsText.number(words[3]), Self.distances.contains(x),
        Self.distances.contains(y)
      else { return nil }
      self.init(side, x, end, y)
    }
  }
}
