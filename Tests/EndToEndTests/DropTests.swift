import Document
import Export
import Foundation
import RandomSource
import Rig
import Storage
import Testing

extension EndToEnd {
  @Suite struct DropTests {
    private static let red: UInt32 = 0xC02020

    /// Drags files or a picture to a position of the window and drops them.
    static func drop(
      _ session: TestSession, _ answers: [String: SelectionOwner.Answer], at place: (x: Int, y: Int), version: Int = 5
    ) throws -> DragSource {
      let frame = try session.frame
      let source = try DragSource(session.screen, over: session.window, answers)
      try source.enter(version: version)
      for k in 1...5 {
        try source.move(x: Int(frame.x) + place.x * k / 5, y: Int(frame.y) + place.y * k / 5)
        #expect(try source.waitForAnswer("XdndStatus", count: k)[1] & 1 == 1)
      }
      try source.drop()
      #expect(try source.waitForAnswer("XdndFinished")[1] == 1)
      return source
    }

    static func list(_ paths: String...) -> [String: SelectionOwner.Answer] {
      ["text/uri-list": .bytes(Array(paths.map { URL(filePath: $0).absoluteString + "\r\n" }.joined().utf8))]
    }

    /// Fails if a dropped picture replaces the drawing, has the wrong position, or needs several
    /// undo steps. Near the edge, or larger than the canvas, it must not be cut.
    @Test("A dropped picture becomes a floating selection at the drop's position") func pictures() throws {
      let session = try TestSession()
      try session.line(from: (60, 400), to: (160, 400))
      let before = try session.image()
      try Data(ClipboardTests.plain(100, 60, Self.red)).write(to: URL(filePath: session.path("a red one.png")))
      _ = try Self.drop(session, Self.list(session.path("a red one.png")), at: (200, 150))
      try ClipboardTests.wait(session, for: Self.red)
      try session.key("Return")
      try session.key("ctrl+d")
      try session.key("b")
      #expect(try ClipboardTests.area(session, of: Self.red) == Area(x: 150, y: 120, width: 100, height: 60))
      try session.key("ctrl+z")
      try session.key("ctrl+z")
      try session.key("ctrl+d")
      #expect(try ClipboardTests.area(session, of: Self.red) == nil)
      #expect(try session.image().difference(from: before).isEmpty)

      // Another program's picture, dropped at the edge, is moved completely onto the canvas.
      _ = try Self.drop(session, ["image/png": .bytes(ClipboardTests.plain(100, 60, Self.red))], at: (635, 5))
      try ClipboardTests.wait(session, for: Self.red)
      try session.key("Return")
      try session.key("ctrl+d")
      #expect(try ClipboardTests.area(session, of: Self.red) == Area(x: 540, y: 0, width: 100, height: 60))
      try session.key("ctrl+z")
      try session.key("ctrl+z")

      // A picture larger than the canvas is scaled to fit.
      _ = try Self.drop(
        session, ["image/png": .parts(ClipboardTests.plain(1280, 800, Self.red), size: 999)], at: (20, 20))
      try ClipboardTests.wait(session, for: Self.red)
      try session.key("Return")
      try session.key("ctrl+d")
      let area = try #require(try ClipboardTests.area(session, of: Self.red))
      #expect(area.width >= 638 && (398...401).contains(area.height) && area.y <= 1)
      #expect(session.program.errors.isEmpty)
    }

    /// Fails if a JPEG or WebP is not dropped like a PNG, or a picture of another format has no
    /// message that says what to do.
    @Test("A dropped photograph becomes a floating selection", arguments: ["jpg", "webp"])
    func photographs(_ type: String) throws {
      let session = try TestSession()
      try Data(ClipboardTests.plain(96, 64, Self.red)).write(to: URL(filePath: session.path("a.png")))
      let picture = session.path("a." + type)
      let export = try session.bench.start(
        TestSession.fude(), ["export", session.path("a.png"), "-o", picture, "--quality", "100"])
      #expect(try export.waitForExit(seconds: 30) == .exited(0), "\(export.errors)")
      _ = try Self.drop(session, Self.list(picture), at: (200, 150))
      func size() throws(RigError) -> [Int] {
        let shown = try session.screen.image(of: session.window).bounds { pixel in
          [(16, 0xC0), (8, 0x20), (0, 0x20)].allSatisfy { abs(Int(pixel >> $0.0 & 255) - $0.1) <= 3 }
        }
        return shown.map { [$0.width, $0.height] } ?? []
      }
      try session.screen.wait(for: "the picture") { () throws(RigError) in try size() != [] }
      try session.key("Return")
      try session.key("ctrl+d")
      try session.screen.wait(for: "the picture without a frame") { () throws(RigError) in try size() == [96, 64] }
      try Data("GIF89a".utf8 + [UInt8](repeating: 0, count: 99)).write(to: URL(filePath: session.path("a.gif")))
      _ = try Self.drop(session, Self.list(session.path("a.gif")), at: (200, 150))
      try session.program.waitForErrors("a.gif: it is a GIF")
    }

    /// Fails if a dropped drawing becomes a picture, the current drawing is lost, or several files
    /// disturb each other.
    @Test("A dropped drawing is opened like with Open") func drawings() throws {
      let folder = try TemporaryFolder()
      _ = try folder.makeFolder("Pictures")
      var arrangement = TestSession.Arrangement()
      arrangement.folder = folder
      arrangement.hasPanels = true
      let session = try TestSession(arrangement)
      func waitForTitle(_ title: String) throws {
        try session.screen.wait(for: title, seconds: 60) { session.screen.title(of: session.window) == title }
      }
      var document = try #require(Document(width: 300, height: 200))
      document.load(row: 100, pixels: [UInt32](repeating: 0xFF1D_1F24, count: 300).span)
      let path = folder.path + "/Pictures/one & two.ora"
      try document.save(to: path)
      // Over a panel, the tool strip.
      let source = try Self.drop(session, Self.list(path, folder.path + "/Pictures/none.png"), at: (20, 200))
      try waitForTitle("one & two - Fude")
      source.die()
      // A file that cannot be read leaves the drawing as it is and gives a message.
      _ = try Self.drop(session, Self.list(folder.path + "/Pictures/none.png"), at: (300, 200))
      try session.program.waitForErrors("none.png: there is no such file")
      try session.settle()
      #expect(session.screen.title(of: session.window) == "one & two - Fude")
    }

    /// Fails if a pipe without a writer blocks all later drops.
    @Test("A pipe is refused, and the next drop is accepted") func pipes() throws {
      let session = try TestSession()
      try #require(mkfifo(session.path("pipe.png"), 0o600) == 0)
      _ = try Self.drop(session, Self.list(session.path("pipe.png")), at: (200, 150))
      _ = try Self.drop(session, ["image/png": .bytes(ClipboardTests.plain(100, 60, Self.red))], at: (200, 150))
      try ClipboardTests.wait(session, for: Self.red)
      #expect(session.program.errors.contains("pipe.png: it is not a regular file"))
    }

    /// Fails if the layout of a message about a path of any length stops drawing.
    @Test("After a drop of a path of 200,000 bytes drawing goes on") func longPaths() throws {
      let session = try TestSession()
      let path = "/" + String(repeating: "a long name/", count: 200_000 / 12) + "a.png"
      _ = try Self.drop(session, Self.list(path), at: (200, 150))
      try session.program.waitForErrors("its name is too long")
      try session.line(from: (60, 300), to: (560, 300))
      #expect(try session.image().inkArea(in: Area(x: 60, y: 280, width: 500, height: 40)) > 500)
      #expect(try session.isMessageShown())
      #expect(session.program.errors.utf8.count < 10_000)
      #expect(try session.close() == .exited(0))
    }

    /// A picture that arrives byte by byte, so slowly that anything can happen meanwhile.
    private func slowPicture() throws -> [String: SelectionOwner.Answer] {
      var rng = RandomSource(3)
      let pixels = (0..<400 * 300).map { _ in 0xFF00_0000 | UInt32(truncatingIfNeeded: rng.next() & 0xFF_FFFF) }
      let picture = try #require(Clipping(width: 400, height: 300, pixels: pixels))
      return ["image/png": .parts(try picture.png(), size: 1)]
    }

    /// Fails if a slow drop is not shown, cannot be cancelled, or prevents a later one.
    @Test("A slow drop is shown and can be cancelled") func slowSources() throws {
      let session = try TestSession()
      try session.line(from: (60, 400), to: (160, 400))
      let before = try session.image()
      let source = try DragSource(session.screen, over: session.window, try slowPicture())
      try source.enter()
      try source.move(x: 300, y: 300)
      try source.drop()
      try session.tapMessage()
      #expect(try source.waitForAnswer("XdndFinished")[1] == 0)
      // Another picture is accepted, and nothing of the first appears.
      source.die()
      _ = try Self.drop(session, ["image/png": .bytes(ClipboardTests.plain(100, 60, 0x2020C0))], at: (200, 150))
      try ClipboardTests.wait(session, for: 0x2020C0)
      try session.key("Escape")
      try session.screen.wait(for: "the messages' end", seconds: 40) { () throws(RigError) in
        try session.screen.image(of: session.window).difference(from: before).isEmpty
      }
    }

    /// Fails if a picture dropped on one drawing appears in another.
    @Test("Closing a drawing cancels its pending drop") func leftDrawings() throws {
      let session = try TestSession()
      try session.line(from: (60, 400), to: (160, 400))
      let source = try DragSource(session.screen, over: session.window, try slowPicture())
      try source.enter()
      try source.move(x: 300, y: 300)
      try source.drop()
      try session.screen.wait(for: "a few parts") { source.holder.partCount > 3 }
      try session.bench.keyboard.tap("ctrl+alt+n")
      #expect(try source.waitForAnswer("XdndFinished")[1] == 0)
      #expect(
        try session.image().cropped(to: Area(x: 100, y: 50, width: 400, height: 300)).count { $0 == Look.paper }
          == 120_000)
    }

    /// Fails if a source that ends, sends nonsense or has another version causes a crash, a hang or
    /// a lost stroke.
    @Test("Faulty drag sources do no harm") func badSources() throws {
      let session = try TestSession()
      try session.pressAndMove([(100, 100), (200, 120), (300, 140)])
      let bytes = try ClipboardTests.plain(400, 300, Self.red)
      func source() throws -> DragSource {
        try DragSource(session.screen, over: session.window, ["image/png": .stops(bytes, size: 100, after: 2)])
      }
      let dying = try source()
      try dying.enter()
      try dying.move(x: 200, y: 200)
      try dying.drop()
      try session.screen.wait(for: "two parts") { dying.holder.partCount == 2 }
      dying.die()
      let babbling = try source()
      try babbling.drop()
      #expect(try babbling.waitForAnswer("XdndFinished")[1] == 0)
      try babbling.move(x: 5, y: 5)
      #expect(try babbling.waitForAnswer("XdndStatus")[1] & 1 == 0)
      try babbling.enter(version: 1)
      try babbling.move(x: 5, y: 5)
      #expect(try babbling.waitForAnswer("XdndStatus", count: 2)[1] & 1 == 0)
      try babbling.leave()
      babbling.die()
      try session.lift()
      // A valid drop while the pen is down waits until the pen is lifted.
      try session.pressAndMove([(100, 300), (200, 320)])
      let good = try DragSource(session.screen, over: session.window, ["image/png": .bytes(bytes)])
      try good.enter()
      try good.move(x: 400, y: 300)
      try good.drop()
      #expect(try good.waitForAnswer("XdndFinished")[1] == 1)
      try session.settle()
      #expect(try ClipboardTests.area(session, of: Self.red) == nil)
      try session.lift()
      try ClipboardTests.wait(session, for: Self.red)
      try session.key("Escape")
      #expect(try ClipboardTests.area(session, of: Self.red) == nil)
      #expect(try session.image().inkArea(in: Area(x: 90, y: 90, width: 220, height: 60)) > 500)
      #expect(try session.image().inkArea(in: Area(x: 90, y: 290, width: 120, height: 40)) > 250)
    }
  }
}
