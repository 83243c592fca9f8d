import Archive
import Document
import Ink
import Journal
import Raster

/// Writes edits as records, for journals and for the histories in files.
struct EditRecorder: Sendable {
  /// The texts of brushes so far.
  private var texts = BrushTexts()
  /// Their records by number, if they are repeated.
  private var textRecords: [UInt64: JournalPayload] = [:]
  /// Whether each edit that needs a brush's text gets it in its own records.
  private let repeatsTexts: Bool

  init(repeatingTexts: Bool) { repeatsTexts = repeatingTexts }

  /// What an edit did, beside its operation.
  struct Outcome {
    /// When it was done, s since 1970; nil if that is not known.
    var time: Double?
    /// Whether it is joined with the edit before (`Edit.isJoined`).
    var isJoined = false
    var surface: SurfaceID?
    /// The changed tiles of the layer, after the edit.
    var tiles: [(index: Int, tile: Tile?)] = []
    /// Both sides of them, for an operation that keeps its result or replaces the edit before.
    var result: [TileDelta] = []
    /// The selection after the edit; nil if it did not change.
    var selection: Mask??
    /// What the record of a change of earlier edits has.
    var facts: ChangeFacts?
    /// The number of the first layer that it makes; 0 for none, and where it follows from the drawing.
    var nextLayer: UInt64 = 0
    /// The pixels that were active before an operation on layers; those of no layer where they do not count.
    var active = SurfaceID(number: 0)
    /// All layers after an edit whose records have them (`Edit.recordsImages`); else empty.
    var images = LayerTree()
  }

  /// The records of a step of unfinished work; a stroke may need the contents of its brush first.
  /// - Throws: if memory is short.
  mutating func records(of step: UnfinishedStep) throws(ArchiveError) -> [JournalPayload] {
    try step.records(&texts)
  }

  /// The records of an edit: its brushes' contents, then its own.
  /// - Parameters:
  ///   - isContinued: whether it replaces the edit before, an operation on layers.
  ///   - hasLast: whether a reader has the edit before, which a replacement needs.
  /// - Throws: if memory is short; nothing is recorded then.
  mutating func records(
    of operation: Operation, _ outcome: Outcome, isContinued: Bool = false, hasLast: Bool = true
  ) throws(ArchiveError) -> [JournalPayload] {
    var head = EditHead()
    (head.continues, head.time, head.isJoined) = (isContinued, outcome.time, outcome.isJoined)
    (head.nextLayer, head.active) = (outcome.nextLayer, outcome.active)
    if case .select(_, let recipe?) = operation, recipe.comparesColours, let surface = outcome.surface {
      head.active = surface
    }
    let (operation, result) = try recorded(operation, outcome, hasLast: hasLast)
    var texts = texts
    let (record, newTexts) = try EditRecord.payload(of: operation, result, head, &texts)
    self.texts = texts
    guard repeatsTexts else { return newTexts + [record] }
    for text in newTexts { if let number = BrushTexts.number(text) { textRecords[number] = text } }
    return (record.editHead?.needs ?? []).compactMap { textRecords[$0] } + [record]
  }

  /// What a record says of an edit: the operation, or only which pixels it changed, and its result if that counts.
  private func recorded(
    _ operation: Operation, _ outcome: Outcome, hasLast: Bool
  ) throws(ArchiveError) -> (Operation, RecordedResult?) {
    switch operation {
    case .change:
      var changed: [Int: [UInt8]] = [:]
      for (distance, result) in outcome.facts?.results ?? [:] { changed[distance] = try result.bytes() }
      return (operation, RecordedResult(changed: changed))
    case .layer, .canvas: return (operation, outcome.images.isEmpty ? nil : try RecordedResult(outcome.images))
    // Readers accept no more tiles.
    case .place where operation.tileCount > TileGrid.mostTilesInFile, .pixels, .omitted,
      // Without the edit before, it could not be changed later.
      .replacement(.stroke) where !operation.keepsResult && !hasLast,
      .replacement(.strokes) where !operation.keepsResult && !hasLast:
      return (
        .pixels(outcome.surface, name: operation.name),
        try RecordedResult(outcome.tiles, of: outcome.surface, selection: outcome.selection)
      )
    // Fills have many tiles of one colour.
    case .fill: return (operation, try RecordedResult(outcome.tiles, of: outcome.surface))
    case .stroke, .strokes, .shape, .replacement, .clear, .cover, .gradient, .place, .select:
      // Without the edit before, a reader cannot perform a replacement.
      guard operation.keepsResult || operation.replacesLast && !hasLast else { return (operation, nil) }
      let tiles = outcome.result.map { (index: $0.index, before: $0.before, after: $0.after) }
      return (operation, RecordedResult(pixels: PaintedPixels(tiles)))
    }
  }
}
