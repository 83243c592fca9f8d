/// The stack of images that undo goes back through and redo forward.
///
/// Invariant: the last of `undone` is the edit that was taken back most recently; recording anything new forgets them all.
/// There is no limit by count.
public struct History: Sendable {
  /// Edits that can be taken back, the oldest first.
  public private(set) var done: [Edit] = []
  /// Edits that can be done again, the one that was taken back last at the end.
  public private(set) var undone: [Edit] = []
  /// The state before all of them.
  private var first = 0
  /// How many edits were ever recorded, those that are forgotten included.
  private var recorded = 0

  /// How many edits were ever recorded, those that are forgotten included.
  public var recordedCount: Int { recorded }

  /// Edits that can be taken back.
  public var undoCount: Int { done.count }
  /// Edits that can be done again.
  public var redoCount: Int { undone.count }

  /// Which of all the states that the drawing has been in this is: two are the same where the same edits are done.
  /// 0 is that of a drawing to which nothing was done, or was since it was read; those before are below. What is selected does not
  /// count: it is no part of the picture.
  public var state: Int { done.last?.picture ?? first }

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

  /// Puts edits before all others: what was done before the history began. Those that were undone can be done again only where
  /// nothing was recorded since; else they are forgotten.
  /// - Parameters:
  ///   - older: the oldest first; the last of them leads to where the history begins.
  ///   - again: the one that was taken back last at the end.
  mutating func prepend(done older: [Edit], undone again: [Edit]) {
    var older = older
    var state = first
    for at in older.indices.reversed() {
      (older[at].serial, older[at].picture) = (0, state)
      if older[at].changesPicture { state -= 1 }
    }
    first = state
    if recorded == 0, !again.isEmpty {
      state = older.last?.picture ?? first
      undone = again
      for at in undone.indices.reversed() {
        recorded += 1
        undone[at].serial = recorded
        if undone[at].changesPicture { state = recorded }
        undone[at].picture = state
      }
    }
    done = older + done
  }

  /// Forgets the oldest edit that can be taken back: undo ends after it. Returns it; nil where there is none.
  mutating func forgetOldest() -> Edit? {
    guard !done.isEmpty else { return nil }
    let edit = done.removeFirst()
    first = edit.picture
    return edit
  }

  mutating func popUndo() -> Edit? { done.popLast() }
  mutating func popRedo() -> Edit? { undone.popLast() }
  mutating func pushUndo(_ edit: Edit) { done.append(edit) }
  mutating func pushRedo(_ edit: Edit) { undone.append(edit) }
}
