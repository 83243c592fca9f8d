import Files
import Geometry
import Ink

/// `penlab shapes`: what `FigureRecogniser` finds in synthetic strokes, as a table of confusions,
/// and in the strokes of recordings. Computed without display and clock.
struct ShapesCommand {
  private let recording: String?
  private let strokes: Int
  /// The first seed: other seeds than the default's were not used to tune the recogniser.
  private let first: Int

  /// Takes the words after the command's name.
  init(_ words: some Sequence<String>) throws(UsageError) {
    let options = try Options(words, names: ["first", "recording", "strokes"])
    recording = options["recording"]
    strokes = try options.count("strokes") ?? 40
    first = try options.count("first") ?? 0
  }

  /// Prints the tables.
  func run() throws {
    for (name, hand) in [("steady", Sketch.Hand.steady), ("usual", .usual), ("hasty", .hasty), ("sloppy", .sloppy)] {
      Standard.output("\(name) hand, percent of \(strokes) strokes of each size\n")
      Standard.output(Self.table([hand], seeds: UInt64(first)..<UInt64(first + strokes)).text + "\n")
    }
    if let recording { Standard.output(Self.text(try RecordingFile.read(recording))) }
  }

  /// The table of confusions: a row for each intention, a column for each answer.
  static func table(_ hands: [Sketch.Hand], seeds: Range<UInt64>) -> TextTable {
    let kinds = Figure.Kind.allCases
    var table = TextTable(["meant \\ found"] + kinds.map(\.rawValue) + ["none"])
    for intention in Sketch.Intention.all {
      let score = ShapeScore(intention, hands: hands, seeds: seeds)
      func cell(_ kind: Figure.Kind?) -> String {
        score.found[kind] == nil ? "." : (100 * score.share(kind)).decimal(1)
      }
      table.add([intention.name] + kinds.map { cell($0) } + [cell(nil)])
    }
    return table
  }

  /// The figures found in a recording's strokes, as if the pen had been held at the end of each.
  static func text(_ recording: Recording) -> String {
    var found: [Figure.Kind?: Int] = [:]
    for stroke in recording.strokes {
      let figure = FigureRecogniser.figure(of: stroke.samples.map(\.position), unit: stroke.brush.scale)
      found[figure?.kind, default: 0] += 1
    }
    var table = TextTable(["strokes of the recording", "count"])
    for kind in Figure.Kind.allCases { table.add([kind.rawValue, "\(found[kind] ?? 0)"]) }
    table.add(["none", "\(found[nil] ?? 0)"])
    return table.text
  }
}
