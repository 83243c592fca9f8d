import Foundation
import Rig
import Testing

extension EndToEnd {
  @Suite struct MessageTests {
    /// The middle of the message's button. It is found from its right end, which exists for all
    /// messages.
    private func button(_ session: TestSession) throws -> (x: Double, y: Double) {
      let row = 480 - 16 - 50 - 20
      // The panel is dark; the paper around it is not.
      try session.screen.wait(for: "a message on the window") { () throws(RigError) in
        try session.screen.image(of: session.window, Area(x: 300, y: row + 16, width: 40, height: 2)).pixels
          .allSatisfy { Image.luma($0) < 60 }
      }
      let image = try session.image()
      var x = 320
      while x < 639, Image.luma(image[x, row + 17]) < 60 { x += 1 }
      return (Double(x - 40), Double(row))
    }

    /// Creates a replacement for the desktop's program that shows folders. It records the folder.
    /// - Returns: the path of the record.
    private func standIn(for folder: TemporaryFolder, _ arrangement: inout TestSession.Arrangement, status: Int = 0)
      throws
      -> String
    {
      let (programs, told) = (folder.path + "/programs", folder.path + "/told")
      let script =
        "#!/bin/sh\nprintf '%s' \"$1\" > \"\(told).new\" && mv \"\(told).new\" \"\(told)\"\nexit \(status)\n"
      try folder.writeProgram(script, to: "programs/xdg-open")
      arrangement.folder = folder
      arrangement.environment["PATH"] = programs + ":/usr/bin:/bin"
      return told
    }

    /// Fails if a folder whose name is not UTF-8 is created or shown with another name.
    @Test func aFolderOfAnyBytesIsShown() throws {
      let folder = try TemporaryFolder()
      let config = try folder.makeFolder("config")
      try Data("XDG_PICTURES_DIR=\"$HOME/b".utf8 + [0xFF] + "\"\n".utf8).write(
        to: URL(filePath: config + "/user-dirs.dirs"))
      try folder.write("cursor = cross\n", to: "config/fude/settings")
      var arrangement = TestSession.Arrangement()
      let told = try standIn(for: folder, &arrangement)
      let session = try TestSession(arrangement)
      try session.line(from: (80, 80), to: (400, 80))
      try session.key("ctrl+e")
      let place = try button(session)
      try session.tap(place.x, place.y)
      try session.screen.wait(for: "the folder") { FileManager.default.fileExists(atPath: told) }
      #expect(FileManager.default.contents(atPath: told) == Data(Array((folder.path + "/b").utf8) + [0xFF]))
    }

    /// Fails if the wrong folder or none is shown, or if a failure gives no message.
    @Test(arguments: [true, false]) func theFolderOfAnExportIsShown(_ works: Bool) throws {
      let folder = try TemporaryFolder()
      var arrangement = TestSession.Arrangement()
      let told = try standIn(for: folder, &arrangement, status: works ? 0 : 4)
      let session = try TestSession(arrangement)
      try session.line(from: (80, 80), to: (400, 80))
      let drawn = try session.image()
      let file = try session.export()
      let place = try button(session)
      try session.tap(place.x, place.y)
      try session.screen.wait(for: "the folder") { FileManager.default.fileExists(atPath: told) }
      #expect(try String(contentsOfFile: told, encoding: .utf8) + "/Drawing.png" == file)
      if works {
        // The message is closed, and the tap drew nothing.
        #expect(try session.image().difference(from: drawn).isEmpty)
      } else {
        _ = try button(session)
      }
      #expect(try session.close() == .exited(0))
    }

    /// Fails if the manual is not opened, or if a failure gives no message.
    @Test(arguments: [true, false]) func theManualIsShown(_ works: Bool) throws {
      let folder = try TemporaryFolder()
      var arrangement = TestSession.Arrangement()
      let told = try standIn(for: folder, &arrangement, status: works ? 0 : 3)
      let session = try TestSession(arrangement)
      let before = try session.image()
      try session.key("shift+F1")
      try session.screen.wait(for: "the manual") { FileManager.default.fileExists(atPath: told) }
      let page = try String(contentsOfFile: told, encoding: .utf8)
      #expect(page.hasSuffix("/manual/README.md") && FileManager.default.fileExists(atPath: page))
      if works {
        #expect(try session.image().difference(from: before).isEmpty)
      } else {
        try session.screen.wait(for: "a message") { () throws(RigError) in
          try !session.screen.image(of: session.window).difference(from: before).isEmpty
        }
      }
      #expect(try session.close() == .exited(0))
    }

    /// Fails if clearing gives no message, its button does not undo, or the message stays after
    /// another change.
    @Test func clearingIsSaidAndTakenBack() throws {
      let session = try TestSession()
      try session.line(from: (80, 80), to: (400, 80))
      let drawn = try session.image()
      try session.key("Delete")
      let place = try button(session)
      try session.tap(place.x, place.y)
      #expect(try session.image().difference(from: drawn).isEmpty)
      try session.key("Delete")
      _ = try button(session)
      try session.key("ctrl+z")
      #expect(try session.image().difference(from: drawn).isEmpty)
    }
  }
}
