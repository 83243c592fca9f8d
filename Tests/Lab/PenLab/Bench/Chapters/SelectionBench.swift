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

  func rows() throws -> [Report.Row] { try edges() + changed() }

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
