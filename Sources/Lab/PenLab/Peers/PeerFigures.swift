/// The figures of one program; nil if they could not be measured.
struct PeerFigures {
  var name: String
  /// The version if known.
  var version: String?
  /// Median time from the start to the last screen change, ms.
  var start: Double?
  /// Memory (PSS) in MiB when idle and after the painting.
  var idle: Double?
  var full: Double?
  /// Processor time for the painting in s, of the program and the X server.
  var cost: Double?
  var serverCost: Double?
  /// Latency by pace, and that of the null client between the program's strokes.
  var latency: [BenchPace: LatencyFigures] = [:]
  var null: [BenchPace: LatencyFigures] = [:]
  /// Median times of an undo and a zoom step, ms.
  var undo: Double?
  var zoom: Double?
  /// Reasons for missing figures, and remarks about the others.
  var notes: [String] = []

  /// A named figure in a unit, with its number of decimals.
  typealias Figure = (name: String, value: Double?, unit: String, digits: Int)

  /// All figures, with the same names and order for all programs.
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
