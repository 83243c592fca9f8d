import Desktop
import Testing

@testable import Fude

private func command(_ words: String...) throws(UsageError) -> Arguments.Command {
  try Arguments.parse(words).get().command
}

/// The sentence for a wrong command line; "accepted" for a right one.
private func fault(_ words: [String]) -> String {
  switch Arguments.parse(words) {
  case .success: "accepted"
  case .failure(let error): error.description
  }
}

@Suite struct ArgumentsTests {
  @Test func nothingAtAllIsANewDrawing() throws {
    #expect(try command() == .draw(Arguments.Draw()))
  }

  /// Options and the file stand in any order, values attached or apart.
  @Test func drawTakesItsOptions() throws {
    let wanted = Arguments.Command.draw(
      Arguments.Draw(
        file: "a b.png",
        geometry: try WindowGeometry(parsing: "1200x800+40-30"),
        canvas: CanvasSize(width: 3840, height: 2160), isFullscreen: true))
    #expect(try command("a b.png", "--geometry", "1200x800+40-30", "--canvas", "3840x2160", "--fullscreen") == wanted)
    #expect(try command("--fullscreen", "--canvas=3840x2160", "--geometry=1200x800+40-30", "--", "a b.png") == wanted)
  }

  /// A command is one only as the first word: everything else can be a file's name.
  @Test func filesMayBeNamedAsCommands() throws {
    #expect(try command("--", "replay") == .draw(Arguments.Draw(file: "replay")))
    #expect(try command("./pens") == .draw(Arguments.Draw(file: "./pens")))
    #expect(try command("--fullscreen", "record") == .draw(Arguments.Draw(file: "record", isFullscreen: true)))
    #expect(try command("--", "--help") == .draw(Arguments.Draw(file: "--help")))
    #expect(try command("-") == .draw(Arguments.Draw(file: "-")))
  }

  @Test(arguments: [["-o", "o.png"], ["-oo.png"], ["--output", "o.png"], ["--output=o.png"]])
  func replayTakesItsOutputInEveryForm(_ output: [String]) throws {
    let wanted = Arguments.Command.replay(Arguments.Replay(recording: "r", output: "o.png"))
    #expect(try Arguments.parse(["replay", "r"] + output).get().command == wanted)
    #expect(try Arguments.parse(["replay"] + output + ["r"]).get().command == wanted)
  }

  @Test func replayTakesItsOptions() throws {
    #expect(
      try command("replay", "-o", "A.PNG", "--smoother", "cubic", "--canvas", "10x20", "--", "-r")
        == .replay(
          Arguments.Replay(
            recording: "-r", output: "A.PNG", canvas: CanvasSize(width: 10, height: 20), smoother: "cubic")))
    let custom = Arguments.parse(["replay", "r", "-o", "o.png", "--smoother=silk"], smoothers: ["silk"])
    #expect(throws: Never.self) { try custom.get() }
  }

  /// Whole and decimal numbers, the bounds included; the same for drawing and recording.
  @Test func predictionAndSmoothing() throws {
    #expect(
      try command("--prediction", "0", "--smoothing=100") == .draw(Arguments.Draw(prediction: 0, smoothing: 100)))
    #expect(
      try command("record", "o", "--prediction=16", "--smoothing", "0")
        == .record(path: "o", Arguments.Draw(prediction: 16, smoothing: 0)))
    #expect(try command("--prediction", "7.5") == .draw(Arguments.Draw(prediction: 7.5)))
    #expect(
      try command("replay", "r", "-o", "o.png", "--smoothing", "35")
        == .replay(Arguments.Replay(recording: "r", output: "o.png", smoothing: 35)))
  }

  @Test func recordAndPens() throws {
    #expect(
      try command("record", "out.pen", "--canvas", "9x9")
        == .record(path: "out.pen", Arguments.Draw(canvas: CanvasSize(width: 9, height: 9))))
    #expect(try command("pens") == .pens)
  }

  @Test func helpAndVersion() throws {
    #expect(try command("--help") == .help(.program))
    #expect(try command("-h") == .help(.program))
    #expect(try command("x.png", "--help") == .help(.program))
    #expect(try command("replay", "--help") == .help(.replay))
    #expect(try command("record", "-h") == .help(.record))
    #expect(try command("pens", "--help") == .help(.pens))
    #expect(try command("--version") == .version)
  }

  /// Each mistake has a sentence of its own, that names the word at fault.
  @Test(arguments: [
    (["--frob"], "there is no option \"--frob\" (see fude --help)"),
    (["--frob=3"], "there is no option \"--frob\" (see fude --help)"),
    (["-x"], "there is no option \"-x\" (see fude --help)"),
    (["--\u{1B}[31m"], "there is no option \"--?[31m\" (see fude --help)"),
    (["-o", "x.png"], "there is no option \"-o\" (see fude --help)"),
    (["a", "b"], "one FILE can be opened, not also \"b\" (see fude --help)"),
    (["--canvas"], "--canvas needs a value: --canvas WxH (see fude --help)"),
    (["--canvas="], "--canvas needs a value: --canvas WxH (see fude --help)"),
    (["--canvas", "12"], "--canvas \"12\" is not a size such as 3840x2160 (see fude --help)"),
    (["--canvas", "0x12"], "--canvas \"0x12\" is not a size such as 3840x2160 (see fude --help)"),
    (["--canvas", "-4x12"], "--canvas \"-4x12\" is not a size such as 3840x2160 (see fude --help)"),
    (["--canvas", "4x12x3"], "--canvas \"4x12x3\" is not a size such as 3840x2160 (see fude --help)"),
    (
      ["--canvas", "4x99999999999999999999"],
      "--canvas \"4x99999999999999999999\" is not a size such as 3840x2160 (see fude --help)"
    ),
    (
      ["--canvas", "32768x1"],
      "--canvas \"32768x1\" is too large: at most 32767 px a side and 1000 megapixels are possible (see fude --help)"
    ),
    (
      ["--canvas", "32767x32767"],
      "--canvas \"32767x32767\" is too large: at most 32767 px a side and 1000 megapixels are possible (see fude --help)"
    ),
    (["--canvas", "4x4", "--canvas=4x4"], "--canvas is given twice (see fude --help)"),
    (
      ["--geometry", "big"],
      "--geometry: \"big\" is not a window geometry such as 1280x800 or 1280x800+100-50 (see fude --help)"
    ),
    (["--prediction"], "--prediction needs a value: --prediction MS (see fude --help)"),
    (
      ["--prediction", "16.1"],
      "--prediction \"16.1\" is not a number of milliseconds from 0 to 16 (see fude --help)"
    ),
    (["--prediction=-1"], "--prediction \"-1\" is not a number of milliseconds from 0 to 16 (see fude --help)"),
    (["--prediction", "nan"], "--prediction \"nan\" is not a number of milliseconds from 0 to 16 (see fude --help)"),
    (["--smoothing", "101"], "--smoothing \"101\" is not a number from 0 to 100 (see fude --help)"),
    (["--smoothing", "0x1"], "--smoothing \"0x1\" is not a number from 0 to 100 (see fude --help)"),
    (["--smoothing", "."], "--smoothing \".\" is not a number from 0 to 100 (see fude --help)"),
    (
      ["record", "o", "--smoothing", "1e1"],
      "--smoothing \"1e1\" is not a number from 0 to 100 (see fude record --help)"
    ),
    (["replay", "--prediction", "0"], "there is no option \"--prediction\" (see fude replay --help)"),
    (["--fullscreen=yes"], "--fullscreen takes no value (see fude --help)"),
    (["replay"], "replay needs a recording: fude replay RECORDING -o OUT.png (see fude replay --help)"),
    (["replay", "r"], "replay needs a file to write: fude replay RECORDING -o OUT.png (see fude replay --help)"),
    (["replay", "r", "-o"], "-o needs a value: -o OUT.png (see fude replay --help)"),
    (["replay", "r", "-o", "a.png", "--output", "b.png"], "--output is given twice (see fude replay --help)"),
    (
      ["replay", "r", "-o", "a.svg"],
      "replay writes PNG files, but \"a.svg\" does not end in .png (see fude replay --help)"
    ),
    (["replay", "r", "s", "-o", "a.png"], "replay reads one RECORDING, not also \"s\" (see fude replay --help)"),
    (
      ["replay", "r", "-oa.png", "--smoother", "silk"],
      "--smoother \"silk\" is none of linear, midpoint, cubic, smoothed, catmull-rom, modelled (see fude replay --help)"
    ),
    (["replay", "--fullscreen"], "there is no option \"--fullscreen\" (see fude replay --help)"),
    (["record"], "record needs the file to write: fude record OUT (see fude record --help)"),
    (["record", "a", "b"], "record writes one file, not also \"b\" (see fude record --help)"),
    (["pens", "x"], "pens takes no file, but there is \"x\" (see fude pens --help)"),
    (["pens", "--watch"], "there is no option \"--watch\" (see fude pens --help)"),
  ])
  func mistakesAreNamed(_ words: [String], _ sentence: String) {
    #expect(fault(words) == sentence)
  }

  /// Help must fit a terminal and name every option that the command has.
  @Test(arguments: Arguments.HelpTopic.allCases)
  func helpFitsAndIsWhole(_ topic: Arguments.HelpTopic) {
    let text = topic.text()
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) { #expect(line.count <= 80, "\(line)") }
    #expect(text.hasPrefix("Usage: \(topic.invocation)") && text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
    let options: [ArgumentOption] =
      switch topic {
      case .program: [.geometry, .canvas, .fullscreen, .prediction, .smoothing, .help, .version]
      case .record: [.geometry, .canvas, .fullscreen, .prediction, .smoothing, .help]
      case .replay: [.output, .canvas, .smoother, .smoothing, .help]
      case .pens: [.help]
      }
    for option in options { #expect(text.contains(option.name), "\(option.name)") }
  }
}
