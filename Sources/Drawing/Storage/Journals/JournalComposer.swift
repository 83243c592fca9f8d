import Archive
import Document
import Geometry
import Ink
import Journal
import Raster

/// Encodes the changes of a drawing as journal records. It adds key frames, so that a reader needs
/// to draw for no more than about one second.
///
/// `start` returns the first records of a new journal, `records(of:)` those of each change, in
/// order. It keeps the tiles changed since the last key frame, which share memory with the drawing.
/// Use it from one worker thread, since compression is slow.
public struct JournalComposer: Sendable {
  /// The longest estimated time to draw the changes after the last key frame, s.
  static let standardTimeout = 1.0
  var timeout = JournalComposer.standardTimeout
  /// The largest size of a record, bytes.
  var largestRecord = JournalWriter.largestPayload

  private let header: DrawingHeader
  /// Tiles that differ from the last key frame.
  private var changed: [TileKey: Tile?] = [:]
  /// Pixels that the last key frame lacks, or has with other content.
  private var fresh: Set<SurfaceID> = []
  private var list: LayerList
  /// The history from before the journal's start.
  private let fileHistory: FileHistory?
  private var selection: Mask?
  /// The references that the next records must have; nil if the journal has them.
  private var owedReferences: ReferenceBoard?
  /// What Fude does not know of the file, if the next records must have it.
  private var owedForeign: ForeignContent?
  /// What the file has outside the canvas, if the next records must have it.
  private var owedOutside: OutsidePixels?
  /// Whether key frames have the canvas's map.
  private let recordsMap: Bool
  /// The numbers of the references whose pictures the journal has.
  private var writtenPictures: Set<UInt64> = []
  private var recorder = EditRecorder(repeatingTexts: false)
  /// The numbers of undoable and redoable edits since the last key frame.
  private var undoable = 0
  private var redoable = 0
  /// Whether a key frame must follow, since the last records undid or redid edits from before the last one.
  /// Readers ignore these records without it. It precedes the next edit.
  public private(set) var owesFrame = false
  /// The estimated time to draw the changes since the last key frame, s.
  private var cost = 0.0
  /// Whether the first records were returned.
  public private(set) var hasStarted: Bool

  /// Starts the journal of a drawing; `start` returns its content.
  public init(_ document: borrowing Document, name: String, program: String) {
    recordsMap = !document.outside.isEmpty
    header = DrawingHeader(of: document, name: name, program: program, recordsMap: recordsMap)
    hasStarted = false
    if recordsMap { owedOutside = document.outside }
    fileHistory = document.fileHistory
    selection = document.selection
    if !document.references.isEmpty { owedReferences = document.references }
    if !document.foreign.isEmpty { owedForeign = document.foreign }
    list = header.list
    for layer in document.layers { addTiles(of: layer) }
  }

  /// Starts a journal of a drawing that has its history as a file has it. Takes as long as saving does.
  /// - Parameter limit: the most bytes of edits; older ones are left out.
  public init(packing document: Document, limit: Int, name: String, program: String) {
    var packer = FileHistoryComposer(document, limit: limit)
    var drawing = document
    drawing.fileHistory = packer.pack { (_) throws(Never) in }
    self.init(drawing, name: name, program: program)
  }

  /// Continues the journal from which the drawing was just read.
  public init(continuing replay: JournalReplay) {
    header = replay.header
    hasStarted = true
    fileHistory = nil
    let document = replay.document
    recordsMap = !document.outside.isEmpty
    selection = document.selection
    if replay.fault == nil {
      writtenPictures = Set(document.references.items.map(\.id.number))
    } else {
      // The journal is continued from before the fault, perhaps from before their records.
      if !document.references.isEmpty { owedReferences = document.references }
      if !document.foreign.isEmpty { owedForeign = document.foreign }
      if recordsMap { owedOutside = document.outside }
    }
    (undoable, redoable) = (document.history.undoCount, document.history.redoCount)
    list = LayerList(of: document).withoutPixels
    let edits = document.history.all
    for edit in edits { cost += Self.cost(edit.head, edit.sampleCount, tiles: edit.tileCount) }
    if edits.contains(where: \.changesLayers) {
      // The layers of the last key frame are no longer known.
      for layer in document.layers { addTiles(of: layer) }
      fresh = Set(document.surfaces)
      return
    }
    for edit in edits {
      guard let surface = edit.surface, let image = document.image(of: surface) else { continue }
      for index in edit.tileIndices { changed[TileKey(surface, index: index)] = .some(image[index]) }
    }
    for key in edits.flatMap(\.otherTiles) {
      if let image = document.image(of: key.surface) { changed[key] = .some(image[key.index]) }
    }
  }

  private mutating func addTiles(of layer: Layer) {
    for surface in layer.surfaces { addTiles(of: surface, layer[surface.plane]) }
  }

  private mutating func addTiles(of surface: SurfaceID, _ image: TileGrid) {
    for index in image.tileIndices {
      if let tile = image[index] { changed[TileKey(surface, index: index)] = tile }
    }
  }

  private mutating func take(_ new: LayerList) {
    let (old, left) = (Set(list.layers.surfaces), Set(new.layers.surfaces))
    if !old.isSubset(of: left) { changed = changed.filter { left.contains($0.key.surface) } }
    for layer in new.layers {
      for surface in layer.surfaces where !old.contains(surface) {
        fresh.insert(surface)
        addTiles(of: surface, layer[surface.plane])
      }
    }
    list = new.withoutPixels
  }

  /// After a change of the canvas, the last key frame has no pixel in its place.
  private mutating func takeAll(_ new: LayerList) {
    changed.removeAll()
    fresh = Set(new.layers.surfaces)
    for layer in new.layers { addTiles(of: layer) }
    list = new.withoutPixels
  }

  /// The first records of a new journal, or those that a continued one lacks; empty if the journal
  /// already has them.
  /// - Throws: if memory is short; the composer is unchanged then.
  public mutating func start() throws(ArchiveError) -> [JournalPayload] {
    if hasStarted { return try owedRecords() }
    var records = [header.payload()]
    records += try fileHistory?.payloads() ?? []
    let outside = try outsideRecords()
    if !changed.isEmpty || selection != nil || !fresh.isEmpty { records.append(try keyframe()) }
    (hasStarted, owedOutside) = (true, nil)
    return try divided(records + outside) + owedRecords()
  }

  /// The first records of a new journal that has the drawing's file instead of the drawing. Readers need that file
  /// (`DrawingRecords`). Takes no time, however large the drawing.
  /// - Parameter path: the file from which the drawing was read. It is as it was then.
  public mutating func start(from path: String) -> [JournalPayload] {
    changed.removeAll()
    fresh.removeAll()
    if let references = owedReferences { writtenPictures = Set(references.items.map(\.id.number)) }
    (hasStarted, owedReferences, owedForeign, owedOutside) = (true, nil, nil, nil)
    return [header.payload(), JournalPayload(start: path)]
  }

  private func outsideRecords() throws(ArchiveError) -> [JournalPayload] { try owedOutside?.payloads() ?? [] }

  private mutating func owedRecords() throws(ArchiveError) -> [JournalPayload] {
    let outside = try outsideRecords()
    defer { (owedForeign, owedOutside) = (nil, nil) }
    return divided(outside + (owedForeign.map { [$0.payload] } ?? []))
      + (owedReferences.map { records(of: $0) } ?? [])
  }

  /// The records of changed references: the pictures that the journal lacks, and all places.
  public mutating func records(of references: ReferenceBoard) -> [JournalPayload] {
    owedReferences = nil
    let items = references.items
    var records: [JournalPayload] = []
    for item in items where !writtenPictures.contains(item.id.number) {
      records.append(JournalPayload(picture: item.picture, number: item.id.number))
    }
    // Readers forget the pictures that are on no list.
    writtenPictures = Set(items.map(\.id.number))
    return divided(records + [JournalPayload(references)])
  }

  /// The records of a step of unfinished work.
  /// - Throws: if memory is short.
  public mutating func records(of step: UnfinishedStep) throws(ArchiveError) -> [JournalPayload] {
    divided(try recorder.records(of: step))
  }

  private func divided(_ records: [JournalPayload]) -> [JournalPayload] {
    records.flatMap { $0.divided(largestRecord) }
  }

  /// The records of the next change.
  /// - Parameter next: the following change, if its records will be appended immediately.
  /// - Throws: if memory is short; the change is not recorded then.
  public mutating func records(
    of change: JournalNote, followedBy next: JournalNote? = nil
  ) throws(ArchiveError) -> [JournalPayload] {
    divided(try wholeRecords(of: change, followedBy: next))
  }

  private mutating func wholeRecords(
    of change: JournalNote, followedBy next: JournalNote?
  ) throws(ArchiveError) -> [JournalPayload] {
    if owesFrame, change.kind == .edit {
      let frame = try keyframe()
      return [frame] + (try wholeRecords(of: change, followedBy: next))
    }
    // If the rest fails, adding these twice does no harm.
    if let list = change.list { if change.operation?.canvas != nil { takeAll(list) } else { take(list) } }
    if let surface = change.surface {
      for (index, tile) in change.tiles { changed[TileKey(surface, index: index)] = .some(tile) }
    }
    for (key, tile) in change.corrected { changed[key] = .some(tile) }
    if let selection = change.selection { self.selection = selection }
    var records: [JournalPayload] = []
    switch change.kind {
    case .edit:
      // A key frame replaces an edit that continues one from before the last key frame.
      if change.isContinued, undoable == 0 { return try edit(change) + [try keyframe()] }
      // Readers need not perform it.
      if change.operation?.change != nil { return try edit(change) + [try keyframe()] }
      records = try edit(change)
      if let surface = change.operation?.paintedSurface, let at = list.layers.index(of: surface.layer) {
        (list.active, list.plane) = (at, surface.plane)
      }
      undoable += change.isContinued ? 0 : 1
      redoable = 0
      cost += Self.cost(change.operation, change.operation?.sampleCount ?? 0, tiles: change.tiles.count)
    case .undo:
      records = [JournalPayload(type: .undo, bytes: [JournalEntry.version])]
      // The edit is from before the last key frame, so its result will be recorded.
      guard undoable > 0 else {
        (owesFrame, undoable, redoable) = (true, 0, 0)
        return records
      }
      (undoable, redoable) = (undoable - 1, redoable + 1)
    case .redo:
      records = [JournalPayload(type: .redo, bytes: [JournalEntry.version])]
      guard redoable > 0 else {
        (owesFrame, undoable, redoable) = (true, 0, 0)
        return records
      }
      (undoable, redoable) = (undoable + 1, redoable - 1)
    }
    // Without memory, the next change adds it. Between steps, tiles may be missing
    // (`dropReplaced`).
    if cost > timeout, !owesFrame, !(next?.isStep ?? false), let frame = try? keyframe() { records.append(frame) }
    return records
  }

  /// The key frame after undo and redo; empty if none is owed.
  /// - Throws: if memory is short; it is still owed then.
  public mutating func owedFrame() throws(ArchiveError) -> [JournalPayload] {
    owesFrame ? divided([try keyframe()]) : []
  }

  private mutating func edit(_ change: JournalNote) throws(ArchiveError) -> [JournalPayload] {
    guard let operation = change.operation else { return [] }
    // A reader that starts from the last key frame does not have the edit before it.
    return try recorder.records(
      of: operation,
      EditRecorder.Outcome(
        time: change.time, isJoined: change.isJoined, surface: change.surface, tiles: change.tiles,
        result: change.result ?? [],
        selection: change.selection, facts: change.facts, nextLayer: change.nextLayer,
        images: change.recordsImages ? change.list?.layers ?? LayerTree() : LayerTree()),
      isContinued: change.isContinued, hasLast: undoable > 0)
  }

  private mutating func keyframe() throws(ArchiveError) -> JournalPayload {
    var frame = KeyFrame(list, selection: selection)
    if !recordsMap { frame.list.canvasMap = .identity }
    frame.fresh = fresh.sorted()
    let payload = try frame.payload(changed.keys.sorted()) { changed[$0] ?? nil }
    changed.removeAll()
    fresh.removeAll()
    (undoable, redoable, cost, owesFrame) = (0, 0, 0, false)
    return payload
  }

  /// The estimated time to draw an edit again, s; rather too high.
  private static func cost(_ operation: Operation?, _ samples: Int, tiles: Int) -> Double {
    guard let operation else { return 60e-6 * Double(tiles) }
    // Only the number of all samples is known: as if the slowest stroke had them.
    func time(_ strokes: [StrokeRecord]) -> Double { strokes.map { $0.drawingTime(samples: samples) }.max() ?? 0 }
    let strokes = operation.strokes
    if !strokes.isEmpty, !operation.keepsResult { return time(strokes) }
    let redrawn = time(operation.placing?.strokes ?? [])
    return (operation.keepsResult || operation.placing == nil ? 60e-6 : 400e-6) * Double(tiles) + redrawn
  }
}
