/// The undo and redo stacks of a drawing. They keep all edits; a file keeps the newest
/// (`FileHistoryComposer` in Storage). Invariant: the last of `undone` was undone most recently; recording an
/// edit empties `undone`.
public struct History: Sendable {
  /// Edits that can be undone, oldest first.
  public private(set) var done: [Edit] = []
  /// Edits that can be redone, the most recently undone last.
  public private(set) var undone: [Edit] = []
  /// The state before all edits.
  private var first = 0
  private var recorded = 0
  package private(set) var store: EditStore?
  /// The time of the edits that are recorded next, s since 1970; nil if it is not known.
  package var time: Double?
  private(set) var isCut = false
  /// How the edits that are recorded next are joined.
  package var joining = Joining.none
  /// The numbers of joined edits.
  private var joined = (done: 0, undone: 0)

  /// The number of edits ever recorded, including discarded ones.
  public var recordedCount: Int { recorded }

  /// The number of edits that can be undone.
  public var undoCount: Int { done.count }
  /// The number of edits that can be redone.
  public var redoCount: Int { undone.count }
  /// The number of steps that can be undone; joined edits are one step.
  public var undoStepCount: Int { done.count - joined.done + (done.first?.isJoined ?? false ? 1 : 0) }
  /// The number of steps that can be redone.
  public var redoStepCount: Int { undone.count - joined.undone + (undone.last?.isJoined ?? false ? 1 : 0) }

  /// Identifies the state of the picture; equal values mean that the same edits are done. 0 is the
  /// state of a new drawing or of one just read; earlier states are negative. Changes of the
  /// selection do not count.
  public var state: Int { done.last?.picture ?? first }

  /// The operation that redo would perform again; nil if there is none, or it cannot be read.
  public var undoneOperation: Operation? { undone.last?.operation }

  package var lastDone: Edit? { done.last }
  package var lastUndone: Edit? { undone.last }

  package var all: [Edit] { done + undone }

  /// The number of strokes among the edits that can be undone.
  public var strokeCount: Int { done.count(where: \.isStroke) }

  mutating func record(_ edit: Edit) {
    if !undone.isEmpty {
      undone.removeAll()
      joined.undone = 0
      store?.want(undo: [], redo: [])
    }
    recorded += 1
    var edit = edit
    edit.isJoined = joining.joins(after: done.last)
    edit.serial = recorded
    edit.time = time
    edit.picture = edit.changesPicture ? recorded : state
    done.append(edit)
    if edit.isJoined { joined.done += 1 }
    for content in newContents where content.isPackable { store?.add(content) }
  }

  /// Packs the edits with a store from now on; nil ends that.
  mutating func use(_ store: EditStore?) {
    self.store = store
    store?.add(older: Array(all.packable))
  }

  private func prefetch() {
    store?.want(undo: done.lazy.reversed().packable, redo: undone.lazy.reversed().packable)
  }

  /// Inserts edits before all others; redo steps only if nothing was recorded.
  /// - Parameters:
  ///   - older: edits to undo, oldest first.
  ///   - again: edits to redo, the most recently undone last.
  package mutating func prepend(done older: [Edit], undone again: [Edit]) {
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
    countJoined()
    // Those that were forgotten came as they were before all changes.
    for index in done.indices.dropFirst(older.count) {
      guard var change = done[index].change else { continue }
      for number in older.indices { change.exchange(in: &self, at: index, only: number) }
      done[index].change = change
    }
    store?.add(older: Array((older + again).packable))
  }

  /// Corrects the last edit that changed the picture. Returns false if there is none.
  package mutating func correctLast(by changes: [SurfaceDeltas]) -> Bool {
    guard let index = done.lastIndex(where: \.changesPicture) else { return false }
    done[index].correct(by: changes)
    return true
  }

  /// Exchanges an edit that can be undone with another version of it; nothing if it was forgotten.
  mutating func exchange(_ edit: inout Edit, at index: Int) {
    guard done.indices.contains(index) else { return }
    // These belong to the place.
    let place = done[index]
    swap(&done[index], &edit)
    (done[index].serial, done[index].picture, done[index].time) = (place.serial, place.picture, place.time)
    done[index].isJoined = place.isJoined
  }

  /// Forgets the oldest edit that can be undone. Returns it as it was before all changes, since what comes
  /// before the history has it so.
  package mutating func forgetOldest() -> Edit? {
    guard !done.isEmpty else { return nil }
    for index in done.indices.reversed() where done[index].change?.reaches(back: index) ?? false {
      var change = done[index].change
      change?.exchange(in: &self, at: index, only: 0)
      done[index].change = change
    }
    let edit = done.removeFirst()
    if edit.isJoined { joined.done -= 1 }
    first = edit.picture
    return edit
  }

  /// Moves the last edit to the redo list, after it was undone.
  mutating func revert(_ edit: Edit) {
    done.removeLast()
    undone.append(edit)
    if edit.isJoined { joined = (joined.done - 1, joined.undone + 1) }
    prefetch()
  }

  mutating func doAgain(_ edit: Edit) {
    undone.removeLast()
    done.append(edit)
    if edit.isJoined { joined = (joined.done + 1, joined.undone - 1) }
    prefetch()
  }

  /// Removes and returns the last edit, to be replaced. The undo stack must not be empty.
  mutating func takeOut() -> Edit {
    let edit = done.removeLast()
    if edit.isJoined { joined.done -= 1 }
    return edit
  }

  /// Discards all undo steps because they cannot be read. The state stays the same.
  mutating func forgetDone() {
    first = state
    done.removeAll()
    joined.done = 0
    isCut = true
  }

  /// Leaves out changes of earlier edits, whose effect the history has in those edits, and all edits to redo.
  mutating func leaveOutChanges() {
    undone.removeAll()
    // Without its first edit, a group begins with the next one.
    var isFirstMissing = false
    done = done.compactMap { edit in
      var kept = edit
      if edit.change != nil { kept = Edit(.omitted(edit.head), surface: nil).corrected(like: edit) }
      kept.isJoined = edit.isJoined && !isFirstMissing
      isFirstMissing = edit.change != nil && edit.corrections.isEmpty && !kept.isJoined
      return edit.change != nil && edit.corrections.isEmpty ? nil : kept
    }
    countJoined()
  }

  private mutating func countJoined() {
    joined = (done.count(where: \.isJoined), undone.count(where: \.isJoined))
  }

  /// What was last recorded, with the new versions of the edits that it changed.
  package var newContents: [EditContent] {
    guard let last = done.last else { return [] }
    let changed = last.change?.versions.map { done.count - 1 - $0.distance }.filter(done.indices.contains) ?? []
    return last.contents + changed.flatMap { done[$0].contents }
  }

  mutating func forgetUndone() {
    undone.removeAll()
    joined.undone = 0
    isCut = true
  }

  mutating func takeLoss() -> Bool {
    defer { isCut = false }
    return isCut
  }
}

extension Sequence<Edit> {
  /// The contents that a store may pack.
  fileprivate var packable: some Sequence<EditContent> { lazy.flatMap(\.contents).filter(\.isPackable) }
}

extension Document {
  /// Packs all present and future edits with a store. Copies of the drawing use the same store.
  public mutating func keepEdits(in store: EditStore) { history.use(store) }

  /// Joins the edits that are recorded while `body` runs: undo and redo treat them as one step. A group within a group
  /// is a part of it. The edit that commits a floating selection is one of them. If `body` throws, the edits that it
  /// recorded stay, joined.
  public mutating func joinEdits<Result, Failure: Error>(
    _ body: (inout Document) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard history.joining == .none else { return try body(&self) }
    history.joining = .since(history.recordedCount)
    defer { history.joining = .none }
    return try body(&self)
  }

  /// Joins the edits that are recorded while `body` runs with those that were recorded after so many
  /// (`History.recordedCount`).
  public mutating func joinEdits<Result>(since count: Int, _ body: (inout Document) -> Result) -> Result {
    let joining = history.joining
    history.joining = .since(count)
    defer { history.joining = joining }
    return body(&self)
  }

  /// Stops using a store, for copies that are only walked through.
  package mutating func leaveStore() { history.use(nil) }

  /// Whether unreadable edits were discarded since the last call.
  public mutating func takeLoss() -> Bool { history.takeLoss() }

  /// The size of the canvas, px, and the layers before the edits that can be undone, without pixels.
  var layersAtBeginning: (width: Int, height: Int, layers: LayerList) {
    var drawing = self
    // Undoing their pixels would read the whole history.
    for edit in history.done.reversed() { edit.undoLayers(on: &drawing) }
    return (drawing.width, drawing.height, LayerList(of: drawing).withoutPixels)
  }

  /// Forgets all steps; the pixels stay.
  public mutating func forgetHistory() { history = History() }
}
