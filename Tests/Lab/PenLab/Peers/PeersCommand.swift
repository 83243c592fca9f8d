import Document
import Files
import Glibc
import Rig
import Storage

/// `penlab bench-peers`: Fude beside other drawing programs, all measured from outside in the same
/// way, in one table. A program that is missing or does not start gets a message; the others
/// continue.
struct PeersCommand {
  private let fude: String?
  private let json: String?
  private let page: String?
  private let pictures: String?
  private let only: [String]?
  private let strokes: Int
  private let parts: Set<Part>

  /// What is measured.
  enum Part: String, CaseIterable {
    /// All programs as their users have them.
    case programs
    /// Fude and MyPaint with brushes of MyPaint.
    case painting
  }

  static let names = ["program", "only", "strokes", "json", "page", "pictures", "part"]

  /// Takes the words after the command's name.
  init(_ words: some Sequence<String>) throws(UsageError) {
    let options = try Options(words, names: Self.names)
    fude = options["program"] ?? Program.built("fude")
    (json, page, pictures) = (options["json"], options["page"], options["pictures"])
    strokes = try options.count("strokes") ?? 5
    only = options["only"]?.split(separator: ",").map { $0.lowercased() }
    if let word = options["part"] {
      guard let part = Part(rawValue: word) else {
        let known = Part.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError("there is no part \"\(word)\" (there are \(known))")
      }
      parts = [part]
    } else {
      parts = Set(Part.allCases)
    }
    let known = Peer.all.map { $0.name.lowercased() } + ["fude"]
    for name in only ?? [] where !known.contains(name) {
      throw UsageError("there is no program \"\(name)\" to measure (there are \(known.joined(separator: ", ")))")
    }
  }

  /// Measures and prints the table.
  func run() throws {
    var peers = Peer.all
    if let fude { peers.insert(.fude(fude), at: 0) }
    if let only { peers = peers.filter { only.contains($0.name.lowercased()) } }
    if let pictures, mkdir(pictures, 0o777) != 0, errno != EEXIST {
      throw RigError("The folder \(pictures) cannot be made: \(String(cString: strerror(errno))).")
    }
    let output = try ReportOutput(json: json, page: page)
    let folder = try TemporaryFolder()
    let white = folder.path + "/white.png"
    try Image(width: Peer.canvas.width, height: Peer.canvas.height, filledWith: 0xff_ffff).write(to: white)
    var report = Report(facts: try Machine.facts(fude))
    Standard.output(report.heading)
    if parts.contains(.programs) {
      var all: [PeerFigures] = []
      for peer in peers {
        Standard.error("\(peer.name)\n")
        all.append(PeerBench(peer, strokes: strokes, picture: pictures).run(white: white))
      }
      report.add(Self.chapter(all, strokes: strokes))
    }
    let names = Set(peers.map(\.name))
    if parts.contains(.painting), let fude, names.isSuperset(of: ["Fude", Peer.mypaint.name]) {
      let comparison = PaintedComparison(fude: fude, pictures: pictures)
      report.add(try comparison.chapter { Standard.error("\($0)\n") })
    }
    for chapter in report.chapters { Standard.output(Report.text(chapter)) }
    try output.commit(report, as: .peers)
  }

  static let title = "drawing programs"

  /// The table, a column for each program.
  static func chapter(_ all: [PeerFigures], strokes: Int) -> Report.Chapter {
    let columns = [Self.nullClient(all)] + all
    var table = TextTable(
      [title, ""] + columns.map { [$0.name, $0.version].compactMap { $0 }.joined(separator: " ") })
    var rows: [Report.Row] = []
    for (index, figure) in columns[0].all.enumerated() {
      let values = columns.map { $0.all[index].value }
      table.add([figure.name, figure.unit] + values.map { $0?.decimal(figure.digits) ?? "-" })
      for (column, value) in zip(columns, values) {
        rows.append(
          Report.Row(
            name: "\(column.name): \(figure.name)", value: value, unit: figure.unit, digits: figure.digits,
            note: column.version ?? ""))
      }
    }
    return Report.Chapter(
      title: title, rows: rows, table: table,
      notes: [
        "Each program in a home of its own, with its own settings, its window over the whole screen of 1920x1080 px, canvas "
          + "\(Peer.canvas.width)x\(Peer.canvas.height) px where it takes one. Start: warm, median of three.",
        "Pen to ink: \(strokes) strokes at 800 px/s (200 Hz) and 2000 px/s (1000 Hz), p50, p90 and p99 medians over the "
          + "strokes, each beside the null client's in turn, which only draws a line per event; its column is over all of "
          + "them. Ink that is there before the pen counts as 0.",
        "The painting: 2250 samples with ink in 30 strokes, 30 s in real time. Undo and zoom step: from the event to the last "
          + "change on the canvas, median of six.",
      ] + all.flatMap(\.notes))
  }

  /// The null client's strokes beside all programs.
  private static func nullClient(_ all: [PeerFigures]) -> PeerFigures {
    var figures = PeerFigures(name: "null client")
    for pace in BenchPace.allCases {
      let strokes = all.compactMap { $0.null[pace] }
      guard !strokes.isEmpty else { continue }
      figures.latency[pace] = LatencyFigures(strokes)
    }
    return figures
  }
}
