import Document
import Geometry
import Ink
import Paint
import Raster
import Rig

/// Fills of line art with gaps, without the window.
struct FillBench {
  static let title = "fills that close gaps up to 32 px (canvas 3840x2160)"

  private static let times = 9

  let filler: CoverageFiller

  func rows() throws -> [Report.Row] {
    var page = try page()
    let spots: [(name: String, place: Point, isFirst: Bool)] = [
      ("the page around all", Point(20, 20), true), ("one of 240 rings", Point(80, 90), true),
      ("another ring of the same lines", Point(80, 90), false),
    ]
    var rows = spots.map { name, place, isFirst in
      var seconds: [Double] = []
      for time in 0..<Self.times {
        // The lines of the last fill are not known, since their names differ.
        if isFirst { _ = page.perform(.set(page.layers[1].id, .name("Lines \(time)"))) }
        let colour = UInt32(0x40_6080 + time * 0x10_0803)
        seconds.append(
          Stopwatch.time { _ = page.fill(at: place, colour: colour, FillSettings(gap: 32, source: .reference)) })
        _ = page.undo()
        if isFirst { _ = page.undo() }
      }
      return Report.Row(
        name: name, value: Quantiles(seconds).median * 1e3, unit: "ms", target: .atMost(150),
        note: "lines on a reference layer above")
    }
    let seconds = (0..<Self.times).map { time in
      _ = page.perform(.set(page.layers[1].id, .name("Lines \(time)")))
      let seconds = Stopwatch.time {
        var flats = Flats(on: page, FillSettings(gap: 32, source: .reference))
        while flats.findNext() {}
        page.joinEdits { page in
          for fill in flats.finish(on: page) { _ = page.fill(fill) }
        }
      }
      for _ in 0..<2 { while page.undo() != nil, page.history.lastUndone?.isJoined ?? false {} }
      return seconds
    }
    rows.append(
      Report.Row(
        name: "flats of all 241 areas", value: Quantiles(seconds).median * 1e3, unit: "ms", target: .atMost(1500),
        note: "as one step"))
    return rows
  }

  /// 240 rings with gaps and a tail each, and an empty layer below them, which is active.
  private func page() throws -> Document {
    guard var document = Document(width: 3840, height: 2160) else { throw RigError("There is no memory for a canvas.") }
    var course = StrokeCourse(state: 9)
    for row in 0..<12 {
      for column in 0..<20 {
        let center = Point(100 + Double(column) * 190, 95 + Double(row) * 178)
        let (radius, gap) = (50 + 20 * course.next(), 4 + 12 * course.next())
        var pen = StrokeInProgress(
          on: document, brush: Brush(size: 4 + 6 * course.next()), style: InkStyle(), filler: filler)
        for step in 0...60 {
          let angle = Angle(degrees: Double(step) * (360 - gap) / 60)
          let place = Point(center.x + radius * angle.cosine, center.y + radius * angle.sine)
          pen.add(PenSample(position: place, time: Double(step) / 200, pressure: 0.6))
        }
        _ = pen.finish(on: &document)
      }
    }
    let lines = document.activeID
    _ = document.perform(.set(lines, .reference(true)))
    _ = document.perform(.add(above: lines))
    _ = document.perform(.move(document.activeID, to: LayerPlace(position: 0)))
    return document
  }
}
