import Foundation
import Rig
import Testing

extension EndToEnd {
  /// Steps that are repeated, and kept as macros.
  @Suite struct MacroTests {
    /// Fails if the last step is not repeated by keys alone as one step, or a macro is not kept in its folder.
    @Test func lastStepsAreRepeatedAndKept() throws {
      var arrangement = TestSession.Arrangement()
      arrangement.screen = (width: 1024, height: 768)
      arrangement.arguments = ["--geometry", "900x680+20+20", "--canvas", "900x680"]
      let session = try TestSession(arrangement)
      func hasInk(_ x: Int, _ y: Int) throws -> Bool {
        try session.settle()
        return try session.screen.image(of: session.window, Area(x: x - 5, y: y - 8, width: 10, height: 16)).ink()
          != nil
      }
      try session.line(from: (100, 100), to: (400, 100))
      try session.line(from: (100, 200), to: (400, 200))
      let drawn = try session.image()
      try session.key("ctrl+alt+r")
      #expect(try !session.image().difference(from: drawn).isEmpty)
      try session.key("Return")
      try session.key("ctrl+z")
      #expect(try hasInk(200, 100) && hasInk(200, 200), "the repeated step is one of its own")
      try session.key("ctrl+z")
      #expect(try hasInk(200, 100) && !hasInk(200, 200))
      for _ in 0..<2 { try session.key("ctrl+shift+z") }
      try session.key("ctrl+alt+r")
      // Past the step that is chosen, the other ones, two switches and Close.
      for _ in 0..<6 { try session.key("Tab") }
      try session.key("Return")
      for letter in ["l", "e", "a", "f"] { try session.key(letter) }
      try session.key("Return")
      let file = session.path("data/fude/macros/leaf.json")
      try session.screen.wait(for: "the macro") { FileManager.default.fileExists(atPath: file) }
      #expect(try String(contentsOfFile: file, encoding: .utf8).contains("\"macro\": \"leaf\""))
      try session.key("Escape")
    }

    /// Fails if a key does not perform a macro, also one that was written by hand.
    @Test func aKeyPerformsAMacro() throws {
      var arrangement = TestSession.Arrangement()
      let folder = try TemporaryFolder()
      try folder.write("cursor = cross\nhold = 0\nmacro-key.line = Ctrl+Alt+1\n", to: "config/fude/settings")
      try folder.write(
        #"{"op": "shape", "size": 20, "shape": {"kind": "line", "from": [100, 100], "to": [300, 100]}}"#,
        to: "data/fude/macros/line.json")
      arrangement.folder = folder
      let session = try TestSession(arrangement)
      try session.key("ctrl+alt+1")
      try session.screen.wait(for: "the line") { () throws(RigError) in
        try session.screen.image(of: session.window, Area(x: 190, y: 95, width: 10, height: 10)).ink() != nil
      }
      try session.key("ctrl+z")
      try session.settle()
      #expect(
        try session.screen.image(of: session.window, Area(x: 190, y: 95, width: 10, height: 10)).ink() == nil)
    }
  }
}
