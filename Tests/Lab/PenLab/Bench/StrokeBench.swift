import Document
import Geometry
import Ink
import Paint
import Rig

/// The cost of a sample of a stroke in progress: taken and drawn up to the pen's tip, as after each
/// sample of a slow pen.
struct StrokeBench {
  private let filler: CoverageFiller

  init(filler: CoverageFiller) { self.filler = filler }

  /// How often a whole stroke is drawn; medians are over all of them.
  private static let strokes = 3
  /// The samples that count as the 100th and as the 10,000th: enough that their positions on tiles
  /// do not matter.
  static let early = 0..<200
  static let late = 9800..<10_000

  func rows() throws -> [Report.Row] {
    var rows: [Report.Row] = []
    let wandering = PenPath.wandering(Self.late.upperBound)
    let scribbling = PenPath.scribbling(Self.late.upperBound)
    var ours: Double?
    for size in [12.0, 2, 40, 200] {
      let cost = try cost(of: wandering, Brush(size: size), strokes: size > 100 ? 1 : Self.strokes)
      rows += Self.rows("wandering, pen of \(size.decimal(0)) px", cost)
      if size == 12 { ours = cost.late }
    }
    for (name, brush) in try BenchBrushes.all() where name != "pen" {
      rows += Self.rows("wandering, \(name) of \(brush.size.decimal(0)) px", try cost(of: wandering, brush, strokes: 1))
    }
    rows += Self.rows(
      "scribbling in one place, 12 px", try cost(of: scribbling, Brush(size: 12), strokes: Self.strokes))
    let plain = try plainCost(of: wandering)
    rows.append(
      Report.Row(
        name: "plain Cairo line from sample to sample, 12 px", value: plain * 1e6, unit: "us",
        note: "no pressure, no curve, no undo"))
    if let ours { rows.append(Report.Row(name: "Fude's sample over Cairo's line", value: ours / plain, unit: "x")) }
    return rows
  }

  private static func rows(_ name: String, _ cost: (early: Double, late: Double)) -> [Report.Row] {
    [
      Report.Row(name: "\(name): 100th sample", value: cost.early * 1e6, unit: "us"),
      Report.Row(name: "\(name): 10,000th sample", value: cost.late * 1e6, unit: "us"),
      Report.Row(name: "\(name): ratio", value: cost.late / cost.early, unit: "x"),
    ]
  }

  /// Median seconds of an early and of a late sample.
  private func cost(of samples: [PenSample], _ brush: Brush, strokes: Int) throws -> (early: Double, late: Double) {
    var (early, late): ([Double], [Double]) = ([], [])
    for _ in 0..<strokes {
      var document = try Self.document()
      var stroke = StrokeInProgress(on: document, brush: brush, style: InkStyle(), filler: filler)
      for (i, sample) in samples.enumerated() {
        let time = Stopwatch.time {
          stroke.add(sample)
          _ = stroke.draw(on: &document)
        }
        if Self.early.contains(i) { early.append(time) }
        if Self.late.contains(i) { late.append(time) }
      }
      _ = stroke.finish(on: &document)
    }
    return (Quantiles(early).median, Quantiles(late).median)
  }

  /// Median seconds of a line from sample to sample on a plain surface with round ends: the least
  /// cost of drawing with Cairo.
  private func plainCost(of samples: [PenSample]) throws -> Double {
    let surface = try ImageSurface(width: PenPath.canvas.width, height: PenPath.canvas.height)
    let ink = Colour(premultipliedBGRA: 0xFF1D_1F24)
    let style = StrokeStyle(width: 12, cap: .round, join: .round)
    return try surface.paint { painter in
      var times: [Double] = []
      for (a, b) in zip(samples, samples.dropFirst()) {
        times.append(
          Stopwatch.time {
            var path = Path()
            path.move(to: a.position)
            path.line(to: b.position)
            painter.stroke(path, style, ink)
          })
      }
      return Quantiles(times).median
    }
  }

  private static func document() throws -> Document {
    guard let document = Document(width: PenPath.canvas.width, height: PenPath.canvas.height) else {
      throw RigError("There is no memory for a canvas.")
    }
    return document
  }
}
