import Foundation
import Rig
import Testing

extension EndToEnd {
  @Suite struct ExportPageTests {
    private func type(_ text: String, _ session: TestSession) throws {
      for letter in text { try session.key(letter == "." ? "period" : String(letter)) }
    }

    private func waitForFile(_ path: String, _ session: TestSession) throws {
      // A long timeout: a debug build redraws strokes slowly on a busy machine.
      try session.screen.wait(for: path, seconds: 90) { FileManager.default.fileExists(atPath: path) }
    }

    private func run(_ arguments: [String]) throws {
      let program = try Program(try TestSession.fude(), arguments)
      #expect(try program.waitForExit(seconds: 60) == .exited(0), "\(program.errors)")
    }

    /// Fails if the page's options do not reach the file or are forgotten. Old strokes must be
    /// drawn again, not scaled up, and the command's picture must be the same.
    @Test func aPictureOfTwiceTheSizeIsTheCommands() throws {
      let folder = try TemporaryFolder()
      let pictures = try folder.makeFolder("Pictures")
      var arrangement = TestSession.Arrangement()
      arrangement.folder = folder
      do {
        let session = try TestSession(arrangement)
        try session.line(from: (80, 80), to: (400, 300), pressure: 0.1...1)
        try session.line(from: (400, 80), to: (80, 300), pressure: 0.1...1)
        try session.key("ctrl+s")
        try type("a", session)
        try session.key("Return")
        try waitForFile(pictures + "/a.ora", session)
        #expect(try session.close() == .exited(0))
      }
      arrangement.arguments = [pictures + "/a.ora", "--geometry", "640x480+80+60"]
      let session = try TestSession(arrangement)
      try session.key("ctrl+shift+e")
      // From the format past the kind of resolution to the scale, in steps of a quarter.
      for key in ["Tab", "Tab", "Right", "Right", "Right", "Right", "Return"] { try session.key(key) }
      try type("twice", session)
      try session.key("Return")
      try waitForFile(pictures + "/twice.png", session)
      try run(["export", pictures + "/a.ora", "-o", folder.path + "/twice.png", "--scale", "2"])
      let picture = try Image(pngAt: pictures + "/twice.png")
      #expect(picture.width == 1280 && picture.height == 960)
      func bytes(_ path: String) -> Data? { FileManager.default.contents(atPath: path) }
      #expect(bytes(pictures + "/twice.png") == bytes(folder.path + "/twice.png"))
      // The option is remembered. A typed extension decides, and an existing file needs a
      // confirmation.
      try session.key("ctrl+shift+e")
      try session.key("Return")
      try type("again", session)
      try session.key("Return")
      try waitForFile(pictures + "/again.png", session)
      #expect(bytes(pictures + "/again.png") == bytes(pictures + "/twice.png"))
      try session.key("ctrl+shift+e")
      try session.key("Return")
      try type("lines.svg", session)
      try session.key("Return")
      try waitForFile(pictures + "/lines.svg", session)
      #expect(bytes(pictures + "/lines.svg")?.starts(with: Data("<?xml".utf8)) ?? false)
      #expect(session.files(in: "Pictures") == ["a.ora", "again.png", "lines.svg", "twice.png"])
      #expect(session.program.errors == "")
      #expect(try session.close() == .exited(0))
    }

    /// Fails if an export that is asked for while the drawing is saved under a new name proposes the old one.
    @Test func anExportDuringSaveAsHasTheNewName() throws {
      let folder = try TemporaryFolder()
      let pictures = try folder.makeFolder("Pictures")
      var arrangement = TestSession.Arrangement()
      arrangement.folder = folder
      let session = try TestSession(arrangement)
      try session.line(from: (80, 80), to: (400, 300))
      try session.key("ctrl+s")
      try type("a", session)
      try session.key("Return")
      try waitForFile(pictures + "/a.ora", session)
      // All keys come before the file can be written.
      session.program.signal(SIGSTOP)
      for key in ["ctrl+shift+s", "b", "Return", "ctrl+shift+e", "Return", "Return"] {
        try session.bench.keyboard.tap(key)
      }
      session.program.signal(SIGCONT)
      try waitForFile(pictures + "/b.png", session)
      try waitForFile(pictures + "/b.ora", session)
      #expect(session.files(in: "Pictures") == ["a.ora", "b.ora", "b.png"])
    }

    /// Fails if a picture that is exported or saved under a name that leads to the drawing's own file
    /// replaces it, even after agreement or where it was opened by that name.
    @Test func theDrawingsFileIsNoPicture() throws {
      let folder = try TemporaryFolder()
      let pictures = try folder.makeFolder("Pictures")
      var arrangement = TestSession.Arrangement()
      arrangement.folder = folder
      let session = try TestSession(arrangement)
      try session.line(from: (80, 80), to: (400, 300), pressure: 0.1...1)
      try session.key("ctrl+s")
      try type("a", session)
      try session.key("Return")
      try session.screen.wait(for: "saved", seconds: 60) { session.screen.title(of: session.window) == "a - Fude" }
      let before = FileManager.default.contents(atPath: pictures + "/a.ora")
      try FileManager.default.createSymbolicLink(
        atPath: pictures + "/self.png", withDestinationPath: pictures + "/a.ora")
      for (number, keys) in [["ctrl+shift+e", "Return"], ["ctrl+shift+s"]].enumerated() {
        for key in keys { try session.key(key) }
        try type("self.png", session)
        try session.key("Return")
        try session.screen.wait(for: "refusal", seconds: 30) {
          session.program.errors.count { $0 == "\n" } > number
        }
        try session.key("Return")
        try session.key("Escape")
      }
      #expect(session.program.errors.contains("it is the same file as \(pictures)/a.ora"), "\(session.program.errors)")
      #expect(try session.close() == .exited(0))
      #expect(FileManager.default.contents(atPath: pictures + "/a.ora") == before)
      arrangement.arguments = [pictures + "/self.png", "--geometry", "640x480+80+60"]
      let other = try TestSession(arrangement)
      try other.line(from: (80, 300), to: (400, 80), pressure: 0.1...1)
      try other.key("ctrl+s")
      try type("b", other)
      try other.key("Return")
      try waitForFile(pictures + "/b.ora", other)
      #expect(try other.close() == .exited(0))
      #expect(FileManager.default.contents(atPath: pictures + "/a.ora") == before)
    }

    /// Fails if the format and quality of the page do not reach the file: it must be the command's.
    @Test(arguments: ["jpg", "webp"]) func aPhotographHasTheChosenQuality(_ type: String) throws {
      let folder = try TemporaryFolder()
      let pictures = try folder.makeFolder("Pictures")
      var arrangement = TestSession.Arrangement()
      arrangement.folder = folder
      let session = try TestSession(arrangement)
      try session.line(from: (80, 80), to: (400, 300), pressure: 0.1...1)
      try session.key("ctrl+s")
      try self.type("a", session)
      try session.key("Return")
      try waitForFile(pictures + "/a.ora", session)
      try session.key("ctrl+shift+e")
      // The format; then the quality, from 90 to 88.
      for key in (type == "jpg" ? ["Right"] : ["Right", "Right"]) + ["Tab", "Left", "Left", "Return"] {
        try session.key(key)
      }
      try self.type("photo", session)
      try session.key("Return")
      try waitForFile(pictures + "/photo." + type, session)
      try run(["export", pictures + "/a.ora", "-o", folder.path + "/photo." + type, "--quality", "88"])
      func bytes(_ path: String) -> Data? { FileManager.default.contents(atPath: path) }
      let made = try #require(bytes(pictures + "/photo." + type))
      #expect(made == bytes(folder.path + "/photo." + type))
      #expect(session.program.errors == "")
    }

    /// The middle of the message's button, found from its right end; nil without a message.
    private func button(_ session: TestSession) throws(RigError) -> (x: Double, y: Double)? {
      let row = 480 - 16 - 50 - 20
      let image = try session.screen.image(of: session.window)
      // The panel is dark; the paper around it is not.
      guard (300..<340).allSatisfy({ Image.luma(image[$0, row - 17]) < 60 }) else { return nil }
      var x = 320
      while x < 639, Image.luma(image[x, row + 17]) < 60 { x += 1 }
      return (Double(x - 40), Double(row))
    }

    /// Fails if a long export shows no message with a Cancel button, a cancelled one leaves files,
    /// or the program then does not end.
    @Test func aCancelledExportLeavesNothing() throws {
      let folder = try TemporaryFolder()
      _ = try folder.makeFolder("Pictures")
      var arrangement = TestSession.Arrangement()
      arrangement.folder = folder
      arrangement.arguments = ["--geometry", "640x480+80+60", "--canvas", "3900x3900"]
      let session = try TestSession(arrangement)
      try session.tap(100, 100)
      try session.key("ctrl+shift+e")
      // At eight times the size, nearly a gigapixel.
      for key in ["Tab", "Tab", "End", "Return"] { try session.key(key) }
      try type("huge", session)
      try session.key("Return")
      let place = try session.screen.wait(
        for: "a message with a button", seconds: 60, untilFound: { () throws(RigError) in try button(session) })
      let written = session.files(in: "Pictures")
      #expect(written.count == 1 && written.allSatisfy { $0.hasSuffix(".part") }, "\(written)")
      try session.tap(place.x, place.y)
      try session.screen.wait(for: "an empty folder", seconds: 60) { session.files(in: "Pictures") == [] }
      #expect(session.program.errors == "")
      #expect(try session.close() == .exited(0))
      #expect(session.files(in: "Pictures") == [])
    }
  }
}
