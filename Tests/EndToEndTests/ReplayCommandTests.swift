import Archive
import Export
import Foundation
import Rig
import Testing

@testable import Document
@testable import FuzzTargets
@testable import Pictures
@testable import Storage

extension EndToEnd {
  /// Recordings on the command line.
  @Suite struct ReplayCommandTests: CommandRun {
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

    /// Fails if replaying needs a display or draws a wrong picture.
    @Test func aRecordingIsReplayedWithoutADisplay() throws {
      let folder = try TemporaryFolder()
      let recording = try write(Array(Self.recording.utf8), "r.pen", in: folder)
      let picture = folder.path + "/out.png"
      for smoother in ["linear", "midpoint", "cubic", "smoothed", "modelled", "steady"] {
        let result = try run("replay", recording, "-o", picture, "--smoother", smoother)
        #expect(result.status == .exited(0) && result.output == "" && result.errors == "")
        let image = try Image(pngAt: picture)
        #expect(image.area == Area(x: 0, y: 0, width: 200, height: 100))
        #expect(abs(image.inkAcross(column: 100).width - Look.width(atPressure: 0.5)) < 0.2)
        #expect(abs(image.inkAcross(column: 100).middle - 50) < 0.2)
      }
    }

    /// Runs the program without a display and with limited address space, in kB.
    private func runLimited(
      to kilobytes: Int, _ arguments: String...
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
        let result = try runLimited(to: 300_000, command, recording, "-o", folder.path + "/" + name)
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
      let even = try runLimited(to: 260_000, "export", folder.path + "/even.png", "-o", out)
      #expect(even.status == .exited(0) && even.errors == "", "\(even)")
      let uneven = try runLimited(to: 140_000, "export", folder.path + "/uneven.png", "-o", out)
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
  }
}
