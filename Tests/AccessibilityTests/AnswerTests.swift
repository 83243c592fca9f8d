import CGIO
import Foundation
import Synchronization
import Testing

@testable import Accessibility

/// Tests that every method and property of the interfaces has an answer of its declared type.
@Suite struct AnswerTests {
  private final class Heard: Sendable {
    let all = Mutex<[AccessibilityRequest]>([])
  }

  private func answers(_ heard: Heard = Heard()) -> Answers {
    let button = AccessibleObject(
      id: "w1", role: .toggleButton, name: "筆", states: [.enabled, .focusable, .showing],
      box: .init(x: 10, y: 20, width: 30, height: 40),
      value: .init(now: 0.5, least: 0, most: 1, step: 0.1, words: "50 %"),
      text: .init(content: "ink", caret: 2, selection: 0..<2), isPressable: true)
    let window = AccessibleObject(
      id: "w0", role: .frame, name: "Drawing", states: [.enabled, .active, .showing],
      box: .init(x: 0, y: 0, width: 640, height: 480), children: [button])
    var answers = Answers(
      application: "Fude", version: "1", locale: "C", request: { r in heard.all.withLock { $0.append(r) } })
    answers.index = ObjectIndex(window, origin: (100, 200))
    answers.name = ":1.7"
    return answers
  }

  private func type(_ value: OpaquePointer?) -> String? {
    guard let value = value.map({ g_variant_ref_sink($0) }) ?? nil else { return nil }
    defer { g_variant_unref(value) }
    return String(cString: g_variant_get_type_string(value))
  }

  private func printed(_ value: OpaquePointer?) -> String? {
    guard let value = value.map({ g_variant_ref_sink($0) }) ?? nil else { return nil }
    defer { g_variant_unref(value) }
    guard let text = g_variant_print(value, 0) else { return nil }
    defer { g_free(text) }
    return String(cString: text)
  }

  /// Fails if a method or property is not answered, or by another type; GLib refuses to send that.
  @Test("all methods and properties answer by the types of their descriptions")
  func complete() {
    let answers = answers()
    var count = 0
    func parts(_ text: String, _ mark: String) -> ArraySlice<String> { text.components(separatedBy: mark).dropFirst() }
    func word(_ text: String) -> String { String(text.prefix { $0 != "\"" }) }
    for part in parts(Interfaces.all, "<interface name=\"") {
      let interface = String(word(part).dropFirst(Interfaces.prefix.count))
      let id = interface == "Application" ? ObjectIndex.root : "w1"
      for method in parts(part, "<method name=\"") {
        let body = method.components(separatedBy: "</method>")[0]
        let types = parts(body, "direction=\"out\" type=\"").map(word).joined()
        #expect(
          type(answers.call(word(method), of: interface, id, nil)) == "(\(types))", "\(interface).\(word(method))")
        count += 1
      }
      for property in parts(part, "<property name=\"") {
        let wanted = parts(property, "type=\"").first.map(word)
        #expect(type(answers.property(word(property), of: interface, id)) == wanted, "\(interface).\(word(property))")
        count += 1
      }
    }
    #expect(count > 60)
  }

  /// Fails if positions are not relative to the screen, the window or the parent, as requested.
  @Test("places are told of screen, window and parent")
  func places() {
    let answers = answers()
    func extents(_ kind: UInt32) -> String? {
      let given = g_variant_ref_sink(GVariantCoding.tuple(GVariantCoding.unsigned(kind)))
      defer { g_variant_unref(given) }
      return printed(answers.call("GetExtents", of: "Component", "w1", given))
    }
    #expect(extents(0) == "((110, 220, 30, 40),)")
    #expect(extents(1) == "((10, 20, 30, 40),)" && extents(2) == "((10, 20, 30, 40),)")
  }

  /// Fails if a removed object answers, or an impossible action is requested of the program.
  @Test("what is not there refuses, and what can be done is asked of the program once")
  func refusals() {
    let heard = Heard()
    var answers = answers(heard)
    #expect(answers.call("GetRole", of: "Accessible", "w9", nil) == nil)
    #expect(answers.property("Name", of: "Accessible", "w9") == nil && answers.interfaces(of: "w9") == nil)
    #expect(printed(answers.call("DoAction", of: "Action", "w1", nil)) == "(true,)")
    #expect(printed(answers.call("GrabFocus", of: "Component", "w0", nil)) == "(false,)")
    let value = g_variant_ref_sink(GVariantCoding.double(0.7))
    defer { g_variant_unref(value) }
    let taken = [("CurrentValue", "Value", "w1"), ("CurrentValue", "Value", "w0"), ("Name", "Accessible", "w1")].map {
      answers.set($0.0, of: $0.1, $0.2, to: value)
    }
    #expect(taken == [true, false, false])
    #expect(heard.all.withLock { $0 } == [.press("w1"), .setValue("w1", 0.7)])
  }

  /// Fails if a message is sent by an event that screen readers before 2023 do not know
  /// (Announcement), or twice.
  @Test("what is said is told as a message that shows")
  func messages() throws {
    let signals = answers().signals(for: .said("w1"))
    let signal = try #require(signals.first)
    #expect(signals.count == 1 && signal.path.hasSuffix("/w1") && signal.name == "StateChanged")
    #expect(printed(signal.values)?.hasPrefix("('showing', 1, 0, ") ?? false)
  }

  /// Fails if a screen reader reads a number without its unit, or the text of the previous value.
  @Test("a value has words, and these are told before it")
  func words() throws {
    let answers = answers()
    #expect(printed(answers.call("GetAttributes", of: "Accessible", "w1", nil)) == "({'valuetext': '50 %'},)")
    #expect(printed(answers.call("GetAttributes", of: "Accessible", "w0", nil)) == "({},)")
    let signals = answers.signals(for: .value("w1", 0.5))
    #expect(signals.map(\.name) == ["AttributesChanged", "PropertyChange"])
  }

  /// Fails if a screen reader's library cannot read an event; all AT-SPI events have one type.
  @Test("events have the type of AT-SPI's")
  func events() {
    let answers = answers()
    let all: [ObjectIndex.Event] = [
      .added("w1", parent: "w0", index: 0), .removed("w1", parent: "w0", index: 0), .state("w1", "sensitive", true),
      .state("w0", "active", true), .name("w1", "a"), .description("w1", "a"), .value("w1", 1),
      .deleted("w1", at: 0, "a"), .inserted("w1", at: 0, "a"), .caret("w1", 1), .said("w1"),
    ]
    for event in all {
      for signal in answers.signals(for: event) {
        let wanted =
          signal.name == "AddAccessible"
          ? "(((so)(so)(so)iiassusau))" : signal.name == "RemoveAccessible" ? "((so))" : "(siiva{sv})"
        #expect(type(signal.values) == wanted, "\(event)")
      }
    }
  }
}
