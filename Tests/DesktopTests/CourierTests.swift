import Dice
import Geometry
import Input
import Rig
import Synchronization
import Testing

@testable import Desktop

@Suite("What goes between programs on a real server", .serialized)
struct CourierTests {
  private static func noise(_ count: Int, seed: Int = 1) -> [UInt8] {
    var dice = Dice(seed)
    return (0..<count).map { _ in UInt8(truncatingIfNeeded: dice.next()) }
  }

  /// What is delivered next.
  private func delivery(_ stage: Stage, seconds: Double = 20) throws -> SelectionDelivery {
    try stage.collect("a delivery", seconds: seconds) { if case .delivered = $0 { true } else { false } }
    for case .delivered(let delivery) in stage.events {
      stage.forget()
      return delivery
    }
    throw RigError("nothing was delivered")
  }

  /// What a pasting of a picture gives, where another program answers so.
  private func pasted(
    _ answers: [String: SelectionHolder.Answer], _ kind: ClipboardOffer.Kind = .picture, patience: Double = 5
  )
    throws -> SelectionDelivery.Content
  {
    let stage = try Stage()
    stage.window.courierPatience = patience
    let holder = try SelectionHolder(display: stage.bench.server.display, answers)
    #expect(stage.window.paste(kind))
    let delivery = try delivery(stage)
    #expect(delivery.occasion == .paste(kind))
    holder.stop()
    return delivery.content
  }

  // MARK: What others have

  /// Would break: bytes lost, doubled or mixed up on their way here, at once or part by part.
  @Test("A picture comes as it was sent, at once or in parts of any size", arguments: [0, 1000, 65536, 1 << 20])
  func pictures(_ part: Int) throws {
    let bytes = Self.noise(part == 0 ? 2_500_001 : 3_000_001)
    let answer: SelectionHolder.Answer = part == 0 ? .bytes(bytes) : .parts(bytes, size: part)
    let content = try pasted(["TARGETS": .names(["TARGETS", "image/png"]), "image/png": answer])
    #expect(content == .picture(bytes))
    // Some do not tell what they have.
    #expect(try pasted(["image/png": answer]) == .picture(bytes))
  }

  /// Would break: text that is not UTF-8 misread, or nothing where only the old form is to be had.
  @Test("Text comes in the new form or the old")
  func text() throws {
    #expect(try pasted(["UTF8_STRING": .bytes(Array("筆 é".utf8))], .text) == .text("筆 é"))
    #expect(try pasted(["STRING": .bytes([0x61, 0xE9])], .text) == .text("aé"))
    #expect(try pasted(["image/png": .bytes([1])], .text) == .nothing(.otherThing))
  }

  /// Would break: a reason that is not so, a wait without an end, a crash; or memory filled.
  @Test("What cannot be pasted is told apart")
  func faults() throws {
    func fault(_ answers: [String: SelectionHolder.Answer]) throws -> SelectionDelivery.Fault? {
      if case .nothing(let fault) = try pasted(answers, patience: 0.3) { fault } else { nil }
    }
    let png: SelectionHolder.Answer = .names(["TARGETS", "image/png"])
    #expect(try fault(["TARGETS": .names(["TARGETS", "UTF8_STRING"])]) == .isText)
    #expect(try fault(["TARGETS": .names(["image/jpeg"])]) == .otherPicture("image/jpeg"))
    #expect(try fault(["TARGETS": .silence]) == .silent)
    #expect(try fault(["TARGETS": png, "image/png": .silence]) == .silent)
    #expect(try fault(["TARGETS": png, "image/png": .announces(1000)]) == .silent)
    #expect(try fault(["TARGETS": png, "image/png": .stops(Self.noise(5000), size: 100, after: 3)]) == .silent)
    #expect(try fault(["TARGETS": png, "image/png": .announces(2_000_000_000)]) == .tooLarge(512_000_000))
    #expect(try fault(["TARGETS": png, "image/png": .names(["a", "b"])]) == .garbled)
    #expect(try fault(["TARGETS": png]) == .otherThing)
    #expect(try fault(["TARGETS": .bytes(Self.noise(100))]) == .garbled)
    #expect(try fault([:]) == .otherThing)
    let stage = try Stage()
    #expect(stage.window.paste(.picture))
    #expect(try delivery(stage).content == .nothing(.empty))
  }

  /// Would break: a wait for somebody who has gone; or a text of any size taken.
  @Test("An owner that dies amid it is noticed at once, one with too much to say is stopped")
  func deaths() throws {
    let stage = try Stage()
    let bytes = Self.noise(500_000)
    let holder = try SelectionHolder(
      display: stage.bench.server.display,
      ["TARGETS": .names(["image/png"]), "image/png": .stops(bytes, size: 1000, after: 20)])
    #expect(stage.window.paste(.picture))
    try stage.bench.screen.wait(for: "20 parts") { holder.partCount == 20 }
    holder.stop()
    #expect(try delivery(stage).content == .nothing(.gone))
    let other = try SelectionHolder(
      display: stage.bench.server.display, ["UTF8_STRING": .parts(Self.noise(17_000_000), size: 1 << 20)])
    #expect(stage.window.paste(.text))
    #expect(try delivery(stage).content == .nothing(.tooLarge(16_000_000)))
    other.stop()
  }

  /// Would break: a file that was copied in a file manager called a text; or a link that names none taken for a file.
  @Test("Files that were copied come as files")
  func copiedFiles() throws {
    let names: SelectionHolder.Answer = .names(["TARGETS", "text/uri-list", "UTF8_STRING", "text/plain"])
    func pasted(_ list: String) throws -> SelectionDelivery.Content {
      try self.pasted(["TARGETS": names, "text/uri-list": .bytes(Array(list.utf8))])
    }
    #expect(try pasted("file:///tmp/a%20b.png\r\n") == .files(["/tmp/a b.png"]))
    #expect(try pasted("https://example.org/a.png\r\n") == .nothing(.otherThing))
  }

  /// Would break: nobody told that something comes, or how much has; something that cannot be given up; or what is given up told as a
  /// fault of the other program's.
  @Test("What comes is told of meanwhile, and can be given up")
  func givingUp() throws {
    let stage = try Stage()
    #expect(stage.window.incoming == nil)
    stage.window.cancelFetches()
    let holder = try SelectionHolder(
      display: stage.bench.server.display,
      ["TARGETS": .names(["image/png"]), "image/png": .stops(Self.noise(500_000), size: 1000, after: 20)])
    let source = try DragSource(stage.bench.screen, over: stage.id, ["image/png": .silence])
    #expect(stage.window.paste(.picture))
    try stage.bench.screen.wait(for: "20 parts") { holder.partCount == 20 && stage.window.incoming?.bytes == 20_000 }
    try source.enter()
    try source.drop()
    stage.collectAll()
    stage.window.cancelFetches()
    #expect(try delivery(stage).content == .nothing(.cancelled))
    // Both may have come in one turn.
    if stage.window.incoming != nil { #expect(try delivery(stage).content == .nothing(.cancelled)) }
    #expect(try source.waitForAnswer("XdndFinished")[1] == 0)
    #expect(stage.window.incoming == nil)
    // What is asked for afterwards comes.
    holder.stop()
    let other = try SelectionHolder(display: stage.bench.server.display, ["image/png": .bytes([1, 2])])
    #expect(stage.window.paste(.picture))
    #expect(try delivery(stage).content == .picture([1, 2]))
    other.stop()
  }

  // MARK: What we have

  /// Would break: what several programs read at once mixed up, one held up by another that dies or sleeps, or bytes made
  /// before anybody wants them or for each anew.
  @Test("Several programs read at once, one of them dies amid it, one sleeps")
  func readers() throws {
    let stage = try Stage()
    let bytes = Self.noise(3_000_000)
    let made = Mutex(0)
    let offer = ClipboardOffer(png: {
      made.withLock { $0 += 1 }
      return bytes
    })
    #expect(stage.window.copy(offer))
    stage.collectAll()
    #expect(made.withLock { $0 } == 0)
    let display = stage.bench.server.display
    let results = Mutex<[[UInt8]?]>([])
    let done = Mutex(0)
    let wakeup = stage.wakeup
    let helpers = try (0..<4).map { number in
      try Helper {
        defer {
          done.withLock { $0 += 1 }
          wakeup.signal()
        }
        // The first takes two parts and goes.
        let result = try SelectionReader(display: display).bytes(as: "image/png", parts: number == 0 ? 2 : .max)
        results.withLock { $0.append(number == 0 ? nil : result) }
      }
    }
    try stage.wait(for: "all readers") { done.withLock { $0 } == helpers.count }
    for helper in helpers { try helper.wait() }
    #expect(results.withLock { $0.compactMap { $0 } }.count == 3)
    #expect(results.withLock { $0.compactMap { $0 }.allSatisfy { $0 == bytes } })
    #expect(made.withLock { $0 } == 1)
  }

  /// What a reader on another thread gets while the stage answers.
  private func read(_ stage: Stage, _ target: String) throws -> [UInt8]? {
    let (display, wakeup) = (stage.bench.server.display, stage.wakeup)
    let bytes = Mutex<[UInt8]?>(nil)
    let isDone = Mutex(false)
    let helper = try Helper {
      defer {
        isDone.withLock { $0 = true }
        wakeup.signal()
      }
      let read = try SelectionReader(display: display).bytes(as: target)
      bytes.withLock { $0 = read }
    }
    try stage.wait(for: "the reader") { isDone.withLock { $0 } }
    try helper.wait()
    return bytes.withLock { $0 }
  }

  /// Would break: a picture that cannot be made answered with nothing for ever, text of more than a part cut short, or forms
  /// given that nobody has.
  @Test("What cannot be given is refused, and long text goes in parts")
  func refusals() throws {
    let stage = try Stage()
    #expect(stage.window.copy(ClipboardOffer(png: { nil })))
    #expect(try read(stage, "image/png") == nil)
    #expect(try read(stage, "UTF8_STRING") == nil && stage.window.copied?.text == nil)
    let text = String(repeating: "Ägypten ", count: 100_000)
    #expect(stage.window.copy(text) && stage.window.copied?.text == text)
    #expect(try read(stage, "UTF8_STRING") == Array(text.utf8))
    #expect(try read(stage, "image/png") == nil)
  }

  /// Would break: what is kept by a clipboard manager not all that was copied; or a wait for one that is silent, or dies.
  @Test("A clipboard manager keeps what was copied; one that does not is given up")
  func storing() throws {
    func stored(_ stage: Stage) throws -> Bool {
      try stage.collect("the manager's word") { if case .clipboardStored = $0 { true } else { false } }
      for case .clipboardStored(let isStored) in stage.events {
        stage.forget()
        return isStored
      }
      return false
    }
    let stage = try Stage()
    stage.window.courierPatience = 0.3
    let bytes = Self.noise(1_000_000)
    #expect(!stage.window.storeClipboard())
    #expect(stage.window.copy(ClipboardOffer(png: { bytes })))
    #expect(!stage.window.storeClipboard())
    let display = stage.bench.server.display
    func manager(_ answer: SelectionHolder.Answer?) throws -> SelectionHolder {
      try SelectionHolder(display: display, selection: "CLIPBOARD_MANAGER", answer.map { ["SAVE_TARGETS": $0] } ?? [:])
    }
    let silent = try manager(.silence)
    #expect(stage.window.storeClipboard())
    #expect(try !stored(stage))
    #expect(stage.window.storeClipboard())
    try stage.bench.screen.wait(for: "the request") { silent.requests.count == 2 }
    silent.stop()
    #expect(try !stored(stage))
    let unwilling = try manager(nil)
    #expect(stage.window.storeClipboard())
    #expect(try !stored(stage) && stage.window.copied != nil)
    unwilling.stop()
    let keeper = try manager(.save)
    #expect(stage.window.storeClipboard())
    #expect(try stored(stage) && keeper.saved == ["image/png": bytes])
    stage.collectAll()
    #expect(stage.window.copied == nil)
    #expect(try read(stage, "image/png") == bytes)
  }

  // MARK: What is dropped

  /// Would break: a source that waits for an answer, a drop at another place, or files that are not told.
  @Test("Files are dropped where they are let go, and the source is told")
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

  /// Would break: what takes long to come landing elsewhere because the window was moved meanwhile.
  @Test("What was dropped belongs where it was let go, wherever the window is by then")
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

  /// Would break: a picture of another program not taken, or a refusal that the source never hears of.
  @Test("Pictures are dropped; what nobody wants is refused; links give way to pictures")
  func drops() throws {
    let stage = try Stage()
    stage.window.courierPatience = 0.3
    func dropped(_ answers: [String: SelectionHolder.Answer], version: Int = 5, accepts: Bool = true) throws
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
    let link: SelectionHolder.Answer = .bytes(Array("https://example.org/a.png\r\n".utf8))
    #expect(try dropped(["image/png": .parts(bytes, size: 99_999)]) == (.picture(bytes), 1))
    #expect(try dropped(["image/png": .bytes(bytes), "text/uri-list": link]) == (.picture(bytes), 1))
    #expect(try dropped(["text/uri-list": link]) == (.nothing(.notHere), 0))
    #expect(try dropped(["text/uri-list": .silence]) == (.nothing(.silent), 0))
    #expect(try dropped(["image/png": .bytes(bytes)], version: 3) == (.picture(bytes), 1))
    #expect(try dropped(["image/png": .bytes(bytes)], version: 9) == (.picture(bytes), 1))
    #expect(try dropped(["image/png": .bytes(bytes)], version: 2, accepts: false) == (nil, 0))
    #expect(try dropped(["text/plain": .bytes(bytes)], accepts: false) == (nil, 0))
  }

  /// Would break: a crash or a wait where a source goes at any moment.
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
    // Nobody heard of any error, and the next one is served.
    #expect(stage.connection.failures.unexpectedCount == 0)
    let third = try DragSource(stage.bench.screen, over: stage.id, ["image/png": .bytes([1, 2, 3])])
    try third.enter()
    try third.move(x: 9, y: 9)
    try third.drop()
    #expect(try delivery(stage).content == .picture([1, 2, 3]))
    // At the program's end those who still wait are told.
    let last = try DragSource(stage.bench.screen, over: stage.id, ["image/png": .silence])
    try last.enter()
    try last.drop()
    stage.collectAll()
    try stage.bench.screen.wait(for: "the request") { !last.holder.requests.isEmpty }
    stage.window.courier?.stop()
    #expect(try last.waitForAnswer("XdndFinished")[1] == 0)
  }
}
