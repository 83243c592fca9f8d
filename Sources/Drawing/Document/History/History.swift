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
  /// What keeps older edits in less memory; nil for nothing.
  private var store: EditStore?
  /// Whether edits were given up, as they could not be read any more.
  private(set) var isCut = false

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
  /// The edit that redo would do.
  var lastUndone: Edit? { undone.last }

  /// All edits that can be taken back or done again, in no order.
  var all: [Edit] { done + undone }

  /// Strokes among the edits that can be taken back.
  public var strokeCount: Int { done.count(where: \.isStroke) }

  mutating func record(_ edit: Edit) {
    if !undone.isEmpty {
      undone.removeAll()
      store?.want(undo: [], redo: [])
    }
    recorded += 1
    var edit = edit
    edit.serial = recorded
    edit.picture = edit.changesPicture ? recorded : state
    done.append(edit)
    if let content = edit.content { store?.add(content) }
  }

  /// Has its edits kept by a store, in less memory, from now on; nil for nothing.
  mutating func use(_ store: EditStore?) {
    self.store = store
    store?.add(older: all.compactMap(\.content))
  }

  /// Tells the store what undo and redo may want next.
  private func foretell() {
    store?.want(undo: done.lazy.reversed().compactMap(\.content), redo: undone.lazy.reversed().compactMap(\.content))
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
    store?.add(older: (older + again).compactMap(\.content))
  }

  /// Has the last edit that changed the picture lead to other pixels than its own outcome, which the drawing shows already.
  /// - Returns: false where no edit did.
  mutating func correctLast(by changes: [LayerCorrection]) -> Bool {
    guard let index = done.lastIndex(where: \.changesPicture) else { return false }
    done[index].correct(by: changes)
    return true
  }

  /// Forgets the oldest edit that can be taken back: undo ends after it. Returns it; nil where there is none.
  mutating func forgetOldest() -> Edit? {
    guard !done.isEmpty else { return nil }
    let edit = done.removeFirst()
    first = edit.picture
    return edit
  }

  /// The edit that was done last was taken back: as it is now.
  mutating func revert(_ edit: Edit) {
    done.removeLast()
    undone.append(edit)
    foretell()
  }

  /// The edit that was taken back last was done again: as it is now.
  mutating func doAgain(_ edit: Edit) {
    undone.removeLast()
    done.append(edit)
    foretell()
  }

  /// Takes the last edit out, to be recorded as another. There must be one.
  mutating func takeOut() -> Edit { done.removeLast() }

  /// Gives up the edits that are done, as they cannot be read any more: undo ends here. The state stays.
  mutating func forgetDone() {
    first = state
    done.removeAll()
    isCut = true
  }

  /// Gives up the edits that are undone, likewise.
  mutating func forgetUndone() {
    undone.removeAll()
    isCut = true
  }

  /// Whether edits were given up since the last call.
  mutating func takeLoss() -> Bool {
    defer { isCut = false }
    return isCut
  }
}

extension Document {
  /// Has its edits kept in less memory by a store, those that there are and all to come. Copies of the drawing share them.
  public mutating func keepEdits(in store: EditStore) { history.use(store) }

  /// Tells no store any more what is done to it: for copies that are walked through.
  mutating func leaveStore() { history.use(nil) }

  /// Whether edits were given up since the last call, as they could not be read any more.
  public mutating func takeLoss() -> Bool { history.takeLoss() }
}
