import Geometry
import Raster

/// Which strokes of a drawing are meant: those for which everything holds that is given.
public struct StrokeFilter: Sendable, Hashable {
  /// The numbers of strokes (`ListedStroke.number`); empty for all.
  public var numbers: [ClosedRange<Int>] = []
  /// The name of the brush.
  public var brush: String?
  /// The colour, 0xRRGGBB. Strokes that erase have none.
  public var colour: UInt32?
  /// The name of the layer that has the ink.
  public var layer: String?
  /// The layer or mask that has the ink.
  public var surface: SurfaceID?
  /// Whether strokes that erase or blend are not meant.
  public var hasInk = false
  /// The part of the present canvas in which all of the ink lies, px.
  public var area: Rect?
  /// The selection in which its centre line begins, ends and turns, or into which its ink reaches from beyond the canvas.
  public var selection: Mask?
  /// What touches their ink.
  public var touch: StrokeTouch?
  /// Whether only the last of them is meant.
  public var takesLast = false

  /// All strokes.
  public init() {}

  /// Whether a stroke is meant.
  public func contains(_ stroke: ListedStroke) -> Bool {
    guard numbers.isEmpty || numbers.contains(where: { $0.contains(stroke.number) }),
      brush == nil || brush == stroke.brush, colour == nil || colour == stroke.colour,
      layer == nil || layer == stroke.layer, !hasInk || stroke.hasInk,
      surface.map({ $0.plane == stroke.surface.plane && $0.layer == stroke.home }) ?? true
    else { return false }
    if let selection, !stroke.lies(in: selection) { return false }
    if let touch, !stroke.isTouched(by: touch) { return false }
    guard let area else { return true }
    return stroke.bounds.map { area.union($0) == area } ?? false
  }
}
