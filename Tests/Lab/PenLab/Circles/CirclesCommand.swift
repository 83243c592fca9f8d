import Files
import Rig

/// `penlab circles`: the roundness of fast circles on the screen, from the pen through the X server
/// and the program.
struct CirclesCommand {
  private let program: String

  /// Takes the words after the command's name.
  init(_ words: some Sequence<String>) throws(UsageError) {
    let options = try Options(words, names: ["program"])
    guard let program = options["program"] ?? Program.built("fude") else {
      throw UsageError("there is no fude beside penlab, so that --program must name it")
    }
    self.program = program
  }

  /// Draws and prints the table.
  func run() throws {
    Standard.output(
      Report.text(Report.Chapter(title: CircleBench.title, rows: try CircleBench(program: program).rows())))
  }
}
