import Document
import Ink

/// What controls show of the strokes that are chosen. Of several, the values are those of the last one.
public struct ChosenStrokes: Sendable, Hashable {
  /// Their number.
  public let count: Int
  /// 0xRRGGBB; nil for strokes without a colour.
  public let colour: UInt32?
  /// The name of the brush.
  public let brush: String
  /// The width at full pressure, px of the canvas on which it was drawn.
  public let size: Double
  /// 0...1.
  public let opacity: Double
  /// The strength of smoothing, 0...100.
  public let smoothing: Double
  /// The layers that have them.
  public let layers: Set<Layer.ID>

  /// - Parameter change: what they are being changed to.
  init?(_ strokes: [ListedStroke], _ change: StrokeChange?) {
    guard let last = strokes.last(where: \.hasInk) ?? strokes.last else { return nil }
    count = strokes.count
    colour = last.hasInk ? change?.colour ?? last.colour : nil
    brush = change?.brush?.name ?? last.brush
    size = change?.size ?? last.size
    opacity = change?.opacity ?? last.opacity
    smoothing = change?.smoothing ?? last.smoothing
    layers = Set(strokes.compactMap { $0.place?.layer })
  }
}
