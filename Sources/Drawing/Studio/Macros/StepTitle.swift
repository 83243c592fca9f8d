import Document
import Language
import Paint

/// What a step of undo is called in lists.
public enum StepTitle {
  /// - Parameter operations: those of the step, at least one.
  public static func text(of operations: [Operation]) -> String {
    guard let first = operations.first else { return "" }
    if operations.count == 1 { return text(of: first) }
    return translated(
      "{step} and {count} more", other: "{step} and {count} more", count: operations.count - 1,
      ["step": text(of: first)])
  }

  private static func text(of operation: Operation) -> String {
    switch operation {
    case .stroke, .strokes:
      operation.strokes.allSatisfy { $0.style.blend == .erase }
        ? translated("Erasing", context: "a step") : translated("Stroke", context: "a step")
    case .shape: translated("Shape", context: "a step")
    case .replacement(let operation): text(of: operation)
    case .fill: translated("Fill", context: "a step")
    case .clear: translated("Clearing", context: "a step")
    case .cover: translated("Covering with a colour", context: "a step")
    case .gradient: translated("Gradient", context: "a step")
    case .place(let placing):
      placing.isPaste ? translated("Pasting", context: "a step") : translated("Moving", context: "a step")
    case .select(let mask, let recipe):
      mask == nil && recipe == nil
        ? translated("Deselecting", context: "a step") : translated("Selecting", context: "a step")
    case .layer(let operation): text(of: operation)
    case .canvas: translated("Changing the canvas", context: "a step")
    case .pixels, .omitted, .change: translated("Changing earlier steps", context: "a step")
    }
  }

  private static func text(of operation: LayerOperation) -> String {
    switch operation {
    case .add: translated("New layer", context: "a step")
    case .duplicate: translated("Copying a layer", context: "a step")
    case .paste: translated("Pasting layers", context: "a step")
    case .delete: translated("Deleting a layer", context: "a step")
    case .mergeDown, .flatten: translated("Merging layers", context: "a step")
    case .move: translated("Moving a layer", context: "a step")
    case .group, .ungroup: translated("Grouping layers", context: "a step")
    case .addMask, .removeMask, .applyMask: translated("Changing a mask", context: "a step")
    case .set, .several: translated("Changing a layer", context: "a step")
    case .setPaper, .setPaperShown: translated("Changing the paper", context: "a step")
    }
  }
}
