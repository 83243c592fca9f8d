import Testing

@testable import Accessibility

/// Events about changes, and ranges of text.
@Suite struct ObjectIndexTests {
  private func object(
    _ id: String, _ role: AccessibleObject.Role = .pushButton, _ children: [AccessibleObject] = [], name: String? = nil,
    states: AccessibleObject.States = [.enabled, .showing], value: Double? = nil, text: String? = nil
  ) -> AccessibleObject {
    AccessibleObject(
      id: id, role: role, name: name ?? id, states: states,
      value: value.map { .init(now: $0, least: 0, most: 1, step: 0, words: "") },
      text: text.map { .init(content: $0, caret: $0.unicodeScalars.count, selection: 0..<0) }, children: children)
  }

  private func events(_ old: AccessibleObject?, _ new: AccessibleObject) -> [ObjectIndex.Event] {
    ObjectIndex(new).events(after: old.map { ObjectIndex($0) } ?? ObjectIndex())
  }

  /// Fails if a popup's buttons are reported one by one, or a new window is not reported.
  @Test("of what comes and goes the whole is told")
  func comesAndGoes() {
    let empty = object("w", .frame, [])
    let full = object("w", .frame, [object("p", .panel, [object("a"), object("b")])])
    #expect(events(nil, full) == [.added("w", parent: "root", index: 0)])
    #expect(events(empty, full) == [.added("p", parent: "w", index: 0)])
    #expect(events(full, empty) == [.removed("p", parent: "w", index: 0)])
    #expect(events(full, full).isEmpty)
  }

  /// Fails if focus is reported before its object, or twice.
  @Test("the focus is told last, and the innermost has it")
  func focus() {
    let focused: AccessibleObject.States = [.enabled, .showing, .focused]
    let a = object("w", .frame, [object("a", states: focused), object("b")])
    let b = object(
      "w", .frame, [object("a"), object("b"), object("c", .menu, [object("d", .menuItem, states: focused)])])
    #expect(
      events(a, b) == [.added("c", parent: "w", index: 2), .state("a", "focused", false), .state("d", "focused", true)])
    #expect(ObjectIndex(b).focused == "d")
  }

  /// Fails if a change of a state, value or name is not reported, or another one is.
  @Test("names, states and values that change are told")
  func changes() {
    let a = object(
      "w", .frame, [object("a", .slider, value: 0.2), object("b", .checkBox), object("m", .notification, name: "One")])
    let b = object(
      "w", .frame,
      [
        object("a", .slider, value: 0.4), object("b", .checkBox, states: [.showing, .checkable, .checked]),
        object("m", .notification, name: "Two"),
      ])
    #expect(
      events(a, b) == [
        .value("a", 0.4), .state("b", "checked", true), .state("b", "sensitive", false), .name("m", "Two"),
        .said("m"),
      ])
    #expect(
      events(object("w", .frame, []), object("w", .frame, [object("m", .notification, name: "One")])).last
        == .said("m"))
  }

  /// Fails if a screen reader that starts after the window misses the window, or the text of a
  /// value.
  @Test("a window that has the keyboard is told as such, and a value by its words")
  func activeAndWords() {
    let window = object("w", .frame, [object("c", .drawingArea, states: [.showing, .focused])], states: [.active])
    #expect(
      events(nil, window) == [
        .added("w", parent: "root", index: 0), .state("w", "active", true), .state("c", "focused", true),
      ])
    var (old, new) = (object("a", .slider, value: 0.5), object("a", .slider, value: 0.5))
    old.value?.words = "grey"
    new.value?.words = "grey, light"
    #expect(events(object("w", .frame, [old]), object("w", .frame, [new])) == [.value("a", 0.5)])
  }

  /// Fails if a progress message is announced again for every percent.
  @Test("a message that only counts on is said once")
  func progress() {
    func told(_ old: String, _ new: String) -> [ObjectIndex.Event] {
      events(
        object("w", .frame, [object("m", .notification, name: old)]),
        object("w", .frame, [object("m", .notification, name: new)]))
    }
    #expect(told("Saving a.ora: 9 %", "Saving a.ora: 10 %") == [.name("m", "Saving a.ora: 10 %")])
    #expect(told("Saving a.ora: 9 %", "a.ora is saved.") == [.name("m", "a.ora is saved."), .said("m")])
  }

  /// Fails if typed text is reported wrongly, at a wrong position, or not counted in Unicode
  /// scalars.
  @Test("what is written and taken away is told by its place")
  func texts() {
    func told(_ old: String, _ new: String) -> [ObjectIndex.Event] {
      events(
        object("w", .frame, [object("t", .entry, text: old)]), object("w", .frame, [object("t", .entry, text: new)]))
    }
    #expect(told("", "a") == [.inserted("t", at: 0, "a"), .caret("t", 1)])
    #expect(told("#1D1F24", "#FF0000").prefix(2) == [.deleted("t", at: 1, "1D1F24"), .inserted("t", at: 1, "FF0000")])
    #expect(told("aa", "aaa") == [.inserted("t", at: 2, "a"), .caret("t", 3)])
    #expect(told("筆e\u{301}x", "筆x") == [.deleted("t", at: 1, "e\u{301}"), .caret("t", 2)])
  }

  @Test("words are told with the blanks behind them, and places outside are held to the text")
  func words() {
    let pieces = TextParts("ink and  brush")
    #expect(pieces.word(at: 0) == .init(text: "ink ", start: 0, end: 4))
    #expect(pieces.word(at: 5) == .init(text: "and  ", start: 4, end: 9))
    #expect(pieces.word(at: 8) == .init(text: "and  ", start: 4, end: 9))
    #expect(pieces.word(at: 13) == .init(text: "brush", start: 9, end: 14))
    #expect(pieces.word(at: 14).text.isEmpty && pieces.word(at: 99).start == 14 && pieces.word(at: -5).start == 0)
    #expect(TextParts("").word(at: 0) == .init(text: "", start: 0, end: 0))
    #expect(pieces.text(4, -1) == "and  brush" && pieces.text(9, 4).isEmpty && pieces.text(-3, 3) == "ink")
    #expect(pieces.character(at: 14).text.isEmpty && pieces.character(at: 13).text == "h")
  }

  @Test("the innermost thing at a place is found")
  func places() {
    var inner = object("b")
    inner.box = .init(x: 10, y: 10, width: 5, height: 5)
    var outer = object("w", .frame, [inner])
    outer.box = .init(x: 0, y: 0, width: 100, height: 100)
    let index = ObjectIndex(outer)
    #expect(index.object(at: 12, 12, in: "w") == "b" && index.object(at: 50, 50, in: "w") == "w")
    #expect(index.object(at: 200, 0, in: "w") == nil && index.object(at: 0, 0, in: "x") == nil)
  }
}
