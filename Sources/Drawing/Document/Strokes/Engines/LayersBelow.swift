import Ink
import Raster

/// What is visible below a drawing's active layer, without the paper: the layers that colours are picked up
/// from beside the active one (`PaintMixing.exactWithLayersBelow`).
///
/// It shows the drawing as it was made from. Groups keep what the active layer has below it in them.
public final class LayersBelow {
  /// Without the active layer's pixels, which would be copied at the first change otherwise, and without the
  /// history.
  private let drawing: Document
  private let compositor: Compositor
  /// The pixels and masks that count.
  let surfaces: [SurfaceID]
  /// The tiles that were composited, for strokes that are drawn again and again; nil if they are not kept.
  private var tiles: [Int: Tile?]?

  /// What a stroke picks up; nil for a brush that does not smudge, or if it was not asked to.
  convenience init?(
    _ document: borrowing Document, for brush: Brush, _ conditions: PaintConditions, keepsTiles: Bool = false
  ) {
    guard conditions.mixing == .exactWithLayersBelow, brush.smudges else { return nil }
    self.init(document, keepsTiles: keepsTiles)
  }

  /// Nil if nothing is below: on a mask, which has no colours, and on the lowest layer that shows.
  init?(_ document: borrowing Document, keepsTiles: Bool = false) {
    guard document.activePlane == .pixels, document.hasActivePixels else { return nil }
    var drawing = document.picture(withActiveDraft: true)
    let active = drawing.activeLayer
    let containing = Set(drawing.layers.ancestors(of: active))
    for index in drawing.layers.indices where index >= active && !containing.contains(index) {
      drawing.layers[index].isVisible = false
    }
    let below = drawing.layers.indices.filter { drawing.layers[$0].isVisible && $0 != active }
    guard below.contains(where: { drawing.layers[$0].isPaint }) else { return nil }
    surfaces = below.map { drawing.layers[$0] }.surfaces
    drawing.layers[active].image = TileGrid(width: 1, height: 1)
    (drawing.history, drawing.baggage, drawing.floating) = (History(), FileBaggage(), nil)
    self.drawing = drawing
    tiles = keepsTiles ? [:] : nil
    compositor = Compositor(drawing.layers, ground: 0)
  }

  /// The tile with an index; nil if it is transparent.
  func tile(_ index: Int) -> Tile? {
    if let known = tiles?[index] { return known }
    let tile = compositor.tile(index, of: drawing)
    tiles?[index] = .some(tile)
    return tile
  }
}
