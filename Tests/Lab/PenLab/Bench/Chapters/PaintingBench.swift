import Rig

/// Memory and processor time of Fude for a painting of 30 s with brushes of MyPaint, in a new process
/// for each.
struct PaintingBench {
  private let program: String

  /// A chapter for an executable.
  init(program: String) { self.program = program }

  static let title = "painting with brushes of MyPaint, canvas 3840x2160 at 100 %"

  /// Measures.
  func chapter() throws -> Report.Chapter {
    if let absence = PaintBrush.absence {
      return Report.Chapter(
        title: Self.title, rows: [Report.Row(name: "brushes of MyPaint", value: nil, unit: "s", note: absence)])
    }
    let seat = try BenchScreen()
    defer { seat.stop() }
    let folder = try TemporaryFolder()
    var rows: [Report.Row] = []
    for name in PaintBrush.painters { rows += try measure(try PaintBrush(named: name), seat, folder) }
    return Report.Chapter(
      title: Self.title, rows: rows,
      notes: [
        "The painting of the other chapter, once with each brush, radius \(PaintBrush.radius.decimal(0)) px before pressure."
      ])
  }

  private func measure(_ brush: PaintBrush, _ seat: BenchScreen, _ folder: TemporaryFolder) throws(RigError)
    -> [Report.Row]
  {
    try folder.write(brush.text, to: "brush.myb")
    let sitter = try seat.open(program, canvas: (3840, 2160), [folder.path + "/brush.myb"])
    let process = sitter.program.processID
    try seat.park()
    try seat.keys(["5", "1"], sitter)
    try seat.bench.screen.waitUntilQuiet(for: 1)
    let idle = ProcessFigures.memory(of: process)
    let before = ProcessFigures.processorTime(of: process)
    try Painting().play(on: seat.bench.pen)
    try seat.park()
    try seat.bench.screen.settle(sitter.window)
    try seat.bench.screen.waitUntilQuiet(for: 1)
    let after = ProcessFigures.processorTime(of: process)
    let full = ProcessFigures.memory(of: process)
    try seat.leave(sitter)
    let cost = after.flatMap { after in before.map { after - $0 } }
    return [
      Report.Row(name: "\(brush.name): memory idle (PSS)", value: idle, unit: "MiB", digits: 1),
      Report.Row(name: "\(brush.name): memory after the painting (PSS)", value: full, unit: "MiB", digits: 1),
      Report.Row(name: "\(brush.name): processor time for the painting", value: cost, unit: "s"),
    ]
  }
}
