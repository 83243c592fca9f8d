import Document
import Geometry

/// The settings of all tools: everything that their panels set.
public struct ToolSettings: Sendable, Hashable {
  // MARK: remembered

  /// How a fill finds its area.
  public var filling = FillSettings()
  /// How the next gradient begins.
  public var gradient = GradientSettings()
  /// Whether the eyedropper picks from the whole drawing on its paper; otherwise it picks from the
  /// active layer where that has a colour.
  public var picksMerged = true
  /// Whether brushes that smudge pick up colours from the visible layers below, too.
  public var mixesBelow = false
  /// Whether strokes of all layers can be chosen; otherwise those of the active one.
  public var takesStrokesOfAllLayers = false
  /// Whether a drag chooses strokes by a lasso; otherwise by a rectangle.
  public var takesStrokesByLasso = true
  // MARK: of a drawing

  /// Whether fills empty areas.
  public var fillErases = false
  /// How what is selected next joins the selection, while no key says it.
  public var selectionMode = SelectionRecipe.Mode.replace
  /// Whether the frame of a selection moves the selection alone, while its pixels stay.
  public var movesSelectionLine = false
  /// What the stroke tool does with strokes.
  public var strokeHand = StrokeHand.choose
  /// How far the hand reaches that bends strokes or changes their widths, canvas px, within `strokeReaches`.
  public var strokeReach = 60.0
  /// How much of strokes the eraser erases; nil for pixels.
  public var erasing: StrokeExtent?

  /// How strokes and shapes are repeated while they are drawn.
  public var symmetry = Symmetry()
  /// The frame of the crop tool, canvas px; nil for the whole canvas. It lasts as long as the tool
  /// and the canvas stay the same.
  public var crop: PixelRect?

  /// The values of `strokeReach`.
  public static let strokeReaches = 2.0...1000.0

  /// The settings of a new drawing.
  public init() {}

  /// Those that are remembered, and the defaults of those that belong to a drawing.
  var lasting: ToolSettings {
    var lasting = self
    let new = ToolSettings()
    (lasting.symmetry, lasting.crop) = (new.symmetry, new.crop)
    (lasting.strokeHand, lasting.erasing) = (new.strokeHand, new.erasing)
    lasting.fillErases = new.fillErases
    (lasting.strokeReach, lasting.selectionMode) = (new.strokeReach, new.selectionMode)
    lasting.movesSelectionLine = new.movesSelectionLine
    return lasting
  }
}
