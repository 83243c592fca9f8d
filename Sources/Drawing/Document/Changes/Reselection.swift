import Raster

/// What operations do if the selection before them is another one.
///
/// An operation that was limited by the selection of its time, or that used it, does so with the new one. An operation
/// with any other mask keeps that.
struct Reselection {
  private let old: Document
  private let new: Document

  /// - Parameters:
  ///   - old: the drawing before the operation, as it was done.
  ///   - new: the same with the new selection.
  init(from old: Document, to new: Document) { (self.old, self.new) = (old, new) }

  /// Whether the selections differ.
  var isNeeded: Bool { old.selection != new.selection }

  /// The operation with the new selection; nil if it does not depend on the selection. One that can do nothing with
  /// nothing selected is left out.
  /// - Parameter operation: one that selects depends on it by its recipe, which is not considered here.
  func applied(to operation: Operation) -> Operation? {
    switch operation {
    case .stroke, .strokes, .shape:
      return operation.mapSelections { $0 == old.selection ? .some(new.selection) : .none }
    case .replacement(let inner): return applied(to: inner).map { .replacement($0) }
    case .fill(var fill):
      guard fill.selection == old.selection else { return nil }
      fill.selection = new.selection
      if new.isEndless { fill.limit = new.fillLimit(around: fill.place) }
      return .fill(fill)
    case .clear(var clearing):
      guard clearing.selection == old.selection else { return nil }
      clearing.selection = new.selection
      return .clear(clearing)
    case .cover(var covering):
      // The colour over a selection covers all.
      guard covering.selection == old.selection, old.layer(covering.surface.layer)?.purpose.isInk ?? true else {
        return nil
      }
      covering.selection = new.selection
      return .cover(covering)
    case .gradient(var gradient):
      guard gradient.selection == old.selection, old.layer(gradient.surface.layer)?.purpose.isInk ?? true else {
        return nil
      }
      gradient.selection = new.selection
      return .gradient(gradient)
    case .place(var placing):
      guard case .lifted(let mask) = placing.source, let selection = old.selection else { return nil }
      guard mask == selection || mask == old.movable(selection, on: placing.surface) else { return nil }
      guard let lifted = new.selection else { return .omitted(operation.head) }
      placing.source = .lifted(new.movable(lifted, on: placing.surface))
      // The strokes were those in the old selection.
      placing.strokes = []
      return .place(placing)
    case .layer(.addMask(let id, let mask)):
      // A selection that is painted is hidden, and all of the canvas if there is none.
      if old.layer(id)?.purpose == .quickMask {
        return mask == old.selection?.inverted ? .layer(.addMask(id, showing: new.selection?.inverted)) : nil
      }
      return mask == old.selection ? .layer(.addMask(id, showing: new.selection)) : nil
    case .select, .layer, .canvas, .pixels, .omitted, .change: return nil
    }
  }
}

extension Edit {
  /// Whether it sets or moves the selection, perhaps to the same.
  var setsSelection: Bool {
    switch head {
    case .select, .place, .layer(.addMask(_, showing: _?)): true
    case .canvas(.setResolution): false
    case .canvas: true
    default: changesSelection
    }
  }

  /// Whether the selection before it may count for its result.
  var mayDependOnSelection: Bool {
    switch head {
    case .layer(.addMask), .select: true
    default: setsSelection || head.paintedSurface != nil
    }
  }

  /// Whether the selection after it may be another one if that before it is.
  var maintainsSelection: Bool {
    switch head {
    case .select(_, let recipe): recipe?.dependsOnSelection ?? false
    case .place(let placing): !placing.isPaste
    case .layer(.addMask(_, showing: _?)): false
    case .pixels: !changesSelection
    default: true
    }
  }

  /// Whether its recipe makes another selection if that before it is another one.
  var remakesSelection: Bool {
    if case .select(_, let recipe?) = head { recipe.dependsOnSelection } else { false }
  }

  /// The pixels from which its recipe makes the selection; empty for other edits.
  var sampled: TileSet {
    guard case .select(let mask?, let recipe?) = head else { return TileSet() }
    return recipe.sampled(on: surface, isEndless: Document.isEndless(width: mask.width, height: mask.height))
  }
}
