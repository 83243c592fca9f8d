import Archive
import Foundation
import Rig
import Testing

@testable import Document
@testable import Pictures
@testable import Storage

extension EndToEnd {
  /// The command line. Each error gives exactly one message.
  @Suite struct CommandTests: CommandRun {
    /// Fails if a missing or unreachable display causes a crash or no message.
    @Test func withoutADisplayThereIsASentence() throws {
      expectOneSentence(try run(), status: 1, "DISPLAY is not set")
      expectOneSentence(try run(display: ":31999"), status: 1, "\":31999\"", "DISPLAY")
      expectOneSentence(try run(display: "nonsense"), status: 1, "\"nonsense\"")
      expectOneSentence(try run("pens"), status: 1, "DISPLAY is not set")
    }

    /// Fails if a wrong command line is partly executed or the message does not name the error. The
    /// status is 2.
    @Test func aWrongCommandLineIsNamed() throws {
      expectOneSentence(try run("--frobnicate"), status: 2, "\"--frobnicate\"")
      expectOneSentence(try run("-x"), status: 2, "\"-x\"")
      expectOneSentence(try run("--geometry", "large"), status: 2, "--geometry", "\"large\"")
      expectOneSentence(try run("--canvas", "0x100"), status: 2, "--canvas", "\"0x100\"")
      expectOneSentence(try run("--canvas", "32767x32767"), status: 2, "--canvas", "too large")
      expectOneSentence(try run("a.png", "b.png"), status: 2, "\"b.png\"")
      expectOneSentence(try run("--prediction", "17"), status: 2, "--prediction", "\"17\"", "0 to 16")
      expectOneSentence(try run("--smoothing", "much"), status: 2, "--smoothing", "\"much\"", "0 to 100")
      expectOneSentence(try run("record"), status: 2, "record")
      expectOneSentence(try run("replay", "x.pen"), status: 2, "-o")
      expectOneSentence(try run("replay", "x.pen", "-o", "x.jpg"), status: 2, "\"x.jpg\"")
      expectOneSentence(try run("pens", "all"), status: 2, "\"all\"")
      expectOneSentence(try run("export", "x.ora"), status: 2, "-o OUT")
      expectOneSentence(
        try run("export", "x.ora", "-o", "x.gif"), status: 2, "\"x.gif\"", ".png, .jpg, .jpeg, .webp, .svg, .pdf")
      expectOneSentence(try run("info"), status: 2, "FILE")
      expectOneSentence(try run("info", "--jsno", "x"), status: 2, "\"--jsno\"", "did you mean --json?")
      let usage = try run("--line\nfeed")
      #expect(usage.status == .exited(2) && usage.errors.count { $0 == "\n" } == 1)
    }

    /// Fails if help or version need a display or go to the wrong stream.
    @Test func helpAndVersionArePrinted() throws {
      for arguments in [
        ["--help"], ["-h"], ["replay", "--help"], ["record", "--help"], ["pens", "--help"], ["export", "--help"],
        ["info", "--help"],
      ] {
        let program = try Program(try TestSession.fude(), arguments)
        #expect(try program.waitForExit() == .exited(0))
        #expect(program.output.hasPrefix("Usage: fude") && program.errors == "")
      }
      let version = try run("--version")
      #expect(version.status == .exited(0) && version.errors == "")
      #expect(version.output.wholeMatch(of: /fude \d+\.\d+\.\d+\n/) != nil, "\(version.output)")
    }

    /// Fails if a missing file, a folder or an invalid picture opens a window or gives no message.
    @Test func aFileThatIsNoPictureIsNamed() throws {
      let folder = try TemporaryFolder()
      let missing = folder.path + "/missing.png"
      expectOneSentence(try run(missing), status: 1, missing, "there is no such file")
      expectOneSentence(try run(folder.path), status: 1, folder.path, "it is a folder")
      let text = try write(Array("a picture of words\n".utf8), "text.png", in: folder)
      expectOneSentence(
        try run(text), status: 1, text, "it is neither an OpenRaster file nor a PNG, JPEG or WebP image")
      let empty = try write([], "empty.png", in: folder)
      expectOneSentence(try run(empty), status: 1, empty, "it is empty")

      let recording = try write(Array(Self.recording.utf8), "r.pen", in: folder)
      let whole = folder.path + "/whole.png"
      #expect(try run("replay", recording, "-o", whole).status == .exited(0))
      let bytes = try #require(FileManager.default.contents(atPath: whole))
      let half = try write(Array(bytes.prefix(bytes.count / 2)), "half.png", in: folder)
      expectOneSentence(try run(half), status: 1, half, "it is cut short")
    }

    /// Fails if the history is drawn again for a picture that needs only the current state. An
    /// error in the history shows that it was read.
    @Test func thePackedHistoryIsReadWhereItIsWanted() throws {
      let folder = try TemporaryFolder()
      var document = try #require(Document(width: 100, height: 100))
      // This record of the history sets a paper colour that the drawing does not have.
      let step = try #require(
        FileHistory.Step(records: try JournalPayload.records(of: .layer(.setPaper(0x12_3456)))))
      document.take(
        FileHistory(
          base: try FileHistory.base(document), steps: [step], doneCount: 1, ending: PastEnding(of: document)))
      let (source, picture) = (folder.path + "/a.ora", folder.path + "/a.png")
      try document.save(to: source)
      for arguments in [
        ["export", source, "-o", picture], ["replay", source, "-o", picture],
        ["export", source, "-o", picture, "--scale", "0.5"],
      ] {
        let program = try Program(try TestSession.fude(), arguments)
        #expect(try program.waitForExit(seconds: 60) == .exited(0))
        #expect(program.errors == "", "\(arguments[0])")
      }
      let result = try run("export", source, "-o", picture, "--scale", "2")
      #expect(result.status == .exited(0))
      #expect(result.errors.contains("is left out: it does not lead to the saved picture"))
    }

    /// Fails if unreadable or unwritable files are detected late or not named.
    @Test func filesOutOfReachAreNamed() throws {
      let folder = try TemporaryFolder()
      let recording = try write(Array(Self.recording.utf8), "r.pen", in: folder)
      let missing = folder.path + "/none.pen"
      expectOneSentence(try run("replay", missing, "-o", folder.path + "/x.png"), status: 1, missing)
      expectOneSentence(try run("replay", folder.path, "-o", folder.path + "/x.png"), status: 1, "it is a folder")
      expectOneSentence(try run("replay", recording, "-o", "/proc/x.png"), status: 1, "/proc/x.png")
      let nowhere = folder.path + "/no/where.png"
      expectOneSentence(try run("replay", recording, "-o", nowhere), status: 1, nowhere, "its folder does not exist")
      expectOneSentence(try run("record", "/proc/x.pen", display: ":31999"), status: 1, "/proc/x.pen")
      expectOneSentence(try run("record", folder.path, display: ":31999"), status: 1, folder.path)
    }

    /// Fails if export or info need a display, pixels differ, or a failed export leaves a file or
    /// removes the old one.
    @Test func drawingsAreExportedAndDescribed() throws {
      let folder = try TemporaryFolder()
      let recording = try write(Array(Self.recording.utf8), "r.pen", in: folder)
      let (picture, copy) = (folder.path + "/a.png", folder.path + "/b.png")
      #expect(try run("replay", recording, "-o", picture).status == .exited(0))
      let result = try run("export", picture, "-o", copy)
      #expect(result.status == .exited(0) && result.output == "" && result.errors == "")
      #expect(try Image(pngAt: copy).difference(from: Image(pngAt: picture)).isEmpty)

      let facts = try run("info", recording)
      #expect(facts.status == .exited(0) && facts.errors == "")
      #expect(facts.output.hasPrefix("file: \(recording)\nformat: recording\n"))
      #expect(facts.output.contains("\nwidth: 200\nheight: 100\n") && facts.output.contains("\nsamples: 2\n"))
      let json = try run("info", copy, "--json")
      let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
      #expect(json.status == .exited(0) && object?["format"] as? String == "PNG" && object?["width"] as? Int == 200)

      let old = PNGDecoder.signature + [1, 2, 3]
      let kept = try write(old, "kept.png", in: folder)
      let broken = try write(Array("words".utf8), "broken.ora", in: folder)
      expectOneSentence(try run("export", broken, "-o", kept), status: 1, broken)
      #expect(FileManager.default.contents(atPath: kept) == Data(old))
      expectOneSentence(try run("export", folder.path + "/none", "-o", folder.path + "/x.png"), status: 1, "none")
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/x.png"))
      expectOneSentence(try run("info", broken), status: 1, broken, "it is not an OpenRaster file")
      expectOneSentence(try run("info", folder.path), status: 1, "it is a folder")
    }

    /// Fails if the strokes of a drawing are not listed, or if a file without strokes or with a damaged
    /// history gives anything but one message.
    @Test func strokesAreListed() throws {
      let folder = try TemporaryFolder()
      let recording = try write(Array(Self.recording.utf8), "r.pen", in: folder)
      let (drawing, picture) = (folder.path + "/a.ora", folder.path + "/a.png")
      #expect(try run("replay", recording, "-o", drawing).status == .exited(0))
      #expect(try run("replay", recording, "-o", picture).status == .exited(0))
      let list = try run("info", "--strokes", drawing)
      #expect(list.status == .exited(0) && list.errors == "")
      let columns = list.output.split(separator: "\t", omittingEmptySubsequences: false)
      #expect(columns.count == 7 && columns.starts(with: ["1", "-", "Ink", "pen"]), "\(list.output)")
      #expect(list.output.hasSuffix("\n") && list.output.count { $0 == "\n" } == 1)
      let json = try run("info", drawing, "--json", "--strokes")
      #expect(json.status == .exited(0) && json.errors == "")
      let strokes = try #require(
        try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]], "\(json.output)")
      let stroke = try #require(strokes.first)
      #expect(strokes.count == 1 && stroke.count == 8 && stroke["number"] as? Int == 1 && stroke["time"] is NSNull)
      #expect(stroke["layer"] as? String == "Ink" && (stroke["path"] as? String)?.hasPrefix("m") == true)
      let bounds = try #require(stroke["bounds"] as? [Double])
      #expect(columns[6].split(separator: " ").compactMap { Double($0.filter { $0 != "\n" }) } == bounds)

      expectOneSentence(try run("info", "--strokes", picture), status: 1, picture, "it has no strokes")
      expectOneSentence(try run("info", "--strokes", recording), status: 1, recording, "it is no drawing")
      let damaged = try write([], "damaged.ora", in: folder)
      let file = try #require(FileHandle(forWritingAtPath: damaged))
      let reader = try ZipReader(bytes: Array(Data(contentsOf: URL(fileURLWithPath: drawing))))
      let writer = try ZipWriter(descriptor: file.fileDescriptor)
      for entry in reader.entries {
        var bytes = try reader.read(entry)
        if entry.name == "Fude/history" { bytes[bytes.count - 9] ^= 1 }
        try writer.add(entry.name, isPacked: entry.name != "mimetype") { bytes }
      }
      try writer.finish()
      try file.close()
      for arguments in [["--strokes"], ["--strokes", "--json"]] {
        let program = try Program(try TestSession.fude(), ["info", damaged] + arguments)
        let status = try program.waitForExit(seconds: 20)
        expectOneSentence(
          (status, program.output, program.errors), status: 1, damaged, "its history is damaged: ")
      }
    }

    /// Fails if a pen is not listed with its kind and pressure range, or if a mouse is listed as a
    /// pen.
    @Test func pensAreListed() throws {
      let bench = try Bench(width: 800, height: 600)
      let result = try run("pens", display: bench.server.display)
      #expect(result.status == .exited(0) && result.errors == "")
      let blocks = result.output.components(separatedBy: "\n\n")
      let pen = try #require(blocks.first { $0.hasPrefix("Test Pen stylus\n") })
      #expect(pen.contains(/class +stylus/))
      #expect(pen.contains(/axis +0 +Abs X +0 \.\.\. 65535/))
      #expect(pen.contains(/axis +4 +Abs Pressure +0 \.\.\. 1000/))
      let mouse = try #require(blocks.first { $0.hasPrefix("Test Mouse\n") })
      #expect(mouse.contains(/class +mouse/) && !mouse.contains("Pressure"))
      let touch = try #require(blocks.first { $0.hasPrefix("Test Touch\n") })
      #expect(touch.contains(/class +touch/))
    }

    /// Fails if a pen's reports over another program's window, or over none, are missing or wrong.
    @Test func pensAreWatched() throws {
      let bench = try Bench(width: 800, height: 600)
      let program = try Program(try TestSession.fude(), ["pens", "--watch"], display: bench.server.display)
      try program.waitForOutput("Test Touch")
      try bench.pen.stroke(PenPoint.line(from: PenPoint(x: 100, y: 100), to: PenPoint(x: 400, y: 300), count: 50))
      try program.waitForOutput("Test Pen stylus: Abs X ")
      try bench.pen.press(pressure: 0.5)
      try program.waitForOutput("Abs Pressure 500, ")
      try program.waitForOutput("buttons 1")
      program.signal(SIGINT)
      #expect(try program.waitForExit() == .exited(128 + Int(SIGINT)))
      #expect(program.errors == "")

      let other = try Program(try TestSession.fude(), ["pens", "--watch"], display: bench.server.display)
      try other.waitForOutput("Test Touch")
      bench.stop()
      #expect(try other.waitForExit() == .exited(1))
      #expect(other.errors == "fude: the X server is gone\n")
    }
  }
}
