import Ink

/// The scores of predictions, as two tables: with the data they were tuned with, and with data held
/// out.
///
/// The trust limit of `Predictor` was chosen on the recording and on circles, so the first table
/// flatters it. Only the second one counts, and nothing may be chosen by it
/// (Sources/Ink/Ink/predictor.md).
enum PredictionTable {
  private static let horizons = [0.004, 0.008, 0.016]
  private static let rates = [125.0, 200, 1000]
  /// The speeds for which predictions must be good, px/s: beyond, nothing is promised.
  private static let promised = 0...1000.0

  /// Both tables.
  /// - Parameter strokes: the points of the recording's strokes, canvas px.
  static func text(strokes: [[InkPoint]]) -> String {
    tuned(strokes: strokes).text + "\n" + heldOut().text
  }

  private static func table(_ what: String) -> TextTable {
    TextTable(["\(what), window px; asked for"] + horizons.map { "\(($0 * 1000).decimal(0)) ms" })
  }

  private static func add(
    _ name: String, _ movements: [PredictionScore.Movement], speeds: ClosedRange<Double> = 0...(.infinity),
    end: Bool = false, to table: inout TextTable
  ) {
    let scores = horizons.map { PredictionScore(movements, horizon: $0, speeds: speeds) }
    table.add(["\(name): error p50"] + scores.map { $0.errors.median.decimal(2) })
    table.add(["\(name): error p95"] + scores.map { $0.errors(0.95).decimal(2) })
    table.add(["\(name): error max"] + scores.map { $0.errors(1).decimal(2) })
    table.add(["\(name): shown on average, ms"] + scores.map { ($0.reach * 1000).decimal(1) })
    if end { table.add(["\(name): beyond the last sample, max"] + scores.map { $0.beyondEnd.decimal(2) }) }
  }

  /// The recording and circles, with which the predictor was tuned, and pens that stop dead.
  static func tuned(strokes: [[InkPoint]]) -> TextTable {
    var table = table("ink beyond the tip, tuned with these")
    for rate in rates { add("circles at 1000 px/s, \(hertz(rate))", PredictionScore.circles(rate: rate), to: &table) }
    add("recording as it is", PredictionScore.recording(strokes, rate: nil), end: true, to: &table)
    for rate in rates {
      add("recording, \(hertz(rate))", PredictionScore.recording(strokes, rate: rate), to: &table)
    }
    for rate in rates {
      for count in [1, 2] {
        table.add(
          ["dead stop from 1000 px/s, \(hertz(rate)): shown after \(count) sample\(count == 1 ? "" : "s")"]
            + horizons.map { PredictionScore.overshoot(rate: rate, count: count, horizon: $0).decimal(2) })
      }
    }
    return table
  }

  /// Movements of hands by theory, held out.
  static func heldOut() -> TextTable {
    var table = table("ink beyond the tip, held out")
    for rate in rates {
      let movements = PredictionScore.heldOut(rate: rate)
      add("all to 1000 px/s, \(hertz(rate))", movements, speeds: promised, to: &table)
    }
    for kind in HandMovement.Kind.allCases {
      let movements = PredictionScore.heldOut([kind], rate: 200)
      add("\(kind.rawValue) to 1000 px/s, 200 Hz", movements, speeds: promised, to: &table)
    }
    let fine = PredictionScore.heldOut(rate: 200, grain: 0.1)
    add("all to 1000 px/s, 200 Hz, read to 0.1 px", fine, speeds: promised, to: &table)
    let fast = PredictionScore.heldOut(rate: 200)
    add("all beyond 1000 px/s, 200 Hz", fast, speeds: promised.upperBound...(.infinity), to: &table)
    return table
  }

  private static func hertz(_ rate: Double) -> String { "\(rate.decimal(0)) Hz" }
}
