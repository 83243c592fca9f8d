import Glibc
import Rig
import Testing

extension EndToEnd {
  /// Fude as an X program on a Wayland desktop, without a pen from the compositor. Skipped if
  /// weston or Xwayland are not installed.
  @Suite(.enabled(if: XwaylandServer.isInstalled, "weston and Xwayland are not installed"))
  struct XwaylandTests {
    /// Fails if the program needs something that Xwayland lacks, cannot be closed there, or prints
    /// an error.
    @Test func itStartsShowsItsPaperAndCloses() throws {
      let server = try XwaylandServer()
      let screen = try Screen(display: server.display)
      let folder = try TemporaryFolder()
      let program = try Program(
        try TestSession.fude(), ["--geometry", "480x360", "--canvas", "480x360"], display: server.display,
        folder: folder)
      let window = try screen.waitForWindow(of: program)
      try screen.settle(window)
      let image = try screen.content(of: window)
      #expect(image.count { $0 == Look.paper } > 20_000, "it shows its paper")
      try screen.place(window, Area(x: 20, y: 20, width: 600, height: 400))
      try screen.wait(for: "the new size") { () throws(RigError) in try screen.geometry(of: window).width == 600 }
      try screen.settle(window)
      #expect(try screen.content(of: window).width == 600)
      try screen.close(window)
      #expect(try program.waitForExit() == .exited(0))
      #expect(program.errors == "")
    }

    /// Fails if the program stays after its compositor ended, or prints the compositor's errors as
    /// its own.
    @Test func itEndsWithItsCompositor() throws {
      let server = try XwaylandServer()
      let screen = try Screen(display: server.display)
      let program = try Program(try TestSession.fude(), ["--geometry", "480x360"], display: server.display)
      try screen.settle(try screen.waitForWindow(of: program))
      server.stop()
      // The compositor destroys the window, which is like closing it, or the server ends first.
      let status = try program.waitForExit()
      #expect(
        status == .exited(0) && program.errors == ""
          || status == .exited(1) && program.errors == "fude: the X server is gone\n", "\(status): \(program.errors)")
    }

    /// Fails if `fude pens` lists the compositor's emulated pointer as a pen.
    @Test func pensAreListed() throws {
      let server = try XwaylandServer()
      let program = try Program(try TestSession.fude(), ["pens"], display: server.display)
      #expect(try program.waitForExit() == .exited(0))
      #expect(program.output.contains("  class    mouse\n") && !program.output.contains("stylus"))
      #expect(program.errors == "")
    }
  }
}
