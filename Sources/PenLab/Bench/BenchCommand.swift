import Document
import Files
import Ink
import Paint
import Rig

/// `penlab bench`: what drawing costs, from a sample to the whole program, and how good the curves are that it buys (the
/// table of `penlab scores`). It measures and judges nothing: figures of
/// different machines and moments differ, ratios within one run say more.
struct BenchCommand {
  private let program: String?
  private let recording: String
  private let json: String?

  /// Takes the words after the command's name.
  init(_ words: some Sequence<String>) throws(UsageError) {
    let options = try Options(words, names: ["program", "recording", "json"])
    program = options["program"] ?? Program.built("fude")
    recording = options["recording"] ?? "Resources/sample.pen"
    json = options["json"]
  }

  /// Measures, printing each chapter when it is there.
  func run() throws {
    guard let program else {
      throw UsageError("there is no fude beside penlab, so that --program must name it")
    }
    let recording = try RecordingFile.read(recording)
    let file = try json.map { path throws(FileError) in try AtomicFile(path: path) }
    guard let filler = CoverageFiller() else { throw RigError("There is no memory for a surface.") }

    var report = Report(facts: Machine.facts)
    Standard.output(report.heading)
    func add(_ title: String, _ rows: [Report.Row]) {
      report.add(title, rows)
      if let chapter = report.chapters.last { Standard.output(Report.text(chapter)) }
    }
    add("sample of a stroke in progress, drawn (canvas 3840x5120)", try StrokeBench(filler: filler).rows())
    add("sample for each smoother, without drawing", SmootherBench.rows())
    Standard.output("\n" + ScoresCommand.text(recording))
    let view = try ViewBench(recording, filler: filler)
    add("frame of a window of 1920x1080 px", try view.frames())
    add("step and file", try view.history() + view.export())
    add(PastBench.title, try PastBench(filler: filler).rows())
    add(CircleBench.title, try CircleBench(program: program).rows())
    add("program", try ProgramBench(program: program, recording: recording).rows())

    guard let file else { return }
    try file.commit(Array(report.json.utf8))
  }
}
