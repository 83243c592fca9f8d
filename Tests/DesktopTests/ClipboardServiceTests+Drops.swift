import Geometry
import Input
import RandomSource
import Rig
import Synchronization
import Testing

@testable import Desktop

extension ClipboardServiceTests {
  /// Fails if the source gets no answer, the drop's position is wrong, or files are not reported.
  @Test("Files are dropped at the drop's position, and the source is notified")
  func files() throws {
    let stage = try Stage()
    let frame = try stage.bench.screen.geometry(of: stage.id)
    let list = Array("file:///tmp/a%20b.png\r\nfile:///tmp/c\r\n".utf8)
    let source = try DragSource(
      stage.bench.screen, over: stage.id,
      ["text/uri-list": .bytes(list), "a": .silence, "b": .silence, "c": .silence, "d": .silence],
      types: ["a", "b", "c", "d", "text/uri-list"])
    #expect(source.announcedVersion == 5)
    try source.enter()
    for k in 1...3 {
      try source.move(x: Int(frame.x) + 40 * k, y: Int(frame.y) + 30)
      stage.collectAll()
      let answer = try source.waitForAnswer("XdndStatus", count: k)
      #expect(answer[0] == Int(stage.id.number) && answer[1] & 1 == 1)
    }
    try source.drop()
    let delivery = try delivery(stage)
    #expect(delivery == SelectionDelivery(.files(["/tmp/a b.png", "/tmp/c"]), for: .drop(Point(120, 30))))
    #expect(try source.waitForAnswer("XdndFinished")[1] == 1)
  }

  /// Fails if a slow drop changes its position because the window was moved meanwhile.
  @Test("A moved window does not change the drop's position")
  func movedWindow() throws {
    let stage = try Stage()
    let screen = stage.bench.screen
    let frame = try screen.geometry(of: stage.id)
    let bytes = Self.noise(20_000)
    let source = try DragSource(screen, over: stage.id, ["image/png": .parts(bytes, size: 1)])
    try source.enter()
    try source.move(x: Int(frame.x) + 70, y: Int(frame.y) + 30)
    try source.drop()
    stage.collectAll()
    try screen.wait(for: "a part") { source.holder.partCount > 0 }
    try screen.place(stage.id, Area(x: frame.x + 50, y: frame.y + 60, width: frame.width, height: frame.height))
    #expect(try delivery(stage, seconds: 60) == SelectionDelivery(.picture(bytes), for: .drop(Point(70, 30))))
  }

  /// Fails if another program's picture is not accepted, or if the source is not told of a refusal.
  @Test("Pictures are accepted, unknown data is refused, pictures take precedence over links")
  func drops() throws {
    let stage = try Stage()
    stage.window.transferTimeout = 0.3
    func dropped(_ answers: [String: SelectionOwner.Answer], version: Int = 5, accepts: Bool = true) throws
      -> (content: SelectionDelivery.Content?, finished: Int)
    {
      let source = try DragSource(stage.bench.screen, over: stage.id, answers)
      try source.enter(version: version)
      try source.move(x: 50, y: 50)
      stage.collectAll()
      #expect(try source.waitForAnswer("XdndStatus")[1] & 1 == (accepts ? 1 : 0))
      try source.drop()
      stage.collectAll()
      let content = accepts ? try delivery(stage).content : nil
      return (content, try source.waitForAnswer("XdndFinished")[1])
    }
    let bytes = Self.noise(700_000)
    let link: SelectionOwner.Answer = .bytes(Array("https://example.org/a.png\r\n".utf8))
    #expect(try dropped(["image/png": .parts(bytes, size: 99_999)]) == (.picture(bytes), 1))
    #expect(try dropped(["image/png": .bytes(bytes), "text/uri-list": link]) == (.picture(bytes), 1))
    #expect(try dropped(["text/uri-list": link]) == (.nothing(.notHere), 0))
    #expect(try dropped(["text/uri-list": .silence]) == (.nothing(.silent), 0))
    #expect(try dropped(["image/png": .bytes(bytes)], version: 3) == (.picture(bytes), 1))
    #expect(try dropped(["image/png": .bytes(bytes)], version: 9) == (.picture(bytes), 1))
    #expect(try dropped(["image/png": .bytes(bytes)], version: 2, accepts: false) == (nil, 0))
    #expect(try dropped(["text/plain": .bytes(bytes)], accepts: false) == (nil, 0))
  }

  /// Fails if a source that ends at any moment causes a crash or a wait.
  @Test("A source may die at any moment")
  func dyingSources() throws {
    let stage = try Stage()
    func source() throws -> DragSource {
      try DragSource(
        stage.bench.screen, over: stage.id, ["image/png": .stops(Self.noise(90_000), size: 1000, after: 5)],
        types: ["image/png", "x", "y", "z"])
    }
    let first = try source()
    first.die()
    try first.enter()
    try first.move(x: 9, y: 9)
    stage.collectAll()
    try first.drop()
    #expect(try delivery(stage).content == .nothing(.gone))
    let second = try source()
    try second.enter()
    try second.drop()
    stage.collectAll()
    try stage.bench.screen.wait(for: "5 parts") { second.holder.partCount == 5 }
    second.die()
    #expect(try delivery(stage).content == .nothing(.gone))
    // No error was reported, and the next source is served.
    #expect(stage.connection.failures.unexpectedCount == 0)
    let third = try DragSource(stage.bench.screen, over: stage.id, ["image/png": .bytes([1, 2, 3])])
    try third.enter()
    try third.move(x: 9, y: 9)
    try third.drop()
    #expect(try delivery(stage).content == .picture([1, 2, 3]))
    // When the program ends, sources that still wait get an answer.
    let last = try DragSource(stage.bench.screen, over: stage.id, ["image/png": .silence])
    try last.enter()
    try last.drop()
    stage.collectAll()
    try stage.bench.screen.wait(for: "the request") { !last.holder.requests.isEmpty }
    stage.window.clipboardService?.stop()
    #expect(try last.waitForAnswer("XdndFinished")[1] == 0)
  }
}
