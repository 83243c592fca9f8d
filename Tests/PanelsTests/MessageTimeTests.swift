import Geometry
import InterfaceSupport
import Studio
import Testing

@testable import Panels
@testable import Toolkit

@Suite struct MessageTimeTests {
  /// Fails if a message disappears before a slow reader has read it: 119 words a minute.
  @Test(
    "a message stays for its slow reading time, longer with a button, and at least five seconds")
  func reading() {
    #expect(MessageTime.seconds("Saved", hasAction: false) == MessageTime.least)
    let words = Array(repeating: "words", count: 30)
    let time = MessageTime.seconds(words.joined(separator: " "), hasAction: false)
    #expect(time >= 2 + 30 / (238.0 / 2) * 60 && time < 25)
    #expect(MessageTime.seconds("Saved", hasAction: true) >= MessageTime.least + 5)
    // A Japanese character carries more information than a letter.
    let short = MessageTime.seconds(String(repeating: "a", count: 40), hasAction: false)
    #expect(MessageTime.seconds(String(repeating: "あ", count: 40), hasAction: false) == 12 && short < 6)
  }

  /// Fails if permanent messages disappear by themselves, or cannot be dismissed.
  @Test("with that setting, messages stay until they are dismissed")
  func staying() throws {
    let screen = try Screen()
    var state = InterfaceState()
    state.settings.messages = .stay
    screen.overlay.show(state)
    screen.overlay.say("One", now: 0)
    screen.overlay.say("Two", now: 1)
    #expect(screen.overlay.nextDeadline == nil)
    _ = screen.tick(1e6)
    #expect(screen.overlay.message.content?.text == "Two")
    _ = screen.click(screen.overlay.message)
    #expect(screen.overlay.message.content?.text == "One")
    _ = screen.click(screen.overlay.message)
    #expect(screen.overlay.message.content == nil)
  }

  /// Fails if the end of a message cannot be read.
  @Test("a long message has several lines")
  func lines() throws {
    let screen = try Screen(1024, 700)
    screen.overlay.context.shortened = []
    let sentence =
      "The drawing was saved, but its folder is nearly full: " + String(repeating: "so it is said ", count: 8)
    screen.overlay.say(sentence, now: 0)
    _ = try screen.whole()
    #expect(screen.overlay.context.shortened == [])
    #expect(screen.overlay.message.frame.height > 50 && screen.bounds.contains(screen.overlay.message.frame))
  }
}
