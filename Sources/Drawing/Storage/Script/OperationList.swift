import Archive
import Document
import Geometry
import Journal
import Language
import Paint
import Raster

/// Reads the operations of a drawing one after the other, oldest first. Nothing is painted. Undone ones are left out.
package struct OperationList {
  private let fileHistory: FileHistory?
  private let shelf = BrushShelf()
  private let context: OperationContext
  private let carriesResults: Bool
  /// The drawing after the operations that were read, without pixels.
  private(set) var document: Document
  private var next = 0

  /// The records of how the drawing began; empty if it began as a new one does.
  private var base: [JournalPayload] = []

  /// The number of operations.
  package let count: Int

  /// - Parameters:
  ///   - filler: is used for what has no pixels.
  ///   - carriesResults: whether fills and strokes of MyPaint's brushes have their results: the pixels that they painted.
  /// - Throws: if the history is damaged.
  package init(
    _ document: borrowing Document, filler: CoverageFiller, carriesResults: Bool = false
  ) throws(PayloadError) {
    self.carriesResults = carriesResults
    var history = document.fileHistory
    if document.undoCount > 0 {
      var composer = FileHistoryComposer(copy document, limit: FileHistory.largestLimit)
      history = composer.pack { (_) throws(Never) in }
    }
    fileHistory = history
    count = history?.doneCount ?? 0
    context = OperationContext(filler: filler, recordsAll: true)
    guard let history else {
      self.document = copy document
      self.document.forgetHistory()
      return
    }
    let list = try history.firstList()
    guard var first = Document(width: list.width, height: list.height) else {
      throw PayloadError(translated("its canvas is too large"))
    }
    let new = DrawingHeader(of: first, name: "", program: "").payload()
    first.take(list.withBlankPixels)
    first.selection = try history.firstSelection()
    // Undone layers had numbers too.
    let next = first.nextLayer
    first.nextLayer = (first.layers.map(\.id.number).max() ?? 0) + 1
    if history.base.count > 1 || DrawingHeader(of: first, name: "", program: "").payload() != new {
      (base, first.nextLayer) = (history.base, next)
    }
    self.document = first
  }

  /// The first element of its script, which tells how the drawing began; nil if it began as a new one does.
  /// - Throws: if memory is short.
  func beginning() throws(ArchiveError) -> [UInt8]? {
    if base.isEmpty { return nil }
    var writer = ScriptWriter(document, ScriptBrushes())
    return try writer.object { (writer) throws(ArchiveError) in
      writer.write("begin", "op")
      writer.write(Double(document.width), "width")
      writer.write(Double(document.height), "height")
      writer.write(texts: document.layers.map(\.name), "layers")
      writer.write(texts: base.map { Base64.text(of: $0.bytes[...]) }, "records")
    }.text
  }

  /// Returns the next operation, and the drawing before it; nil at the end.
  /// - Throws: if its record is damaged.
  mutating func nextOperation() throws(PayloadError) -> (writing: ScriptWriting, before: Document)? {
    guard let fileHistory, next < count else { return nil }
    let step = fileHistory.steps[next]
    for text in step.texts { try shelf.take(text) }
    let (width, height) = (document.width, document.height)
    var writing: ScriptWriting
    var selection: Mask??
    if step.head.word == "pixels" || step.head.isCanvas || step.head.isChange {
      let record = try EditRecord(step.edit, shelf, width: width, height: height)
      writing = ScriptWriting(operation: record.operation)
      writing.result = try Self.bytes(of: record.result)
      selection = record.result?.selection
    } else {
      let operation = try EditRecord.operation(step.edit, shelf, width: width, height: height)
      writing = ScriptWriting(operation: operation)
      if carriesResults, operation.keepsResult {
        writing.result = try Self.bytes(of: EditRecord(step.edit, shelf, width: width, height: height).result)
      }
    }
    (writing.time, writing.nextLayer) = (step.head.time, step.head.nextLayer)
    writing.isJoined = step.head.isJoined
    (writing.number, writing.bounds) = (next + 1, writing.operation.paintedBounds(on: document))
    next += 1
    if step.head.active.number > 0 { document.drawOn(step.head.active) }
    let before = document
    follow(writing, selection)
    return (writing, before)
  }

  private static func bytes(of result: RecordedResult?) throws(PayloadError) -> [UInt8]? {
    do throws(ArchiveError) { return try result?.bytes() } catch { throw PayloadError(error.description) }
  }

  /// Does what an operation does to the layers, the canvas and the selection.
  private mutating func follow(_ writing: ScriptWriting, _ selected: Mask??) {
    if writing.nextLayer > 0 { document.nextLayer = writing.nextLayer }
    switch writing.operation {
    case .layer, .canvas, .select: document.perform(writing.operation, context)
    case .place(let placing):
      let mask =
        switch placing.source {
        case .lifted(let mask): mask
        case .pasted(let clipping): clipping.mask
        }
      let moved = mask.mapped(by: placing.map, size: (document.width, document.height))
      document.selection = moved.isEmpty ? nil : moved
    default: break
    }
    if let selected { document.selection = selected }
    if let surface = writing.operation.paintedSurface { document.drawOn(surface) }
    document.forgetHistory()
  }
}

extension OperationList {
  /// An operation for a list that people read.
  package struct Item {
    package let number: Int
    /// ISO 8601, in UTC; nil if it is not known.
    package let time: String?
    /// What was done, in English.
    package let name: String
    /// The layer on which it was done; nil for others.
    package let layer: String?
    /// Left edge, upper edge, width and height, canvas px; nil if they are not known.
    package let bounds: [Double]?
  }

  /// Returns the next operation; nil at the end.
  /// - Throws: if its record is damaged.
  package mutating func nextItem() throws(PayloadError) -> Item? {
    guard let (writing, before) = try nextOperation() else { return nil }
    let surface = writing.operation.surface
    return Item(
      number: next, time: writing.time.flatMap(ScriptTime.text), name: writing.operation.name,
      layer: surface.flatMap { before.layer($0.layer)?.name }, bounds: writing.bounds.flatMap(ScriptWriting.values))
  }
}

extension Operation {
  /// Where it paints or selects, canvas px; nil for other operations, and where the pixels tell.
  func paintedBounds(on document: Document) -> Rect? {
    func box(_ mask: Mask?) -> Rect? { mask.flatMap { $0.isEmpty ? nil : Rect($0.bounds) } }
    switch self {
    case .stroke, .strokes, .shape, .replacement:
      let boxes = strokes.compactMap {
        ListedStroke($0, number: 0, edit: 0, layer: nil, canvas: document.bounds, map: .identity).bounds
      }
      return boxes.first.map { boxes.reduce($0) { $0.union($1) } }
    case .select(let mask, _): return box(mask)
    case .clear(let clearing): return box(clearing.selection)
    case .cover(let covering): return box(covering.selection)
    case .gradient(let gradient): return box(gradient.selection)
    case .place(let placing):
      switch placing.source {
      case .lifted(let mask): return box(mask).map { placing.map.bounds(of: $0) }
      case .pasted(let clipping): return placing.map.bounds(of: Rect(clipping.bounds))
      }
    case .fill, .layer, .canvas, .pixels, .omitted, .change: return nil
    }
  }
}

extension LayerList {
  /// The same list with empty pixels of the size of the canvas.
  fileprivate var withBlankPixels: LayerList {
    var list = self
    let blank = TileGrid(width: width, height: height)
    list.layers.replaceAll { _, _ in blank }
    return list
  }
}
