import Geometry
import Pixels
import Raster

/// Whose colours a fill or a wand compares.
public enum FillSource: String, Sendable, CaseIterable {
  /// The whole drawing, as it is seen, without drafts.
  case all
  /// The pixels that are filled.
  case layer
  /// The visible layers that are marked as references, and what groups with that mark contain; all, if there are none.
  case reference

  /// Whether it compares what several layers show.
  public var isMerged: Bool { self != .layer }

  /// A drawing as a fill compares it.
  func picture(of document: Document) -> Document {
    switch self {
    case .layer: return document
    case .all: return document.picture(withActiveDraft: true)
    case .reference:
      let references = document.layers.visibleReferences
      if references.isEmpty { return document.picture(withActiveDraft: true) }
      let seen = references.reduce(into: references) { $0.formUnion(document.layers.ancestors(of: $1)) }
      var (picture, shown) = (document, document.layers)
      picture.takesNotes = false
      for index in shown.indices where !seen.contains(index) || shown[index].purpose != .picture {
        shown[index].isVisible = false
      }
      picture.setLayers(shown)
      return picture
    }
  }
}

extension LayerTree {
  /// The indices of visible reference layers, and of all layers inside visible reference groups.
  var visibleReferences: Set<Int> {
    var found: Set<Int> = []
    for index in indices where self[index].isReference && self[index].purpose == .picture {
      if ([index] + ancestors(of: index)).allSatisfy({ self[$0].isVisible }) { found.formUnion(branch(at: index)) }
    }
    return found
  }
}

extension FillSample {
  /// The colours that a fill or a wand compares, of the whole picture or of the active pixels.
  init(of document: Document, _ source: FillSource) {
    if source.isMerged {
      self.init(showing: source.picture(of: document), on: document.activeImage)
      return
    }
    let image = document.activeImage
    self.init(image: image) { rect, target in
      var span = target.mutableSpan
      image.copy(rect, to: &span, stride: rect.width)
    } uniform: { tile in
      image[tile] == nil ? 0 : nil
    } source: { tile in
      image[tile]
    }
  }

  /// The colours that a drawing shows.
  /// - Parameter image: what is filled.
  init(showing document: Document, on image: TileGrid) {
    self.init(image: image) { rect, target in
      var span = target.mutableSpan
      document.flatten(rect, to: &span, start: 0, stride: rect.width)
    } uniform: { tile in
      document.isGround(image.bounds(ofTile: tile)) ? document.ground : nil
    } source: { tile in
      document.layers.count > 1 ? nil : document.activeImage[tile]
    }
  }
}
