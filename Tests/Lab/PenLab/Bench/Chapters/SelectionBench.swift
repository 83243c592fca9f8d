import Document
import Geometry
import Ink
import Paint
import Pixels
import Raster
import Rig

/// The work of selections, without the window: their edges, and a selection that is changed long after it was painted in.
struct SelectionBench {
  static let title = "selections (canvas 3840x2160)"

  private static let later = 500
  private static let values = 12

  let filler: CoverageFiller

  func rows() throws -> [Report.Row] { try edges() + wands() + pens() + changed() }

  /// A lasso around much of the canvas.
  private static var lasso: Mask {
    var mask = Mask(width: 3840, height: 2160)
    mask.fill(
      polygon: (0..<400).map { index in
        let angle = Angle(degrees: Double(index) * 0.9)
        let radius = 0.8 + 0.12 * Angle(degrees: Double(index) * 9).sine
        return Point(1920 + 1800 * radius * angle.cosine, 1080 + 1000 * radius * angle.sine)
      })
    return mask
  }

  /// Values of the sliders for the edge.
  private func edges() throws -> [Report.Row] {
    let mask = Self.lasso
    func time(_ name: String, _ body: (Mask) -> Mask) -> Report.Row {
      var tiles = 0
      let times = (0..<Self.values).map { _ in Stopwatch.time { tiles = body(mask).bounds.area } }
      return Report.Row(
        name: name, value: Quantiles(times).median * 1e3, unit: "ms", target: .atMost(60),
        note: "bounds of \(tiles) px²")
    }
    return [
      time("feather of 20 px") { $0.feathered(by: 20) }, time("feather of 200 px") { $0.feathered(by: 200) },
      time("grown by 64 px") { $0.grown(by: 64) }, time("shrunk by 64 px") { $0.grown(by: -64) },
      time("grown by 8 px, then a feather of 40") { $0.grown(by: 8).feathered(by: 40) },
    ]
  }

  /// A wand whose tolerance is dragged over a painted photograph, with the outline that is shown.
  private func wands() throws -> [Report.Row] {
    let (width, height) = (3840, 2160)
    guard var document = Document(width: width, height: height) else {
      throw RigError("There is no memory for a canvas.")
    }
    var noise: UInt32 = 1
    for y in 0..<height {
      let row = (0..<width).map { x -> UInt32 in
        noise = noise &* 1_664_525 &+ 1_013_904_223
        let wave =
          90 * (1 + Angle(degrees: Double(x) * 0.31 + Double(y) * 0.17).sine * Angle(degrees: Double(y) * 0.4).cosine)
        let level = UInt32(wave) + 30 + noise >> 24 & 15
        return Pixel.opaque(level << 16 | level * 7 / 8 << 8 | (level / 2 + 60))
      }
      document.load(row: y, pixels: row.span)
    }
    var wand = SelectionRecipe.Wand(at: Point(1900, 1000), FillSettings(tolerance: 10))
    let first = Stopwatch.time { _ = SelectionRecipe(.wand(wand)).mask(in: document) }
    let distances = wand.distances(in: document)
    var (times, lines, most): ([Double], [Double], Int) = ([], [], 0)
    for tolerance in stride(from: 10, to: 130, by: 10) {
      wand.settings.tolerance = tolerance
      var mask: Mask?
      times.append(Stopwatch.time { mask = SelectionRecipe(.wand(wand)).mask(in: document, distances) })
      var count = 0
      lines.append(Stopwatch.time { count = mask?.outlines.reduce(0) { $0 + $1.count } ?? 0 })
      most = max(most, count)
    }
    return [
      Report.Row(
        name: "wand, first result", value: first * 1e3, unit: "ms", note: "a photograph, colours not known yet"),
      Report.Row(
        name: "wand, another tolerance: p95", value: Quantiles(times)(0.95) * 1e3, unit: "ms", target: .atMost(33)),
      Report.Row(name: "its outline: p95", value: Quantiles(lines)(0.95) * 1e3, unit: "ms", note: "\(most) points"),
    ]
  }

  /// Strokes where all is selected in part, beside the same without a selection.
  private func pens() throws -> [Report.Row] {
    guard let blank = Document(width: 3840, height: 2160) else { throw RigError("There is no memory for a canvas.") }
    var soft = Mask(width: 3840, height: 2160)
    for tile in 0..<soft.slotCount { soft.setShares([UInt8](repeating: 180, count: Tile.count), ofTile: tile) }
    var selected = blank
    selected.select(soft)
    func time(_ document: Document, _ seed: UInt64) -> Double {
      var document = document
      var course = StrokeCourse(state: seed)
      let samples = course.samples(80, width: 3840, height: 2160)
      return Stopwatch.time {
        var pen = StrokeInProgress(on: document, brush: Brush(size: 24), style: InkStyle(), filler: filler)
        for sample in samples {
          pen.add(sample)
          _ = pen.draw(on: &document)
        }
        _ = pen.finish(on: &document)
      }
    }
    var (with, without): ([Double], [Double]) = ([], [])
    for seed in 0..<40 {
      without.append(time(blank, UInt64(seed)))
      with.append(time(selected, UInt64(seed)))
    }
    return [
      Report.Row(
        name: "pen in a soft selection", value: Quantiles(with).median / Quantiles(without).median, unit: "times",
        target: .atMost(1.15), note: "of that without one, 80 samples")
    ]
  }

  /// Another feather of a selection in which strokes were drawn since.
  private func changed() throws -> [Report.Row] {
    guard var document = Document(width: 3840, height: 2160) else { throw RigError("There is no memory for a canvas.") }
    let packer = UndoPacker()
    document.keepEdits(in: packer.store)
    defer { packer.stop() }
    var recipe = SelectionRecipe(.mask(Self.lasso))
    recipe.edge.feather = 40
    document.select(recipe.mask(in: document), recipe)
    var course = StrokeCourse(state: 6)
    for _ in 0..<Self.later {
      var pen = StrokeInProgress(
        on: document, brush: Brush(size: 4 + 20 * course.next()),
        style: InkStyle(colour: UInt32(course.next() * 0xFF_FFFF)), filler: filler)
      for sample in course.samples(40, width: 3840, height: 2160) { pen.add(sample) }
      _ = pen.finish(on: &document)
    }
    packer.settle()
    recipe.edge.feather = 200
    let item = Change.Item(distance: document.history.done.count, operation: .select(nil, recipe: recipe))
    guard let change = Change([item]) else { throw RigError("There is no selection.") }
    guard
      var background = BackgroundChange(ofSelection: 0, in: document, to: recipe)
    else { throw RigError("There is no selection.") }
    let seen = PixelRect(x: 0, y: 0, width: 1920, height: 1080)
    let first = try Stopwatch.time { try background.compute(for: document, seen: seen, filler: filler) }
    let found = background.preview == nil ? "none" : "a quarter of the canvas"
    var isDone = false
    let seconds = Stopwatch.time { isDone = (try? document.perform(change, filler: filler)) != nil }
    guard isDone else { throw RigError("The selection cannot be changed.") }
    return [
      Report.Row(
        name: "selection changed under \(Self.later) strokes", value: seconds, unit: "s", target: .atMost(2),
        note: "feather 40 to 200 px"),
      Report.Row(
        name: "first preview of it", value: first, unit: "s", target: .atMost(0.3), note: "preview: \(found)"),
    ]
  }
}
