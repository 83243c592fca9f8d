import Geometry
import Ink
import Paint
import Raster
import Testing

@testable import Document
@testable import Storage

/// Changes of earlier edits.
extension CorpusEntry {
  static let changes = [
    // Colour, width, place and brush of strokes under later ones, a fill that follows, strokes that are left out,
    // a second change of one stroke, undo and redo of changes, and a change across a flipped canvas.
    CorpusEntry("changes") { drawing in
      try drawing.stroke(Brush(size: 9), colour: 0xA0_3020)
      try drawing.stroke(Brush(size: 5), colour: 0x20_7030)
      let place = drawing.place(0.1, 0.1)
      try drawing.change { _ = $0.fill(at: place, colour: 0xE0_D060, FillSettings()) }
      try drawing.stroke(Brush(size: 14), blend: .erase)
      try drawing.shape(.ellipse, Brush(size: 3))
      try drawing.change(5) { operation in operation.stroke?.style.colour = 0x10_60C0 }
      try drawing.change(5) { operation in operation.stroke?.brush = Brush(size: 12) }
      try drawing.change(3) { operation in operation = .omitted(operation.head) }
      try drawing.undo()
      try drawing.redo()
      try drawing.perform(CanvasOperation.flip(horizontally: true))
      try drawing.stroke(Brush(size: 4), colour: 0x30_3030)
      try drawing.change(10) { operation in
        guard var stroke = operation.stroke else { return }
        for i in stroke.samples.indices { stroke.samples[i].position.x += 12 }
        operation.stroke = stroke
      }
      try drawing.undo()
    },
    // What a brush of MyPaint, which smudges, paints on a stroke that changes, and its own change.
    CorpusEntry("changes-paint") { drawing in
      let wet = try CorpusEntry.brush(MyPaintEngineTests.text, "wet").resized(to: 14)
      try drawing.stroke(Brush(size: 20), colour: 0xD0_2010)
      try drawing.stroke(wet, conditions: PaintConditions(seed: 3))
      try drawing.change(2) { operation in operation.stroke?.style.colour = 0x10_90D0 }
      try drawing.change(2) { operation in operation.stroke?.style.colour = 0xF0_F0F0 }
      try drawing.change(4) { operation in operation.stroke?.brush = wet.resized(to: 10) }
    },
  ]
}

extension CorpusDrawing {
  /// Changes the edit that is so many before.
  mutating func change(_ distance: Int, _ body: (inout Operation) throws -> Void) throws {
    let done = document.history.done
    var operation = try #require(done[done.count - distance].operation)
    try body(&operation)
    let change = try #require(Change([Change.Item(distance: distance, operation: operation)]))
    let filler = filler
    try self.change { _ = try $0.perform(change, filler: filler) }
  }
}
