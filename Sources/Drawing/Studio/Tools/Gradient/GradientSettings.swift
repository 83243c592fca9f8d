import Pixels

/// How the next gradient begins.
public struct GradientSettings: Sendable, Hashable {
  public enum End: String, Sendable, CaseIterable {
    /// The foreground colour becomes transparent.
    case nothing
    /// The foreground colour becomes the background colour.
    case background
  }

  public var kind = GradientPainter.Kind.linear
  public var end = End.nothing

  public init(kind: GradientPainter.Kind = .linear, end: End = .nothing) { (self.kind, self.end) = (kind, end) }

  /// The stops between two colours 0xRRGGBB.
  func stops(_ foreground: UInt32, _ background: UInt32) -> GradientStops {
    end == .nothing
      ? GradientStops(from: foreground, to: foreground, 0) : GradientStops(from: foreground, to: background)
  }
}
