import Archive
import Journal
import Raster
import Synchronization

/// The changed tiles of an edit and its stroke, shared by all copies of the edit and by threads.
/// The content never changes, but its form does:
///
/// 1. At first it consists of tiles, which share their memory with the drawing.
/// 2. `pack` compresses it; a worker of `EditStore` calls it.
/// 3. `spill` moves the compressed bytes to a file. `fetch` decompresses them before they are
///    needed.
/// 4. If the file cannot be read, `changes` and `stroke` return nil.
final class EditContent: Sendable {
  let places: [TilePlace]
  /// The number of samples of the stroke; nil if the edit is no stroke.
  let sampleCount: Int?

  enum Changes {
    case tiles([TileChange])
    case differences([UInt8])
  }

  /// The packed form: the stroke's samples, then the pixel differences, compressed separately.
  private struct Packed {
    var bytes: Bytes
    /// The length of the samples, bytes.
    var samples: Int
    /// The decompressed size of the differences, bytes.
    var size: Int
    var stroke: StrokeRecord?
  }

  private enum Bytes {
    case held([UInt8])
    case spilled(SpillPiece)
  }

  private enum Form {
    case plain([TileChange], StrokeRecord?)
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

  init(_ changes: [TileChange], stroke: StrokeRecord?) {
    places = changes.map { TilePlace($0) }
    sampleCount = stroke?.samples.count
    state = Mutex(State(form: .plain(changes, stroke)))
  }

  deinit {
    _ = state.withLock { $0.account?.held.subtract($0.heldBytes, ordering: .relaxed) }
  }

  var isPacked: Bool { state.withLock { if case .plain = $0.form { false } else { true } } }

  /// The approximate memory use, bytes. Shared tiles count in full.
  var memory: Int {
    state.withLock {
      guard case .plain(let changes, let stroke) = $0.form else { return $0.heldBytes + 4 * places.count }
      let tiles = changes.reduce(0) { $0 + ($1.before == nil ? 0 : 1) }
      return tiles * Tile.count * 4 + (stroke?.samples.count ?? 0) * MemoryLayout<StrokeRecord>.stride
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

  /// The stroke; nil if there is none or it cannot be read.
  var stroke: StrokeRecord? {
    switch state.withLock({ $0.form }) {
    case .plain(_, let stroke): return stroke
    case .packed(let packed):
      guard var stroke = packed.stroke, let bytes = read(packed) else { return nil }
      guard let samples = try? SampleCoding.decoded(Array(bytes[..<packed.samples]), limit: .max) else { return nil }
      stroke.samples = samples
      return stroke
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
    return try? Deflate.unpacked(bytes.span.extracting(packed.samples...), count: packed.size)
  }

  private func lose() {
    state.withLock {
      $0.account?.held.subtract($0.heldBytes, ordering: .relaxed)
      ($0.form, $0.fetched) = (.lost, nil)
    }
  }

  // MARK: For the worker

  func join(_ account: EditAccount) {
    state.withLock {
      guard $0.account == nil else { return }
      $0.account = account
      account.held.add($0.heldBytes, ordering: .relaxed)
    }
  }

  /// Compresses the content. Leaves it unchanged if memory is short.
  func pack() {
    guard case .plain(let changes, let stroke) = state.withLock({ $0.form }) else { return }
    let samples = stroke.map { try? SampleCoding.encoded($0.samples) }
    if case .some(.none) = samples { return }
    let differences = changes.isEmpty ? [] : TileChangeCoding.encoded(changes)
    guard let pixels = changes.isEmpty ? [] : try? Deflate.packed(differences.span) else { return }
    let head = (samples ?? []) ?? []
    var packed = Packed(bytes: .held(head + pixels), samples: head.count, size: differences.count, stroke: stroke)
    packed.stroke?.samples = []
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
