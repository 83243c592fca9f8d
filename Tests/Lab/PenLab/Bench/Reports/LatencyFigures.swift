import Rig

/// The latency of one program over several strokes: the median over the strokes of each figure.
struct LatencyFigures {
  /// The shares of the positions that the figures are of, smallest first: the last is the largest
  /// of all.
  static let shares: [(name: String, share: Double)] = [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("max", 1)]

  private var reports: [LatencyReport] = []

  /// None yet.
  init() {}

  /// All strokes of several.
  init(_ others: [LatencyFigures]) { reports = others.flatMap(\.reports) }

  /// Adds a stroke.
  mutating func add(_ report: LatencyReport) { reports.append(report) }

  /// How many strokes there are.
  var count: Int { reports.count }

  /// The median over the strokes of a quantile of their latencies, s; the largest of all for a
  /// share of 1. NaN without strokes.
  func callAsFunction(_ share: Double) -> Double {
    let values = reports.map { $0.percentile(share) }
    return share < 1 ? Quantiles(values).median : values.max() ?? .nan
  }

  /// How many positions of all strokes the ink never reached.
  var neverReached: Int { reports.reduce(0) { $0 + $1.neverReached } }

  /// The figures as cells of a table, ms.
  var cells: [String] { Self.shares.map { (self($0.share) * 1e3).decimal(2) } }

  /// Each figure as a row, ms.
  func rows(_ name: String) -> [Report.Row] {
    Self.shares.map { label, share in
      Report.Row(name: "\(name): \(label)", value: self(share) * 1e3, unit: "ms", digits: 3)
    } + (neverReached == 0 ? [] : [Report.Row(name: "\(name): never reached", value: Double(neverReached), unit: "")])
  }

  /// The ratio to another program's figure; nil if that is 0.
  func ratio(_ share: Double, to other: LatencyFigures) -> Double? {
    other(share) > 0 ? self(share) / other(share) : nil
  }
}
