import Document
import Geometry
import Language
import Raster

/// The selection as a layer: one that is painted for a while (quick mask), or one that is kept.
///
/// Such a layer is covered with a colour, and its mask is the selection. So all brushes paint it, and files have it.
enum SelectionLayer {
  /// Colours, 0xRRGGBB, and opacity of the layers.
  private static let (quickColour, keptColour, opacity): (UInt32, UInt32, Double) = (0xD8_2030, 0x20_70D8, 0.5)

  /// The layer on which the selection is being painted; nil for none.
  static func quickMask(in document: borrowing Document) -> Layer.ID? {
    document.layers.last { $0.purpose == .quickMask }?.id
  }

  /// Why there can be no such layer; nil if there can.
  /// - Parameter seen: the part of an endless canvas that it would cover beside what is drawn, px.
  static func refusal(in document: borrowing Document, seen: PixelRect) -> String? {
    let area = TileRange(document.shownBounds.union(seen))
    if document.isEndless, area.columns.count * area.rows.count > mostTiles {
      return translated("Too much of the endless canvas is seen or drawn on for a layer over it: zoom in first.")
    }
    return document.layers.last.flatMap { document.refusal(of: .add(above: $0.id)) }
  }

  /// The most tiles of an endless canvas that are covered: 268 megapixels.
  private static let mostTiles = 1 << 16

  /// Begins to paint the selection, as one step: what is not selected is covered with colour. Nothing is selected meanwhile.
  /// - Parameter seen: the part of the canvas that is seen, px.
  /// - Returns: the pixels that may have changed.
  static func beginQuickMask(on document: inout Document, seen: PixelRect) -> Region {
    let selection = document.selection
    return document.joinEdits { document -> Region in
      var region = add(.quickMask, "Quick mask", quickColour, to: &document, covering: document.shownBounds.union(seen))
      let id = document.activeID
      // Nothing is selected afterwards.
      region.add(document.perform(.addMask(id, showing: selection?.inverted)) ?? Region())
      return region
    }
  }

  /// Selects what was painted, as one step, and removes the layer.
  /// - Parameter next: the pixels to draw on then.
  static func endQuickMask(_ id: Layer.ID, on document: inout Document, next: SurfaceID?) -> Region {
    document.joinEdits { document -> Region in
      var recipe = SelectionRecipe(.opacity(SurfaceID(id, .mask)))
      recipe.isInverted = true
      var mask = document.layer(id)?.mask == nil ? nil : recipe.mask(in: document)
      // Beyond what is covered, nothing is meant.
      if document.isEndless, let covered = document.opacity(of: id) { mask?.formIntersection(covered) }
      document.select(mask, document.isEndless ? nil : recipe)
      var region = document.perform(.delete(id)) ?? Region()
      if let next { region.add(document.activate(next.layer, next.plane)) }
      return region
    }
  }

  /// Keeps the selection as a hidden layer, as one step.
  static func keep(_ selection: Mask, on document: inout Document) -> Region {
    let active = document.activeSurface
    let number = document.layers.count { $0.purpose == .selection } + 1
    return document.joinEdits { document -> Region in
      var region = add(
        .selection, "Selection \(number)", keptColour, to: &document, covering: selection.bounds)
      let id = document.activeID
      region.add(document.perform(.addMask(id, showing: selection)) ?? Region())
      region.add(document.perform(.set(id, .visible(false))) ?? Region())
      document.select(selection, SelectionRecipe(.opacity(SurfaceID(id, .mask))))
      region.add(document.activate(active.layer, active.plane))
      return region
    }
  }

  /// Adds a layer on top of all that is covered with a colour.
  /// - Parameter area: what is covered of an endless canvas, px; another one is covered as a whole.
  private static func add(
    _ purpose: Layer.Purpose, _ name: String, _ colour: UInt32, to document: inout Document, covering area: PixelRect
  ) -> Region {
    var region = document.drop()
    guard let top = document.layers.last?.id else { return region }
    region.add(document.perform(.add(above: top)) ?? Region())
    let id = document.activeID
    // Above a group it would be in that.
    region.add(document.perform(.move(id, to: LayerPlace(position: .max))) ?? Region())
    for property in [Layer.Property.name(name), .purpose(purpose), .opacity(opacity)] {
      region.add(document.perform(.set(id, property)) ?? Region())
    }
    // The cover has its own area, so that selecting that is no step.
    let selection = document.selection
    document.preview(selection: document.isEndless ? document.mask(of: area) : nil)
    region.add(document.coverActiveLayer(colour: colour))
    document.preview(selection: selection)
    return region
  }
}
