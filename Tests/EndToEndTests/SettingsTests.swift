import Foundation
import Rig
import Testing

extension EndToEnd {
  /// Settings take effect, are saved and found again, and leave the user's own lines alone.
  @Suite struct SettingsTests {
    private func folder(_ settings: String? = nil) throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      if let settings {
        try FileManager.default.createDirectory(
          atPath: folder.path + "/config/fude", withIntermediateDirectories: true)
        try settings.write(toFile: folder.path + "/config/fude/settings", atomically: false, encoding: .utf8)
      }
      return folder
    }

    private func arrangement(_ folder: TemporaryFolder, _ arguments: String...) -> TestSession.Arrangement {
      var arrangement = TestSession.Arrangement()
      arrangement.folder = folder
      arrangement.hasPanels = true
      if !arguments.isEmpty { arrangement.arguments = arguments }
      return arrangement
    }

    private func text(_ folder: TemporaryFolder) -> String? {
      try? String(contentsOfFile: folder.path + "/config/fude/settings", encoding: .utf8)
    }

    /// Fails if a settings file is written without a change.
    @Test func nothingChangedNothingWritten() throws {
      let folder = try folder()
      var arrangement = arrangement(folder, "--canvas", "640x480")
      arrangement.isFirstStart = true
      let session = try TestSession(arrangement)
      #expect(try session.close() == .exited(0))
      #expect(text(folder) == nil)
    }

    /// Fails if the first start shows no hints, they stay after a stroke, or a later start shows
    /// them again.
    @Test func hintsAreShownOnce() throws {
      let folder = try folder()
      var arrangement = arrangement(folder, "--canvas", "640x480", "--geometry", "640x480+20+20")
      arrangement.isFirstStart = true
      do {
        let session = try TestSession(arrangement)
        #expect(try session.isMessageShown())
        try session.line(from: (200, 200), to: (300, 220))
        #expect(try !session.isMessageShown())
        #expect(try session.close() == .exited(0))
      }
      // Without the drawing that was kept, which a message would offer.
      arrangement.arguments.append("--new")
      let session = try TestSession(arrangement)
      #expect(try !session.isMessageShown())
    }

    /// Fails if the brush, its size or the window's size are not restored, or if panels that were
    /// hidden stay hidden: the next start would show an empty window.
    @Test func leftJournalsAreFound() throws {
      let folder = try folder()
      let first = try TestSession(arrangement(folder, "--canvas", "640x480"))
      try first.screen.place(first.window, Area(x: 30, y: 40, width: 500, height: 400))
      for key in ["m", "]", "]", "Tab", "1"] { try first.key(key) }
      try first.line(from: (100, 200), to: (400, 200), pressure: 1...1)
      let width = try first.image().inkAcross(column: 250).width
      #expect(try first.close() == .exited(0))
      #expect(
        text(folder)?.split(separator: "\n").dropFirst().sorted()
          == [
            "brush = marker", "brush.marker.width = 53.97", "hold = 0", "recent-brushes = marker pen",
            "recent-colours = #1d1f24",
            "window-place = 30,40", "window-size = 500x400",
          ].map { $0[...] },
        "\(text(folder) ?? "")")
      let second = try TestSession(arrangement(folder, "--canvas", "640x480"))
      let frame = try second.frame
      #expect(frame.width == 500 && frame.height == 400)
      // The bar at the upper left.
      #expect(try second.image().count { Image.luma($0) < 60 } > 20_000)
      try second.key("Tab")
      try second.key("1")
      try second.line(from: (100, 200), to: (400, 200), pressure: 1...1)
      #expect(abs(try second.image().inkAcross(column: 250).width - width) < 0.5)
    }

    /// Fails if colours, a brush's opacity or the fill's tolerance are not restored.
    @Test func coloursAndToolsAreFound() throws {
      let folder = try folder("cursor = cross\n")
      let first = try TestSession(arrangement(folder, "--geometry", "640x480+80+60", "--canvas", "640x480"))
      // Swaps the colours, so the ink has the paper's colour. The lower right slider's keys set the
      // opacity.
      try first.key("x")
      try first.key("g")
      try first.tap(232, 38)
      try first.key("Home")
      try first.key("Escape")
      try first.key("x")
      try first.key("b")
      try first.line(from: (250, 200), to: (400, 200))
      try first.key("x")
      #expect(try first.close() == .exited(0))
      let lines = ["fill-tolerance = 0", "foreground = #fdfcf9", "background = #1d1f24", "recent-colours = #1d1f24"]
      let kept = text(folder) ?? ""
      for line in lines { #expect(kept.contains(line + "\n"), "\(kept)") }
      #expect(kept.contains("cursor = cross\n"))
      let half = kept + "brush.pen.opacity = 0.5\n"
      try half.write(toFile: folder.path + "/config/fude/settings", atomically: false, encoding: .utf8)
      let second = try TestSession(arrangement(folder, "--geometry", "640x480+80+60", "--canvas", "640x480"))
      try second.key("x")
      try second.line(from: (250, 240), to: (400, 240), pressure: 1...1)
      // Half of #1d1f24 on #fdfcf9.
      let ink = try second.image()[320, 240]
      #expect((0x8A...0x92).contains(ink & 0xFF) && (0x88...0x91).contains(ink >> 16 & 0xFF), "\(ink)")
      #expect(try second.close() == .exited(0))
      #expect(text(folder)?.contains("brush.pen.opacity = 0.5\n") == true)
      #expect(text(folder)?.contains("foreground") == false || text(folder)?.contains("foreground = #1d1f24") == true)
    }

    /// Fails if a wrong line is not named exactly once, is lost, or affects other lines.
    @Test func wrongLinesAreNamedAndKept() throws {
      let before = "# mine\nwheel = sideways\nkeys.marker = F7\nnew-key = 7\n"
      let folder = try folder(before)
      let session = try TestSession(arrangement(folder, "--geometry", "640x480+80+60", "--canvas", "640x480"))
      try session.key("F7")
      #expect(try session.close() == .exited(0))
      let path = folder.path + "/config/fude/settings"
      #expect(
        session.program.errors == """
          fude: in \(path), line 2: wheel is zoom or scroll, not "sideways"
          fude: in \(path), line 4: the key "new-key" is unknown; its line stays in the file

          """)
      #expect(text(folder) == before + "brush = marker\nrecent-brushes = marker pen\n")
    }

    /// Fails if an unreadable file stops the program, or is overwritten.
    @Test func unreadableJournalsAreLeft() throws {
      let folder = try folder()
      try FileManager.default.createDirectory(
        atPath: folder.path + "/config/fude/settings", withIntermediateDirectories: true)
      let session = try TestSession(arrangement(folder, "--geometry", "640x480+80+60"))
      try session.key("m")
      #expect(try session.close() == .exited(0))
      #expect(
        session.program.errors.hasPrefix("fude: cannot read \(folder.path)/config/fude/settings: it is a folder\n"))
    }

    /// Fails if a maximised or full-screen window is not restored, or forgets its previous size.
    @Test(arguments: ["maximised", "full-screen"]) func theWindowFillsTheScreenAgain(_ state: String) throws {
      let folder = try folder("window-state = \(state)\nwindow-size = 500x400\n")
      var arrangement = arrangement(folder, "--canvas", "640x480")
      arrangement.hasWindowManager = true
      let session = try TestSession(arrangement)
      try session.screen.wait(for: "the window to fill the screen") { () throws(RigError) in
        let area = try session.screen.geometry(of: session.window)
        return area.width >= 780
      }
      try session.settle()
      try session.key("m")
      #expect(try session.close() == .exited(0))
      #expect(
        text(folder) == "window-state = \(state)\nwindow-size = 500x400\nbrush = marker\nrecent-brushes = marker pen\n")
    }

    /// Fails if a change of the desktop's scale has no effect, or if the user's own scale does not
    /// override it.
    @Test(arguments: ["", "scale = 1\n"]) func theScaleIsFollowed(_ settings: String) throws {
      let session = try TestSession(arrangement(try folder(settings + "cursor = cross\n"), "--geometry", "780x580+0+0"))
      let before = try session.image()
      try session.screen.setResources("Xft.dpi: 120\n")
      #expect(try session.image().difference(from: before).isEmpty == !settings.isEmpty)
      try session.screen.setResources(nil)
      #expect(try session.image().difference(from: before).isEmpty)
    }

    /// Fails if shortcuts need a Latin layout. Also for a layout set while the program runs.
    @Test(arguments: ["ru", "gr", "ru,us"]) func shortcutsOnAnyLayout(_ layout: String) throws {
      let session = try TestSession()
      let empty = try session.image()
      try session.screen.setLayouts(layout)
      try session.line(from: (100, 150), to: (320, 150))
      #expect(!(try session.image().difference(from: empty).isEmpty))
      // The key with the label Z.
      let (control, z) = (37, 52)
      let keyboard = session.bench.keyboard
      try keyboard.press(code: control)
      try keyboard.press(code: z)
      try keyboard.release(code: z)
      try keyboard.release(code: control)
      try keyboard.synchronize()
      #expect(try session.image().difference(from: empty).isEmpty)
    }
  }
}
