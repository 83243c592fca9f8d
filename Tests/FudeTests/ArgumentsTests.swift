import Desktop
import Document
import Geometry
import Storage
import Testing

@testable import Export
@testable import Fude

private func command(_ words: String...) throws(UsageError) -> Arguments.Command {
  try Arguments.parse(words).get().command
}

/// The error message for a command line; "accepted" if it is valid.
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

  /// Options and the file may have any order. Values are attached or separate.
  @Test func drawTakesItsOptions() throws {
    let wanted = Arguments.Command.draw(
      Arguments.Draw(
        file: "a b.png",
        geometry: try WindowGeometry(parsing: "1200x800+40-30"),
        canvas: CanvasSize(width: 3840, height: 2160), isFullscreen: true))
    #expect(try command("a b.png", "--geometry", "1200x800+40-30", "--canvas", "3840x2160", "--fullscreen") == wanted)
    #expect(try command("--fullscreen", "--canvas=3840x2160", "--geometry=1200x800+40-30", "--", "a b.png") == wanted)
    #expect(
      try command("--canvas", "endless")
        == .draw(Arguments.Draw(canvas: .endless)))
    #expect(try command("--new") == .draw(Arguments.Draw(isNew: true)))
  }

  /// Fails if `--as-changed` gets lost, or is accepted where no time-lapse is made.
  @Test func timeLapsesShowChangesAsChosen() throws {
    guard case .film(let film) = try command("timelapse", "a.ora", "-o", "b.mp4", "--as-changed"),
      case .frames(let frames) = try command("replay", "a.ora", "--frames", "d", "--as-changed")
    else { return #expect(Bool(false)) }
    #expect(film.options.showsFinalStrokes && frames.options.showsFinalStrokes)
    #expect(fault(["replay", "a.ora", "-o", "b.png", "--as-changed"]) != "accepted")
  }

  /// Fails if a value of `fude edit` gets lost, is read wrongly, or is accepted although it means nothing.
  @Test func editTakesItsOptions() throws {
    var wanted = EditRequest(source: "a.ora", target: "b.ora", brush: "pen", layer: "a=b", isForced: true)
    (wanted.filter.numbers, wanted.filter.brush, wanted.filter.layer) = ([1...1, 4...7], "ink", "Ink")
    (wanted.filter.colour, wanted.filter.area) = (0xFF_0000, Rect(minX: -5, minY: 2.5, maxX: 5, maxY: 22.5))
    (wanted.change.colour, wanted.change.size, wanted.change.opacity) = (0x00_FF00, 3.5, 0.25)
    (wanted.change.smoothing, wanted.change.move, wanted.change.scale) = (40, Vector(-3, 4.5), 2)
    #expect(
      try command(
        "edit", "a.ora", "-o", "b.ora", "--strokes", "1,4-7", "--brush", "ink", "--layer", "Ink", "--color", "#ff0000",
        "--inside", "-5,2.5,10,20", "--set", "color=#00ff00", "--set=size=3.5", "--set", "opacity=0.25", "--set",
        "smoothing=40", "--set", "brush=pen", "--set", "layer=a=b", "--move", "-3,4.5", "--scale", "2", "--force")
        == .edit(wanted))
    guard case .edit(let request) = try command("edit", "a.ora", "--delete", "-o", "b.ora") else {
      return #expect(Bool(false))
    }
    #expect(request.change.deletes && request.filter == StrokeFilter())
    for words in [
      [], ["--strokes", "1"], ["--strokes", "", "--delete"], ["--strokes", "0", "--delete"],
      ["--strokes", "3-1", "--delete"], ["--strokes", "1-2-3", "--delete"], ["--strokes", "-1", "--delete"],
      ["--inside", "1,2,3", "--delete"], ["--inside", "1,2,0,4", "--delete"], ["--inside", "1,2,3,x", "--delete"],
      ["--move", "1"], ["--move", "1e9,0"], ["--move", "nan,0"], ["--scale", "0"], ["--set", "color"],
      ["--set", "color="], ["--set", "colour=#ffffff"], ["--set", "color=red"], ["--set", "size=0"],
      ["--set", "opacity=2"], ["--set", "smoothing=-1"], ["--delete", "--scale", "2"], ["--delete", "--set", "size=3"],
    ] {
      #expect(fault(["edit", "a.ora", "-o", "b.ora"] + words) != "accepted", "\(words)")
    }
    #expect(fault(["edit", "a.ora", "-o", "b.png", "--delete"]) != "accepted")
    #expect(
      fault(["edit", "a.ora", "--delete"]) != "accepted" && fault(["edit", "-o", "b.ora", "--delete"]) != "accepted")
  }

  /// Only the first word can be a command. Any other word can be a file name.
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
            recording: "-r", output: "A.PNG",
            drawing: ReplayDrawing(canvas: CanvasSize(width: 10, height: 20), smoother: "cubic"))))
  }

  /// Fails if an option for the brush or the ground is lost, or a colour needs its sign.
  @Test(arguments: ["#C03020", "c03020"]) func replayTakesABrush(_ colour: String) throws {
    var drawing = ReplayDrawing()
    (drawing.brush, drawing.brushSize, drawing.colour, drawing.seed) = ("a.myb", 0.5, 0xC0_3020, 63)
    (drawing.ground, drawing.isTransparent) = ("g.png", true)
    let request = Arguments.Replay(recording: "r", output: "O.ORA", drawing: drawing)
    #expect(request.format == .openRaster)
    #expect(
      try command(
        "replay", "r", "--brush", "a.myb", "--brush-size", "0.5", "--color", colour, "--seed", "63", "--ground=g.png",
        "--transparent", "-o", "O.ORA") == .replay(request))
    #expect(drawing.recordingOptions == [.brush, .brushSize, .color, .seed, .ground])
    #expect(ReplayDrawing(isTransparent: true).recordingOptions == [])
    #expect(Arguments.Replay(recording: "r", output: "ora.png").format == .png)
  }

  /// Whole and decimal numbers including the bounds, for drawing and recording.
  @Test func predictionAndSmoothing() throws {
    #expect(
      try command("--prediction", "0", "--smoothing=100") == .draw(Arguments.Draw(prediction: 0, smoothing: 100)))
    #expect(
      try command("record", "o", "--prediction=16", "--smoothing", "0")
        == .record(path: "o", Arguments.Draw(prediction: 16, smoothing: 0)))
    #expect(try command("--prediction", "7.5") == .draw(Arguments.Draw(prediction: 7.5)))
    #expect(
      try command("replay", "r", "-o", "o.png", "--smoothing", "35")
        == .replay(Arguments.Replay(recording: "r", output: "o.png", drawing: ReplayDrawing(smoothing: 35))))
  }

  @Test func recordAndPens() throws {
    #expect(
      try command("record", "out.pen", "--canvas", "9x9")
        == .record(path: "out.pen", Arguments.Draw(canvas: CanvasSize(width: 9, height: 9))))
    #expect(try command("brushes") == .brushes(isJSON: false))
    #expect(try command("brushes", "--json") == .brushes(isJSON: true))
    #expect(try command("pens") == .pens(.list))
    #expect(try command("pens", "--watch") == .pens(.watch))
    #expect(try command("pens", "--report") == .pens(.report))
  }

  /// Fails if a command that replaces a file has no --force, or if another command accepts it.
  @Test func forceReplacesWriteProtectedFiles() throws {
    #expect(
      try command("replay", "r", "-o", "o.png", "--force")
        == .replay(Arguments.Replay(recording: "r", output: "o.png", isForced: true)))
    #expect(try command("record", "o", "--force") == .record(path: "o", isForced: true, Arguments.Draw()))
    guard case .export(let request) = try command("export", "a.ora", "-o", "b.png", "--force") else {
      Issue.record("it is no export")
      return
    }
    #expect(request.isForced)
    #expect(throws: UsageError.self) { try command("replay", "r", "--frames", "d", "--force") }
  }

  @Test func exportTakesItsOptions() throws {
    #expect(
      try command("export", "a.ora", "-o", "b.png")
        == .export(ExportRequest(source: "a.ora", target: "b.png", format: .png)))
    #expect(
      try command("export", "-oB.c.SVG", "--scale=0.5", "--layer", "Ink 2", "--transparent", "--crop", "--", "-a")
        == .export(
          ExportRequest(
            source: "-a", target: "B.c.SVG", format: .svg, fineness: .scale(0.5), layer: "Ink 2", isTransparent: true,
            isCropped: true)))
    #expect(
      try command("export", "a", "--output=d.png/c.pdf", "--dpi", "4800")
        == .export(ExportRequest(source: "a", target: "d.png/c.pdf", format: .pdf, fineness: .dpi(4800))))
    #expect(
      try command("export", "a.ora", "-o", "b.ora", "--force")
        == .export(ExportRequest(source: "a.ora", target: "b.ora", format: .openRaster, isForced: true)))
    for option in [
      "--scale=2", "--dpi=300", "--quality=50", "--lossless", "--depth=8", "--layer=Ink", "--transparent", "--crop",
    ] {
      #expect(throws: UsageError.self) { try command("export", "a.ora", "-o", "b.ora", option) }
    }
    #expect(
      try command("export", "a", "-o", "b.png", "--depth", "16")
        == .export(ExportRequest(source: "a", target: "b.png", format: .png, isDeep: true)))
    #expect(
      try command("export", "a", "-o", "b.png", "--depth=8")
        == .export(ExportRequest(source: "a", target: "b.png", format: .png)))
    for wrong in [["b.jpg", "--depth=16"], ["b.svg", "--depth=8"], ["b.png", "--depth=12"], ["b.png", "--depth"]] {
      #expect(fault(["export", "a", "-o"] + wrong) != "accepted", "\(wrong)")
    }
    for scale in ["0.01", "100"] {
      guard case .export(let request) = try command("export", "a", "-o", "b.png", "--scale", scale) else {
        Issue.record("no export")
        continue
      }
      #expect(request.fineness == .scale(try #require(Double(scale))))
    }
  }

  @Test func framesTakeTheirOptions() throws {
    #expect(
      try command("replay", "a.ora", "--frames", "d") == .frames(FramesRequest(source: "a.ora", folder: "d")))
    let all = try command(
      "replay", "r.pen", "--frames=d", "--fps", "23.976", "--seconds", "60", "--canvas", "9x9", "--smoother", "cubic",
      "--smoothing", "0")
    let wanted = FramesRequest(
      source: "r.pen", folder: "d", rate: 23.976, seconds: 60,
      drawing: ReplayDrawing(canvas: CanvasSize(width: 9, height: 9), smoother: "cubic", smoothing: 0))
    #expect(all == .frames(wanted))
    #expect(wanted.options.count == 1439)
    #expect(FramesRequest(source: "", folder: "", rate: 1, seconds: 0.1).options.count == 1)
    #expect(FramesRequest(source: "", folder: "", rate: 240, seconds: 3600).options.count == 864_000)
  }

  @Test func filmsTakeTheirOptions() throws {
    var wanted = FilmRequest(source: "a.ora", target: "f.WebM")
    wanted.options.format = .webM
    #expect(try command("timelapse", "a.ora", "-o", "f.WebM") == .film(wanted))
    (wanted.target, wanted.options.format, wanted.isForced) = ("f.gif", .gif, true)
    (wanted.options.rate, wanted.options.seconds, wanted.options.size) = (12, 0.5, .width(640))
    let all = ["timelapse", "--force", "--output=f.gif", "--fps", "12", "--seconds", "0.5", "--width", "640", "a.ora"]
    #expect(try Arguments.parse(all).get().command == .film(wanted))
    wanted = FilmRequest(source: "a.ora", target: "d")
    wanted.options.format = .frames
    #expect(try command("timelapse", "a.ora", "--frames", "d") == .film(wanted))
    for words in [
      ["a.ora"], ["a.ora", "-o", "f.avi"], ["a.ora", "-o", "f.gif", "--frames", "d"], ["-o", "f.gif"],
      ["a.ora", "--frames", "d", "--force"], ["a.ora", "-o", "f.gif", "--width", "9000"],
    ] {
      #expect(throws: UsageError.self) { try Arguments.parse(["timelapse"] + words).get() }
    }
  }

  @Test func infoAndCompletions() throws {
    #expect(try command("info", "a") == .info(path: "a", isJSON: false))
    #expect(try command("info", "--json", "--", "--json") == .info(path: "--json", isJSON: true))
    #expect(try command("info", "a", "--strokes") == .strokes(path: "a", isJSON: false))
    #expect(try command("info", "--strokes", "--json", "a") == .strokes(path: "a", isJSON: true))
    for shell in Completions.allCases {
      #expect(try command("--completions", shell.rawValue) == .completions(shell))
    }
  }

  /// Fails if a file named similarly to a command can no longer be opened.
  @Test func likenessOnlyHints() throws {
    #expect(try command("exprot") == .draw(Arguments.Draw(file: "exprot")))
    #expect(EditDistance.nearest(to: "--frob", among: ["--crop", "--fps"]) == nil)
    #expect(EditDistance.nearest(to: "-o", among: ["--output"]) == nil)
    #expect(EditDistance.nearest(to: "--s", among: ["--scale", "--seconds"]) == nil)
    #expect(EditDistance.nearest(to: "--secnods", among: ["--scale", "--seconds"]) == "--seconds")
  }

  @Test(arguments: [("", "", 0), ("abc", "", 3), ("abc", "acb", 1), ("kitten", "sitting", 3), ("ca", "abc", 3)])
  func distancesAreCounted(_ a: String, _ b: String, _ distance: Int) {
    #expect(EditDistance.distance(Array(a), Array(b)) == distance)
    #expect(EditDistance.distance(Array(b), Array(a)) == distance)
  }

  @Test func helpAndVersion() throws {
    #expect(try command("--help") == .help(.draw))
    #expect(try command("-h") == .help(.draw))
    #expect(try command("x.png", "--help") == .help(.draw))
    #expect(try command("replay", "--help") == .help(.replay))
    #expect(try command("record", "-h") == .help(.record))
    #expect(try command("pens", "--help") == .help(.pens))
    #expect(try command("export", "--help") == .help(.export))
    #expect(try command("info", "-h") == .help(.info))
    #expect(try command("--version") == .version)
  }

  /// Each mistake has its own message, which names the wrong word.
  @Test(arguments: [
    (["--frob"], "there is no option \"--frob\" (see fude --help)"),
    (["--frob=3"], "there is no option \"--frob\" (see fude --help)"),
    (["-x"], "there is no option \"-x\" (see fude --help)"),
    (["--\u{1B}[31m"], "there is no option \"--?[31m\" (see fude --help)"),
    (["-o", "x.png"], "there is no option \"-o\" (see fude --help)"),
    (["a", "b"], "one FILE can be opened, not also \"b\" (see fude --help)"),
    (["--canvas"], "--canvas needs a value: --canvas WxH (see fude --help)"),
    (["--canvas="], "--canvas needs a value: --canvas WxH (see fude --help)"),
    (["--canvas", "12"], "--canvas \"12\" is not a size such as 3840x2160, and not endless (see fude --help)"),
    (
      ["--canvas", "Endless"], "--canvas \"Endless\" is not a size such as 3840x2160, and not endless (see fude --help)"
    ),
    (["--canvas", "0x12"], "--canvas \"0x12\" is not a size such as 3840x2160, and not endless (see fude --help)"),
    (["--canvas", "-4x12"], "--canvas \"-4x12\" is not a size such as 3840x2160, and not endless (see fude --help)"),
    (["--canvas", "4x12x3"], "--canvas \"4x12x3\" is not a size such as 3840x2160, and not endless (see fude --help)"),
    (
      ["--canvas", "4x99999999999999999999"],
      "--canvas \"4x99999999999999999999\" is not a size such as 3840x2160, and not endless (see fude --help)"
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
    (["replay"], "RECORDING is missing: fude replay RECORDING -o OUT.png|ora (see fude replay --help)"),
    (
      ["replay", "r"],
      "replay needs a file or folder to write: -o OUT.png, -o OUT.ora or --frames DIR (see fude replay --help)"
    ),
    (["replay", "r", "-o"], "-o needs a value: -o OUT (see fude replay --help)"),
    (["replay", "r", "-o", "a.png", "--output", "b.png"], "--output is given twice (see fude replay --help)"),
    (
      ["replay", "r", "-o", "a.svg"],
      "replay writes files that end in .png, .ora, which \"a.svg\" does not (see fude replay --help)"
    ),
    (["replay", "r", "s", "-o", "a.png"], "replay takes one RECORDING, not also \"s\" (see fude replay --help)"),
    (
      ["replay", "r", "-oa.png", "--smoother", "silk"],
      "--smoother \"silk\" is none of linear, midpoint, cubic, smoothed, catmull-rom, modelled, steady (see fude replay --help)"
    ),
    (
      ["replay", "r", "-oa.png", "--seed", "64"],
      "--seed \"64\" is not a whole number from 0 to 63 (see fude replay --help)"
    ),
    (
      ["replay", "r", "-oa.png", "--seed", "1.5"],
      "--seed \"1.5\" is not a whole number from 0 to 63 (see fude replay --help)"
    ),
    (
      ["replay", "r", "-oa.png", "--color", "+1d1f2"],
      "--color \"+1d1f2\" is not a colour such as #1d1f24 (see fude replay --help)"
    ),
    (
      ["replay", "r", "-oa.png", "--brush-size", "0.4"],
      "--brush-size \"0.4\" is not a number from 0.5 to 1000 (see fude replay --help)"
    ),
    (
      ["replay", "r", "--frames", "d", "--transparent"],
      "--transparent goes with -o OUT, not with --frames (see fude replay --help)"
    ),
    (["replay", "--fullscreen"], "there is no option \"--fullscreen\" (see fude replay --help)"),
    (["record"], "OUT is missing: fude record OUT (see fude record --help)"),
    (["record", "a", "b"], "record takes one OUT, not also \"b\" (see fude record --help)"),
    (["pens", "x"], "pens takes no file, but there is \"x\" (see fude pens --help)"),
    (["pens", "--watch", "--report"], "--watch and --report exclude each other (see fude pens --help)"),
    (["pens", "--wacth"], "there is no option \"--wacth\"; did you mean --watch? (see fude pens --help)"),
    (
      ["replay", "r", "-o", "/.png"],
      "replay writes files that end in .png, .ora, which \"/.png\" does not (see fude replay --help)"
    ),
    (
      ["export", "a.ora", "-o", "a.png", "--lossless"],
      "--lossless is for these formats only: WebP (see fude export --help)"
    ),
    (
      ["export", "a.ora", "-o", "a.webp", "--lossless", "--quality", "80"],
      "--quality and --lossless exclude each other (see fude export --help)"
    ),
    (["replay", "r", "-o", "a.png", "--frames", "d"], "-o and --frames exclude each other (see fude replay --help)"),
    (
      ["replay", "r", "-o", "a.png", "--fps", "9"], "--fps goes with --frames DIR, not with -o (see fude replay --help)"
    ),
    (
      ["replay", "r", "-o", "a.png", "--seconds", "9"],
      "--seconds goes with --frames DIR, not with -o (see fude replay --help)"
    ),
    (["replay", "r", "--frames"], "--frames needs a value: --frames DIR (see fude replay --help)"),
    (["replay", "r", "--fps", "0.5"], "--fps \"0.5\" is not a number from 1 to 240 (see fude replay --help)"),
    (["replay", "r", "--fps", "241"], "--fps \"241\" is not a number from 1 to 240 (see fude replay --help)"),
    (["replay", "r", "--seconds", "0"], "--seconds \"0\" is not a number from 0.1 to 3600 (see fude replay --help)"),
    (
      ["replay", "r", "--seconds", "3600.1"],
      "--seconds \"3600.1\" is not a number from 0.1 to 3600 (see fude replay --help)"
    ),
    (["export"], "FILE is missing: fude export FILE -o OUT.png|jpg|webp|svg|pdf|ora (see fude export --help)"),
    (["export", "a"], "-o OUT is missing: fude export FILE -o OUT.png|jpg|webp|svg|pdf|ora (see fude export --help)"),
    (["export", "a", "b"], "export takes one FILE, not also \"b\" (see fude export --help)"),
    (
      ["export", "a", "-o", "b.gif"],
      "export writes files that end in .png, .jpg, .jpeg, .webp, .svg, .pdf, .ora, which \"b.gif\" does not (see fude export --help)"
    ),
    (
      ["export", "a", "-o", "png"],
      "export writes files that end in .png, .jpg, .jpeg, .webp, .svg, .pdf, .ora, which \"png\" does not (see fude export --help)"
    ),
    (
      ["export", "a", "-ob.png", "--scale", "2", "--dpi", "300"],
      "--scale and --dpi exclude each other (see fude export --help)"
    ),
    (["export", "--scale", "0"], "--scale \"0\" is not a number from 0.01 to 100 (see fude export --help)"),
    (["export", "--scale", "101"], "--scale \"101\" is not a number from 0.01 to 100 (see fude export --help)"),
    (["export", "--scale=-1"], "--scale \"-1\" is not a number from 0.01 to 100 (see fude export --help)"),
    (["export", "--scale=inf"], "--scale \"inf\" is not a number from 0.01 to 100 (see fude export --help)"),
    (["export", "--dpi", "0.9"], "--dpi \"0.9\" is not a number from 1 to 4800 (see fude export --help)"),
    (["export", "--dpi", "4801"], "--dpi \"4801\" is not a number from 1 to 4800 (see fude export --help)"),
    (
      ["export", "--dpi", "4800."],
      "FILE is missing: fude export FILE -o OUT.png|jpg|webp|svg|pdf|ora (see fude export --help)"
    ),
    (["export", "--layer="], "--layer needs a value: --layer NAME (see fude export --help)"),
    (["export", "--crop=1"], "--crop takes no value (see fude export --help)"),
    (["export", "--version"], "there is no option \"--version\" (see fude export --help)"),
    (["info"], "FILE is missing: fude info FILE (see fude info --help)"),
    (["info", "a", "b"], "info takes one FILE, not also \"b\" (see fude info --help)"),
    (["info", "a", "--results"], "--results needs --history (see fude info --help)"),
    (["info", "a", "--history", "--results"], "--results needs --json (see fude info --help)"),
    (
      ["info", "a", "--history", "--from", "9", "--to", "3"],
      "--to 3 is before --from 9 (see fude info --help)"
    ),
    (["edit", "a", "--at", "3"], "--at needs --apply (see fude edit --help)"),
    (["edit", "a", "--keep-going"], "--keep-going needs --apply (see fude edit --help)"),
    (["--completions"], "--completions needs a value: --completions SHELL (see fude --help)"),
    (["--completions", "csh"], "--completions \"csh\" is none of bash, zsh, fish (see fude --help)"),
    (["--new", "a.ora"], "--new begins a drawing, so it takes no FILE (see fude --help)"),
    (["record", "--new", "a.pen"], "there is no option \"--new\" (see fude record --help)"),
    (["--completions", "bash", "a.ora"], "--completions stands alone (see fude --help)"),
    (["--completions", "bash", "--fullscreen"], "--completions stands alone (see fude --help)"),
    // The most similar option is suggested.
    (["--smothing", "3"], "there is no option \"--smothing\"; did you mean --smoothing? (see fude --help)"),
    (["--full"], "there is no option \"--full\"; did you mean --fullscreen? (see fude --help)"),
    (["--Canvas=3x3"], "there is no option \"--Canvas\"; did you mean --canvas? (see fude --help)"),
    (["export", "--dip=3"], "there is no option \"--dip\"; did you mean --dpi? (see fude export --help)"),
    (["exprot", "a.ora"], "one FILE can be opened, not also \"a.ora\"; did you mean fude export? (see fude --help)"),
  ])
  func mistakesAreNamed(_ words: [String], _ sentence: String) {
    #expect(fault(words) == sentence)
  }
}
