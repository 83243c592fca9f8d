import Document
import Files
import Ink
import Paint
import Rig
import Storage

/// `penlab bench`: measures latency beside a client that only draws lines, and the cost of drawing,
/// from the whole program down to a sample. Each figure stands beside its target. Compare ratios of
/// one run: figures of different machines and times differ.
struct BenchCommand {
  private let program: String?
  private let recording: String
  private let json: String?
  private let page: String?
  private let chapters: [BenchChapter]
  private let plan: LatencyBench.Plan
  /// The number of MyPaint's brushes whose latency is measured.
  private let brushes: Int

  static let names = [
    "program", "recording", "json", "page", "only", "strokes", "canvases", "views", "rates",
    "brushes",
  ]

  /// Takes the words after the command's name.
  init(_ words: some Sequence<String>) throws {
    let options = try Options(words, names: Self.names)
    program = options["program"] ?? Program.built("fude")
    recording = options["recording"] ?? "Resources/sample.pen"
    (json, page) = (options["json"], options["page"])
    chapters = try options["only"].map(BenchChapter.list) ?? BenchChapter.allCases
    plan = try Self.plan(options)
    brushes = try options.count("brushes") ?? 5
  }

  static func plan(_ options: Options) throws -> LatencyBench.Plan {
    var plan = LatencyBench.Plan()
    plan.strokes = try options.count("strokes") ?? plan.strokes
    if let text = options["canvases"] { plan.canvases = try text.split(separator: ",").map { try size(String($0)) } }
    plan.views = try cases(options["views"], "views") ?? plan.views
    plan.paces = try cases(options["rates"], "rates") ?? plan.paces
    return plan
  }

  /// The cases that a list names: "50,100".
  private static func cases<Case: RawRepresentable<String> & CaseIterable>(_ text: String?, _ option: String)
    throws(UsageError) -> [Case]?
  {
    guard let text else { return nil }
    var list: [Case] = []
    for word in text.split(separator: ",") {
      guard let item = Case(rawValue: String(word)) else {
        let known = Case.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError("--\(option) knows no \"\(word)\" (there are \(known))")
      }
      list.append(item)
    }
    return list
  }

  /// Measures, printing each chapter when it is there.
  func run() throws {
    guard let program else {
      throw UsageError("there is no fude beside penlab, so that --program must name it")
    }
    let recording = try RecordingFile.read(recording)
    let output = try ReportOutput(json: json, page: page)
    guard let filler = CoverageFiller() else { throw RigError("There is no memory for a surface.") }

    var report = Report(facts: try Machine.facts(program))
    Standard.output(report.heading)
    func add(_ chapter: Report.Chapter) {
      report.add(chapter)
      Standard.output(Report.text(chapter))
    }
    func add(_ title: String, _ rows: [Report.Row]) { add(Report.Chapter(title: title, rows: rows)) }
    for chapter in chapters {
      switch chapter {
      case .latency: add(try LatencyBench(program: program, plan: plan).chapter { Standard.error($0 + "\n") })
      case .samples:
        add(
          "sample of a stroke in progress, drawn (canvas 3840x5120)",
          try StrokeBench(filler: filler).rows() + PaintCost.rows(filler: filler))
      case .smoothers: add("sample for each smoother, without drawing", SmootherBench.rows())
      case .scores: Standard.output("\n" + ScoresCommand.text(recording))
      case .frames: add("frame of a window of 1920x1080 px", try ViewBench(recording, filler: filler).frames())
      case .steps:
        let view = try ViewBench(recording, filler: filler)
        add("step and file", try view.history() + view.export())
      case .groups: add(GroupBench.title, try GroupBench().rows())
      case .large: add(LargeViewBench.title, try LargeViewBench().rows())
      case .undo: add(UndoBench.title, try UndoBench(filler: filler).rows())
      case .change: add(ChangeBench.title, try ChangeBench(filler: filler).rows())
      case .strokes: add(StrokeToolBench.title, try StrokeToolBench(filler: filler).rows())
      case .selections: add(SelectionBench.title, try SelectionBench(filler: filler).rows())
      case .fills: add(FillBench.title, try FillBench(filler: filler).rows())
      case .fileHistory: add(FileHistoryBench.title, try FileHistoryBench(filler: filler).rows())
      case .circles: add(CircleBench.title, try CircleBench(program: program).rows())
      case .start: add(try StartBench(program: program).chapter())
      case .memory: add(try MemoryBench(program: program).chapter())
      case .answers: add(try AnswerBench(program: program).chapter())
      case .dial: add(try DialBench(program: program).chapter())
      case .idle: add(try IdleBench(program: program).chapter())
      case .flood: add(try FloodBench(program: program).chapter())
      case .paint:
        let bench = PaintLatencyBench(program: program, count: brushes, filler: filler)
        add(try bench.chapter { Standard.error($0 + "\n") })
      case .painting: add(try PaintingBench(program: program).chapter())
      case .history: add(try HistoryBench(program: program).chapter())
      }
    }
    try output.commit(report, as: .fude)
  }
}
