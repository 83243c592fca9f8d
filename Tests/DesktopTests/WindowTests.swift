import Geometry
import Glibc
import Input
import Rig
import Testing

@testable import Desktop

@Suite("A window on a real server", .serialized)
struct WindowTests {
  @Test("The window has the properties of ICCCM and EWMH")
  func properties() throws {
    var options = Window.Options(title: "Zeichnung ñ 筆 - Fude", width: 800, height: 600)
    options.icons = [WindowIcon(width: 2, height: 1, pixels: [0xffe3_4234, 0x8000_00ff])].compactMap { $0 }
    options.geometry = try WindowGeometry(parsing: "640x480-0+20")
    let stage = try Stage(options)
    let screen = stage.bench.screen
    #expect(screen.title(of: stage.id) == "Zeichnung ñ 筆 - Fude")
    #expect(screen.windowClass(of: stage.id) == ["fude", "Fude"])
    #expect(screen.processID(of: stage.id) == Int(getpid()))
    #expect(screen.atoms("WM_PROTOCOLS", of: stage.id) == ["WM_DELETE_WINDOW", "_NET_WM_PING", "_NET_WM_SYNC_REQUEST"])
    #expect(screen.numbers("_NET_WM_ICON", of: stage.id)?.map { $0 & 0xffff_ffff } == [2, 1, 0xffe3_4234, 0x8000_00ff])
    let hints = try #require(screen.sizeHints(of: stage.id))
    #expect(hints.isPositionByUser && hints.isSizeByUser)
    #expect(hints.minimum?.width == 200 && hints.minimum?.height == 150)
    let area = try screen.geometry(of: stage.id)
    #expect(area == Area(x: 1920 - 640, y: 20, width: 640, height: 480))

    stage.window.setTitle("other")
    stage.connection.synchronise()
    #expect(screen.title(of: stage.id) == "other")
    #expect(stage.connection.failures.unexpectedCount == 0)
  }

  @Test("Closing is only requested")
  func closing() throws {
    let stage = try Stage(hasWindowManager: true)
    try stage.bench.screen.close(stage.id)
    try stage.collect("the request to close") { if case .closeRequested = $0 { true } else { false } }
    #expect(stage.bench.screen.isViewable(stage.id))
  }

  @Test("A ping of the window manager is answered")
  func ping() throws {
    let stage = try Stage()
    // Used by the helper only; the test waits for it and does not touch it meanwhile.
    nonisolated(unsafe) let screen = stage.bench.screen
    let id = stage.id
    let wakeup = stage.wakeup
    let helper = try Helper {
      defer { wakeup.signal() }
      try screen.ping(id)
    }
    try stage.collect("the end of the ping") { if case .woken = $0 { true } else { false } }
    try helper.wait()
  }

  @Test("A resize is reported once, with the last size")
  func resizing() throws {
    let stage = try Stage()
    try stage.bench.screen.place(stage.id, Area(x: 10, y: 20, width: 500, height: 400))
    try stage.bench.screen.place(stage.id, Area(x: 10, y: 20, width: 640, height: 450))
    stage.collectAll()
    let sizes = stage.events.compactMap { if case .resized(let w, let h) = $0 { [w, h] } else { nil } }
    #expect(sizes.last == [640, 450])
    #expect(stage.window.width == 640 && stage.window.height == 450)
    stage.forget()
    try stage.bench.screen.place(stage.id, Area(x: 50, y: 60, width: 640, height: 450))
    stage.collectAll()
    #expect(!stage.events.contains { if case .resized = $0 { true } else { false } })
  }

  @Test("Full screen and back, as the window manager does it")
  func fullScreen() throws {
    let stage = try Stage(hasWindowManager: true)
    stage.window.setFullScreen(true)
    try stage.collect("full screen") { if case .fullScreen(true) = $0 { true } else { false } }
    try stage.collect("the screen's size") { if case .resized(1920, 1080) = $0 { true } else { false } }
    #expect(stage.window.isFullScreen)
    stage.forget()
    stage.window.setFullScreen(false)
    try stage.collect("the end of full screen") { if case .fullScreen(false) = $0 { true } else { false } }
    try stage.collect("the size before") { if case .resized(800, 600) = $0 { true } else { false } }
  }

  @Test("Keys come with keysym, text and modifiers; a key that is held repeats without being released")
  func keys() throws {
    let stage = try Stage()
    try stage.bench.keyboard.tap("a")
    try stage.bench.keyboard.tap("Shift_L+a")
    try stage.bench.keyboard.tap("Control_L+z")
    try stage.bench.screen.setKeysRepeat(true)
    try stage.bench.keyboard.press("b")
    try stage.bench.keyboard.synchronize()
    try stage.collect("a repeat") { if case .key(let key) = $0 { key.isRepeat } else { false } }
    try stage.bench.keyboard.release("b")
    try stage.bench.keyboard.synchronize()
    try stage.collect("the release") { if case .key(let key) = $0 { key.keysym == 0x62 && !key.isDown } else { false } }

    let letters = stage.keyEvents.filter { $0.keysym < 0x100 }
    #expect(letters.filter(\.isDown).prefix(4).map(\.keysym) == [0x61, 0x41, 0x7a, 0x62])
    #expect(letters.filter(\.isDown).prefix(4).map(\.text) == ["a", "A", "", "b"])
    #expect(letters.filter(\.isDown).prefix(4).map(\.modifiers) == [[], .shift, .control, []])
    #expect(letters.filter(\.isDown).prefix(2).map(\.latin) == [0x61, 0x61])
    let held = letters.filter { $0.keysym == 0x62 }
    #expect(held.map(\.isDown) == [Bool](repeating: true, count: held.count - 1) + [false])
    #expect(held.map(\.isRepeat) == [false] + [Bool](repeating: true, count: held.count - 2) + [false])
  }

  @Test("The wait ends by a worker's signal, by a descriptor, and by its deadline")
  func waiting() throws {
    let stage = try Stage()
    let start = ContinuousClock.now
    stage.pump.wait(deadline: start.advanced(by: .milliseconds(30)))
    #expect(ContinuousClock.now - start >= .milliseconds(30))
    stage.collectAll()
    #expect(stage.events.isEmpty)

    let wakeup = stage.wakeup
    try Helper { for _ in 0..<3 { wakeup.signal() } }.wait()
    try stage.collect("the signal") { if case .woken = $0 { true } else { false } }
    #expect(stage.events.count == 1)
  }
}
