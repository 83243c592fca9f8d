import Document
import Files
import Geometry
import Ink
import Storage

/// `penlab scores`: one table with the scores of all smoothers. Everything is computed without
/// display and clock, so the figures are the same on every machine.
struct ScoresCommand {
  private let recording: String

  /// Takes the words after the command's name.
  init(_ words: some Sequence<String>) throws(UsageError) {
    recording = try Options(words, names: ["recording"])["recording"] ?? "Resources/sample.pen"
  }

  /// Prints the table.
  func run() throws {
    Standard.output(Self.text(try RecordingFile.read(recording)))
  }

  /// The tables of smoothers, with other filters in brackets, and of predictions.
  static func text(_ recording: Recording) -> String {
    let strokes = recording.strokes.map { $0.samples.map(InkPoint.init) }
    return table(Candidate.all + Candidate.references, strokes: strokes).text + "\n"
      + PredictionTable.text(strokes: strokes)
  }

  /// The table of some smoothers.
  /// - Parameter strokes: the points of a recording's strokes, canvas px.
  static func table(_ candidates: [Candidate], strokes: [[InkPoint]]) -> TextTable {
    var table = TextTable(["distances in canvas px"] + candidates.map(\.name))
    addCircles(candidates, to: &table)
    addLines(candidates, to: &table)
    addCorners(candidates, to: &table)
    addMovements(candidates, to: &table)
    addRecording(candidates, strokes, to: &table)
    return table
  }

  private static func addCircles(_ candidates: [Candidate], to table: inout TextTable) {
    let (center, radius) = (Point(1000, 1000), 320.0)
    for count in [10, 16, 32] {
      let points = CircleScore.points(center: center, radius: radius, count: count)
      let curves = candidates.map { $0.curve(through: points) }
      let scores = curves.map { CircleScore($0, center: center, radius: radius) }
      let name = "circle of radius 320, \(count) samples a turn"
      table.add(["\(name): rms"] + scores.map { $0.rootMeanSquare.decimal(3) })
      table.add(["\(name): max"] + scores.map { $0.largest.decimal(3) })
      table.add(["\(name): joints, degrees"] + curves.map { JointScore($0, of: points).largest.decimal(2) })
    }
  }

  private static func addLines(_ candidates: [Candidate], to table: inout TextTable) {
    let start = Point(1000.25, 1000.375)
    var scores = candidates.map { _ in [LineScore]() }
    for turn in 0..<12 {
      // Not in the tablet's own directions alone.
      let direction = Angle(degrees: Double(turn) * 30 + 7)
      let points = LineScore.points(from: start, direction: direction, seed: UInt64(turn + 1))
      for (i, candidate) in candidates.enumerated() {
        scores[i].append(LineScore(candidate.curve(through: points), start: start, direction: direction))
      }
    }
    let name = "slow line of a coarse tablet, 12 directions"
    table.add(["\(name): rms"] + scores.map { rootMeanSquare($0.map(\.rootMeanSquare)).decimal(3) })
    table.add(["\(name): worst rms"] + scores.map { ($0.map(\.rootMeanSquare).max() ?? 0).decimal(3) })
    table.add(["\(name): max"] + scores.map { ($0.map(\.largest).max() ?? 0).decimal(3) })
  }

  private static func addCorners(_ candidates: [Candidate], to table: inout TextTable) {
    for spacing in [4.0, 10] {
      for degrees in [30.0, 60, 90, 120] {
        let tips = ZigzagScore.tips(angle: Angle(degrees: degrees))
        let points = ZigzagScore.points(tips: tips, spacing: spacing)
        table.add(
          ["corner of \(degrees.decimal(0)) degrees, samples \(spacing.decimal(0)) apart: tip"]
            + candidates.map { ZigzagScore($0.curve(through: points), tips: tips).largestMiss.decimal(3) })
      }
    }
  }

  private static func addMovements(_ candidates: [Candidate], to table: inout TextTable) {
    for (number, kind) in FastMovement.Kind.allCases.enumerated() {
      var noise = SeededNoise(seed: UInt64(number + 1))
      var distances = candidates.map { _ in [Double]() }
      for i in 0..<40 {
        let movement = FastMovement(kind, &noise)
        let points = movement.points(
          samplesPerSecond: [60, 133, 200, 266, 1000][i % 5], grid: [0.1, 0.25, 0.5, 1][i % 4], &noise)
        for (k, candidate) in candidates.enumerated() {
          distances[k].append(movement.distance(of: candidate.curve(through: points)))
        }
      }
      let mean = distances.map { $0.reduce(0, +) / Double($0.count) }
      table.add(["\(kind.rawValue), 40 strokes: mean of rms"] + mean.map { $0.decimal(3) })
      table.add(["\(kind.rawValue), 40 strokes: p95 of rms"] + distances.map { Quantiles($0)(0.95).decimal(3) })
    }
  }

  private static func addRecording(_ candidates: [Candidate], _ strokes: [[InkPoint]], to table: inout TextTable) {
    var (fidelity, joints): ([Quantiles], [JointScore]) = ([], [])
    for candidate in candidates {
      let drawn = strokes.map { (points: $0, curve: candidate.curve(through: $0)) }
      fidelity.append(FidelityScore(drawn).distances)
      joints.append(drawn.reduce(into: JointScore()) { $0.add($1.curve, of: $1.points) })
    }
    table.add(["recording, samples from the curve: p50"] + fidelity.map { $0.median.decimal(3) })
    table.add(["recording, samples from the curve: p95"] + fidelity.map { $0(0.95).decimal(3) })
    table.add(["recording, samples from the curve: max"] + fidelity.map { $0(1).decimal(3) })
    table.add(["recording, joints without corners, degrees"] + joints.map { $0.largestOnTheWay.decimal(2) })
    table.add(["recording, joints with corners, degrees"] + joints.map { $0.largest.decimal(2) })
  }

  private static func rootMeanSquare(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
  }
}
