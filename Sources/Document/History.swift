/// The stack of images that undo goes back through and redo forward.
///
/// Invariant: the last of `undone` is the edit that was taken back most recently; recording anything new forgets them all.
/// There is no limit by count.
public struct History: Sendable {
  private var done: [Edit] = []
  private var undone: [Edit] = []

  /// Edits that can be taken back.
  public var undoCount: Int { done.count }
  /// Edits that can be done again.
  public var redoCount: Int { undone.count }

  /// The edit that undo would take back.
  var lastDone: Edit? { done.last }

  mutating func record(_ edit: Edit) {
    undone.removeAll()
    done.append(edit)
  }

  mutating func popUndo() -> Edit? { done.popLast() }
  mutating func popRedo() -> Edit? { undone.popLast() }
  mutating func pushUndo(_ edit: Edit) { done.append(edit) }
  mutating func pushRedo(_ edit: Edit) { undone.append(edit) }
}
