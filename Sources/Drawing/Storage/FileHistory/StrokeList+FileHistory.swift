import Document
import Files
import Journal
import Language

extension StrokeList {
  /// The strokes of a drawing, with those of the history in its file.
  /// - Throws: if a record of the history is damaged.
  public init(_ document: borrowing Document) throws(PayloadError) {
    guard let fileHistory = document.fileHistory else {
      try self.init(ofHistoryOf: document)
      return
    }
    let steps = Array(fileHistory.steps[..<fileHistory.doneCount])
    let list = try fileHistory.firstList()
    var plan = StrokePlan(width: list.width, height: list.height, layers: list.withoutPixels.layers)
    var texts: [UInt64: JournalPayload] = [:]
    for step in steps {
      for text in step.texts { if let number = BrushTexts.number(text) { texts[number] = text } }
      let shelf = BrushShelf()
      // Single strokes are not read further than their heads.
      if step.head.isChange || step.head.drawsStrokes && !step.head.isStroke {
        for number in step.head.needs { try texts[number].map(shelf.take) }
      }
      try plan.append(step, shelf)
    }
    try self.init(document, after: FileStrokes(steps, replaced: plan.replaced), plan)
  }

  /// The error of a file with a damaged history.
  public static func damage(_ error: PayloadError, _ path: String) -> FileError {
    FileError(.read, path, fault: translated("its history is damaged: {fault}", ["fault": error.fault]))
  }
}

extension StrokePlan {
  /// Appends an edit of a file's history.
  /// - Parameter shelf: has the contents of brushes up to this edit.
  /// - Throws: if its record is damaged.
  fileprivate mutating func append(_ step: FileHistory.Step, _ shelf: BrushShelf) throws(PayloadError) {
    let head = step.head
    // Only strokes and shapes take the place of others.
    if head.isStroke { return appendStrokes(isReplacement: head.replaces) }
    let isRead = head.isChange || head.isCanvas || head.word == "layer" || head.drawsStrokes
    let size = canvases[canvases.count - 1].size
    let operation = isRead ? try EditRecord.operation(step.edit, shelf, width: size.width, height: size.height) : nil
    try append(operation, newLayer: head.nextLayer)
  }
}
