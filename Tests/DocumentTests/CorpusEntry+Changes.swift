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
    // Strokes that became several: at once, by a change, as a replacement; one of several that changes.
    CorpusEntry("strokes") { drawing in
      try drawing.stroke(Brush(size: 7), colour: 0x20_50A0)
      try drawing.strokes(like: 1)
      try drawing.shape(.ellipse, Brush(size: 3))
      try drawing.stroke(Brush(size: 12), blend: .erase)
      try drawing.change(4) { operation in operation = try CorpusDrawing.cut(operation) }
      try drawing.change(4) { operation in
        guard case .strokes(let series) = operation else { return }
        operation = .strokes(
          series.map { stroke in
            var stroke = stroke
            stroke.style.colour = 0xC0_4010
            return stroke
          })
      }
      try drawing.undo()
      try drawing.redo()
    },
    // A selection that changes, with another made of it, and a wand that samples what was painted in it; undo and redo.
    CorpusEntry("changes-select") { drawing in
      let middle = drawing.place(0, 0)
      try drawing.select(.ellipse(Rect(x: middle.x - 15, y: middle.y - 9, width: 24, height: 18))) {
        $0.edge.feather = 3
      }
      try drawing.change { _ = $0.coverActiveLayer(colour: 0xC0_7030) }
      try drawing.select(.rectangle(PixelRect(covering: Rect(x: middle.x, y: middle.y - 20, width: 20, height: 22)))) {
        $0.mode = .add
      }
      try drawing.stroke(Brush(size: 5), colour: 0x20_7030)
      try drawing.select(.wand(SelectionRecipe.Wand(at: middle, FillSettings(tolerance: 90, source: .layer)))) {
        _ in
      }
      try drawing.stroke(Brush(size: 5), colour: 0x90_2060)
      try drawing.change(6) { operation in
        guard case .select(_, var recipe?) = operation else { return }
        (recipe.edge.growth, recipe.edge.feather) = (4, 6)
        operation = .select(nil, recipe: recipe)
      }
      try drawing.undo()
      try drawing.redo()
    },
    // Parts of strokes with outlines and dabs, some with copies, and a stroke that a change cuts in two.
    CorpusEntry("parts") { drawing in
      try drawing.part(Brush(size: 8), from: 0.03, to: 0.1)
      var brush = Brush(size: 6)
      brush.width.rise = 20
      try drawing.part(brush, Symmetry(.radial(count: 3, isMirrored: false)), from: 0.06)
      brush = Brush(size: 12)
      brush.rendering = .spray(Brush.Dabs(spacing: 0.3, hardness: 0.4))
      try drawing.part(brush, Symmetry(.mirror(vertical: true, horizontal: false)), to: 0.09)
      try drawing.stroke(Brush(size: 5), colour: 0xB0_4020)
      try drawing.change(1) { operation in
        var parts = try Array(repeating: #require(operation.stroke), count: 2)
        (parts[0].part, parts[1].part) = (StrokePart(to: 0.06), StrokePart(from: 0.1))
        operation = .strokes(try #require(StrokeSeries(parts)))
      }
    },
    // Strokes with outlines and dabs that are wider and thinner along the way, some with copies.
    CorpusEntry("widths") { drawing in
      try drawing.widths(Brush(size: 8), [(0, 1), (0.04, 2.5), (0.05, 0.3), (0.1, 1)])
      var brush = Brush(size: 6)
      brush.width.rise = 20
      try drawing.widths(brush, [(0.05, 0.4), (0.051, 2)], Symmetry(.radial(count: 2, isMirrored: false)))
      brush = Brush(size: 7)
      brush.rendering = .dabs(Brush.Dabs(spacing: 0.3, hardness: 0.4))
      try drawing.widths(brush, [(0.02, 0.5), (0.09, 2)])
    },
  ]
}

extension CorpusDrawing {
  /// Draws a part of a stroke.
  mutating func part(_ brush: Brush, _ symmetry: Symmetry = Symmetry(), from: Double? = nil, to: Double? = nil) throws {
    try draw(brush, symmetry) { $0.part = StrokePart(from: from, to: to) }
  }

  /// Draws a stroke with factors of its radius at times.
  mutating func widths(_ brush: Brush, _ knots: [(Double, Double)], _ symmetry: Symmetry = Symmetry()) throws {
    try draw(brush, symmetry) { $0.widths = StrokeWidths(knots.map { StrokeWidths.Knot(time: $0, factor: $1) }) }
  }

  private mutating func draw(_ brush: Brush, _ symmetry: Symmetry, _ change: (inout StrokeRecord) -> Void) throws {
    var record = StrokeRecord(
      brush: brush, style: InkStyle(colour: 0x30_6090), symmetry: symmetry, conditions: PaintConditions(seed: 5),
      surface: document.activeSurface)
    record.samples = samples()
    change(&record)
    let filler = filler
    try self.change { try Corpus.require($0.draw(record, filler: filler) != nil) }
  }

  /// Draws the stroke that is so many edits before again, in two parts.
  mutating func strokes(like distance: Int) throws {
    let done = document.history.done
    let operation = try Self.cut(try #require(done[done.count - distance].operation))
    let context = OperationContext(filler: filler, recordsAll: true)
    try change { document in
      let region = document.perform(operation, context)
      #expect(region != nil)
    }
  }

  /// A stroke as two, moved a little.
  static func cut(_ operation: Operation) throws -> Operation {
    var start = try #require(operation.stroke)
    var end = start
    let middle = start.samples.count / 2
    end.samples.removeFirst(middle)
    start.samples.removeLast(end.samples.count - 1)
    for index in end.samples.indices { end.samples[index].position.y += 9 }
    return .strokes(try #require(StrokeSeries([start, end])))
  }

  /// Selects what a recipe gives.
  mutating func select(_ shape: SelectionRecipe.Shape, _ body: (inout SelectionRecipe) -> Void) throws {
    var recipe = SelectionRecipe(shape)
    body(&recipe)
    try change { document in
      try Corpus.require(recipe.mask(in: document).map { document.select($0, recipe) } != nil)
    }
  }

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
