/// What was measured of one program; nil where it could not be.
struct PeerFigures {
  /// The program's name.
  var name: String
  /// Its version, where known.
  var version: String?
  /// From the start to the last change on the screen, ms; median.
  var start: Double?
  /// Memory (PSS), MiB: idle, and after the painting.
  var idle: Double?
  var full: Double?
  /// Processor time for the painting, s: its own, and the X server's.
  var cost: Double?
  var serverCost: Double?
  /// From pen to ink, by pace, and the null client's strokes in between.
  var latency: [BenchPace: LatencyFigures] = [:]
  var null: [BenchPace: LatencyFigures] = [:]
  /// Undo and a step of zoom, ms; median.
  var undo: Double?
  var zoom: Double?
  /// Reasons for missing figures, and remarks about the others.
  var notes: [String] = []

  /// A figure with its name; the value in the unit, with so many digits.
  typealias Figure = (name: String, value: Double?, unit: String, digits: Int)

  /// All figures, in order; the same names for all programs.
  var all: [Figure] {
    var figures: [Figure] = [
      ("start to the last change on the screen", start, "ms", 0), ("memory idle (PSS)", idle, "MiB", 0),
      ("memory after the painting (PSS)", full, "MiB", 0),
      ("processor time for the painting", cost, "s", 2),
      ("the X server's for it", serverCost, "s", 2),
    ]
    for pace in BenchPace.allCases {
      for (label, share) in LatencyFigures.shares {
        figures.append(("pen to ink, \(pace.name), \(label)", latency[pace].map { $0(share) * 1e3 }, "ms", 2))
      }
      for (label, share) in [("p50", 0.5), ("p99", 0.99)] {
        let ratio = latency[pace].flatMap { own in null[pace].flatMap { own.ratio(share, to: $0) } }
        figures.append(("pen to ink, \(pace.name), \(label) over the null client's", ratio, "", 1))
      }
    }
    return figures + [("undo", undo, "ms", 1), ("zoom step", zoom, "ms", 1)]
  }
}
