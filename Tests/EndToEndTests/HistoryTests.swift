import Rig
import Testing

extension EndToEnd {
  @Suite struct HistoryTests {
    /// Fails if a step of undo or redo leaves a pixel different, or if clearing is not a step.
    @Test func undoAndRedoRestoreExactPixels() throws {
      let session = try TestSession()
      var states = [try session.image()]
      try session.line(from: (80, 80), to: (400, 300), pressure: 0.2...1)
      states.append(try session.image())
      try session.line(from: (400, 80), to: (80, 300), pressure: 0.1...0.7)
      states.append(try session.image())
      try session.key("Delete")
      // A tap closes the message.
      try session.tap(320, 480 - 16 - 50 - 20)
      states.append(try session.image())
      #expect(states[3].difference(from: states[0]).isEmpty, "cleared is as new")
      #expect(states[1].inkArea() > 1000 && states[2].inkArea() > states[1].inkArea() + 500)

      for index in [2, 1, 0, 0] {
        try session.key("ctrl+z")
        #expect(try session.image().difference(from: states[index]).isEmpty, "undone to \(index)")
      }
      for (index, chord) in [(1, "ctrl+shift+z"), (2, "ctrl+y"), (3, "ctrl+shift+z"), (3, "ctrl+y")] {
        try session.key(chord)
        #expect(try session.image().difference(from: states[index]).isEmpty, "redone to \(index)")
      }
    }

    /// Fails if undone strokes come back by redo after another stroke was drawn.
    @Test func aNewStrokeDropsRedo() throws {
      let session = try TestSession()
      try session.line(from: (80, 80), to: (400, 80))
      try session.key("ctrl+z")
      try session.line(from: (80, 200), to: (400, 200))
      let drawn = try session.image()
      try session.key("ctrl+y")
      try session.key("ctrl+shift+z")
      #expect(try session.image().difference(from: drawn).isEmpty)
      try session.key("ctrl+z")
      #expect(try session.image().ink() == nil)
    }

    /// Fails if undo during a stroke loses the stroke for good, or splits it.
    @Test func undoWhileDrawingTakesTheStrokeBack() throws {
      let session = try TestSession()
      try session.pressAndMove([(100, 100), (150, 100), (200, 100)])
      let drawn = try session.image()
      try session.key("ctrl+z")
      #expect(try session.image().ink() == nil)
      let end = try session.point(300, 100)
      try session.pen.move(x: end.x, y: end.y, pressure: 0.5)
      try session.pen.release()
      try session.pen.synchronize()
      #expect(try session.image().ink() == nil, "the rest of the stroke draws nothing")
      try session.key("ctrl+y")
      #expect(abs(try session.image().inkArea() - drawn.inkArea()) < 2)
    }
  }
}
