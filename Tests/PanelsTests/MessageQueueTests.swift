import Geometry
import Input
import InterfaceSupport
import RandomSource
import Studio
import Testing

@testable import Panels
@testable import Toolkit

@Suite struct MessageQueueTests {
  private let action = MessageAction(title: "Undo", effect: .perform(.undo))
  private func text(_ screen: Screen) -> String? { screen.overlay.message.content?.text }

  /// Fails if a message with an action is lost to a later one.
  @Test("the latest is shown; one with an action returns for the rest of its time")
  func comesBack() throws {
    let screen = try Screen()
    _ = screen.tick(0)
    screen.overlay.show(message: "Cleared", action: action, until: 6)
    _ = screen.tick(1)
    _ = screen.show(message: "Saved", until: 4)
    #expect(text(screen) == "Saved" && screen.overlay.nextDeadline == 4)
    _ = screen.tick(4)
    #expect(text(screen) == "Cleared" && screen.overlay.nextDeadline == 9)
    let button = try #require(screen.overlay.message.children.first)
    #expect(screen.click(button) == [.perform(.undo)])
    #expect(text(screen) == nil && screen.overlay.nextDeadline == nil)
  }

  /// Fails if a message shown too briefly to be read is lost, or one that was read returns.
  @Test("a message shown briefly returns, one that was read does not")
  func glance() throws {
    let screen = try Screen()
    _ = screen.tick(0)
    for word in ["One", "Two", "Three"] { _ = screen.show(message: word, until: 6) }
    #expect(text(screen) == "Three")
    _ = screen.tick(6)
    #expect(text(screen) == "Two" && screen.overlay.nextDeadline == 8)
    _ = screen.tick(10)
    _ = screen.show(message: "Four", until: 12)
    _ = screen.tick(12)
    #expect(text(screen) == "One")
    _ = screen.tick(20)
    #expect(text(screen) == nil)
  }

  /// Fails if a standing message disappears by time or by a press, wakes the program, or stays
  /// when it is withdrawn.
  @Test("a standing message stays until it is withdrawn, below later ones")
  func standing() throws {
    let screen = try Screen()
    _ = screen.tick(0)
    screen.overlay.show(message: "No pen", until: .infinity)
    #expect(screen.overlay.nextDeadline == nil)
    _ = screen.tick(1e6)
    _ = screen.click(screen.overlay.message)
    #expect(text(screen) == "No pen")
    _ = screen.show(message: "Saved", until: 1e6 + 5)
    #expect(text(screen) == "Saved")
    _ = screen.tick(1e6 + 5)
    #expect(text(screen) == "No pen")
    _ = screen.show(message: "Saved", until: 1e6 + 9)
    screen.overlay.withdraw(message: "No pen")
    _ = screen.tick(1e6 + 9)
    #expect(text(screen) == nil)
  }

  /// Fails if a replacing message moves its button under a press, changes its turn, or leaves the
  /// replaced one.
  @Test("a replacing message keeps the pressed button and the turn")
  func replaced() throws {
    let screen = try Screen()
    _ = screen.tick(0)
    func go(_ text: String, after old: String?) {
      screen.overlay.show(message: text, action: action, until: .infinity, replacing: old)
    }
    go("9 %", after: nil)
    let button = try #require(screen.overlay.message.children.first)
    let place = Rect(button.frame).center
    _ = screen.pointer(.down, place)
    go("10 %", after: "9 %")
    #expect(text(screen) == "10 %")
    #expect(screen.pointer(.up(.lifted), place).effects == [.perform(.undo)])
    #expect(text(screen) == nil)
    go("11 %", after: "10 %")
    #expect(text(screen) == "11 %")
    _ = screen.show(message: "Saved", until: 4)
    go("12 %", after: "11 %")
    #expect(text(screen) == "Saved")
    _ = screen.tick(4)
    #expect(text(screen) == "12 %")
    screen.overlay.withdraw(message: "12 %")
    #expect(text(screen) == nil)
  }

  /// Fails if a message disappears under the pointer, or the program wakes for a held one.
  @Test("a message stays while a pointer rests on it, and a glance longer")
  func held() throws {
    let screen = try Screen()
    _ = screen.tick(0)
    screen.overlay.show(message: "Cleared", action: action, until: 3)
    let button = try #require(screen.overlay.message.children.first)
    _ = screen.tick(2)
    _ = screen.pointer(.hover, Rect(button.frame).center)
    #expect(screen.overlay.nextDeadline == nil)
    _ = screen.tick(30)
    #expect(text(screen) == "Cleared")
    _ = screen.pointer(.hover, Point(2, 2))
    #expect(screen.overlay.nextDeadline == 32)
    _ = screen.tick(32)
    #expect(text(screen) == nil)
  }

  /// Fails if the queue grows without limit, shows nothing while messages wait, or its end stays
  /// in the past.
  @Test("random messages in any order all expire", arguments: 0..<10)
  func random(_ seed: Int) {
    var rng = RandomSource(seed)
    var queue = MessageQueue()
    var now = 0.0
    for _ in 0..<400 {
      now += rng.roll(0...2.0)
      switch rng.roll(0...5) {
      case 0, 1, 2:
        let content = MessageQueue.Content(text: "\(rng.roll(0...30))", action: rng.isOne(in: 3) ? action : nil)
        queue.show(content, until: rng.isOne(in: 9) ? .infinity : now + rng.roll(0...8.0), now: now)
        #expect(queue.content == content)
      case 3: queue.hold(rng.isOne(in: 2), now: now)
      case 4: queue.withdraw("\(rng.roll(0...30))", now: now)
      default: queue.dismiss(now: now)
      }
      queue.expire(now: now)
      if let end = queue.end { #expect(end >= now) }
    }
    queue.hold(false, now: now)
    for text in 0...30 where queue.isStanding || rng.isOne(in: 2) { queue.withdraw("\(text)", now: now) }
    for _ in 0...(MessageQueue.most + 1) {
      if queue.isStanding { queue.dismiss(now: now) }
      now += 10
      queue.expire(now: now)
    }
    #expect(queue.content == nil)
  }
}
