import Document
import Ink
import Paint
import Raster
import Rig

/// The time that a brush takes for a sample: taken and drawn, without the program around it.
struct PaintCost {
  /// Seconds of each sample.
  private let times: Quantiles

  var median: Double { times.median }
  var p99: Double { times(0.99) }
  /// The most samples in a row that changed no pixel. Dabs can be farther apart than samples.
  private(set) var longestSilence = 0

  /// The samples at the beginning that do not count.
  private static let uncounted = 20

  /// Draws a stroke on an empty canvas, or several with different random numbers.
  /// - Parameter ground: draws the same stroke before, so that there is paint to mix; nil for none.
  init(
    _ brush: Brush, _ samples: [PenSample], over ground: Brush? = nil, strokes: Int = 1, filler: CoverageFiller
  ) throws(RigError) {
    var times: [Double] = []
    for seed in 0..<strokes {
      guard var document = Document(width: PenPath.canvas.width, height: PenPath.canvas.height) else {
        throw RigError("There is no memory for a canvas.")
      }
      if let ground {
        var stroke = StrokeInProgress(on: document, brush: ground, style: InkStyle(), filler: filler)
        for sample in samples { stroke.add(sample) }
        _ = stroke.finish(on: &document)
      }
      var stroke = StrokeInProgress(
        on: document, brush: brush, style: InkStyle(), filler: filler, conditions: PaintConditions(seed: seed))
      var silence = 0
      for (i, sample) in samples.enumerated() {
        var isSilent = false
        let time = Stopwatch.time {
          stroke.add(sample)
          isSilent = stroke.draw(on: &document).isEmpty
        }
        if i < Self.uncounted { continue }
        times.append(time)
        silence = isSilent ? silence + 1 : 0
        longestSilence = max(longestSilence, silence)
      }
      _ = stroke.finish(on: &document)
    }
    self.times = Quantiles(times)
  }

  /// The samples of each brush that are timed.
  private static let samples = 1000

  /// Rows for the brushes of MyPaint, or one that says what is missing.
  static func rows(filler: CoverageFiller) throws -> [Report.Row] {
    if let absence = PaintBrush.absence {
      return [Report.Row(name: "brushes of MyPaint", value: nil, unit: "us", note: absence)]
    }
    let samples = PenPath.wandering(samples)
    let ground = try PaintBrush(named: PaintBrush.ground).ink
    return try PaintBrush.sampled.flatMap { name in
      let isBlender = name == PaintBrush.blender
      let cost = try PaintCost(
        PaintBrush(named: name).ink, samples, over: isBlender ? ground : nil, filler: filler)
      let place = isBlender ? " over \(PaintBrush.ground)" : ""
      let title = "wandering, MyPaint's \(name)\(place), radius \(PaintBrush.radius.decimal(0)) px"
      return [
        Report.Row(name: "\(title): median", value: cost.median * 1e6, unit: "us"),
        Report.Row(name: "\(title): p99", value: cost.p99 * 1e6, unit: "us"),
      ]
    }
  }
}
