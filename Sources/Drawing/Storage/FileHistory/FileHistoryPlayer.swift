import Document
import Geometry
import Journal
import Language
import Paint

/// Performs the steps of a file's history one after the other.
struct FileHistoryPlayer {
  private let fileHistory: FileHistory
  private let filler: CoverageFiller
  private let pins: [Int]
  private var player = RecordPlayer()
  /// The drawing after the steps that were performed. Its history has those that are not forgotten.
  var drawing: Document
  /// The memory of these edits, bytes.
  private(set) var held = 0
  /// The number of edits that were forgotten, the oldest.
  private(set) var forgotten = 0
  /// Tells which edits need not be packed, since they will be forgotten; nil if all are packed.
  private var forecast: PackingForecast?
  /// The number of edits that will be forgotten, the oldest.
  private var doomed = 0

  /// Begins with the drawing before the oldest edit.
  /// - Parameter memory: the limit of each call of `forget`, bytes; nil if they differ.
  init(_ fileHistory: FileHistory, forgettingBeyond memory: Int?, filler: CoverageFiller) throws(PayloadError) {
    (self.fileHistory, self.filler, pins) = (fileHistory, filler, fileHistory.steps.pins)
    forecast = memory.map { PackingForecast(of: fileHistory.steps[..<fileHistory.doneCount], memory: $0) }
    drawing = try fileHistory.first()
  }

  /// Performs the step with an index.
  /// - Parameter store: keeps the edits; nil for none.
  mutating func play(_ index: Int, in store: EditStore? = nil) throws(PayloadError) {
    let count = drawing.history.undoCount
    for record in fileHistory.steps[index].records { try player.take(record, on: &drawing, filler: filler) }
    guard drawing.history.undoCount == count + 1, let edit = drawing.history.lastDone else {
      throw PayloadError(translated("an edit cannot be replayed"))
    }
    if pins[index + 1] > index, forecast?.forgets(index) ?? false {
      doomed = index + 1
    } else {
      for content in drawing.history.newContents {
        content.pack()
        if let store, content.isPackable { store.add(content) }
      }
      forecast?.note(edit.memory, of: index)
    }
    // Otherwise a layer that undo restores could get the ID of another layer.
    guard drawing.nextLayer <= fileHistory.ending.next else {
      throw PayloadError(translated("a layer's number is invalid"))
    }
    held += edit.memory
  }

  /// Forgets the oldest edits beyond `memory` bytes, and those that will be beyond it, that no step after the one with
  /// an index needs.
  mutating func forget(beyond memory: Int, after index: Int) {
    // A later change needs the edits that it changes.
    while held > memory || forgotten < doomed, drawing.history.undoCount > 1, forgotten < pins[index + 1],
      let edit = drawing.history.forgetOldest()
    {
      held -= edit.memory
      forgotten += 1
    }
  }
}

extension FileHistory {
  /// Performs the steps that can be undone. Returns the drawing to which they lead, without history.
  /// - Throws: a description of the damage, with the history as "it".
  func replayed(filler: CoverageFiller) throws(PayloadError) -> Document {
    var player = try FileHistoryPlayer(self, forgettingBeyond: 0, filler: filler)
    for index in 0..<doneCount {
      try player.play(index)
      player.forget(beyond: 0, after: index)
    }
    var drawing = player.drawing
    guard drawing.layers.map(\.id.number) == ending.layers else {
      throw PayloadError(translated("its numbers are invalid"))
    }
    drawing.forgetHistory()
    // It begins as if it had been opened with this canvas.
    drawing.canvasMap = .identity
    drawing.selection = ending.selection
    return drawing
  }
}
