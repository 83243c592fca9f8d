import Raster

/// An operation on the layers or the paper of a drawing.
public enum LayerOperation: Hashable, Sendable {
  /// Adds an empty layer above a layer, or highest in a group, and makes it active.
  case add(above: Layer.ID)
  /// Adds a copy of a layer with all that it contains, of a number of `layers`, above it and makes it
  /// active. It is named "Ink copy 2" if the layer is "Ink copy".
  case duplicate(Layer.ID, layers: Int = 1)
  /// Adds copied layers of the canvas's size above a layer, or highest in a group, and makes the highest one
  /// active.
  case paste(CopiedLayers, above: Layer.ID)
  /// Removes a layer with all that it contains, unless one of them is locked or there is no other.
  case delete(Layer.ID)
  /// Merges a layer into the one below, unless either is locked or hidden.
  case mergeDown(Layer.ID)
  /// Replaces a group by one layer with what the group shows, and makes it active if the active layer was
  /// there.
  case flatten(Layer.ID)
  /// Sets a property of a layer.
  case set(Layer.ID, Layer.Property)
  /// Moves a layer with all that it contains to a place; the position is clamped.
  case move(Layer.ID, to: LayerPlace)
  /// Adds a group above the highest of some layers, puts them with all that they contain into it, and
  /// makes it active.
  case group([Layer.ID])
  /// Replaces a group by what it contains.
  case ungroup(Layer.ID)
  /// Adds a mask that shows only some pixels, or all, and makes it active. In the first case nothing is
  /// selected any more.
  case addMask(Layer.ID, showing: Mask?)
  /// Removes a layer's mask; what it hides shows again.
  case removeMask(Layer.ID)
  /// Removes a layer's mask and the pixels that it hides, even if it is off; not for a group.
  case applyMask(Layer.ID)
  /// Operations one after the other as one edit; each is one that `isPartOfSeveral`.
  case several([LayerOperation])
  /// Sets the colour of the paper, 0xRRGGBB.
  case setPaper(UInt32)
  case setPaperShown(Bool)

  /// The name of the edit, in English.
  public var name: String {
    switch self {
    case .add: "Add layer"
    case .duplicate: "Duplicate layer"
    case .paste: "Paste layers"
    case .delete: "Delete layer"
    case .mergeDown: "Merge down"
    case .flatten: "Merge group"
    case .set(_, let property): property.editName
    case .move: "Move layer"
    case .group: "Group layers"
    case .ungroup: "Ungroup"
    case .addMask: "Add mask"
    case .removeMask: "Delete mask"
    case .applyMask: "Apply mask"
    case .several(let operations): operations.first?.name ?? ""
    case .setPaper: "Paper colour"
    case .setPaperShown(let isShown): isShown ? "Show paper" : "Hide paper"
    }
  }

  /// Whether both set the same value of the same layer or paper, like steps of one drag.
  func continues(_ other: LayerOperation) -> Bool {
    switch (self, other) {
    case (.set(let a, let property), .set(let b, let other)): a == b && property.isSlid && other.isSlid
    case (.setPaper, .setPaper): true
    default: false
    }
  }
}
