import Input
import Rig
import Testing

@testable import Desktop

@Suite("The pointer over a window", .serialized)
struct PointerPictureTests {
  private static func picture(_ side: Int, hotSpot: Int, _ pixel: UInt32) throws -> PointerPicture {
    try #require(
      PointerPicture(
        width: side, height: side, hotSpot: (hotSpot, hotSpot), pixels: [UInt32](repeating: pixel, count: side * side)))
  }

  /// The shown pointer, after the server has handled all requests.
  private func shown(_ stage: Stage, _ shape: Window.PointerShape) throws -> Screen.Pointer {
    stage.window.setPointerShape(shape)
    stage.connection.synchronise()
    return try stage.bench.screen.pointer()
  }

  /// Fails if a picture's pixels, size or hot spot are wrong, if the previous one stays, or if a
  /// cursor is freed while shown.
  @Test("A picture is shown as it is, with its hot spot where the pointer is")
  func pictures() throws {
    let stage = try Stage()
    #expect(stage.window.showsPictures)
    try stage.bench.mouse.move(x: 300, y: 200)
    let first = try Self.picture(5, hotSpot: 2, 0x8040_2000)
    let second = try Self.picture(64, hotSpot: 31, 0xffff_ffff)
    for _ in 0..<2 {
      var pointer = try shown(stage, .picture(first))
      #expect(pointer.area == Area(x: 298, y: 198, width: 5, height: 5))
      #expect(pointer.pixels == [UInt32](repeating: 0x8040_2000, count: 25))
      pointer = try shown(stage, .picture(second))
      #expect(pointer.area == Area(x: 269, y: 169, width: 64, height: 64))
      #expect(pointer.pixels.allSatisfy { $0 == 0xffff_ffff })
      #expect(try shown(stage, .none).isInvisible)
      #expect(try !shown(stage, .crosshair).isInvisible)
    }
    #expect(stage.connection.failures.unexpectedCount == 0)
  }

  /// Fails if the event pump sleeps with an unsent request. That could happen if the request is
  /// made while Xlib's queue has events.
  @Test("Requests made while events are pending are sent before the pump sleeps")
  func sentBeforeSleeping() throws {
    let stage = try Stage()
    try stage.bench.mouse.move(x: 300, y: 200)
    _ = try shown(stage, .crosshair)
    var taken: [DesktopEvent] = []
    for side in [5, 7, 9] {
      // This takes the events and sends the requests.
      stage.pump.wait(deadline: .now + .milliseconds(50))
      stage.pump.drain(into: &taken)
      try stage.bench.mouse.move(x: 300 + Double(side), y: 200)
      // A round trip brings the motion into the queue.
      stage.connection.synchronise()
      let picture = try Self.picture(side, hotSpot: 0, 0xff00_ff00)
      stage.window.setPointerShape(.picture(picture))
      stage.window.setPointerShape(.crosshair)
      stage.window.setPointerShape(.picture(picture))
      stage.pump.wait(deadline: .now + .milliseconds(50))
      stage.pump.drain(into: &taken)
      // The pump sleeps here.
      stage.pump.wait(deadline: .now + .milliseconds(50))
      #expect(try stage.bench.screen.pointer().area.width == side)
    }
  }

  /// Fails if invalid pictures are accepted.
  @Test("A picture needs the right number of pixels and a hot spot inside")
  func malformed() {
    #expect(PointerPicture(width: 2, height: 2, hotSpot: (0, 0), pixels: [0, 0, 0]) == nil)
    #expect(PointerPicture(width: 0, height: 0, hotSpot: (0, 0), pixels: []) == nil)
    #expect(PointerPicture(width: 1, height: 1, hotSpot: (1, 0), pixels: [0]) == nil)
    #expect(PointerPicture(width: 1, height: 1, hotSpot: (0, -1), pixels: [0]) == nil)
    #expect(
      PointerPicture(width: 1, height: 40_000, hotSpot: (0, 0), pixels: [UInt32](repeating: 0, count: 40_000)) == nil)
  }

  /// Fails if a server without RENDER, which pictures need, causes an error.
  @Test("A server without RENDER shows none, and says so")
  func withoutRender() throws {
    var configuration = XServer.Configuration()
    configuration.disabledExtensions = ["RENDER"]
    let stage = try Stage(on: try Bench(configuration))
    #expect(!stage.window.showsPictures)
    try stage.bench.mouse.move(x: 300, y: 200)
    stage.window.setPointerShape(.crosshair)
    stage.connection.synchronise()
    #expect(try !stage.bench.screen.pointer().isInvisible)
    stage.window.setPointerShape(.picture(try Self.picture(3, hotSpot: 1, 0xffff_ffff)))
    stage.connection.synchronise()
    #expect(try stage.bench.screen.pointer().isInvisible)
    #expect(stage.connection.failures.unexpectedCount == 0)
  }
}
