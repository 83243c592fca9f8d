import Document
import Export
import Foundation
import Geometry
import RandomSource
import Raster
import Rig
import Storage
import Testing

@testable import FuzzTargets

extension EndToEnd {
  @Suite struct ClipboardTests {
    /// A PNG of one colour, 0xRRGGBB.
    static func plain(_ width: Int, _ height: Int, _ colour: UInt32) throws -> [UInt8] {
      let pixels = [UInt32](repeating: 0xFF00_0000 | colour, count: width * height)
      return try #require(Clipping(width: width, height: height, pixels: pixels)).png()
    }

    static func area(_ session: TestSession, of colour: UInt32) throws -> Area? {
      try session.image().bounds { $0 & 0xFF_FFFF == colour }
    }

    /// Waits until a colour is shown, or no longer shown.
    static func wait(_ session: TestSession, for colour: UInt32, isShown: Bool = true, seconds: Double = 20) throws {
      try session.screen.wait(for: "the colour \(String(colour, radix: 16))", seconds: seconds) { () throws(RigError) in
        let found = try session.screen.image(of: session.window).bounds { $0 & 0xFF_FFFF == colour }
        return (found != nil) == isShown
      }
    }

    /// Starts xclip, which offers a file until something else is copied.
    private func offer(_ path: String, as target: String, _ session: TestSession) throws -> Rig.Program {
      let program = try session.bench.start(
        "xclip", ["-quiet", "-selection", "clipboard", "-t", target, "-i", path])
      let screen = session.screen
      try screen.wait(for: "xclip") { () throws(RigError) in try screen.clipboardTargets().contains(target) }
      return program
    }

    private func pasted(_ target: String, _ session: TestSession, seconds: Double = 20) throws -> [UInt8] {
      let folder = try TemporaryFolder()
      let program = try session.bench.start(
        "xclip", ["-selection", "clipboard", "-t", target, "-o"], folder: folder)
      let status = try program.waitForExit(seconds: seconds)
      #expect(status == .exited(0), "\(program.errors)")
      return Array(try Data(contentsOf: URL(filePath: folder.path + "/stdout")))
    }

    /// Whether a window of 640x480 shows only the line from 220, 200 to 420, 260, complete and of
    /// one width. The window shows the middle of a canvas 4800 px wide.
    private static func isLineAlone(_ image: Image) -> Bool {
      guard let paper = image.bounds(where: { $0 == Look.paper }), paper.width > 400 else { return false }
      // The line is oblique, so a column crosses more than its width.
      let across = Look.width(atPressure: 0.5) * Double(paper.width) / 4800 * (1 + 0.3 * 0.3).squareRoot()
      for x in 225..<415 {
        let (found, middle) = image.inkAcross(column: x)
        guard abs(found / across - 1) < 0.25, abs(middle - (200 + (Double(x) + 0.5 - 220) * 0.3)) < 0.5 else {
          return false
        }
      }
      let way = Area(x: 217, y: 197, width: 206, height: 66)
      // The canvas's edges are left out, because their pixels mix two colours.
      for y in paper.y + 1..<paper.bottom - 1 {
        for x in paper.x + 1..<paper.right - 1 where !way.contains(x: x, y: y) && image[x, y] != Look.paper {
          return false
        }
      }
      return true
    }

    /// Fails if a pixel of a large picture changes, a wait never ends, or the transfer blocks
    /// drawing. Strokes drawn meanwhile must be complete.
    @Test("A picture of 64 MB of another program is pasted, and copied back to it, to the pixel") func largePictures()
      throws
    {
      let (width, height) = (4800, 4600)
      var arrangement = TestSession.Arrangement()
      arrangement.arguments = ["--geometry", "640x480+80+60", "--canvas", "\(width)x\(height)"]
      let session = try TestSession(arrangement)
      var rng = RandomSource(7)
      let pixels = (0..<width * height).map { _ in 0xFF00_0000 | UInt32(truncatingIfNeeded: rng.next() & 0xFF_FFFF) }
      let picture = try #require(Clipping(width: width, height: height, pixels: pixels))
      let bytes = try picture.png()
      #expect(bytes.count > 64_000_000)
      try Data(bytes).write(to: URL(filePath: session.path("noise.png")))
      let xclip = try offer(session.path("noise.png"), as: "image/png", session)

      // Draw meanwhile: xclip is stopped until the pen touches, and nothing is pasted before it
      // lifts.
      xclip.signal(SIGSTOP)
      try session.bench.keyboard.tap("ctrl+v")
      let way = PenPoint.line(from: try session.point(220, 200), to: try session.point(420, 260), count: 400)
      try session.pressAndMove([(220, 200)])
      xclip.signal(SIGCONT)
      let begin = MonotonicTime.now
      for (step, place) in way.enumerated() {
        begin.advanced(bySeconds: Double(step) / 200).sleepUntil()
        try session.pen.move(x: place.x, y: place.y, pressure: place.pressure)
      }
      try session.pen.synchronize()
      try session.screen.settle(session.window, seconds: 120)
      let drawn = try session.image()
      #expect(Self.isLineAlone(drawn))
      try session.pen.release()
      try session.pen.proximityOut()
      try session.pen.synchronize()
      // From here on the picture may appear at any moment, so one image of the window proves
      // nothing.
      try session.screen.wait(for: "the picture", seconds: 120) { () throws(RigError) in
        try session.screen.image(of: session.window).pixels[240 * 640 + 150] & 0xFF_FFFF != Look.paper
      }
      try session.screen.settle(session.window, seconds: 120)
      // After Escape the stroke is there as it was drawn.
      try session.bench.keyboard.tap("Escape")
      try session.screen.settle(session.window, seconds: 120)
      try session.screen.wait(for: "the stroke alone", seconds: 60) { () throws(RigError) in
        Self.isLineAlone(try session.screen.image(of: session.window))
      }
      // Pasted and placed again, the picture covers everything.
      try session.bench.keyboard.tap("ctrl+v")
      try session.screen.wait(for: "the picture again", seconds: 120) { () throws(RigError) in
        try session.screen.image(of: session.window).pixels[240 * 640 + 150] & 0xFF_FFFF != Look.paper
      }
      try session.bench.keyboard.tap("Return")
      try session.screen.settle(session.window, seconds: 120)
      try session.bench.keyboard.tap("ctrl+c")
      try session.screen.settle(session.window, seconds: 120)
      let back = try pasted("image/png", session, seconds: 600)
      #expect(try xclip.waitForExit() == .exited(0))
      let again = try Clipping(png: back)
      let isSame = again.image.showsSame(as: picture.image)
      #expect(isSame && again.bounds == picture.bounds)
      try session.bench.keyboard.tap("ctrl+z")
      try session.screen.settle(session.window, seconds: 120)
      try session.screen.wait(for: "the stroke again", seconds: 60) { () throws(RigError) in
        Self.isLineAlone(try session.screen.image(of: session.window))
      }
      #expect(session.program.errors.isEmpty)
    }

    /// Fails if a JPEG or WebP of another program is not pasted, with its colours and in its size,
    /// or if a file that `fude export` wrote is not opened.
    @Test("JPEG and WebP are pasted and opened", arguments: ["jpg", "webp"]) func photographs(_ type: String) throws {
      let session = try TestSession()
      try Data(Self.plain(96, 64, 0x4080C0)).write(to: URL(filePath: session.path("a.png")))
      let picture = session.path("a." + type)
      let export = try session.bench.start(
        TestSession.fude(), ["export", session.path("a.png"), "-o", picture, "--quality", "100"])
      #expect(try export.waitForExit(seconds: 30) == .exited(0), "\(export.errors)")
      let xclip = try offer(picture, as: type == "jpg" ? "image/jpeg" : "image/webp", session)
      try session.key("ctrl+v")
      func size() throws(RigError) -> [Int] {
        let shown = try session.screen.image(of: session.window).bounds { pixel in
          [(16, 0x40), (8, 0x80), (0, 0xC0)].allSatisfy { abs(Int(pixel >> $0.0 & 255) - $0.1) <= 3 }
        }
        return shown.map { [$0.width, $0.height] } ?? []
      }
      try session.screen.wait(for: "the picture") { () throws(RigError) in try size() != [] }
      // The frame of the selection covers the picture's edge.
      try session.key("Return")
      try session.key("ctrl+d")
      try session.screen.wait(for: "the picture without a frame") { () throws(RigError) in try size() == [96, 64] }
      xclip.signal(SIGTERM)
    }

    /// Fails if a picture is not pasted in the middle of the view, is no floating selection, or
    /// needs several undo steps. Our own copy must return to its position, but not after another
    /// program has copied.
    @Test("A pasted picture can be moved; our own copy is pasted where it was") func pieces() throws {
      let session = try TestSession()
      try Data(Self.plain(100, 60, 0xC02020)).write(to: URL(filePath: session.path("red.png")))
      try session.line(from: (60, 400), to: (160, 400))
      let before = try session.image()
      let xclip = try offer(session.path("red.png"), as: "image/png", session)
      try session.key("ctrl+v")
      try Self.wait(session, for: 0xC02020)
      try session.drag(1, from: (320, 240), to: (420, 300))
      try session.key("Return")
      try session.key("ctrl+d")
      // The pen is active again, and nothing is selected.
      #expect(try Self.area(session, of: 0xC02020) == Area(x: 370, y: 270, width: 100, height: 60))
      // Now cut our own selection. Pasting puts it back where it was.
      try session.key("s")
      try session.drag(1, from: (360, 260), to: (480, 340))
      try session.key("ctrl+x")
      #expect(try xclip.waitForExit() == .exited(0))
      #expect(try Self.area(session, of: 0xC02020) == nil)
      let copied = try Clipping(png: try pasted("image/png", session))
      #expect(copied.bounds.width == 120 && copied.bounds.height == 80)
      #expect(copied.image[10, 10] == 0xFFC0_2020 && copied.image[9, 9] == 0 && copied.image[110, 70] == 0)
      try session.key("ctrl+v")
      try session.key("Return")
      #expect(try Self.area(session, of: 0xC02020) == Area(x: 370, y: 270, width: 100, height: 60))
      // Undoes the placing, the cut, two selections and the other program's picture.
      for _ in 1...5 { try session.key("ctrl+z") }
      try session.key("b")
      #expect(try Self.area(session, of: 0xC02020) == nil)
      #expect(try session.image().difference(from: before).isEmpty)
      #expect(session.program.errors.isEmpty)
    }

    /// Fails if text or nothing is pasted as a picture, if invalid data causes a crash or a hang,
    /// or if there is no message.
    @Test("Data that cannot be pasted gives a message") func faults() throws {
      let session = try TestSession()
      let empty = try session.image()
      func saying(_ answers: [String: SelectionOwner.Answer]) throws {
        let holder = try SelectionOwner(display: session.bench.server.display, answers)
        try session.bench.keyboard.tap("ctrl+v")
        try session.screen.wait(for: "a sentence") { () throws(RigError) in
          try !session.screen.image(of: session.window).difference(from: empty).isEmpty
        }
        holder.stop()
        try session.dismissMessage()
        #expect(try session.image().difference(from: empty).isEmpty)
      }
      try saying(["TARGETS": .names(["TARGETS", "UTF8_STRING"]), "UTF8_STRING": .bytes([0x61])])
      try saying(["TARGETS": .names(["image/gif"])])
      #expect(session.program.errors.isEmpty)
      try saying(["image/png": .bytes(Array("no picture at all, of no form that there is".utf8))])
      #expect(session.program.errors == "fude: The picture was not pasted: it is not a PNG, JPEG or WebP image.\n")
      let wide = try #require(PNGChunks(Self.plain(9, 9, 0))).claiming(width: 40000)
      try saying(["image/png": .bytes(wide.bytes)])
      #expect(session.program.errors.hasSuffix("it is 40000 x 9 px large, but at most 32767 px a side are allowed.\n"))
      try session.line(from: (60, 400), to: (160, 400))
      #expect(try session.image().inkArea() > 100)
    }

    /// Fails if other programs' text cannot be pasted into a name field, or if ours cannot be
    /// pasted elsewhere.
    @Test("Text is pasted into entries, and copied from them") func text() throws {
      let folder = try TemporaryFolder()
      _ = try folder.makeFolder("Pictures")
      var arrangement = TestSession.Arrangement()
      arrangement.folder = folder
      let session = try TestSession(arrangement)
      try session.tap(100, 100)
      try Data("from elsewhere".utf8).write(to: URL(filePath: session.path("text")))
      let xclip = try offer(session.path("text"), as: "UTF8_STRING", session)
      try session.key("ctrl+shift+s")
      try session.key("ctrl+a")
      let before = try session.image()
      try session.key("ctrl+v")
      try session.screen.wait(for: "the text") { () throws(RigError) in
        try !session.screen.image(of: session.window).difference(from: before).isEmpty
      }
      try session.key("ctrl+a")
      try session.key("ctrl+c")
      #expect(try session.screen.clipboard() == "from elsewhere")
      #expect(try xclip.waitForExit() == .exited(0))
      // This is our own text, so it is pasted at once.
      try session.key("ctrl+v")
      try session.key("x")
      try session.key("Return")
      let title = "from elsewherex - Fude"
      try session.screen.wait(for: title, seconds: 30) { session.screen.title(of: session.window) == title }
    }

    /// Fails if copied data is lost with the program although a clipboard manager runs, or if a
    /// hanging manager delays the end forever.
    @Test("A clipboard manager keeps copied data after the program ends") func keeping() throws {
      let session = try TestSession()
      try session.line(from: (60, 400), to: (160, 400))
      let manager = try SelectionOwner(
        display: session.bench.server.display, selection: "CLIPBOARD_MANAGER", ["SAVE_TARGETS": .save])
      try session.key("ctrl+a")
      try session.key("ctrl+c")
      #expect(try session.close() == .exited(0))
      #expect(manager.requests == ["SAVE_TARGETS"])
      let kept = try Clipping(png: try pasted("image/png", session))
      #expect(kept.bounds.width == 640 && kept.bounds.height == 480)
      #expect(kept.image[110, 400] == 0xFF1D_1F24 && kept.image[110, 300] == 0)

      let second = try TestSession()
      let silent = try SelectionOwner(
        display: second.bench.server.display, selection: "CLIPBOARD_MANAGER", ["SAVE_TARGETS": .silence])
      try second.key("ctrl+a")
      try second.key("ctrl+c")
      try second.screen.close(second.window)
      #expect(try second.program.waitForExit(seconds: 30) == .exited(0))
      #expect(silent.requests == ["SAVE_TARGETS"])
    }
  }
}
