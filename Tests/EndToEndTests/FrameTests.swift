import Foundation
import Rig
import Testing

extension EndToEnd {
  /// Synchronised resizing (_NET_WM_SYNC_REQUEST): the window manager announces a number with a new
  /// size, and the program sets its counter to the number once that size is drawn.
  @Suite struct FrameTests {
    /// Fails if the counter is set before the new size is on the screen, never, or to another number,
    /// also for numbers of more than 32 bits.
    @Test func theCounterIsSetWithThePixels() throws {
      let session = try TestSession()
      let (screen, window) = (session.screen, session.window)
      #expect(screen.atoms("WM_PROTOCOLS", of: window).contains("_NET_WM_SYNC_REQUEST"))
      #expect(try screen.frameCount(of: window) == 0)
      try session.line(from: (80, 80), to: (400, 300))
      let sizes = [(700, 500), (300, 200), (760, 560), (640, 480)]
      for (index, size) in sizes.enumerated() {
        let number = 0x1_0000_0000 + index * 0xffff_ffff + 7
        try screen.requestFrame(number, of: window, Area(x: 20, y: 20, width: size.0, height: size.1))
        let image = try screen.imageAtFrame(number, of: window)
        #expect(try screen.frameCount(of: window) == number)
        #expect(image.width == size.0 && image.height == size.1)
        #expect(try session.image().difference(from: image).isEmpty, "\(size)")
      }
    }

    /// Fails if anything but the program's drawing sets the counter: it must not change while the
    /// program is stopped.
    @Test func aStoppedProgramSetsNoCounter() throws {
      let session = try TestSession()
      let (screen, window) = (session.screen, session.window)
      session.program.signal(SIGSTOP)
      defer { session.program.signal(SIGCONT) }
      try screen.requestFrame(3, of: window, Area(x: 20, y: 20, width: 700, height: 500))
      try screen.synchronize()
      #expect(try screen.frameCount(of: window) == 0)
      session.program.signal(SIGCONT)
      _ = try screen.imageAtFrame(3, of: window)
      #expect(try screen.frameCount(of: window) == 3)
    }

    /// Fails if a window manager would wait forever: after an announcement with an unchanged size, or
    /// when sizes change faster than frames are drawn.
    @Test func everyRequestIsAnswered() throws {
      let session = try TestSession()
      let (screen, window) = (session.screen, session.window)
      try screen.announceFrame(1, of: window)
      try screen.sendPosition(of: window)
      _ = try screen.imageAtFrame(1, of: window)
      for step in 2...30 {
        try screen.requestFrame(step, of: window, Area(x: 20, y: 20, width: 400 + 8 * step, height: 300 + 5 * step))
      }
      let image = try screen.imageAtFrame(30, of: window)
      #expect(image.width == 640 && image.height == 450)
      #expect(try session.image().difference(from: image).isEmpty)
    }

    /// Fails if the counter is set after an announced number before the size that belongs to it
    /// arrives.
    @Test func theCounterWaitsForTheSize() throws {
      let session = try TestSession()
      let (screen, window) = (session.screen, session.window)
      try screen.announceFrame(5, of: window)
      try session.tap(100, 100)
      #expect(try screen.frameCount(of: window) == 0)
      try screen.place(window, Area(x: 20, y: 20, width: 500, height: 400))
      _ = try screen.imageAtFrame(5, of: window)
    }

    /// Fails if the program does not start or draw on a server without the SYNC extension, or announces
    /// counters there.
    @Test func itWorksWithoutCounters() throws {
      var arrangement = TestSession.Arrangement()
      arrangement.disabledExtensions = ["SYNC"]
      let session = try TestSession(arrangement)
      guard !session.screen.hasExtension("SYNC") else { return }
      #expect(!session.screen.atoms("WM_PROTOCOLS", of: session.window).contains("_NET_WM_SYNC_REQUEST"))
      try session.tap(100, 100)
      #expect(try session.image().inkArea() > 10)
      #expect(try session.close() == .exited(0))
    }
  }
}
