import Geometry
import RandomSource
import Rig
import Testing

@testable import Desktop

@Suite("The frame buffer on a real server", .serialized)
struct SharedImageTests {
  /// Fills every pixel with a colour that encodes its position.
  private func paint(_ image: SharedImage) {
    image.withPixels { pixels, stride in
      for y in 0..<image.height {
        for x in 0..<image.width {
          pixels.storeBytes(of: Self.colour(x, y), toByteOffset: y * stride + x * 4, as: UInt32.self)
        }
      }
    }
  }

  private static func colour(_ x: Int, _ y: Int) -> UInt32 {
    0xff00_0000 | UInt32(x & 0xff) << 16 | UInt32(y & 0xff) << 8 | UInt32((x >> 8) << 4 | y >> 8)
  }

  private func present(_ image: SharedImage, _ rects: [PixelRect], on stage: Stage) throws {
    let serial = try #require(image.present(rects))
    #expect(image.isPending)
    try stage.collect("the frame's completion") { if case .presented(serial) = $0 { true } else { false } }
    image.completed(serial)
    #expect(!image.isPending)
  }

  /// Fails if stride or byte order is wrong, a rectangle is misplaced or copied whole, or a
  /// completion is not matched.
  @Test("Exactly the rectangles that are presented reach the window", arguments: [false, true])
  func rectangles(copying: Bool) throws {
    let stage = try Stage()
    let image = try SharedImage(stage.window, copying: copying)
    #expect(image.transport == (copying ? .copied : .shared))
    try present(image, [PixelRect(x: 0, y: 0, width: 800, height: 600)], on: stage)
    paint(image)
    let before = image.pixelsPut
    let rects = [
      PixelRect(x: 10, y: 20, width: 30, height: 40), PixelRect(x: 300, y: 200, width: 1, height: 1),
      PixelRect(x: -50, y: 590, width: 60, height: 100), .empty, PixelRect(x: 790, y: -10, width: 100, height: 20),
    ]
    try present(image, rects, on: stage)
    #expect(image.pixelsPut - before == 30 * 40 + 1 + 10 * 10 + 10 * 10)

    let shown = try stage.bench.screen.image(of: stage.id)
    var wrong = 0
    for y in 0..<600 {
      for x in 0..<800 {
        let expected = rects.contains { $0.contains(x: x, y: y) } ? Self.colour(x, y) : 0
        if shown[x, y] & 0xff_ffff != expected & 0xff_ffff { wrong += 1 }
      }
    }
    #expect(wrong == 0)
    #expect(stage.connection.failures.unexpectedCount == 0)
  }

  /// Fails if a frame is reported without a request, or not reported after one. Other events must
  /// also show the server's progress.
  @Test("Without a report, the next event or reply shows the progress", arguments: [false, true])
  func unreported(copying: Bool) throws {
    let stage = try Stage()
    let image = try SharedImage(stage.window, copying: copying)
    let rect = PixelRect(x: 0, y: 0, width: 40, height: 40)
    func answers() -> [UInt] { stage.events.compactMap { if case .presented(let serial) = $0 { serial } else { nil } } }
    stage.collectAll()
    stage.forget()

    let serial = try #require(image.present([rect], reports: false))
    stage.collectAll()
    #expect(answers().isEmpty && image.isPending)
    image.completed(serial - 1)
    #expect(image.isPending)
    image.ask()
    image.ask()
    try stage.wait(for: "the answer") { !answers().isEmpty }
    stage.collectAll()
    #expect(answers().count == 1 && answers()[0] > serial)
    #expect(stage.pump.newestSerial >= answers()[0])
    image.completed(stage.pump.newestSerial)
    #expect(!image.isPending)

    // Without a pending frame there is nothing to ask for.
    stage.forget()
    image.ask()
    stage.collectAll()
    #expect(answers().isEmpty && !image.isPending)
    #expect(stage.connection.failures.unexpectedCount == 0)
  }

  /// Fails if a move takes pixels from outside the memory, or if the server reads the picture at
  /// its old offset.
  @Test("Moved pixels stay what they were, wherever the image begins", arguments: [false, true])
  func moving(copying: Bool) throws {
    let stage = try Stage()
    let image = try SharedImage(stage.window, copying: copying)
    let (width, height) = (image.width, image.height)
    paint(image)
    // The area where the painting's pixels still are, and how far they were moved.
    let whole = PixelRect(x: 0, y: 0, width: width, height: height)
    var (left, moved) = (whole, (x: 0, y: 0))
    var rng = RandomSource(5)
    for step in 0..<300 {
      let (dx, dy) = (rng.roll(-120...120), rng.roll(-120...120))
      image.move(dx: dx, dy: dy)
      left = left.offset(dx: dx, dy: dy).intersection(whole)
      (moved.x, moved.y) = (moved.x + dx, moved.y + dy)
      let wrong = image.withPixels { pixels, stride in
        #expect(pixels.count == stride * height)
        var wrong = 0
        for y in left.minY..<max(left.minY, left.maxY) {
          for x in left.minX..<max(left.minX, left.maxX)
          where pixels.loadUnaligned(fromByteOffset: y * stride + x * 4, as: UInt32.self)
            != Self.colour(x - moved.x, y - moved.y)
          {
            wrong += 1
          }
        }
        return wrong
      }
      #expect(wrong == 0, "step \(step)")
      if left.area < whole.area / 8 {
        paint(image)
        (left, moved) = (whole, (0, 0))
      }
    }
    paint(image)
    try present(image, [whole], on: stage)
    let shown = try stage.bench.screen.image(of: stage.id)
    for (x, y) in [(0, 0), (799, 599), (256, 255), (0, 599), (799, 0)] {
      #expect(shown[x, y] & 0xff_ffff == Self.colour(x, y) & 0xff_ffff)
    }
    #expect(stage.connection.failures.unexpectedCount == 0)
  }

  @Test("An empty frame needs no wait")
  func nothing() throws {
    let stage = try Stage()
    let image = try SharedImage(stage.window)
    #expect(image.present([]) == nil)
    #expect(image.present([.empty, PixelRect(x: 800, y: 0, width: 5, height: 5)]) == nil)
    #expect(!image.isPending && image.pixelsPut == 0)
  }

  @Test("Resizing keeps what was drawn, grows and shrinks", arguments: [false, true])
  func resizing(copying: Bool) throws {
    let stage = try Stage()
    let image = try SharedImage(stage.window, copying: copying)
    paint(image)
    let sizes = [(801, 601), (1270, 1000), (1271, 1001), (300, 1000), (120, 90), (800, 600)]
    var kept = (800, 600)
    for (width, height) in sizes {
      try image.resize(width: width, height: height)
      kept = (min(kept.0, width), min(kept.1, height))
      #expect(image.width == width && image.height == height)
      let wrong = image.withPixels { pixels, stride in
        #expect(stride >= width * 4 && pixels.count == stride * height)
        var wrong = 0
        for y in 0..<kept.1 {
          for x in 0..<kept.0
          where pixels.loadUnaligned(fromByteOffset: y * stride + x * 4, as: UInt32.self) != Self.colour(x, y) {
            wrong += 1
          }
        }
        return wrong
      }
      #expect(wrong == 0)
    }
    try stage.bench.screen.place(stage.id, Area(x: 0, y: 0, width: 1200, height: 900))
    stage.collectAll()
    try image.resize(width: 1200, height: 900)
    paint(image)
    try present(image, [PixelRect(x: 0, y: 0, width: 1200, height: 900)], on: stage)
    let shown = try stage.bench.screen.image(of: stage.id)
    for (x, y) in [(0, 0), (1199, 899), (1024, 768), (255, 256), (801, 0)] {
      #expect(shown[x, y] & 0xff_ffff == Self.colour(x, y) & 0xff_ffff)
    }
    #expect(stage.connection.failures.unexpectedCount == 0)
  }
}

@Suite("A server that dies", .serialized)
struct ServerLossTests {
  @Test("The loss is reported once; later calls do nothing", arguments: [false, true])
  func loss(copying: Bool) throws {
    let stage = try Stage()
    let image = try SharedImage(stage.window, copying: copying)
    let all = PixelRect(x: 0, y: 0, width: 800, height: 600)
    image.present([all])
    stage.bench.stop()
    try stage.collect("the news") { if case .serverGone = $0 { true } else { false } }
    #expect(!stage.connection.isAlive)
    guard case .serverGone = stage.events.last else {
      Issue.record("something came after the server had gone: \(stage.events)")
      return
    }
    useEverything(stage, image)

    stage.forget()
    stage.wakeup.signal()
    stage.pump.wait()
    stage.collectAll()
    #expect(stage.events.count == 1)
  }

  @Test("Also if a request notices the loss", arguments: [false, true])
  func lossWhileDrawing(copying: Bool) throws {
    let stage = try Stage()
    let image = try SharedImage(stage.window, copying: copying)
    stage.bench.stop()
    useEverything(stage, image)
    try stage.collect("the news") { if case .serverGone = $0 { true } else { false } }
  }

  @Test("Also between the rectangles of one frame", arguments: [false, true])
  func lossAmidAFrame(copying: Bool) throws {
    let stage = try Stage()
    let image = try SharedImage(stage.window, copying: copying)
    stage.bench.stop()
    // More than Xlib buffers before it sends, so that rectangles follow the one that meets the
    // loss.
    let pieces = (0..<5000).map { PixelRect(x: 8 * ($0 % 100), y: 12 * ($0 / 100), width: 7, height: 11) }
    #expect(image.present(pieces) == nil)
    #expect(!stage.connection.isAlive)
    useEverything(stage, image)
    try stage.collect("the news") { if case .serverGone = $0 { true } else { false } }
  }

  private func useEverything(_ stage: Stage, _ image: SharedImage) {
    for _ in 0..<200 { image.present([PixelRect(x: 0, y: 0, width: 800, height: 600)]) }
    stage.window.setTitle("gone")
    stage.window.setFullScreen(true)
    #expect(!stage.window.showsPictures)
    var shapes: [Window.PointerShape] = [.none, .crosshair, .arrow, .move]
    if let picture = PointerPicture(width: 1, height: 1, hotSpot: (0, 0), pixels: [0]) {
      shapes.append(.picture(picture))
    }
    for shape in shapes { stage.window.setPointerShape(shape) }
    stage.window.show()
    stage.connection.flush()
    stage.connection.synchronise()
    #expect(PenDevices(stage.connection).all().isEmpty)
    #expect(PenDevices(stage.connection).device(2) == nil)
    stage.pump.follow([])
    #expect(throws: DesktopError.self) { try Window(stage.connection) }
    #expect(throws: DesktopError.self) { try SharedImage(stage.window) }
  }
}
