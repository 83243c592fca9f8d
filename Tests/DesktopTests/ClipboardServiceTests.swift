import Geometry
import Input
import RandomSource
import Rig
import Synchronization
import Testing

@testable import Desktop

@Suite("The clipboard service on a real server", .serialized)
struct ClipboardServiceTests {
  static func noise(_ count: Int, seed: Int = 1) -> [UInt8] {
    var rng = RandomSource(seed)
    return (0..<count).map { _ in UInt8(truncatingIfNeeded: rng.next()) }
  }

  func delivery(_ stage: Stage, seconds: Double = 20) throws -> SelectionDelivery {
    try stage.collect("a delivery", seconds: seconds) { if case .delivered = $0 { true } else { false } }
    for case .delivered(let delivery) in stage.events {
      stage.forget()
      return delivery
    }
    throw RigError("nothing was delivered")
  }

  /// The result of pasting a picture from a program with these answers.
  private func pasted(
    _ answers: [String: SelectionOwner.Answer], _ kind: ClipboardOffer.Kind = .picture, timeout: Double = 5
  )
    throws -> SelectionDelivery.Content
  {
    let stage = try Stage()
    stage.window.transferTimeout = timeout
    let holder = try SelectionOwner(display: stage.bench.server.display, answers)
    #expect(stage.window.paste(kind))
    let delivery = try delivery(stage)
    #expect(delivery.occasion == .paste(kind))
    holder.stop()
    return delivery.content
  }

  // MARK: Pasting

  /// Fails if layers of another window are not preferred to a picture of them, or come changed.
  @Test("Layers come as they were sent")
  func layers() throws {
    let bytes = Self.noise(1_500_001)
    let name = "application/x-fude-layers"
    let content = try pasted([
      "TARGETS": .names(["TARGETS", "image/png", name]), "image/png": .bytes([1]), name: .bytes(bytes),
    ])
    #expect(content == .layers(bytes))
    let stage = try Stage()
    #expect(stage.window.copy(ClipboardOffer(layers: { bytes })) && stage.window.copied?.kind == .layers)
    #expect(try read(stage, name) == bytes)
    #expect(try read(stage, "image/png") == nil)
  }

  /// Fails if bytes are lost, doubled or reordered, at once or in parts.
  @Test("A picture comes as it was sent, at once or in parts of any size", arguments: [0, 1000, 65536, 1 << 20])
  func pictures(_ part: Int) throws {
    let bytes = Self.noise(part == 0 ? 2_500_001 : 3_000_001)
    let answer: SelectionOwner.Answer = part == 0 ? .bytes(bytes) : .parts(bytes, size: part)
    let content = try pasted(["TARGETS": .names(["TARGETS", "image/png"]), "image/png": answer])
    #expect(content == .picture(bytes))
    // Some programs do not list their targets.
    #expect(try pasted(["image/png": answer]) == .picture(bytes))
  }

  /// Fails if text that is not UTF-8 is misread, or if text is missing when only the old target
  /// exists.
  @Test("Text comes in the new form or the old")
  func text() throws {
    #expect(try pasted(["UTF8_STRING": .bytes(Array("筆 é".utf8))], .text) == .text("筆 é"))
    #expect(try pasted(["STRING": .bytes([0x61, 0xE9])], .text) == .text("aé"))
    #expect(try pasted(["image/png": .bytes([1])], .text) == .nothing(.otherThing))
  }

  /// Fails if a reason is wrong, a wait never ends, the program crashes, or memory fills up.
  @Test("Each reason why pasting fails is reported")
  func faults() throws {
    func fault(_ answers: [String: SelectionOwner.Answer]) throws -> SelectionDelivery.Fault? {
      if case .nothing(let fault) = try pasted(answers, timeout: 0.3) { fault } else { nil }
    }
    let png: SelectionOwner.Answer = .names(["TARGETS", "image/png"])
    #expect(try fault(["TARGETS": .names(["TARGETS", "UTF8_STRING"])]) == .isText)
    #expect(try fault(["TARGETS": .names(["image/gif"])]) == .otherPicture("image/gif"))
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

  /// Fails if a program that has ended is waited for, or if text of unlimited size is accepted.
  @Test("An owner that ends is noticed at once; one that sends too much is stopped")
  func deaths() throws {
    let stage = try Stage()
    let bytes = Self.noise(500_000)
    let holder = try SelectionOwner(
      display: stage.bench.server.display,
      ["TARGETS": .names(["image/png"]), "image/png": .stops(bytes, size: 1000, after: 20)])
    #expect(stage.window.paste(.picture))
    try stage.bench.screen.wait(for: "20 parts") { holder.partCount == 20 }
    holder.stop()
    #expect(try delivery(stage).content == .nothing(.gone))
    let other = try SelectionOwner(
      display: stage.bench.server.display, ["UTF8_STRING": .parts(Self.noise(17_000_000), size: 1 << 20)])
    #expect(stage.window.paste(.text))
    #expect(try delivery(stage).content == .nothing(.tooLarge(16_000_000)))
    other.stop()
  }

  /// Fails if a file copied in a file manager is pasted as text, or if a link without a file is
  /// taken for a file.
  @Test("Files that were copied come as files")
  func copiedFiles() throws {
    let names: SelectionOwner.Answer = .names(["TARGETS", "text/uri-list", "UTF8_STRING", "text/plain"])
    func pasted(_ list: String) throws -> SelectionDelivery.Content {
      try self.pasted(["TARGETS": names, "text/uri-list": .bytes(Array(list.utf8))])
    }
    #expect(try pasted("file:///tmp/a%20b.png\r\n") == .files(["/tmp/a b.png"]))
    #expect(try pasted("https://example.org/a.png\r\n") == .nothing(.otherThing))
    // Some file managers offer only their own form.
    for name in ["x-special/gnome-copied-files", "x-special/mate-copied-files"] {
      let list = Array("copy\nfile:///tmp/a%20b.png\nfile:///tmp/c".utf8)
      let content = try self.pasted(["TARGETS": .names(["TARGETS", name]), name: .bytes(list)])
      #expect(content == .files(["/tmp/a b.png", "/tmp/c"]))
    }
  }

  /// Fails if an incoming transfer or its progress is not reported, or cannot be cancelled. A
  /// cancelled transfer is no fault of the other program.
  @Test("Incoming data is reported and can be cancelled")
  func givingUp() throws {
    let stage = try Stage()
    #expect(stage.window.incoming == nil)
    stage.window.cancelFetches()
    let holder = try SelectionOwner(
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
    // Both may have arrived in one iteration.
    if stage.window.incoming != nil { #expect(try delivery(stage).content == .nothing(.cancelled)) }
    #expect(try source.waitForAnswer("XdndFinished")[1] == 0)
    #expect(stage.window.incoming == nil)
    holder.stop()
    let other = try SelectionOwner(display: stage.bench.server.display, ["image/png": .bytes([1, 2])])
    #expect(stage.window.paste(.picture))
    #expect(try delivery(stage).content == .picture([1, 2]))
    other.stop()
  }

  // MARK: Copying

  /// Fails if data for several readers is mixed up, or if a stopped reader delays others. Data is
  /// made once, when first requested.
  @Test("Several readers at once; one ends, one stops")
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
        // The first reader takes two parts and ends.
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

  /// The result of a reader on another thread while the stage answers.
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

  /// Fails if a picture that cannot be made gets no answer, long text is cut, or unavailable
  /// targets are offered.
  @Test("Unavailable targets are refused; long text is sent in parts")
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

  /// Fails if a clipboard manager does not save everything copied, or if a silent or ended one is
  /// waited for.
  @Test("A clipboard manager saves the copy; a silent one is not waited for")
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
    stage.window.transferTimeout = 0.3
    let bytes = Self.noise(1_000_000)
    #expect(!stage.window.storeClipboard())
    #expect(stage.window.copy(ClipboardOffer(png: { bytes })))
    #expect(!stage.window.storeClipboard())
    let display = stage.bench.server.display
    func manager(_ answer: SelectionOwner.Answer?) throws -> SelectionOwner {
      try SelectionOwner(display: display, selection: "CLIPBOARD_MANAGER", answer.map { ["SAVE_TARGETS": $0] } ?? [:])
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
}
