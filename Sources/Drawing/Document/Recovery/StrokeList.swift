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
  private var steps: ArraySlice<PackedHistory.Step>
  private let edits: [Edit]
  private var plan: StrokePlan
  private var decoder = StrokeDecoder()
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
    steps = document.packedHistory.map { $0.steps[..<$0.doneCount] } ?? []
    edits = document.history.done
    let frame = document.frame
    framing = .translation(Vector(-Double(frame.minX), -Double(frame.minY)))
    if let packedHistory = document.packedHistory {
      plan = try StrokePlan(startOf: packedHistory)
      for step in steps { try plan.append(step) }
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

  /// Returns the next stroke; nil at the end. It holds the samples of one stroke at a time.
  /// - Throws: if its record is damaged.
  public mutating func nextStroke() throws(PayloadError) -> ListedStroke? {
    while next < plan.kinds.count {
      defer { next += 1 }
      let (record, time): (StrokeRecord?, Double?)
      if next < steps.count {
        record = try stroke(in: steps[next], isListed: plan.lists(next))
        time = try steps[next].records.first { $0.type == .time }?.editTime()
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

  /// Reads the texts of brushes in a step, and its stroke if that is listed.
  private mutating func stroke(
    in step: PackedHistory.Step, isListed: Bool
  ) throws(PayloadError) -> StrokeRecord? {
    guard var record = step.records.last else { return nil }
    var texts = step.records
    let size = plan.canvases[changes].size
    if let replaced = plan.replaced[next] {
      guard let edit = replaced.edit else { return nil }
      (record, texts) = (edit, steps[replaced.change].records)
    }
    let needed = plan.replaced[next] == nil ? nil : Set(record.brushNumbers)
    for record in texts where record.type == .brushText {
      if let needed, let number = BrushTexts.number(record), !needed.contains(number) { continue }
      try decoder.take(text: record)
    }
    guard isListed else { return nil }
    var reader = ByteReader(record.bytes)
    try reader.expectVersion()
    // The pixels that follow a stroke are not decoded.
    switch record.type {
    case .painted: _ = (try reader.readCompact(), try reader.readBool())
    case .edit: try OperationCoding.skipHead(&reader)
    default: return try decoder.decoded(Array(record.bytes.dropFirst()), width: size.width, height: size.height)
    }
    return try decoder.decoded(try reader.readCounted(), width: size.width, height: size.height)
  }
}
