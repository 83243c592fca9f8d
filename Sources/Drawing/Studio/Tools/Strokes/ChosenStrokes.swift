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
  /// The stabiliser; nil for brushes of MyPaint.
  public let stabiliser: Stabiliser?
  /// How much harder the pen is being made to press, -1...1.
  public let harder: Double
  /// The length of turns that are being made to vanish, px; 0 for none.
  public let calm: Double
  /// Whether they are repeated by a symmetry.
  public let isSymmetric: Bool
  /// The layers that have them.
  public let layers: Set<Layer.ID>

  /// - Parameters:
  ///   - change: what they are being changed to.
  ///   - held: the part of it that is not recorded yet.
  init?(_ strokes: [ListedStroke], _ change: StrokeChange?, held: StrokeChange = StrokeChange()) {
    guard let last = strokes.last(where: \.hasInk) ?? strokes.last else { return nil }
    count = strokes.count
    colour = last.hasInk ? change?.colour ?? last.colour : nil
    brush = change?.brush?.name ?? last.brush
    size = change?.size ?? last.size
    opacity = change?.opacity ?? last.opacity
    smoothing = change?.smoothing ?? last.smoothing
    stabiliser = last.stabiliser.map { change?.stabiliser ?? $0 }
    harder = held.harder ?? 0
    calm = if case .calm(let length)? = held.shape { length } else { 0 }
    isSymmetric = change?.symmetry?.isActive ?? last.isSymmetric
    layers = Set(strokes.compactMap { $0.place?.layer })
  }
}
