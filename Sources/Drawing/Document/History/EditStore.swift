import Synchronization

/// Keeps the edits of drawings in little memory: the newest as tiles, older ones packed, the oldest in a file.
///
/// Its life: made once for the program, with a worker that calls `work` whenever the bell is rung. Drawings that are told to keep their edits in
/// it (`Document.keepEdits`) hand over each edit that is recorded, and what undo and redo will want next. Edits belong to their
/// drawings: one that is given up there goes from here.
///
/// Any thread may use it. No edit looks different for its being packed, so who holds a copy of a drawing need not know.
public final class EditStore: Sendable {
  /// How much is kept in which form.
  public struct Limits: Sendable {
    /// How many of the newest edits stay tiles.
    public var plainEdits = 8
    /// About the most bytes that these take; but two edits stay tiles however large they are.
    public var plainBytes = 16 << 20
    /// The most bytes that they take even where the worker falls behind: who adds another packs the oldest then.
    public var mostPlainBytes = 64 << 20
    /// The most bytes of packed edits in memory; of more, the oldest go into the file.
    public var packedBytes = 16 << 20
    /// How many edits are unpacked before undo comes to them; half as many before redo does.
    public var fetchedEdits = 12
    /// About the most bytes that these take.
    public var fetchedBytes = 8 << 20

    /// What the program uses.
    public init() {}
  }

  private struct State {
    /// Edits that are tiles, oldest first.
    var plain = Line()
    /// Edits that are packed and in memory, oldest first.
    var packed = Line()
    /// Those that undo and redo will want, the next one first; nil where that is known to the worker.
    var wanted: [EditContent]?
    /// Those that are unpacked for that.
    var fetched: [EditContent] = []
    /// The file did not take more: after so many edits it is tried again.
    var pause = 0
  }

  private let limits: Limits
  private let ring: @Sendable () -> Void
  private let account = EditAccount()
  private let state = Mutex(State())
  private let file: Mutex<SpillFile?>
  /// Whose turn it is to work.
  private let turn = Mutex(())
  private let makeFile: @Sendable () -> SpillFile?

  /// After how many edits a file that took no more is tried again.
  private static let timeout = 256

  /// - Parameters:
  ///   - file: makes the file for the oldest, when there is a first; nil where none can be, and all stay in memory.
  ///   - ring: called from any thread when there is work; must not block.
  public init(
    limits: Limits = Limits(), file: @escaping @Sendable () -> SpillFile?, ring: @escaping @Sendable () -> Void
  ) {
    (self.limits, self.ring, makeFile) = (limits, ring, file)
    self.file = Mutex(nil)
  }

  /// Bytes of packed edits in memory, and in the file.
  public var packedBytes: (memory: Int, file: Int) {
    (account.held.load(ordering: .relaxed), file.withLock { $0?.usedBytes ?? 0 })
  }

  /// Takes an edit that was made just now.
  func add(_ content: EditContent) {
    let (isWork, isLate) = state.withLock {
      $0.plain.append(content)
      return ($0.plain.count > $0.plain.newest(within: limits), $0.plain.bytes > limits.mostPlainBytes)
    }
    content.join(account)
    if isWork { ring() }
    // Two for one: what the worker left behind grows less.
    if isLate { for _ in 0..<2 { packNext() } }
  }

  /// Takes edits that were made before all others.
  func add(older contents: [EditContent]) {
    if contents.isEmpty { return }
    for content in contents { content.join(account) }
    state.withLock {
      $0.packed.prepend(contents.filter(\.isPacked))
      $0.plain.prepend(contents.filter { !$0.isPacked })
    }
    ring()
  }

  /// Says what undo will want next, the next one first, and redo.
  func want(undo: some Sequence<EditContent>, redo: some Sequence<EditContent>) {
    let wanted = Array(redo.prefix(limits.fetchedEdits / 2)) + Array(undo.prefix(limits.fetchedEdits))
    let isWork = state.withLock { state in
      state.wanted = wanted
      return !state.fetched.isEmpty || wanted.contains { $0.isPacked }
    }
    if isWork { ring() }
  }

  // MARK: The worker's

  /// Does what is to be done: unpacks what will be wanted, packs what is old, brings the oldest to the file.
  public func work() {
    turn.withLock { _ in
      fetch()
      while packNext() {
        spill()
        fetch()
      }
      spill()
      file.withLock { $0 }?.tidy()
    }
  }

  /// Packs the oldest of those that are too many; false where there is none.
  @discardableResult private func packNext() -> Bool {
    guard let content = nextPlain() else { return false }
    content.pack()
    state.withLock { $0.packed.append(content) }
    return true
  }

  private func nextPlain() -> EditContent? {
    state.withLock { state in
      while state.plain.count > state.plain.newest(within: limits) {
        if let content = state.plain.removeFirst() { return content }
      }
      return nil
    }
  }

  private func fetch() {
    guard
      let (wanted, before) = state.withLock({ state -> ([EditContent], [EditContent])? in
        guard let wanted = state.wanted else { return nil }
        defer { (state.wanted, state.fetched) = (nil, wanted) }
        return (wanted, state.fetched)
      })
    else { return }
    for content in before where !wanted.contains(where: { $0 === content }) { content.unfetch() }
    var left = limits.fetchedBytes
    for content in wanted where left > 0 { left -= content.fetch() }
  }

  private func spill() {
    while account.held.load(ordering: .relaxed) > limits.packedBytes {
      let oldest = state.withLock { state -> EditContent? in
        if state.pause > 0 {
          state.pause -= 1
          return nil
        }
        while state.packed.count > 0 {
          if let content = state.packed.removeFirst() { return content }
        }
        return nil
      }
      guard let oldest else { return }
      let file = file.withLock { file in
        if file == nil { file = makeFile() }
        return file
      }
      if let file, oldest.spill(to: file) { continue }
      state.withLock {
        $0.packed.prepend([oldest])
        $0.pause = Self.timeout
      }
      return
    }
  }
}

/// Edits in a line, which does not keep them.
private struct Line {
  private struct Place {
    weak var content: EditContent?
    /// What it took when it came, about.
    let bytes: Int

    init(_ content: EditContent) { (self.content, bytes) = (content, content.memory) }
  }

  private var places: [Place] = []
  /// Bytes that those in it took when they came, about; those that have gone included.
  private(set) var bytes = 0
  /// Places that are empty by now.
  private var start = 0

  /// How many stand in it, those that have gone included.
  var count: Int { places.count - start }

  /// How many of the newest may stay tiles.
  func newest(within limits: EditStore.Limits) -> Int {
    var (count, bytes) = (0, 0)
    while count < min(self.count, limits.plainEdits) {
      bytes += places[places.count - 1 - count].content?.memory ?? 0
      if count >= 2, bytes > limits.plainBytes { break }
      count += 1
    }
    return count
  }

  mutating func append(_ content: EditContent) {
    places.append(Place(content))
    bytes += places[places.count - 1].bytes
  }

  mutating func prepend(_ contents: [EditContent]) {
    let new = contents.map { Place($0) }
    places.replaceSubrange(..<start, with: new)
    start = 0
    bytes += new.reduce(0) { $0 + $1.bytes }
  }

  /// Takes the first out; nil where it has gone. There must be one.
  mutating func removeFirst() -> EditContent? {
    let first = places[start].content
    places[start].content = nil
    bytes -= places[start].bytes
    start += 1
    if start > 64, start > places.count / 2 {
      places.removeFirst(start)
      start = 0
    }
    return first
  }
}
