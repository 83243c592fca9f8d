import Archive
import Foundation
import Paint
import Rig
import Testing

@testable import Document
@testable import FuzzTargets

extension EndToEnd {
  /// The command line. Each error gives exactly one message.
  @Suite struct CommandTests {
    /// Runs the program without a display until it ends.
    func run(_ arguments: String..., display: String? = nil, in folder: TemporaryFolder? = nil) throws -> (
      status: Rig.ExitStatus, output: String, errors: String
    ) {
      let program = try Program(try TestSession.fude(), arguments, display: display, folder: folder)
      let status = try program.waitForExit(seconds: 20)
      return (status, program.output, program.errors)
    }

    func expectOneSentence(
      _ result: (status: Rig.ExitStatus, output: String, errors: String), status: Int, _ parts: String...,
      at place: SourceLocation = #_sourceLocation
    ) {
      #expect(result.status == .exited(status), sourceLocation: place)
      #expect(result.output == "", sourceLocation: place)
      #expect(result.errors.hasPrefix("fude: "), "\(result.errors)", sourceLocation: place)
      #expect(result.errors.hasSuffix("\n") && result.errors.count { $0 == "\n" } == 1, sourceLocation: place)
      for part in parts {
        #expect(result.errors.contains(part), "\(result.errors)", sourceLocation: place)
      }
    }

    func write(_ bytes: [UInt8], _ name: String, in folder: TemporaryFolder) throws -> String {
      let path = folder.path + "/" + name
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      return path
    }

    /// Fails if a command replaces a write-protected file without --force, or refuses only after
    /// the work.
    @Test func writeProtectedFilesNeedForce() throws {
      let folder = try TemporaryFolder()
      let source = folder.path + "/a.ora"
      try #require(Document(width: 20, height: 10)).save(to: source)
      let target = try write(Array("old".utf8), "out.png", in: folder)
      try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: target)
      for command in ["export", "replay"] {
        expectOneSentence(
          try run(command, source, "-o", target), status: 1,
          "cannot write \(target): it is write-protected; use --force to replace it")
      }
      expectOneSentence(try run("record", target), status: 1, "it is write-protected; use --force")
      #expect(FileManager.default.contents(atPath: target) == Data("old".utf8))
      let result = try run("export", source, "-o", target, "--force")
      #expect(result.status == .exited(0) && result.errors == "")
      #expect(FileManager.default.contents(atPath: target)?.starts(with: [0x89, 0x50]) ?? false)
    }

    /// Fails if a drawing loses layers, their properties or its history on the way to another file.
    @Test func drawingsAreExportedAsDrawings() throws {
      let folder = try TemporaryFolder()
      let (source, target, again) = (folder.path + "/a.ora", folder.path + "/b.ora", folder.path + "/c.ora")
      var drawing = try #require(Document(width: 70, height: 65))
      _ = drawing.perform(.add(above: drawing.activeID))
      _ = drawing.perform(.setBlend(drawing.activeID, .multiply))
      try drawing.save(to: source)
      for (from, to) in [(source, target), (target, again)] {
        #expect(try run("export", from, "-o", to).status == .exited(0))
      }
      let filler = try #require(CoverageFiller())
      var notes: [String] = []
      var opened = try Document.open(again, notes: &notes).document
      #expect(opened.layers.map(\.blend) == [.sourceOver, .multiply] && notes.isEmpty)
      try opened.unpackHistory(filler: filler) { _ in true }
      #expect(opened.history.undoCount == 2)
      expectOneSentence(
        try run("export", source, "-o", target, "--crop"), status: 2, "--crop is for pictures, not for a drawing (.ora)"
      )
    }

    /// Fails if a command replaces its own source, also under another name and with --force.
    @Test func theSourceIsNeverReplaced() throws {
      let folder = try TemporaryFolder()
      let drawing = folder.path + "/d.ora"
      try #require(Document(width: 20, height: 10)).save(to: drawing)
      let picture = folder.path + "/p.png"
      #expect(try run("export", drawing, "-o", picture).status == .exited(0))
      for (path, isHard) in [("/self.png", false), ("/self.mp4", false), ("/hard.png", true)] {
        if isHard {
          try FileManager.default.linkItem(atPath: drawing, toPath: folder.path + path)
        } else {
          try FileManager.default.createSymbolicLink(atPath: folder.path + path, withDestinationPath: drawing)
        }
      }
      let (before, beforePicture) = (
        FileManager.default.contents(atPath: drawing), FileManager.default.contents(atPath: picture)
      )
      for force in [[], ["--force"]] {
        for words in [
          ["export", drawing, "-o", folder.path + "/self.png"], ["export", drawing, "-o", folder.path + "/hard.png"],
          ["replay", drawing, "-o", folder.path + "/self.png"],
          ["timelapse", drawing, "-o", folder.path + "/self.mp4"],
          ["export", picture, "-o", picture, "--scale", "0.1"],
        ] {
          let program = try Program(try TestSession.fude(), words + force)
          let status = try program.waitForExit(seconds: 20)
          expectOneSentence(
            (status, program.output, program.errors), status: 1, "cannot write \(words[3]): it is the same file as",
            words[1])
        }
      }
      #expect(FileManager.default.contents(atPath: drawing) == before)
      #expect(FileManager.default.contents(atPath: picture) == beforePicture)
    }

    /// Fails if a command replaces a file of another format without --force, also one that a link
    /// leads to, or refuses one of the same format.
    @Test func filesOfOtherFormatsNeedForce() throws {
      let folder = try TemporaryFolder()
      let (drawing, other) = (folder.path + "/d.ora", folder.path + "/other.ora")
      for path in [drawing, other] { try #require(Document(width: 20, height: 10)).save(to: path) }
      let before = FileManager.default.contents(atPath: other)
      for name in ["link.png", "link.mp4"] {
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/" + name, withDestinationPath: other)
      }
      let link = folder.path + "/link.png"
      for words in [
        ["export", drawing, "-o", link], ["replay", drawing, "-o", link],
        ["timelapse", drawing, "-o", folder.path + "/link.mp4"], ["record", link],
        ["replay", drawing, "-o", try write(Array("PK\u{3}\u{4}other".utf8), "archive.ora", in: folder)],
      ] {
        let program = try Program(try TestSession.fude(), words)
        let status = try program.waitForExit(seconds: 20)
        expectOneSentence((status, program.output, program.errors), status: 1, "of another format than", "--force")
      }
      #expect(FileManager.default.contents(atPath: other) == before)
      // An old picture and an empty file are replaced, through a link, too.
      let picture = folder.path + "/p.png"
      for target in [picture, picture, try write([], "empty.png", in: folder)] {
        #expect(try run("export", drawing, "-o", target).status == .exited(0))
      }
      #expect(try run("export", drawing, "-o", link, "--force").status == .exited(0))
      #expect(FileManager.default.contents(atPath: other) == FileManager.default.contents(atPath: picture))
      #expect(try run("export", drawing, "-o", link).status == .exited(0))
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == other)
    }

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

    /// Fails if an interrupted export or film leaves files, harms the old file, or gives no
    /// message. The signal comes once the file has been started.
    @Test(arguments: [SIGINT, SIGTERM]) func anInterruptedExportLeavesNothing(number: Int32) throws {
      let sample = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Resources/sample.pen").path
      let folder = try TemporaryFolder()
      let picture = try write([1, 2, 3], "out.png", in: folder)
      for arguments in [
        ["export", sample, "-o", picture, "--scale", "7", "--force"],
        ["replay", sample, "--frames", folder.path + "/film", "--fps", "60", "--seconds", "60"],
      ] {
        let watch = inotify_init()
        defer { close(watch) }
        try #require(inotify_add_watch(watch, folder.path, UInt32(IN_CREATE)) >= 0)
        let program = try Program(try TestSession.fude(), arguments)
        var entry = pollfd(fd: watch, events: Int16(POLLIN), revents: 0)
        try #require(poll(&entry, 1, 60_000) == 1)
        program.signal(number)
        #expect(try program.waitForExit(seconds: 60) == .exited(128 + Int(number)))
        #expect(program.errors.hasSuffix("it was stopped; nothing is left of it\n"), "\(program.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["out.png"])
        #expect(FileManager.default.contents(atPath: picture) == Data([1, 2, 3]))
      }
    }

    /// Fails if a picture's format does not match the file name, or if no film is written.
    @Test func picturesAndFilmsAreWritten() throws {
      let folder = try TemporaryFolder()
      let recording = try write(Array(Self.recording.utf8), "r.pen", in: folder)
      for (name, start) in [("a.png", "\u{89}PNG"), ("a.svg", "<?xml"), ("a.pdf", "%PDF-")] {
        let path = folder.path + "/" + name
        #expect(try run("export", recording, "-o", path, "--dpi", "300", "--transparent").status == .exited(0))
        let bytes = try #require(FileManager.default.contents(atPath: path))
        #expect(bytes.starts(with: Array(start.unicodeScalars.map { UInt8($0.value) })), "\(name)")
      }
      let film = folder.path + "/film"
      #expect(try run("replay", recording, "--frames", film, "--fps", "4", "--seconds", "2").status == .exited(0))
      #expect(try FileManager.default.contentsOfDirectory(atPath: film).count == 8)
      expectOneSentence(
        try run("replay", recording, "--frames", film), status: 1, film, "it already contains frames")
      expectOneSentence(
        try run("export", recording, "-o", folder.path + "/b.png", "--layer", "Tinte"), status: 1, recording, "no layer"
      )
    }

    /// Fails if the history is drawn again for a picture that needs only the current state. An
    /// error in the history shows that it was read.
    @Test func thePackedHistoryIsReadWhereItIsWanted() throws {
      let folder = try TemporaryFolder()
      var document = try #require(Document(width: 100, height: 100))
      // This record of the history sets a paper colour that the drawing does not have.
      let step = PackedHistory.Step(records: [JournalPayload(type: .operation, bytes: [1, 0, 11, 0x56, 0x34, 0x12, 0])])
      document.take(
        PackedHistory(
          base: try PackedHistory.base(document), steps: [step], doneCount: 1, ending: PastEnding(of: document)))
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

    private static let recording = """
      fude recording 1 canvas 200x100 px
      0 20 50 0.5 1.5 0 pen 1
      0.1 180 50 0.5 1.5 0 pen 1
      lift
      end

      """

    /// Fails if an invalid recording is partly drawn, its message lacks the line, or the old
    /// picture is touched.
    @Test(arguments: [
      ("", "it is empty"),
      ("a letter\n", "line 1"),
      ("fude recording 9 canvas 200x100 px\nend\n", "version"),
      ("fude recording 1 canvas 200000x100 px\nend\n", "line 1"),
      ("fude recording 1 canvas 200x100 px\n0 20 50 0.5 1.5 0 pen 1\n", "cut short"),
      ("fude recording 1 canvas 200x100 px\n0 20 fifty 0.5 1.5 0 pen 1\nend\n", "line 2"),
      ("fude recording 1 canvas 200x100 px\n0 20 50 7 1.5 0 pen 1\nend\n", "pressure"),
      ("fude recording 1 canvas 200x100 px\n1 20 50 1 1.5 0 pen 1\n0 20 50 1 1.5 0 pen 1\nend\n", "line 3"),
      ("fude recording 1 canvas 200x100 px\nend\nand more\n", "line 3"),
      ("fude recording 1 canvas 200x100 px\nend", "cut short"),
      ("\u{0}\u{1}\u{2}\n", "line 1"),
    ])
    func aBrokenRecordingIsNamed(_ text: String, _ fault: String) throws {
      let folder = try TemporaryFolder()
      let recording = try write(Array(text.utf8), "broken.pen", in: folder)
      let old = PNGDecoder.signature + [1, 2, 3]
      let picture = try write(old, "out.png", in: folder)
      expectOneSentence(try run("replay", recording, "-o", picture), status: 1, recording, fault)
      let isOne = text.hasPrefix("fude recording")
      expectOneSentence(
        try run("export", recording, "-o", picture), status: 1, recording,
        isOne ? fault : text.isEmpty ? "it is empty" : "it is neither an OpenRaster file nor a PNG, JPEG or WebP image")
      #expect(FileManager.default.contents(atPath: picture) == Data(old))
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

    /// Fails if replaying needs a display or draws a wrong picture.
    @Test func aRecordingIsReplayedWithoutADisplay() throws {
      let folder = try TemporaryFolder()
      let recording = try write(Array(Self.recording.utf8), "r.pen", in: folder)
      let picture = folder.path + "/out.png"
      for smoother in ["linear", "midpoint", "cubic", "smoothed", "modelled"] {
        let result = try run("replay", recording, "-o", picture, "--smoother", smoother)
        #expect(result.status == .exited(0) && result.output == "" && result.errors == "")
        let image = try Image(pngAt: picture)
        #expect(image.area == Area(x: 0, y: 0, width: 200, height: 100))
        #expect(abs(image.inkAcross(column: 100).width - Look.width(atPressure: 0.5)) < 0.2)
        #expect(abs(image.inkAcross(column: 100).middle - 50) < 0.2)
      }
    }

    /// Runs the program without a display and with limited address space, in kB.
    private func run(
      within kilobytes: Int, _ arguments: String...
    ) throws -> (status: Rig.ExitStatus, output: String, errors: String) {
      let program = try Program(
        "sh", ["-c", "ulimit -v \(kilobytes); exec \"$@\"", "sh", try TestSession.fude()] + arguments)
      let status = try program.waitForExit(seconds: 120)
      return (status, program.output, program.errors)
    }

    /// Fails if memory grows with the number of strokes in a recording. Each stroke covers 1 MB of
    /// tiles. Line output needs the history, too.
    @Test func aLongRecordingTakesLittleMemory() throws {
      let folder = try TemporaryFolder()
      var lines = ["fude recording 1 canvas 2000x1500 px", "brush kind pen size 60 color #1d1f24 opacity 1 mode ink"]
      for stroke in 0..<600 {
        for i in 0..<10 {
          let time = Double(stroke) + Double(i) / 100
          lines.append("\(time) \(50 + 200 * i) \(20 + 2 * stroke + 20 * i) 0.5 1.5 0 pen 1")
        }
        lines.append("lift")
      }
      let recording = try write(Array((lines + ["end", ""]).joined(separator: "\n").utf8), "long.pen", in: folder)
      for (command, name) in [("replay", "a.png"), ("export", "a.svg")] {
        let result = try run(within: 300_000, command, recording, "-o", folder.path + "/" + name)
        #expect(result.status == .exited(0) && result.errors == "", "\(name): \(result)")
      }
    }

    /// Fails if a lack of memory for a picture ends the program by a signal instead of a message. A
    /// picture of one colour must not be refused.
    @Test func aPictureThatIsTooLargeIsNamed() throws {
      let folder = try TemporaryFolder()
      for (name, isEven) in [("even.png", true), ("uneven.png", false)] {
        // White, 6000 x 5000 px, 1 bit per pixel. The second picture has a black pixel in every
        // tile.
        let white = [0] + [UInt8](repeating: 0xFF, count: 750)
        var dotted = white
        for x in stride(from: 1, to: 750, by: 8) { dotted[x] = 0x7F }
        let rows = (0..<5000).flatMap { $0 % 64 == 0 && !isEven ? dotted : white }
        let chunks = PNGChunks([
          ("IHDR", PNGChunks.big(6000) + PNGChunks.big(5000) + [1, 0, 0, 0, 0]),
          ("IDAT", try Deflate.packed(rows.span)), ("IEND", []),
        ])
        _ = try write(chunks.bytes, name, in: folder)
      }
      let out = folder.path + "/out.png"
      let even = try run(within: 260_000, "export", folder.path + "/even.png", "-o", out)
      #expect(even.status == .exited(0) && even.errors == "", "\(even)")
      let uneven = try run(within: 140_000, "export", folder.path + "/uneven.png", "-o", out)
      expectOneSentence(uneven, status: 1, "uneven.png: there is not enough memory")
    }

    /// Fails if a replay differs from the drawing: pressure, eraser, rotated view, pan, or a lost
    /// release.
    @Test func aRecordingReplaysToTheSamePicture() throws {
      let folder = try TemporaryFolder()
      var arrangement = TestSession.Arrangement("record", folder.path + "/out.pen")
      arrangement.folder = folder
      let session = try TestSession(arrangement)
      try session.line(from: (80, 80), to: (400, 300), pressure: 0.1...1)
      try session.moveMouse(200, 200)
      try session.mouse.wheel(.up, clicks: 2)
      try session.key("6")
      try session.tap(150, 220, pressure: 0.8)
      try session.key("]")
      try session.line(from: (300, 90), to: (90, 330), pressure: 0.2...0.6)
      let (start, end) = (try session.point(300, 300), try session.point(340, 310))
      try session.bench.keyboard.holding("space") { () throws(RigError) in
        try session.pen.stroke(PenPoint.line(from: start, to: end, count: 12))
        try session.screen.settle(session.window)
      }
      try session.drag(1, from: (100, 380), to: (330, 400))
      try session.key("e")
      try session.line(from: (150, 60), to: (260, 330), pressure: 0.3...0.9)
      try session.key("b")
      try session.pressAndMove([(300, 60), (350, 100), (330, 180)])
      try session.pen.proximityOut()
      try session.pen.release()
      try session.pen.synchronize()
      let picture = try Image(pngAt: try session.export())
      #expect(picture.inkArea() > 1000)
      #expect(try session.close() == .exited(0))

      let replayed = folder.path + "/replayed.png"
      let result = try run("replay", folder.path + "/out.pen", "-o", replayed)
      #expect(result.status == .exited(0) && result.errors == "")
      let difference = try Image(pngAt: replayed).difference(from: picture)
      #expect(difference.isEmpty, "\(difference)")
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
