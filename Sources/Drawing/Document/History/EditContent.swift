import Archive
import Journal
import Raster
import Synchronization

/// What an edit changes in the pixels of a layer, and the stroke that made it: both sides of the change, once for all copies of
/// the edit.
///
/// It never changes, but the form in which it is kept does, unseen by its owners: any of them gets the same whenever it asks, from
/// any thread. Its life:
/// 1. Made as tiles, which share their memory with the drawing.
/// 2. `pack` makes it few bytes, in about half a millisecond: work for an `EditStore`'s worker.
/// 3. `spill` brings these to a file. `fetch` has them unpacked beforehand where they will be wanted soon.
/// 4. Where the file cannot be read any more, `changes` and `stroke` say so.
final class EditContent: Sendable {
  /// The tiles that change.
  let places: [TilePlace]
  /// Samples of the stroke that made it; nil where it is no stroke.
  let sampleCount: Int?

  /// How what changes is read.
  enum Changes {
    case tiles([TileChange])
    /// What `TileChangeCoding` made of them.
    case differences([UInt8])
  }

  /// What is brought to few bytes: the stroke's samples, then the differences of pixels, each packed for itself.
  private struct Packed {
    var bytes: Bytes
    /// How many of these are samples.
    var samples: Int
    /// The size of the differences, unpacked.
    var size: Int
    /// The stroke without its samples.
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
    /// The differences, unpacked before they are asked for.
    var fetched: [UInt8]?
    /// Where its bytes are counted; nil before a store has it.
    var account: EditAccount?

    /// Bytes of it that are packed and in memory.
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

  /// Whether it is in few bytes by now.
  var isPacked: Bool { state.withLock { if case .plain = $0.form { false } else { true } } }

  /// Bytes of memory that it takes, about, tiles counted as if none were shared.
  var memory: Int {
    state.withLock {
      guard case .plain(let changes, let stroke) = $0.form else { return $0.heldBytes + 4 * places.count }
      let tiles = changes.reduce(0) { $0 + ($1.before == nil ? 0 : 1) }
      return tiles * Tile.count * 4 + (stroke?.samples.count ?? 0) * MemoryLayout<StrokeRecord>.stride
    }
  }

  // MARK: What it says

  /// What changes; nil where it cannot be read any more.
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

  /// The stroke that made it; nil where it is no stroke, or cannot be read any more.
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

  // MARK: What a worker does

  /// Has its bytes counted.
  func join(_ account: EditAccount) {
    state.withLock {
      guard $0.account == nil else { return }
      $0.account = account
      account.held.add($0.heldBytes, ordering: .relaxed)
    }
  }

  /// Makes it few bytes where it is not. Without memory for that it stays as it is.
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

  /// Brings the bytes of what is packed to a file.
  /// - Returns: false where that takes no more; it is as it was then.
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

  /// Unpacks what changes before it is asked for. Where it cannot be read, who asks finds out. Returns how many bytes that takes.
  func fetch() -> Int {
    let (form, fetched) = state.withLock { ($0.form, $0.fetched) }
    if let fetched { return fetched.count }
    guard case .packed(let packed) = form, !places.isEmpty, let differences = differences(packed) else { return 0 }
    state.withLock { $0.fetched = differences }
    return differences.count
  }

  /// Gives up what was unpacked beforehand.
  func unfetch() { state.withLock { $0.fetched = nil } }
}

/// How many bytes the packed edits of a store take in memory.
final class EditAccount: Sendable {
  let held = Atomic<Int>(0)
}
