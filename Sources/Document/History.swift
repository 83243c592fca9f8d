/// The stack of images that undo goes back through and redo forward.
///
/// Invariant: the last of `undone` is the edit that was taken back most recently; recording anything new forgets them all.
/// There is no limit by count.
public struct History: Sendable {
  private var done: [Edit] = []
  private var undone: [Edit] = []
  /// How many edits were ever recorded, those that are forgotten included.
  private var recorded = 0

  /// How many edits were ever recorded, those that are forgotten included.
  var recordedCount: Int { recorded }

  /// Edits that can be taken back.
  public var undoCount: Int { done.count }
  /// Edits that can be done again.
  public var redoCount: Int { undone.count }

  /// Which of all the states that the drawing has been in this is: two are the same where the same edits are done.
  /// 0 is the state before any. What is selected does not count: it is no part of the picture.
  public var state: Int { done.last?.picture ?? 0 }

  /// The edit that undo would take back.
  var lastDone: Edit? { done.last }

  /// The edits that are done, oldest first.
  var edits: [Edit] { done }

  /// All edits that can be taken back or done again, in no order.
  var all: [Edit] { done + undone }

  /// Strokes among the edits that can be taken back.
  public var strokeCount: Int { done.reduce(0) { $0 + ($1.stroke == nil ? 0 : 1) } }

  mutating func record(_ edit: Edit) {
    undone.removeAll()
    recorded += 1
    var edit = edit
    edit.serial = recorded
    edit.picture = edit.changesPicture ? recorded : state
    done.append(edit)
  }

  mutating func popUndo() -> Edit? { done.popLast() }
  mutating func popRedo() -> Edit? { undone.popLast() }
  mutating func pushUndo(_ edit: Edit) { done.append(edit) }
  mutating func pushRedo(_ edit: Edit) { undone.append(edit) }
}
