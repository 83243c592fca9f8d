import Foundation
import Rig
import Testing

extension EndToEnd {
  /// Returning to a drawing: its view, tool and active layer are as they were left.
  @Suite struct ReturnTests {
    /// An area without messages.
    private let free = Area(x: 0, y: 0, width: 640, height: 340)

    private func arrangement(_ folder: TemporaryFolder, _ first: [String] = []) -> TestSession.Arrangement {
      var arrangement = TestSession.Arrangement()
      arrangement.folder = folder
      arrangement.arguments = first + arrangement.arguments
      return arrangement
    }

    /// Draws ink on two layers, chooses the lower one, changes the view in every way, and chooses
    /// the eraser.
    private func work(_ session: TestSession) throws {
      try session.line(from: (200, 150), to: (420, 150), pressure: 1...1)
      try session.key("Insert")
      try session.line(from: (200, 250), to: (420, 250), pressure: 1...1)
      try session.key("Page_Down")
      try session.moveMouse(320, 200)
      try session.mouse.wheel(.up, clicks: 2)
      try session.drag(2, from: (320, 200), to: (300, 170))
      try session.key("4")
      try session.key("v")
      try session.key("e")
    }

    /// Erases everything in the free area, which only removes ink of the active layer.
    private func eraseAll(_ session: TestSession) throws {
      for _ in 0..<16 { try session.key("bracketright") }
      for y in stride(from: 20.0, to: 460, by: 20) { try session.line(from: (5, y), to: (635, y), pressure: 1...1) }
    }

    private func picture(_ session: TestSession) throws -> Image {
      try session.settle()
      return try session.screen.image(of: session.window, free)
    }

    private func expectReturned(_ session: TestSession, _ before: Image, ink: Double) throws {
      let difference = try picture(session).difference(from: before)
      #expect(difference.isEmpty, "the window shows another view: \(difference)")
      try eraseAll(session)
      let left = try picture(session).inkArea()
      // The line of the lower layer is gone, that of the other one is not.
      #expect(left > ink * 0.3 && left < ink * 0.7, "\(left) of \(ink)")
    }

    /// Fails if a drawing that is recovered after a kill has another view, tool or active layer.
    @Test func aKilledProgramReturnsAsItWas() throws {
      let folder = try TemporaryFolder()
      let (before, ink): (Image, Double)
      do {
        let session = try TestSession(arrangement(folder))
        try work(session)
        (before, ink) = (try picture(session), try picture(session).inkArea())
        #expect(ink > 3000)
        try session.screen.wait(for: "the eraser in the journal", seconds: 60) {
          session.journals(in: "state/fude").contains { journal in
            let bytes = FileManager.default.contents(atPath: session.path("state/fude/" + journal))
            return bytes?.range(of: Data("eraser".utf8)) != nil
          }
        }
        session.program.signal(SIGKILL)
        _ = try session.program.waitForExit()
      }
      try expectReturned(try TestSession(arrangement(folder)), before, ink: ink)
    }

    /// Fails if a file, or a drawing in no file, that is opened again has another view, tool or
    /// active layer than when the program was quit.
    @Test(arguments: [true, false]) func aClosedDrawingReturnsAsItWas(isSaved: Bool) throws {
      let folder = try TemporaryFolder()
      let file = try folder.makeFolder("Pictures") + "/x.ora"
      let (before, ink): (Image, Double)
      var opened = [file]
      do {
        let session = try TestSession(arrangement(folder))
        try work(session)
        if isSaved {
          try session.key("ctrl+s")
          for letter in ["x", "Return"] { try session.key(letter) }
          try session.screen.wait(for: "the file", seconds: 60) { FileManager.default.fileExists(atPath: file) }
          // The view is no part of the file.
          try session.drag(2, from: (320, 200), to: (280, 190))
        }
        (before, ink) = (try picture(session), try picture(session).inkArea())
        #expect(try session.close() == .exited(0))
        #expect(session.program.errors.isEmpty == isSaved, "\(session.program.errors)")
        if !isSaved { opened = [session.path("state/fude/kept/" + (try #require(session.journals().first)))] }
      }
      try expectReturned(try TestSession(arrangement(folder, opened)), before, ink: ink)
    }
  }
}
