import Archive
import Ink
import Journal
import Raster

/// Makes a drawing's journal out of what is done to it: the records in order, with key frames between, so that no reader
/// need draw for longer than about a second.
///
/// Its life:
/// 1. `init` with the drawing before the first change; or as it was read from its journal, to go on with that.
/// 2. `start` gives the first records of a new journal; `records(of:)` those of each change, in order.
///
/// It keeps the tiles that changed since the last key frame; they share their memory with the drawing. Used by one thread: a
/// worker, as packing takes its time.
public struct JournalComposer: Sendable {
  /// What a reader may take to draw what is behind the last key frame, s, by estimate.
  static let standardPatience = 1.0
  /// The same for this one.
  var patience = JournalComposer.standardPatience
  /// The most bytes of a record.
  var largestRecord = JournalWriter.largestPayload

  private let header: DrawingHeader
  private let resolution: Resolution
  /// Tiles that differ from those of the last key frame.
  private var changed: [TileKey: Tile?] = [:]
  /// Layers that the last key frame does not have, or had as others.
  private var fresh: Set<UInt64> = []
  private var list: LayerList
  /// What was done before the journal begins.
  private let past: PackedPast?
  private var selection: Mask?
  /// Edits that a reader who starts from the last key frame could take back, and do again.
  private var undoable = 0
  private var redoable = 0
  /// Whether the last records undo or redo what who starts from the last key frame does not know, so that one must follow.
  private var owesFrame = false
  /// Estimate of what drawing takes since the last key frame, s.
  private var cost = 0.0
  /// Whether the journal has its beginning.
  private var hasStarted: Bool

  /// For a drawing as it is now. Nothing of it is drawn in the journal yet; `start` does that.
  public init(_ document: borrowing Document, name: String, program: String) {
    header = DrawingHeader(of: document, name: name, program: program)
    resolution = document.resolution
    hasStarted = false
    past = document.past
    selection = document.selection
    list = header.list
    for layer in document.layers { addTiles(of: layer) }
  }

  /// To go on with the journal that a drawing was read from just now.
  public init(continuing replay: JournalReplay) {
    header = replay.header
    hasStarted = true
    past = nil
    let document = replay.document
    resolution = document.resolution
    selection = document.selection
    (undoable, redoable) = (document.history.undoCount, document.history.redoCount)
    list = LayerList(of: document).withoutPixels
    let edits = document.history.all
    for edit in edits { cost += Self.cost(edit.stroke, tiles: edit.tileCount) }
    if edits.contains(where: \.changesLayers) {
      // Which layers that key frame had is not known any more.
      for layer in document.layers { addTiles(of: layer) }
      fresh = Set(document.layers.map(\.id.number))
      return
    }
    for edit in edits {
      guard let id = edit.layer, let image = document.layer(id)?.image else { continue }
      for index in edit.tileIndices { changed[TileKey(layer: id.number, index: index)] = .some(image[index]) }
    }
  }

  private mutating func addTiles(of layer: Layer) {
    for index in 0..<(layer.image.columns * layer.image.rows) {
      if let tile = layer.image[index] { changed[TileKey(layer: layer.id.number, index: index)] = tile }
    }
  }

  /// Follows a change of the list of layers.
  private mutating func take(_ new: LayerList) {
    let (old, left) = (Set(list.layers.map(\.id.number)), Set(new.layers.map(\.id.number)))
    if !old.isSubset(of: left) { changed = changed.filter { left.contains($0.key.layer) } }
    for layer in new.layers where !old.contains(layer.id.number) {
      fresh.insert(layer.id.number)
      addTiles(of: layer)
    }
    list = new.withoutPixels
  }

  /// The first records of a new journal; none where it has them.
  /// - Throws: where memory is short; nothing has happened then.
  public mutating func start() throws(ArchiveError) -> [JournalPayload] {
    if hasStarted { return [] }
    var records = [header.payload()] + [resolution.payload].compactMap(\.self) + (try past?.payloads() ?? [])
    if !changed.isEmpty || selection != nil || !fresh.isEmpty { records += try keyframe() }
    hasStarted = true
    return divided(records)
  }

  private func divided(_ records: [JournalPayload]) -> [JournalPayload] {
    records.flatMap { $0.divided(largestRecord) }
  }

  /// The records of the next change.
  /// - Parameter next: the change that follows, where it is known already and its records will be appended at once: of many undos in
  ///   a row, as a held key makes, only the last then needs a key frame.
  /// - Throws: where memory is short; the change is not taken then.
  public mutating func records(
    of change: DocumentChange, followedBy next: DocumentChange? = nil
  ) throws(ArchiveError) -> [JournalPayload] {
    divided(try wholeRecords(of: change, followedBy: next))
  }

  private mutating func wholeRecords(
    of change: DocumentChange, followedBy next: DocumentChange?
  ) throws(ArchiveError) -> [JournalPayload] {
    if owesFrame, change.kind == .edit {
      let frame = try keyframe()
      return frame + (try wholeRecords(of: change, followedBy: next))
    }
    // To take these twice, should the rest fail, is no harm.
    if let list = change.list { take(list) }
    if let layer = change.layer?.number {
      for (index, tile) in change.tiles { changed[TileKey(layer: layer, index: index)] = .some(tile) }
    }
    for (key, tile) in change.corrected { changed[key] = .some(tile) }
    if let selection = change.selection { self.selection = selection }
    var records: [JournalPayload] = []
    switch change.kind {
    case .edit:
      // What continues an edit that who starts from the last key frame does not know, and changes of layers that are no
      // operations, are told by what came of them.
      if change.isContinued, undoable == 0 { return try edit(change) + (try keyframe()) }
      if change.list != nil, change.operation == nil { return try keyframe() }
      records = try edit(change)
      undoable += change.isContinued ? 0 : 1
      redoable = 0
      cost += Self.cost(change.stroke, tiles: change.tiles.count)
    case .undo:
      records = [JournalPayload(type: .undo, bytes: [JournalEntry.version])]
      // Who starts from the last key frame does not know this edit: it gets what came of it.
      guard undoable > 0 else { return records + (try frame(before: next)) }
      (undoable, redoable) = (undoable - 1, redoable + 1)
    case .redo:
      records = [JournalPayload(type: .redo, bytes: [JournalEntry.version])]
      guard redoable > 0 else { return records + (try frame(before: next)) }
      (undoable, redoable) = (undoable + 1, redoable - 1)
    }
    // Without memory for one, the next change makes it. Amid a row of steps not all tiles need be known (`dropReplaced`).
    if cost > patience, !(next?.isStep ?? false), let frame = try? keyframe() { records += frame }
    return records
  }

  /// A key frame; none yet where the next change needs another.
  private mutating func frame(before next: DocumentChange?) throws(ArchiveError) -> [JournalPayload] {
    guard let next, next.kind != .edit else { return try keyframe() }
    (owesFrame, undoable, redoable) = (true, 0, 0)
    return []
  }

  private func edit(_ change: DocumentChange) throws(ArchiveError) -> [JournalPayload] {
    if let operation = change.operation {
      var writer = ByteWriter()
      writer.write(JournalEntry.version)
      writer.write(change.isContinued)
      operation.write(to: &writer)
      return [JournalPayload(type: .operation, bytes: writer.bytes)]
    }
    if let stroke = change.stroke {
      let bytes = [JournalEntry.version] + (try stroke.encoded())
      if bytes.count <= JournalWriter.largestPayload { return [JournalPayload(type: .stroke, bytes: bytes)] }
      // A stroke of days: its picture must do.
    }
    var head = ByteWriter()
    head.write(change.name)
    try SelectionCoding.write(change.selection, to: &head)
    var list = TileListCoding()
    if let layer = change.layer?.number {
      for (index, tile) in change.tiles { try list.add(TileKey(layer: layer, index: index), tile) }
    }
    return list.finish(.tiles, head: head.bytes)
  }

  private mutating func keyframe() throws(ArchiveError) -> [JournalPayload] {
    var head = ByteWriter()
    try SelectionCoding.write(.some(selection), to: &head)
    list.write(to: &head)
    head.writeCompact(UInt64(fresh.count))
    for number in fresh.sorted() { head.writeCompact(number) }
    var all = TileListCoding()
    for (key, tile) in changed.sorted(by: { $0.key < $1.key }) { try all.add(key, tile) }
    changed.removeAll()
    fresh.removeAll()
    (undoable, redoable, cost, owesFrame) = (0, 0, 0, false)
    return all.finish(.keyframe, head: head.bytes)
  }

  /// What an edit takes to be drawn again, s: an estimate from measured brushes, on the safe side.
  private static func cost(_ stroke: StrokeRecord?, tiles: Int) -> Double {
    let unpacking = 60e-6 * Double(tiles)
    guard let stroke else { return unpacking }
    let copies: Double =
      switch stroke.symmetry.kind {
      case .none: 1
      case .mirror: 4
      case .radial(let count, let isMirrored): Double(max(2, min(32, count)) * (isMirrored ? 2 : 1))
      }
    return 100e-6 + copies * Double(stroke.samples.count) * (20e-6 + 1.5e-6 * stroke.brush.size)
  }
}
