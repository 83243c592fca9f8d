import Document
import Geometry
import Ink
import Paint
import Raster
import Rig
import Storage

/// The work of the stroke tool, without the window: finding strokes at the pen's places, and the values of a slider for a
/// stroke with others on top.
struct StrokeToolBench {
  static let title = "stroke tool, 15000 strokes of 40 samples (canvas 3840x2160)"

  private static let strokes = 15_000
  private static let places = 2_000
  private static let later = 20
  private static let values = 60
  private static let paintedValues = 8
  private static let crossing = 2000
  private static let taps = 60

  let filler: CoverageFiller

  func rows() throws -> [Report.Row] {
    guard var document = Document(width: 3840, height: 2160) else { throw RigError("There is no memory for a canvas.") }
    let packer = UndoPacker()
    document.keepEdits(in: packer.store)
    defer { packer.stop() }
    var course = StrokeCourse(state: 2)
    for _ in 0..<Self.strokes {
      draw(course.samples(40, width: 3840, height: 2160), 3 + 9 * course.next(), on: &document)
    }
    packer.settle()
    var index = StrokeIndex()
    func time() throws -> Double {
      var made: StrokeIndex?
      let seconds = Stopwatch.time { made = try? StrokeIndex(of: document, after: index) }
      guard let made else { throw RigError("The strokes cannot be found.") }
      index = made
      return seconds
    }
    let first = try time()
    draw(course.samples(40, width: 3840, height: 2160), 8, on: &document)
    let again = try time()
    return try [
      Report.Row(name: "index of all strokes", value: first * 1e3, unit: "ms", note: "on a worker"),
      Report.Row(name: "index after one more stroke", value: again * 1e3, unit: "ms", note: "on a worker"),
    ] + hover(index, document, &course) + slide() + smudged() + erase()
  }

  /// Taps of the eraser that takes a line up to the next crossings: from the tap to the changed drawing.
  private func erase() throws -> [Report.Row] {
    guard var document = Document(width: 3840, height: 2160) else { throw RigError("There is no memory for a canvas.") }
    let packer = UndoPacker()
    document.keepEdits(in: packer.store)
    defer { packer.stop() }
    var course = StrokeCourse(state: 5)
    for _ in 0..<Self.crossing {
      draw(course.samples(40, width: 3840, height: 2160), 3 + 9 * course.next(), on: &document)
    }
    packer.settle()
    guard let index = try? StrokeIndex(of: document) else { throw RigError("The strokes cannot be found.") }
    var times: [Double] = []
    while times.count < Self.taps {
      guard let line = index.entries[Int(course.next() * Double(index.entries.count))].lines.first else { continue }
      let corner = line[Int(course.next() * Double(line.count))]
      let touch = StrokeTouch([Point(Double(corner.x), Double(corner.y))], radius: 2)
      var change = StrokeChange()
      change.shape = .erase(touch, .crossing)
      var adopted: Region?
      var tried = document
      times.append(
        Stopwatch.time {
          let touched = index.touched(by: touch, in: tried) { $0.hasInk }
          var background = BackgroundChange(touched.map { index.known($0) }, change, index: index)
          try? background.compute(for: tried, filler: filler)
          adopted = tried.adopt(background)
        })
      guard adopted != nil else { throw RigError("The strokes cannot be erased.") }
    }
    let all = Quantiles(times)
    return [
      Report.Row(
        name: "eraser to the crossing: p50", value: all.median * 1e3, unit: "ms", note: "\(Self.crossing) strokes"),
      Report.Row(name: "eraser to the crossing: p95", value: all(0.95) * 1e3, unit: "ms", target: .atMost(16)),
    ]
  }

  /// The stroke at each place, as the tool finds it: none is remembered.
  private func hover(_ index: StrokeIndex, _ document: Document, _ course: inout StrokeCourse) -> [Report.Row] {
    var (times, found): ([Double], Int) = ([], 0)
    for _ in 0..<Self.places {
      let place = Point(3840 * course.next(), 2160 * course.next())
      var isThere = false
      times.append(
        Stopwatch.time {
          isThere = index.near(place, radius: 6).contains { entry in
            index.stroke(entry, in: document)?.isTouched(by: StrokeTouch([place], radius: 6)) ?? false
          }
        })
      if isThere { found += 1 }
    }
    let all = Quantiles(times)
    return [
      Report.Row(
        name: "stroke at a place: p50", value: all.median * 1e3, unit: "ms", note: "\(found) of \(Self.places) places"),
      Report.Row(name: "stroke at a place: p99", value: all(0.99) * 1e3, unit: "ms", target: .atMost(8)),
    ]
  }

  /// Values of a slider for a long stroke under others.
  private func slide() throws -> [Report.Row] {
    guard var document = Document(width: 3840, height: 2160) else { throw RigError("There is no memory for a canvas.") }
    line(Point(300, 1000), Point(3500, 1160), on: &document)
    for number in 0..<Self.later {
      let x = 400 + 150 * Double(number)
      line(Point(x, 300), Point(x + 60, 1900), on: &document)
    }
    guard let entry = try? StrokeIndex(of: document).entries.first else { throw RigError("There is no stroke.") }
    let known = KnownStroke(entry.stroke, entry.content)
    var times: [Double] = []
    for number in 0..<Self.values {
      var value = StrokeChange()
      value.size = 8 + Double(number) / 4
      value.colour = UInt32(number) << 10
      var change = BackgroundChange([known], value, showsResult: true)
      times.append(Stopwatch.time { try? change.compute(for: document, seen: document.bounds, filler: filler) })
      guard change.preview != nil else { throw RigError("The stroke cannot be changed.") }
    }
    let all = Quantiles(times)
    return [
      Report.Row(
        name: "slider under \(Self.later) strokes: p50", value: all.median * 1e3, unit: "ms",
        note: "a stroke of 3200 px"),
      Report.Row(
        name: "slider under \(Self.later) strokes: p95", value: all(0.95) * 1e3, unit: "ms", target: .atMost(33)),
    ]
  }

  /// Values of a slider for a painted stroke under others that smudge: to the preview of what is seen, and to the end.
  private func smudged() throws -> [Report.Row] {
    if let absence = PaintBrush.absence {
      return [Report.Row(name: "slider of a painted stroke", value: nil, unit: "ms", note: absence)]
    }
    guard var document = Document(width: 3840, height: 2160) else { throw RigError("There is no memory for a canvas.") }
    let brush = try PaintBrush(named: PaintBrush.blender).ink
    let paint = try PaintBrush(named: PaintBrush.ground).ink
    line(Point(300, 1000), Point(3500, 1160), on: &document, paint)
    for number in 0..<Self.later {
      let x = 400 + 150 * Double(number)
      line(Point(x, 300), Point(x + 60, 1900), on: &document, brush)
    }
    guard let entry = try? StrokeIndex(of: document).entries.first else { throw RigError("There is no stroke.") }
    var (previews, ends): ([Double], [Double]) = ([], [])
    for number in 0..<Self.paintedValues {
      var value = StrokeChange()
      value.colour = UInt32(number) << 12
      var change = BackgroundChange([KnownStroke(entry.stroke, entry.content)], value, showsResult: true)
      let seen = PixelRect(x: 960, y: 540, width: 1920, height: 1080)
      let preview = Stopwatch.time { try? change.compute(for: document, seen: seen, filler: filler) }
      guard change.preview != nil || change.isComputed else { throw RigError("There is no preview of a change.") }
      let rest =
        change.isComputed ? 0 : Stopwatch.time { try? change.compute(for: document, seen: seen, filler: filler) }
      guard change.isComputed, change.changesAny else { throw RigError("The stroke cannot be changed.") }
      previews.append(preview)
      ends.append(preview + rest)
    }
    return [
      Report.Row(
        name: "painted, under \(Self.later) that smudge: preview p95", value: Quantiles(previews)(0.95) * 1e3,
        unit: "ms",
        target: .atMost(150), note: "1920x1080 seen"),
      Report.Row(
        name: "painted, under \(Self.later) that smudge: all p95", value: Quantiles(ends)(0.95) * 1e3, unit: "ms",
        target: .atMost(1000)),
    ]
  }

  private func draw(_ samples: [PenSample], on document: inout Document, _ brush: Brush) {
    var pen = StrokeInProgress(
      on: document, brush: brush, style: InkStyle(colour: 0x20_3040), filler: filler)
    for sample in samples { pen.add(sample) }
    _ = pen.finish(on: &document)
  }

  private func draw(_ samples: [PenSample], _ size: Double, on document: inout Document) {
    draw(samples, on: &document, Brush(size: size))
  }

  private func line(_ start: Point, _ end: Point, on document: inout Document, _ brush: Brush = Brush(size: 12)) {
    let samples = (0...60).map {
      PenSample(position: start + (end - start) * (Double($0) / 60), time: Double($0) / 200, pressure: 0.6)
    }
    draw(samples, on: &document, brush)
  }
}
