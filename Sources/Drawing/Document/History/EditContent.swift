import Archive
import Ink
import Journal
import Raster
import Synchronization

/// The operation of an edit and the changed tiles, shared by all copies of the edit and by threads.
/// The content never changes, but its form does:
///
/// 1. At first it consists of tiles, which share their memory with the drawing.
/// 2. `pack` compresses it; a worker of `EditStore` calls it.
/// 3. `spill` moves the compressed bytes to a file. `fetch` decompresses them before they are
///    needed.
/// 4. If the file cannot be read, `changes` returns nil, and `operation` too unless `head` is all of it.
package final class EditContent: Sendable {
  let places: [TilePlace]
  /// What was done, without samples and pixels.
  let head: Operation
  /// The number of samples of its strokes.
  let sampleCount: Int
  /// Whether the operation has samples or pixels, which `head` lacks.
  private let hasBulk: Bool

  enum Changes {
    case tiles([TileDelta])
    case differences([UInt8])
  }

  /// The packed form: the operation's samples or pixels, then the differences of tiles, compressed
  /// separately.
  private struct Packed {
    var bytes: Bytes
    /// The length of the operation's part, bytes.
    var bulk: Int
    /// The decompressed size of the differences, bytes.
    var size: Int
  }

  private enum Bytes {
    case held([UInt8])
    case spilled(SpillPiece)
  }

  private enum Form {
    case plain([TileDelta], Boxed<Operation>)
    case packed(Packed)
    case lost
  }

  private struct State {
    var form: Form
    /// Differences that were decompressed in advance.
    var fetched: [UInt8]?
    /// The account that counts `heldBytes`; nil before a store has the edit.
    var account: EditAccount?

    /// The size of the packed bytes in memory.
    var heldBytes: Int {
      guard case .packed(let packed) = form, case .held(let bytes) = packed.bytes else { return 0 }
      return bytes.count
    }
  }

  private let state: Mutex<State>

  init(_ operation: Operation, _ changes: [TileDelta]) {
    places = changes.map { TilePlace($0) }
    head = operation.head
    hasBulk = operation.hasBulk
    sampleCount = operation.sampleCount
    state = Mutex(State(form: .plain(changes, .value(operation))))
  }

  deinit {
    _ = state.withLock { $0.account?.held.subtract($0.heldBytes, ordering: .relaxed) }
  }

  /// Whether packing saves memory.
  package var isPackable: Bool { hasBulk || !places.isEmpty }

  var isPacked: Bool { state.withLock { if case .plain = $0.form { false } else { true } } }

  /// The approximate memory use, bytes. Shared tiles count in full.
  var memory: Int {
    state.withLock {
      guard case .plain(let changes, let operation) = $0.form else { return $0.heldBytes + 4 * places.count }
      let tiles = changes.reduce(0) { $0 + ($1.before?.memory ?? 0) }
      return tiles + operation.value.memory + sampleCount * MemoryLayout<PenSample>.stride
    }
  }

  // MARK: Content

  func changes() -> Changes? {
    let (form, fetched) = state.withLock { ($0.form, $0.fetched) }
    if let fetched { return .differences(fetched) }
    switch form {
    case .plain(let changes, _): return .tiles(changes)
    case .packed(let packed):
      if places.isEmpty { return .tiles([]) }
      if let differences = differences(packed) { return .differences(differences) }
      lose()
      return nil
    case .lost: return nil
    }
  }

  /// What was done; nil if it cannot be read.
  var operation: Operation? {
    if !hasBulk { return head }
    switch state.withLock({ $0.form }) {
    case .plain(_, let operation): return operation.value
    case .packed(let packed):
      guard let bytes = read(packed) else { return nil }
      return try? Operation(head, bulk: Array(bytes[..<packed.bulk]))
    case .lost: return nil
    }
  }

  private func read(_ packed: Packed) -> [UInt8]? {
    switch packed.bytes {
    case .held(let bytes): bytes
    case .spilled(let piece): piece.read()
    }
  }

  private func differences(_ packed: Packed) -> [UInt8]? {
    guard let bytes = read(packed) else { return nil }
    return try? Deflate.unpacked(bytes.span.extracting(packed.bulk...), count: packed.size)
  }

  private func lose() {
    state.withLock {
      $0.account?.held.subtract($0.heldBytes, ordering: .relaxed)
      ($0.form, $0.fetched) = (.lost, nil)
    }
  }

  // MARK: For the worker

  /// Counts for an account from now on. Returns false if it does so already, for this one or another.
  @discardableResult func join(_ account: EditAccount) -> Bool {
    state.withLock {
      guard $0.account == nil else { return false }
      $0.account = account
      account.held.add($0.heldBytes, ordering: .relaxed)
      return true
    }
  }

  /// Compresses the content. Leaves it unchanged if memory is short.
  package func pack() {
    guard case .plain(let changes, let operation) = state.withLock({ $0.form }),
      let bulk = try? operation.value.bulk()
    else { return }
    let differences = changes.isEmpty ? [] : TileDeltaCoding.encoded(changes)
    guard let pixels = changes.isEmpty ? [] : try? Deflate.packed(differences.span) else { return }
    let packed = Packed(bytes: .held(bulk + pixels), bulk: bulk.count, size: differences.count)
    state.withLock {
      guard case .plain = $0.form else { return }
      $0.form = .packed(packed)
      $0.account?.held.add($0.heldBytes, ordering: .relaxed)
    }
  }

  /// Moves the packed bytes to a file. Returns false, without any change, if it is full.
  func spill(to file: SpillFile) -> Bool {
    guard case .packed(var packed) = state.withLock({ $0.form }), case .held(let bytes) = packed.bytes else {
      return true
    }
    if bytes.isEmpty { return true }
    guard let piece = file.append(bytes.span) else { return false }
    packed.bytes = .spilled(piece)
    state.withLock {
      guard case .packed(let now) = $0.form, case .held = now.bytes else { return }
      $0.account?.held.subtract($0.heldBytes, ordering: .relaxed)
      $0.form = .packed(packed)
    }
    return true
  }

  /// Decompresses the differences in advance. Returns their size, bytes.
  func fetch() -> Int {
    let (form, fetched) = state.withLock { ($0.form, $0.fetched) }
    if let fetched { return fetched.count }
    guard case .packed(let packed) = form, !places.isEmpty, let differences = differences(packed) else { return 0 }
    state.withLock { $0.fetched = differences }
    return differences.count
  }

  func unfetch() { state.withLock { $0.fetched = nil } }
}

final class EditAccount: Sendable {
  let held = Atomic<Int>(0)
}
