import Document
import Foundation
import Geometry
import RandomSource
import Raster
import Rig
import Testing

@testable import FuzzTargets

extension EndToEnd {
  @Suite struct ClipboardTests {
    /// A PNG image of one colour, 0xRRGGBB.
    static func plain(_ width: Int, _ height: Int, _ colour: UInt32) throws -> [UInt8] {
      let pixels = [UInt32](repeating: 0xFF00_0000 | colour, count: width * height)
      return try #require(Clipping(width: width, height: height, pixels: pixels)).png()
    }

    static func area(_ session: TestSession, of colour: UInt32) throws -> Area? {
      try session.image().bounds { $0 & 0xFF_FFFF == colour }
    }

    static func wait(_ session: TestSession, for colour: UInt32, isShown: Bool = true, seconds: Double = 20) throws {
      try session.screen.wait(for: "the colour \(String(colour, radix: 16))", seconds: seconds) { () throws(RigError) in
        let found = try session.screen.image(of: session.window).bounds { $0 & 0xFF_FFFF == colour }
        return (found != nil) == isShown
      }
    }

    /// Starts xclip, which offers a file until another program copies.
    private func offer(_ path: String, as target: String, _ session: TestSession) throws -> Rig.Program {
      let program = try session.bench.start(
        "xclip", ["-quiet", "-selection", "clipboard", "-t", target, "-i", path])
      let screen = session.screen
      try screen.wait(for: "xclip") { () throws(RigError) in try screen.clipboardTargets().contains(target) }
      return program
    }

    /// The data that xclip pastes.
    private func pasted(_ target: String, _ session: TestSession, seconds: Double = 20) throws -> [UInt8] {
      let folder = try TemporaryFolder()
      let program = try session.bench.start(
        "xclip", ["-selection", "clipboard", "-t", target, "-o"], folder: folder)
      let status = try program.waitForExit(seconds: seconds)
      #expect(status == .exited(0), "\(program.errors)")
      return Array(try Data(contentsOf: URL(filePath: folder.path + "/stdout")))
    }

    /// Whether a window of 640x480 shows only a whole, even line from (220, 200) to (420, 260). The
    /// canvas of 4800 px width is centred.
    private static func isLineAlone(_ image: Image) -> Bool {
      guard let paper = image.bounds(where: { $0 == Look.paper }), paper.width > 400 else { return false }
      // A column crosses more of a slanted line than its width.
      let across = Look.width(atPressure: 0.5) * Double(paper.width) / 4800 * (1 + 0.3 * 0.3).squareRoot()
      for x in 225..<415 {
        let (found, middle) = image.inkAcross(column: x)
        guard abs(found / across - 1) < 0.25, abs(middle - (200 + (Double(x) + 0.5 - 220) * 0.3)) < 0.5 else {
          return false
        }
      }
      let way = Area(x: 217, y: 197, width: 206, height: 66)
      // Except for the canvas's edges, whose px mix two colours.
      for y in paper.y + 1..<paper.bottom - 1 {
        for x in paper.x + 1..<paper.right - 1 where !way.contains(x: x, y: y) && image[x, y] != Look.paper {
          return false
        }
      }
      return true
    }

    /// Fails if a pixel of a large image changes in either direction, the transfer does not end, or
    /// drawing is blocked meanwhile.
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

      // Draws meanwhile: xclip is stopped until the pen is down, and the paste waits until it is
      // lifted.
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
      // From here on the image may appear at any moment.
      try session.screen.wait(for: "the picture", seconds: 120) { () throws(RigError) in
        try session.screen.image(of: session.window).pixels[240 * 640 + 150] & 0xFF_FFFF != Look.paper
      }
      try session.screen.settle(session.window, seconds: 120)
      // After the paste is undone, the stroke is unchanged.
      try session.bench.keyboard.tap("Escape")
      try session.screen.settle(session.window, seconds: 120)
      try session.screen.wait(for: "the stroke alone", seconds: 60) { () throws(RigError) in
        Self.isLineAlone(try session.screen.image(of: session.window))
      }
      // Pasted again and put down, it covers everything.
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

    /// Fails if a pasted image is not centred in the view, cannot be moved, or needs several undos.
    /// Also fails if our own copy changes its position, or returns after another program copied.
    @Test("What is pasted can be moved; what is ours comes where it was") func pieces() throws {
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
      // The selection tool is active, and nothing is selected.
      #expect(try Self.area(session, of: 0xC02020) == Area(x: 370, y: 270, width: 100, height: 60))
      // Our own copy is pasted at the position where it was cut.
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
      // Undoes putting down, cutting, two selections, and the other program's image.
      for _ in 1...5 { try session.key("ctrl+z") }
      try session.key("b")
      #expect(try Self.area(session, of: 0xC02020) == nil)
      #expect(try session.image().difference(from: before).isEmpty)
      #expect(session.program.errors.isEmpty)
    }

    /// Fails if text or nothing is pasted as an image, invalid offers crash or hang, or no message
    /// appears.
    @Test("What cannot be pasted is said in a sentence") func faults() throws {
      let session = try TestSession()
      let empty = try session.image()
      func saying(_ answers: [String: SelectionOwner.Answer]) throws {
        let holder = try SelectionOwner(display: session.bench.server.display, answers)
        try session.bench.keyboard.tap("ctrl+v")
        try session.screen.wait(for: "a sentence") { () throws(RigError) in
          try !session.screen.image(of: session.window).difference(from: empty).isEmpty
        }
        holder.stop()
        try session.sendMessageAway()
        #expect(try session.image().difference(from: empty).isEmpty)
      }
      try saying(["TARGETS": .names(["TARGETS", "UTF8_STRING"]), "UTF8_STRING": .bytes([0x61])])
      try saying(["TARGETS": .names(["image/jpeg"])])
      #expect(session.program.errors.isEmpty)
      try saying(["image/png": .bytes(Array("no picture at all, of no form that there is".utf8))])
      #expect(session.program.errors == "fude: The picture was not pasted: it is not a PNG image.\n")
      let wide = try #require(PNGChunks(Self.plain(9, 9, 0))).claiming(width: 40000)
      try saying(["image/png": .bytes(wide.bytes)])
      #expect(session.program.errors.hasSuffix("it is 40000 x 9 px large, but at most 32767 px a side are allowed.\n"))
      try session.line(from: (60, 400), to: (160, 400))
      #expect(try session.image().inkArea() > 100)
    }

    /// Fails if text cannot be pasted into an entry from other programs, or copied to them.
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
      // Our own copy is pasted at once.
      try session.key("ctrl+v")
      try session.key("x")
      try session.key("Return")
      let title = "from elsewherex - Fude"
      try session.screen.wait(for: title, seconds: 30) { session.screen.title(of: session.window) == title }
    }

    /// Fails if a clipboard manager does not keep a copy after exit, or one that hangs is waited
    /// for.
    @Test("A clipboard manager keeps what was copied beyond the end") func keeping() throws {
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
