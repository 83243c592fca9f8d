import Archive
import Files
import Geometry
import Ink
import Journal
import Language
import Raster

/// Reads the strokes of a drawing one after the other, oldest first, from the records of its history.
/// Nothing is drawn.
///
/// A stroke that another one took the place of is left out, and so are undone ones and edits that are
/// recorded by their pixels only.
public struct StrokeList {
  /// The names of the present layers by number.
  private let names: [UInt64: String]
  /// The edits of the packed history that are done, then the later ones.
  private var steps: ArraySlice<FileHistory.Step>
  private let edits: [Edit]
  private var plan: StrokePlan
  private let shelf = BrushShelf()
  /// The operations of changes that were read, by the index of the change and their distances: samples stay compressed.
  private var changed: [Int: [Int: (head: Operation, bulk: [UInt8])]] = [:]
  private var next = 0
  private var count = 0
  /// The number of changes of the canvas before `next`.
  private var changes = 0
  /// From the present canvas to the frame that files and pictures show.
  private let framing: Affine

  /// Whether the drawing has a history. One without has no strokes, or they are not known.
  public var hasHistory: Bool { !steps.isEmpty || !edits.isEmpty }

  /// - Throws: if a record of the history is damaged.
  public init(_ document: borrowing Document) throws(PayloadError) {
    names = Dictionary(document.layers.map { ($0.id.number, $0.name) }) { first, _ in first }
    steps = document.fileHistory.map { $0.steps[..<$0.doneCount] } ?? []
    edits = document.history.done
    let frame = document.frame
    framing = .translation(Vector(-Double(frame.minX), -Double(frame.minY)))
    if let fileHistory = document.fileHistory {
      plan = try StrokePlan(startOf: fileHistory)
      var texts: [UInt64: JournalPayload] = [:]
      for step in steps {
        for text in step.texts { if let number = BrushTexts.number(text) { texts[number] = text } }
        let shelf = BrushShelf()
        // Strokes are not read further than their heads.
        if step.head.isChange { for number in step.head.needs { try texts[number].map(shelf.take) } }
        try plan.append(step, shelf)
      }
    } else {
      let first = document.layersAtBeginning
      plan = StrokePlan(width: first.width, height: first.height, layers: first.layers.layers)
    }
    for edit in edits { try plan.append(edit) }
    plan.finish()
    // A stroke may have got the brush of a later one.
    if !plan.replaced.isEmpty { steps = Array(steps).withOwnTexts()[...] }
  }

  /// The error of a file with a damaged history.
  public static func damage(_ error: PayloadError, _ path: String) -> FileError {
    FileError(.read, path, fault: translated("its history is damaged: {fault}", ["fault": error.fault]))
  }

  /// Returns the next stroke; nil at the end. It holds the samples of one stroke at a time, those of changed strokes compressed.
  /// - Throws: if its record is damaged.
  public mutating func nextStroke() throws(PayloadError) -> ListedStroke? {
    while next < plan.kinds.count {
      defer { next += 1 }
      let (record, time): (StrokeRecord?, Double?)
      if next < steps.count {
        record = try stroke(in: steps[next], isListed: plan.lists(next))
        time = steps[next].head.time
      } else {
        let edit = edits[next - steps.count]
        (record, time) = (plan.lists(next) ? edit.stroke : nil, edit.time)
      }
      if plan.kinds[next] == .canvas { changes += 1 }
      // One that is left out keeps its number.
      if plan.lists(next) { count += 1 }
      guard let record else { continue }
      var stroke = listed(record, at: next, number: count, onCanvas: changes)
      stroke.time = time
      return stroke
    }
    return nil
  }

  /// Returns the last stroke for which a condition holds, without reading those before it. Strokes of the packed history
  /// are not found.
  func lastStroke(where isMeant: (ListedStroke) throws -> Bool) rethrows -> ListedStroke? {
    var number = plan.kinds.indices.count { plan.lists($0) }
    var changes = plan.canvases.count - 1
    for index in plan.kinds.indices.reversed() where index >= steps.count {
      if plan.lists(index) {
        if let record = edits[index - steps.count].stroke {
          let stroke = listed(record, at: index, number: number, onCanvas: changes)
          if try isMeant(stroke) { return stroke }
        }
        number -= 1
      }
      if plan.kinds[index] == .canvas { changes -= 1 }
    }
    return nil
  }

  /// A stroke of an edit.
  /// - Parameter changes: how often the canvas was changed before.
  private func listed(
    _ record: StrokeRecord, at index: Int, number: Int, onCanvas changes: Int
  ) -> ListedStroke {
    let (size, map) = plan.canvases[changes]
    let home = plan.home(of: record.surface.layer.number)
    var stroke = ListedStroke(
      record, number: number, edit: index, layer: names[home],
      canvas: PixelRect(x: 0, y: 0, width: size.width, height: size.height), map: framing * map)
    (stroke.home, stroke.canvasMap) = (Layer.ID(home), map)
    return stroke
  }

  /// Reads the texts of brushes in a step, and its stroke if that is listed. The pixels that follow a stroke are not
  /// decoded.
  private mutating func stroke(
    in step: FileHistory.Step, isListed: Bool
  ) throws(PayloadError) -> StrokeRecord? {
    for text in step.texts { try shelf.take(text) }
    let size = plan.canvases[changes].size
    if let replaced = plan.replaced[next] {
      return isListed ? try operation(of: replaced.change, replaced.distance)?.stroke : nil
    }
    guard isListed else { return nil }
    return try EditRecord.operation(step.edit, shelf, width: size.width, height: size.height).stroke
  }

  /// The operation that a change of earlier edits puts in the place of one, by its distance.
  private mutating func operation(of index: Int, _ distance: Int) throws(PayloadError) -> Operation? {
    if changed[index] == nil {
      // Numbers may name other contents there.
      let shelf = BrushShelf()
      for text in steps[index].texts { try shelf.take(text) }
      guard case .change(let change) = try EditRecord.operation(steps[index].edit, shelf, width: 1, height: 1) else {
        return nil
      }
      var operations: [Int: (head: Operation, bulk: [UInt8])] = [:]
      for item in change.items {
        guard let bulk = try? item.operation.bulk() else { throw .cutShort }
        operations[item.distance] = (item.operation.head, bulk)
      }
      changed[index] = operations
    }
    guard let (head, bulk) = changed[index]?[distance] else { return nil }
    return try Operation(head, bulk: bulk)
  }
}
