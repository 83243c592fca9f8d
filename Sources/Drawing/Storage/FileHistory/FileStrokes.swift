import Document
import Journal

/// The strokes of a file's history, read from its records.
struct FileStrokes: EarlierStrokes {
  private let steps: [FileHistory.Step]
  private let replaced: [Int: StrokePlan.Replaced]
  private let shelf = BrushShelf()
  /// The operations of changes that were read, by the index of the change and their distances: samples stay compressed.
  private var changed: [Int: [Int: (head: Operation, bulk: [UInt8])]] = [:]
  private var index = 0

  /// - Parameter replaced: what changes among the steps put in the place of earlier ones.
  init(_ steps: [FileHistory.Step], replaced: [Int: StrokePlan.Replaced]) {
    // A stroke may have got the brush of a later one.
    self.steps = replaced.isEmpty ? steps : steps.withOwnTexts()
    self.replaced = replaced
  }

  /// Strokes are read with the texts of their brushes. The pixels that follow a stroke are not decoded.
  mutating func next(
    isListed: Bool, canvas: (width: Int, height: Int)
  ) throws(PayloadError) -> (strokes: [StrokeRecord], time: Double?) {
    defer { index += 1 }
    let step = steps[index]
    for text in step.texts { try shelf.take(text) }
    guard isListed else { return ([], step.head.time) }
    if let replaced = replaced[index] {
      return (try operation(of: replaced.change, replaced.distance)?.strokes ?? [], step.head.time)
    }
    let operation = try EditRecord.operation(step.edit, shelf, width: canvas.width, height: canvas.height)
    return (operation.strokes, step.head.time)
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
