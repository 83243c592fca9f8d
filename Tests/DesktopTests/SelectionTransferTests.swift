import RandomSource
import Testing

@testable import Desktop

@Suite("Rules of selection transfers in parts")
struct SelectionTransferTests {
  /// Fails if a part is lost, doubled or out of order, or if a transfer ends never or twice.
  @Test("The receiver gets exactly the sent data")
  func bothSides() {
    for seed in 0..<400 {
      var rng = RandomSource(seed)
      let bytes = (0..<rng.roll(0...300)).map { _ in UInt8(rng.roll(0...255)) }
      var outgoing = OutgoingTransfer(bytes, part: rng.roll(1...64))
      var incoming = IncomingTransfer(limit: bytes.count)
      var step = incoming.take(.announcement(rng.isOne(in: 3) ? 0 : bytes.count))
      while step == .wait {
        // A late notification of data already read finds nothing and changes nothing.
        if rng.isOne(in: 4) { #expect(incoming.take(.missing) == .wait) }
        guard let range = outgoing.next() else { break }
        step = incoming.take(.bytes(Array(bytes[range])))
      }
      #expect(step == .done && incoming.bytes == bytes && outgoing.next() == nil, "seed \(seed)")
    }
  }

  /// Fails if a program that sends without end, or announces too much, fills the memory.
  @Test("More than the limit is refused, announced or not")
  func limits() {
    var claimed = IncomingTransfer(limit: 100)
    #expect(claimed.take(.announcement(101)) == .fault(.tooLarge(100)))
    var endless = IncomingTransfer(limit: 100)
    #expect(endless.take(.announcement(1)) == .wait)
    #expect(endless.take(.bytes([UInt8](repeating: 0, count: 60))) == .wait && endless.room == 40)
    #expect(endless.take(.bytes([UInt8](repeating: 0, count: 41))) == .fault(.tooLarge(100)))
    var atOnce = IncomingTransfer(limit: 100)
    #expect(atOnce.take(.bytes([UInt8](repeating: 0, count: 101))) == .fault(.tooLarge(100)))
    var property = IncomingTransfer(limit: 100)
    #expect(property.take(.tooLarge) == .fault(.tooLarge(100)))
  }

  /// Fails if invalid data causes a crash or an endless wait.
  @Test("Invalid order ends the transfer")
  func garbage() {
    var nothing = IncomingTransfer(limit: 100)
    #expect(nothing.take(.missing) == .fault(.garbled))
    var other = IncomingTransfer(limit: 100)
    #expect(other.take(.other) == .fault(.garbled))
    var twice = IncomingTransfer(limit: 100)
    #expect(twice.take(.announcement(5)) == .wait && twice.take(.announcement(5)) == .fault(.garbled))
    var empty = IncomingTransfer(limit: 100)
    #expect(empty.take(.bytes([])) == .done && empty.bytes.isEmpty)
    for seed in 0..<300 {
      var rng = RandomSource(seed)
      var incoming = IncomingTransfer(limit: 50)
      var step = IncomingTransfer.Step.wait
      for _ in 0..<20 where step == .wait {
        switch rng.roll(0...5) {
        case 0: step = incoming.take(.announcement(rng.roll(0...60)))
        case 1: step = incoming.take(.missing)
        case 2: step = incoming.take(.other)
        case 3: step = incoming.take(.tooLarge)
        default: step = incoming.take(.bytes([UInt8](repeating: 1, count: rng.roll(0...30))))
        }
      }
      #expect(incoming.bytes.count <= 50, "seed \(seed)")
    }
  }

  /// Fails if an available picture is not chosen, or if the wrong reason is reported.
  @Test("A picture is preferred; otherwise the reason is reported")
  func choice() {
    func chosen(_ names: [String]) -> SelectionDelivery.Fault? {
      switch PasteChoice.picture(of: names) {
      case .success(let target):
        let best: AtomName =
          names.contains("image/png")
          ? .png
          : names.contains("image/jpeg")
            ? .jpeg
            : names.contains("image/webp")
              ? .webP : .uriList
        #expect(target == best)
        return nil
      case .failure(let choice): return choice.fault
      }
    }
    #expect(chosen(["TARGETS", "image/bmp", "image/png", "text/html"]) == nil)
    #expect(chosen([]) == .empty && chosen(["TARGETS", "TIMESTAMP", "MULTIPLE", "SAVE_TARGETS"]) == .empty)
    #expect(chosen(["TARGETS", "UTF8_STRING"]) == .isText && chosen(["text/html"]) == .isText)
    #expect(chosen(["text/html", "image/gif", "image/bmp"]) == .otherPicture("image/gif"))
    #expect(chosen(["application/x-secret"]) == .otherThing)
    #expect(
      chosen(["image/" + String(repeating: "x", count: 500)])
        == .otherPicture("image/" + String(repeating: "x", count: 34)))
    #expect(chosen(["text/plain", "image/jpeg", "text/uri-list"]) == nil)
    let own = "x-special/gnome-copied-files"
    #expect(PasteChoice.picture(of: [own, "UTF8_STRING"]) == .success(.gnomeFiles))
    #expect(PasteChoice.picture(of: [own, "text/uri-list"]) == .success(.uriList))
    #expect(PasteChoice.picture(of: [own, "image/png"]) == .success(.png))
    let all = [
      "TARGETS", "UTF8_STRING", "image/jpeg", "image/webp", "image/png", "x", "text/plain", "text/uri-list",
    ]
    for seed in 0..<200 {
      var rng = RandomSource(seed)
      let names = all.shuffled(using: &rng).prefix(rng.roll(0...all.count))
      let isSome = names.contains { $0.hasPrefix("image/") || $0 == "text/uri-list" }
      #expect((chosen(Array(names)) == nil) == isSome, "seed \(seed)")
    }
  }
}

@Suite("Rules of drag and drop")
struct DropConversationTests {
  private func offer(_ source: UInt = 7, version: Int = 5, files: Bool = true, picture: Bool = false)
    -> DropSession.Offer
  {
    DropSession.Offer(source: source, version: version, hasFiles: files, picture: picture ? .png : nil)
  }

  /// Fails if the drop's position is not the last one, or if state remains afterwards.
  @Test("A valid drop is fetched with its last position")
  func inOrder() {
    var drag = DropSession()
    drag.enter(offer(picture: true))
    #expect(drag.position(source: 7, packed: 100 << 16 | 50) == .status(accepts: true))
    #expect(drag.position(source: 7, packed: 0xFFF6 << 16 | 0xFFFF) == .status(accepts: true))
    #expect(drag.drop(source: 7) == .fetch(offer(picture: true), at: .init(x: -10, y: -1)))
    #expect(drag.drop(source: 7) == .refusal)
    drag.enter(offer())
    #expect(drag.drop(source: 7) == .fetch(offer(), at: nil))
    drag.enter(offer())
    drag.leave(source: 8)
    #expect(drag.offer != nil)
    drag.leave(source: 7)
    #expect(drag == DropSession())
  }

  /// Fails if a source never gets an answer, or if an unwanted drop is accepted.
  @Test("Every request is answered, in any order", arguments: 0..<8)
  func outOfOrder(_ version: Int) {
    var drag = DropSession()
    #expect(drag.position(source: 7, packed: 0) == .status(accepts: false) && drag.drop(source: 7) == .refusal)
    drag.enter(offer(version: version))
    #expect(drag.position(source: 7, packed: 0) == .status(accepts: version >= 3))
    #expect(drag.position(source: 9, packed: 0) == .status(accepts: false) && drag.drop(source: 9) == .refusal)
    let answer = drag.drop(source: 7)
    #expect(
      answer
        == (version >= 3 ? .fetch(offer(version: version), at: .init(x: 0, y: 0)) : version == 2 ? .refusal : .nothing))
    drag.enter(offer(version: version, files: false))
    #expect(drag.position(source: 7, packed: 0) == .status(accepts: false))
  }

  /// Fails if a drop is fetched twice, or from a program that dragged nothing.
  @Test("A drop is fetched at most once, from the last source")
  func random() {
    for seed in 0..<300 {
      var rng = RandomSource(seed)
      var drag = DropSession()
      var entered: UInt?
      for _ in 0..<30 {
        let source = UInt(rng.roll(1...3))
        switch rng.roll(0...3) {
        case 0:
          drag.enter(offer(source, version: rng.roll(0...9)))
          entered = source
        case 1: _ = drag.position(source: source, packed: rng.roll(-1 << 31...1 << 31))
        case 2:
          drag.leave(source: source)
          if entered == source { entered = nil }
        default:
          if case .fetch(let offer, _) = drag.drop(source: source) {
            #expect(offer.source == source && entered == source, "seed \(seed)")
          }
          if entered == source { entered = nil }
        }
      }
    }
  }
}
