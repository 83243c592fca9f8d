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

  /// Why there can be no further layer; nil if there can.
  static func refusal(in document: borrowing Document) -> String? {
    document.layers.last.flatMap { document.refusal(of: .add(above: $0.id)) }
  }

  /// Begins to paint the selection, as one step: what is not selected is covered with colour. Nothing is selected meanwhile.
  /// - Parameter seen: the part of the canvas that is seen, px.
  /// - Returns: the pixels that may have changed.
  static func beginQuickMask(on document: inout Document, seen: PixelRect) -> Region {
    let selection = document.selection
    return document.joinEdits { document -> Region in
      var region = add(.quickMask, translated("Quick mask"), quickColour, to: &document, seen: seen)
      let id = document.activeID
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
      // Beyond what is drawn, nothing is meant.
      if document.isEndless { mask?.formIntersection(document.mask(of: document.shownBounds)) }
      document.select(mask, document.isEndless ? nil : recipe)
      var region = document.perform(.delete(id)) ?? Region()
      if let next { region.add(document.activate(next.layer, next.plane)) }
      return region
    }
  }

  /// Keeps the selection as a hidden layer, as one step.
  static func keep(_ selection: Mask, on document: inout Document, seen: PixelRect) -> Region {
    let active = document.activeSurface
    return document.joinEdits { document -> Region in
      var region = add(.selection, translated("Selection", context: "a layer"), keptColour, to: &document, seen: seen)
      let id = document.activeID
      region.add(document.perform(.addMask(id, showing: selection)) ?? Region())
      region.add(document.perform(.set(id, .visible(false))) ?? Region())
      document.select(selection, SelectionRecipe(.opacity(SurfaceID(id, .mask))))
      region.add(document.activate(active.layer, active.plane))
      return region
    }
  }

  /// Adds a layer on top of all that is covered with a colour, and has nothing selected.
  private static func add(
    _ purpose: Layer.Purpose, _ name: String, _ colour: UInt32, to document: inout Document, seen: PixelRect
  ) -> Region {
    var region = document.drop()
    guard let top = document.layers.last?.id else { return region }
    region.add(document.perform(.add(above: top)) ?? Region())
    let id = document.activeID
    for property in [Layer.Property.name(name), .purpose(purpose), .opacity(opacity)] {
      region.add(document.perform(.set(id, property)) ?? Region())
    }
    // An endless canvas is covered where it is drawn on or seen.
    let area = document.isEndless ? document.mask(of: document.shownBounds.union(seen)) : nil
    if area != document.selection { document.select(area) }
    region.add(document.coverActiveLayer(colour: colour))
    if area != nil { document.select(nil) }
    return region
  }
}
