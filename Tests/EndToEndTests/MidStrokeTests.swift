import Foundation
import Rig
import Testing

extension EndToEnd {
  /// Keys, wheels and window managers in the middle of a stroke, and inputs that come all at once.
  @Suite struct MidStrokeTests: CommandRun {
    private func session(hasPanels: Bool = false) throws -> TestSession {
      var arrangement = TestSession.Arrangement()
      arrangement.hasPanels = hasPanels
      arrangement.arguments = ["--geometry", "700x500+40+30", "--canvas", "1400x1000"]
      return try TestSession(arrangement)
    }

    /// Draws a level line of 400 px with the pen and calls `body` in its middle.
    private func line(_ session: TestSession, _ body: () throws -> Void) throws {
      let places = try (21...40).map { try session.point(150 + Double($0) * 10, 250) }
      try session.pressAndMove((0...20).map { (150 + Double($0) * 10, 250) })
      try body()
      for place in places { try session.pen.move(x: place.x, y: place.y, pressure: 0.5) }
      try session.lift()
      try session.settle()
    }

    /// The sizes of the strokes in the journal of a program that has ended, canvas px.
    private func strokes(of session: TestSession) throws -> [(width: Double, height: Double)] {
      #expect(try session.close() == .exited(0))
      let names = session.journals()
      let journal = try #require(names.count == 1 ? names.first : nil)
      let result = try run("info", "--strokes", session.path("state/fude/kept/" + journal), in: session.program.folder)
      return result.output.split(separator: "\n").map { line in
        let numbers = line.split(separator: "\t").last.map { $0.split(separator: " ").compactMap { Double($0) } } ?? []
        return numbers.count == 4 ? (numbers[2], numbers[3]) : (0, 0)
      }
    }

    /// Fails if a key of the view, of a tool, or of a command cuts a stroke or makes it jump, or is lost.
    @Test(arguments: ["1", "plus", "4", "v", "F11", "e", "i", "l", "slash", "Insert", "Delete", "ctrl+a", "Return"])
    func keysWaitForTheLift(_ key: String) throws {
      let session = try session()
      let zoom = 2.0
      try line(session) { try session.bench.keyboard.tap(key) }
      let sizes = try strokes(of: session)
      #expect(sizes.count == 1)
      let size = try #require(sizes.first)
      #expect(abs(size.width - 400 * zoom) < 12 && size.height < 12, "\(key): \(size)")
    }

    /// Fails if the wheel of the mouse that draws makes its stroke jump, or does nothing afterwards.
    @Test func theWheelWaitsForTheRelease() throws {
      let session = try session()
      try session.moveMouse(150, 250)
      try session.mouse.press()
      for _ in 0..<20 { try session.mouse.move(by: 10, 0) }
      try session.settle()
      let before = try session.image()
      try session.mouse.wheel(.up, clicks: 3)
      for _ in 0..<20 { try session.mouse.move(by: 10, 0) }
      try session.mouse.release()
      try session.settle()
      let (thin, thick) = (before.ink()?.height ?? 0, try session.image().ink()?.height ?? 0)
      #expect(thick > thin, "the view is enlarged")
      let sizes = try strokes(of: session)
      #expect(sizes.count == 1 && sizes.allSatisfy { abs($0.width - 800) < 12 && $0.height < 12 }, "\(sizes)")
    }

    /// Fails if a pen draws nothing while a button of the mouse is held, or its strokes are joined with each other or
    /// with the mouse's. The server drops the pen's press and release while the mouse holds the same button.
    @Test(arguments: [1, 2]) func thePenDrawsWhileAMouseButtonIsHeld(_ button: Int) throws {
      let session = try session()
      try session.moveMouse(150, 100)
      try session.mouse.press(button)
      for _ in 0..<10 { try session.mouse.move(by: 10, 0) }
      try session.settle()
      for y in [250.0, 350] { try session.line(from: (150, y), to: (550, y)) }
      try session.mouse.release(button)
      try session.settle()
      let sizes = try strokes(of: session)
      #expect(sizes.count == (button == 1 ? 3 : 2))
      #expect(sizes.suffix(2).allSatisfy { abs($0.width - 800) < 12 && $0.height < 12 }, "\(sizes)")
    }

    /// Fails if a window that another one makes smaller and moves in the middle of a stroke makes it jump.
    @Test func theWindowMovesAtTheLift() throws {
      let session = try session()
      try line(session) {
        try session.screen.place(session.window, Area(x: 120, y: 70, width: 620, height: 400))
        try session.settle()
      }
      let sizes = try strokes(of: session)
      #expect(sizes.count == 1 && sizes.allSatisfy { abs($0.width - 800) < 12 && $0.height < 12 }, "\(sizes)")
    }

    /// Fails if what a hand does quickly, while the program is busy, acts on the layer from before.
    @Test func inputsComeInTheirOrder() throws {
      let session = try session(hasPanels: true)
      try session.line(from: (200, 200), to: (300, 200))
      session.program.signal(SIGSTOP)
      let keyboard = session.bench.keyboard
      for key in ["Insert", "F2", "z", "z", "z", "Return"] { try keyboard.tap(key) }
      session.program.signal(SIGCONT)
      try session.settle()
      try session.line(from: (200, 300), to: (300, 300))
      #expect(try session.close() == .exited(0))
      let journal = try #require(session.journals().first)
      let facts = try session.facts(ofJournal: journal)
      let names = facts.split(separator: "\n").filter { $0.contains(".name: ") }
      #expect(names.count == 2 && names[0].hasSuffix("Ink") && names[1].hasSuffix("zzz"), "\(names)")
    }
  }
}
