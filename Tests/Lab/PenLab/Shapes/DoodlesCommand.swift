import Files
import Ink

/// `penlab doodles`: writes a recording of many strokes, with which the memory of `fude replay` is
/// measured.
struct DoodlesCommand {
  private var doodles = ManyStrokes()
  private let output: String

  /// Takes the words after the command's name.
  init(_ words: some Sequence<String>) throws(UsageError) {
    let options = try Options(words, names: ["strokes", "samples", "canvas", "brushes", "output"])
    output = try options.required("output")
    if let text = options["strokes"] { doodles.strokes = try Self.number(text, "strokes", 1...100_000) }
    if let text = options["samples"] { doodles.samples = try Self.number(text, "samples", 2...10_000) }
    if let brushes = options["brushes"] { doodles.brushes = brushes.split(separator: ",").map(String.init) }
    guard let size = options["canvas"] else { return }
    let sides = size.split(separator: "x", omittingEmptySubsequences: false).map(String.init)
    guard sides.count == 2 else { throw UsageError("--canvas is \"\(size)\", not WIDTHxHEIGHT") }
    doodles.width = try Self.number(sides[0], "canvas", 1...32767)
    doodles.height = try Self.number(sides[1], "canvas", 1...32767)
  }

  private static func number(_ text: String, _ name: String, _ range: ClosedRange<Int>) throws(UsageError) -> Int {
    guard let number = Int(text), range ~= number else {
      throw UsageError("--\(name) is \"\(text)\", not a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// Writes the recording.
  func run() throws { try AtomicFile(path: output).commit(try doodles.recording().encoded()) }
}
