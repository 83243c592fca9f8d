import Ink

/// A brush that is being edited: as its file has it, as it is now, and the steps between. All have
/// one name.
public struct BrushDraft: Hashable, Sendable {
  /// The brush as its file has it.
  public private(set) var saved: Brush
  /// The brush with all changes.
  public private(set) var brush: Brush
  /// Whether the brush has a file. It may have been deleted since it was read.
  public private(set) var hasFile: Bool
  /// Whether the saved brush is tried instead.
  public var showsSaved = false
  /// The brushes before the changes, the latest last.
  private var past: [Brush] = []
  /// The brushes that were undone, the latest last.
  private var undone: [Brush] = []
  /// The brush before changes that are not settled; nil for none.
  private var before: Brush?

  /// The greatest number of steps.
  public static let mostSteps = 200

  /// A draft without changes.
  public init(_ saved: Brush, hasFile: Bool = true) {
    (self.saved, brush, self.hasFile) = (saved, saved, hasFile)
  }

  /// The brush to try.
  public var tried: Brush { showsSaved ? saved : brush }
  /// Whether the brush differs from the saved one.
  public var isChanged: Bool { !brush.isLike(saved) }
  /// Whether saving writes something that no file has.
  public var canSave: Bool { isChanged || !hasFile }
  /// Whether there is a step to undo.
  public var canUndo: Bool { !past.isEmpty || before.map { $0 != brush } ?? false }
  /// Whether there is a step to redo.
  public var canRedo: Bool { !undone.isEmpty }

  /// Changes the brush. Changes up to a settled one are one step.
  /// - Parameter isContinued: whether it belongs to the step before, as that of a repeated key.
  public mutating func change(to new: Brush, isSettled: Bool = true, isContinued: Bool = false) {
    showsSaved = false
    let old = before ?? brush
    brush = new
    before = isSettled ? nil : old
    guard isSettled, old != new else { return }
    undone = []
    if isContinued, !past.isEmpty { return }
    past.append(old)
    past.removeFirst(max(0, past.count - Self.mostSteps))
  }

  /// Undoes the last step.
  public mutating func undo() {
    settle()
    guard let last = past.popLast() else { return }
    undone.append(brush)
    (brush, showsSaved) = (last, false)
  }

  /// Does the last undone step again.
  public mutating func redo() {
    settle()
    guard let next = undone.popLast() else { return }
    past.append(brush)
    (brush, showsSaved) = (next, false)
  }

  /// Makes the brush as its file has it, which is a step as well.
  public mutating func reset() { change(to: saved) }

  /// Notes that a brush was saved, perhaps under another name, which all steps get. Changes since
  /// then stay.
  public mutating func note(saved new: Brush) {
    func named(_ brush: Brush) -> Brush {
      var brush = brush
      brush.name = new.name
      return brush
    }
    (saved, showsSaved, hasFile) = (new, false, true)
    (brush, before) = (named(brush), before.map(named))
    (past, undone) = (past.map(named), undone.map(named))
  }

  private mutating func settle() { if before != nil { change(to: brush) } }
}
