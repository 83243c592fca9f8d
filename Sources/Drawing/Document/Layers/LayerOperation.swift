/// An operation on the layers or the paper of a drawing.
public enum LayerOperation: Hashable, Sendable {
  /// Adds an empty layer above another one and makes it active.
  case add(above: Layer.ID)
  /// Adds a copy above a layer and makes it active.
  case duplicate(Layer.ID)
  /// Removes a layer, unless it is locked or the only one.
  case delete(Layer.ID)
  /// Merges a layer into the one below, unless either is locked or hidden.
  case mergeDown(Layer.ID)
  case rename(Layer.ID, String)
  /// Moves a layer to an index, 0 being the lowest; the index is clamped.
  case move(Layer.ID, to: Int)
  case setVisible(Layer.ID, Bool)
  case setLocked(Layer.ID, Bool)
  /// Sets a layer's opacity, 0...1, clamped.
  case setOpacity(Layer.ID, Double)
  case setBlend(Layer.ID, CompositeOperator)
  /// Sets the colour of the paper, 0xRRGGBB.
  case setPaper(UInt32)
  case setPaperShown(Bool)

  /// The name of the edit, in English.
  public var name: String {
    switch self {
    case .add: "Add layer"
    case .duplicate: "Duplicate layer"
    case .delete: "Delete layer"
    case .mergeDown: "Merge down"
    case .rename: "Rename layer"
    case .move: "Move layer"
    case .setVisible(_, let isVisible): isVisible ? "Show layer" : "Hide layer"
    case .setLocked(_, let isLocked): isLocked ? "Lock layer" : "Unlock layer"
    case .setOpacity: "Layer opacity"
    case .setBlend: "Blend mode"
    case .setPaper: "Paper colour"
    case .setPaperShown(let isShown): isShown ? "Show paper" : "Hide paper"
    }
  }

  /// Whether both set the same value of the same layer or paper, like steps of one drag.
  func continues(_ other: LayerOperation) -> Bool {
    switch (self, other) {
    case (.setOpacity(let a, _), .setOpacity(let b, _)): a == b
    case (.setPaper, .setPaper): true
    default: false
    }
  }
}
