/// Something that can be done to a drawing's layers as a whole. A value, so that it can be kept and done again.
public enum LayerOperation: Hashable, Sendable {
  /// A new empty layer above another, which is drawn on from then on.
  case add(above: Layer.ID)
  /// A copy of a layer right above it, which is drawn on from then on.
  case duplicate(Layer.ID)
  /// Removes a layer, unless it is locked or the only one.
  case delete(Layer.ID)
  /// Lays a layer on the one below it, as it is shown now, so that both are one; unless either is locked or hidden. The
  /// lower one's opacity goes into its pixels.
  case mergeDown(Layer.ID)
  /// Calls it otherwise.
  case rename(Layer.ID, String)
  /// Puts it at an index of the list, 0 being the lowest, clamped; those between move up or down.
  case move(Layer.ID, to: Int)
  /// Shows or hides it.
  case setVisible(Layer.ID, Bool)
  /// Protects it or allows drawing on it.
  case setLocked(Layer.ID, Bool)
  /// How much of it is shown, 0 ... 1, clamped.
  case setOpacity(Layer.ID, Double)
  /// How it is combined with what is under it.
  case setBlend(Layer.ID, CompositeOperator)
  /// The paper's colour, 0xRRGGBB.
  case setPaper(UInt32)
  /// Shows the paper, or leaves the drawing without ground.
  case setPaperShown(Bool)

  /// What the user would call it.
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

  /// Whether two are steps of one drag: they set the same value of the same thing, one after the other.
  func continues(_ other: LayerOperation) -> Bool {
    switch (self, other) {
    case (.setOpacity(let a, _), .setOpacity(let b, _)): a == b
    case (.setPaper, .setPaper): true
    default: false
    }
  }
}
