import Document
import Geometry
import Ink
import Paint
import Raster
import Rig
import Storage

/// The time of a change of the past: a stroke 5,000 strokes back gets another colour and width, 60 of the
/// later ones lie over it. Then with strokes of a brush that smudges on top, and of all strokes.
struct ChangeBench {
  static let title = "change of a stroke 5000 strokes back, 60 of the later ones over it (canvas 3840x2160)"

  private static let strokes = 5_000
  private static let crossing = 60
  private static let smudging = 300
  private static let changes = 40

  let filler: CoverageFiller

  func rows() throws -> [Report.Row] {
    guard var document = Document(width: 3840, height: 2160) else { throw RigError("There is no memory for a canvas.") }
    let packer = UndoPacker()
    document.keepEdits(in: packer.store)
    defer { packer.stop() }
    let brushes = try BenchBrushes.all().map(\.brush)
    var course = StrokeCourse(state: 1)
    line(on: &document, from: Point(1700, 1000), to: Point(2100, 1160), Brush(size: 12))
    for index in 0..<Self.strokes {
      if index.isMultiple(of: Self.strokes / Self.crossing) {
        let x = 1700 + 400 * course.next()
        line(on: &document, from: Point(x, 900), to: Point(x + 40, 1260), brushes[index % brushes.count].resized(to: 8))
        continue
      }
      // At the left or the right of them.
      let offset = index.isMultiple(of: 2) ? 0.0 : 2300
      var pen = StrokeInProgress(
        on: document, brush: brushes[index % brushes.count].resized(to: 4 + 20 * course.next()),
        style: InkStyle(colour: UInt32(course.next() * 0xFF_FFFF)), filler: filler)
      for var sample in course.samples(80, width: 1500, height: 2160) {
        sample.position.x += offset
        pen.add(sample)
      }
      _ = pen.finish(on: &document)
    }
    packer.settle()
    var rows = try changed(document, packer, "with \(Self.crossing) strokes over it", count: Self.changes)
    if let absence = PaintBrush.absence {
      return rows + [Report.Row(name: "brushes of MyPaint", value: nil, unit: "ms", note: absence)]
    }
    let brush = try PaintBrush(named: PaintBrush.blender).ink
    for _ in 0..<Self.smudging {
      let x = 1700 + 350 * course.next()
      line(on: &document, from: Point(x, 950), to: Point(x + 60, 1210), brush)
    }
    packer.settle()
    rows += try changed(document, packer, "and \(Self.smudging) that smudge", count: 3)
    return try rows + recoloured(document)
  }

  /// All strokes get another colour while a part of the canvas is seen.
  private func recoloured(_ document: Document) throws -> [Report.Row] {
    var stroke = StrokeChange()
    stroke.colour = 0x12_34_56
    var change = BackgroundChange(StrokeFilter(), stroke)
    let seen = PixelRect(x: 0, y: 0, width: 1280, height: 800)
    var isDone = true
    func time() -> Double {
      Stopwatch.time { isDone = (try? change.compute(for: document, seen: seen, filler: filler)) != nil && isDone }
    }
    let preview = time()
    guard isDone, !change.isComputed else { throw RigError("There is no preview of a change.") }
    let rest = time()
    guard isDone, change.isComputed else { throw RigError("The strokes cannot be changed.") }
    return [
      Report.Row(
        name: "all recoloured: to the preview", value: preview * 1e3, unit: "ms",
        note: "\(seen.width)x\(seen.height) seen"),
      Report.Row(
        name: "all recoloured: to the end", value: (preview + rest) * 1e3, unit: "ms",
        note: "\(change.result.count) strokes"),
    ]
  }

  private func line(on document: inout Document, from start: Point, to end: Point, _ brush: Brush) {
    var pen = StrokeInProgress(on: document, brush: brush, style: InkStyle(colour: 0x80_4020), filler: filler)
    for i in 0...60 {
      pen.add(PenSample(position: start + (end - start) * (Double(i) / 60), time: Double(i) / 200, pressure: 0.6))
    }
    _ = pen.finish(on: &document)
  }

  private func changed(
    _ document: Document, _ packer: UndoPacker, _ name: String, count: Int
  ) throws -> [Report.Row] {
    var times: [Double] = []
    let distance = document.history.undoCount
    for index in 0..<count {
      var copy = document
      guard var operation = copy.history.done[0].operation, var stroke = operation.stroke else { break }
      stroke.style.colour = UInt32(index) << 12
      stroke.brush = stroke.brush.resized(to: 8 + Double(index % 10))
      operation.stroke = stroke
      guard let change = Change([Change.Item(distance: distance, operation: operation)]) else { break }
      var isDone = false
      times.append(Stopwatch.time { isDone = (try? copy.perform(change, filler: filler)) != nil })
      guard isDone else { throw RigError("The stroke cannot be changed.") }
      packer.settle()
    }
    let all = Quantiles(times)
    return [
      Report.Row(name: name + ": p50", value: all.median * 1e3, unit: "ms", note: "\(distance) edits"),
      Report.Row(name: name + ": p95", value: all(0.95) * 1e3, unit: "ms"),
    ]
  }
}
