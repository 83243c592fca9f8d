import Synchronization

/// Keeps the edits of drawings in limited memory: the newest as tiles, older ones packed, the
/// oldest in a file.
///
/// A worker calls `work` whenever `ring` was called. Drawings use the store after
/// `Document.keepEdits`; it does not own their edits. All methods are thread-safe.
public final class EditStore: Sendable {
  /// Limits for the forms in which edits are kept.
  public struct Limits: Sendable, Hashable {
    /// The number of the newest edits that stay tiles.
    public var plainEdits = 8
    /// The approximate size of these edits, bytes. Two edits stay tiles regardless of their size.
    public var plainBytes = 16 << 20
    /// The hard limit for tiles, bytes, above which adding an edit packs the oldest at once; also for those of results.
    public var mostPlainBytes = 64 << 20
    /// The limit for packed edits in memory, bytes; the oldest of the rest go to the file.
    public var packedBytes = 16 << 20
    /// The number of edits unpacked in advance for undo; half as many for redo.
    public var fetchedEdits = 12
    /// The approximate size of the edits unpacked in advance, bytes.
    public var fetchedBytes = 8 << 20

    /// The defaults.
    public init() {}
  }

  private struct State {
    var limits: Limits
    var plain = Line()
    var packed = Line()
    /// Results to code, the oldest first.
    var results: [PlainResult] = []
    /// Edits that undo and redo need next, nearest first; nil if the worker already has them.
    var wanted: [EditContent]?
    var fetched: [EditContent] = []
    /// The number of attempts to skip before the full file is tried again.
    var pause = 0
  }

  private let ring: @Sendable () -> Void
  private let worksAtOnce: Bool
  private let account = EditAccount()
  private let state: Mutex<State>
  private let file: Mutex<SpillFile?>
  private let workLock = Mutex(())
  private let makeFile: @Sendable () -> SpillFile?

  /// After how many edits a file that took no more is tried again.
  private static let timeout = 256

  /// Creates a store.
  /// - Parameters:
  ///   - file: creates the file when it is first needed; nil if that fails.
  ///   - ring: called from any thread when there is work; must not block.
  public init(
    limits: Limits = Limits(), file: @escaping @Sendable () -> SpillFile?, ring: @escaping @Sendable () -> Void
  ) {
    (self.ring, makeFile, worksAtOnce) = (ring, file, false)
    state = Mutex(State(limits: limits))
    self.file = Mutex(nil)
  }

  /// Creates a store that needs no worker: each call that adds edits also does the work, so the
  /// limits hold after every edit. For programs without a window.
  /// - Parameter file: creates the file when it is first needed; nil if that fails.
  public init(workingAtOnce limits: Limits = Limits(), file: @escaping @Sendable () -> SpillFile?) {
    (ring, makeFile, worksAtOnce) = ({}, file, true)
    state = Mutex(State(limits: limits))
    self.file = Mutex(nil)
  }

  /// The sizes of packed edits in memory and in the file, bytes.
  public var packedBytes: (memory: Int, file: Int) {
    (account.held.load(ordering: .relaxed), file.withLock { $0?.usedBytes ?? 0 })
  }

  /// The limits. New ones hold for the edits of all drawings, as soon as the worker has applied
  /// them. Edits in the file stay there.
  public var limits: Limits {
    get { state.withLock { $0.limits } }
    set {
      let isNew = state.withLock { state in
        defer { (state.limits, state.pause) = (newValue, 0) }
        return state.limits != newValue
      }
      if isNew { announceWork() }
    }
  }

  /// Takes a new content. One that was taken before stays where it is.
  package func add(_ content: EditContent) {
    guard content.join(account) else { return }
    let (isWork, isLate) = state.withLock {
      $0.plain.append(content)
      return ($0.plain.count > $0.plain.newest(within: $0.limits), $0.plain.bytes > $0.limits.mostPlainBytes)
    }
    if isWork { announceWork() }
    // Packing two for each new edit reduces the backlog.
    if isLate { for _ in 0..<2 { packNext() } }
  }

  /// Takes the result of an edit that was performed again, to code it.
  func add(_ result: ChangedResult) {
    let plain = PlainResult(result: result, bytes: result.memory)
    let isLate = state.withLock { state in
      state.results.append(plain)
      return state.results.reduce(0) { $0 + $1.bytes } > state.limits.mostPlainBytes
    }
    announceWork()
    if isLate { codeNext() }
  }

  func add(older contents: [EditContent]) {
    if contents.isEmpty { return }
    for content in contents { content.join(account) }
    state.withLock {
      $0.packed.prepend(contents.filter(\.isPacked))
      $0.plain.prepend(contents.filter { !$0.isPacked })
    }
    announceWork()
  }

  private func announceWork() { if worksAtOnce { work() } else { ring() } }

  /// Sets the edits that undo and redo need next, nearest first.
  func want(undo: some Sequence<EditContent>, redo: some Sequence<EditContent>) {
    let most = limits.fetchedEdits
    let wanted = Array(redo.prefix(most / 2)) + Array(undo.prefix(most))
    let isWork = state.withLock { state in
      state.wanted = wanted
      return !state.fetched.isEmpty || wanted.contains { $0.isPacked }
    }
    if isWork { announceWork() }
  }

  // MARK: For the worker

  /// Unpacks edits needed soon, packs old ones, moves the oldest to the file, and codes results.
  public func work() {
    workLock.withLock { _ in
      fetch()
      while codeNext() || packNext() {
        spill()
        fetch()
      }
      spill()
      file.withLock { $0 }?.tidy()
    }
  }

  /// Packs the oldest edit above the limits; returns false if there is none.
  @discardableResult private func packNext() -> Bool {
    guard let content = nextPlain() else { return false }
    content.pack()
    state.withLock { $0.packed.append(content) }
    return true
  }

  /// Codes the oldest result; returns false if there is none.
  @discardableResult private func codeNext() -> Bool {
    guard let next = state.withLock({ $0.results.isEmpty ? nil : $0.results.removeFirst() }) else { return false }
    // If memory is short, the recorder says so.
    _ = try? next.result?.bytes()
    return true
  }

  private func nextPlain() -> EditContent? {
    state.withLock { state in
      while state.plain.count > state.plain.newest(within: state.limits) {
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
    while true {
      let held = account.held.load(ordering: .relaxed)
      let oldest = state.withLock { state -> EditContent? in
        guard held > state.limits.packedBytes else { return nil }
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

/// A result to code, unless its change was given up.
private struct PlainResult {
  weak var result: ChangedResult?
  /// Its approximate size, bytes.
  let bytes: Int
}

/// A queue of weak references.
private struct Line {
  private struct Place {
    weak var content: EditContent?
    /// The approximate size of the edit when it was added, bytes.
    let bytes: Int

    init(_ content: EditContent) { (self.content, bytes) = (content, content.memory) }
  }

  private var places: [Place] = []
  /// The total size of the edits when they were added, including freed ones, bytes.
  private(set) var bytes = 0
  /// The number of removed places at the start of `places`.
  private var start = 0

  var count: Int { places.count - start }

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

  /// Removes the first edit and returns it, or nil if it was freed. The queue must not be empty.
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
