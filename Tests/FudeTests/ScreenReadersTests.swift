import Accessibility
import Geometry
import Panels
import Testing
import Toolkit

@testable import Fude

@Suite struct ScreenReadersTests {
  /// Fails if an object's ID does not identify the same node again.
  @Test func identitiesComeBack() {
    let all: [AccessibleNode.ID] = [
      .window, .canvas, .init(widget: 12), .init(widget: 12, part: 0), .init(widget: 7, part: 31),
    ]
    for id in all { #expect(AccessibleNode.ID(text: id.text) == id) }
    #expect(Set(all.map(\.text)).count == all.count)
    for text in ["", "w", "12", "w1_", "w_1", "w1_2_3", "root", "wx"] {
      #expect(AccessibleNode.ID(text: text) == nil, "\(text)")
    }
  }

  /// Fails if the focus is on a list instead of its row, a value lacks its text, or an offset
  /// counts Swift's characters.
  @Test func nodesBecomeObjects() throws {
    var row = AccessibleNode(
      id: .init(widget: 2, part: 0), role: .menuItem, name: "Save", states: [.enabled, .focused, .showing],
      frame: PixelRect(x: 1, y: 2, width: 3, height: 4))
    row.isPressable = true
    var menu = AccessibleNode(id: .init(widget: 2), role: .menu, name: "Menu", states: [.focused], frame: .empty)
    menu.children = [row]
    var slider = AccessibleNode(id: .init(widget: 3), role: .slider, name: "Size", states: [.enabled], frame: .empty)
    (slider.value, slider.description) = (.init(now: 3, range: 1...9, step: 1, words: "3 px"), "[")
    var entry = AccessibleNode(id: .init(widget: 4), role: .textField, name: "Name", states: .editable, frame: .empty)
    entry.text = .init(content: "e\u{301}x", caret: 2, selection: 0..<1)
    var window = AccessibleNode(id: .window, role: .window, name: "Fude", states: .enabled, frame: .empty)
    window.children = [menu, slider, entry]
    let object = AccessibleObject(window, isActive: true)
    #expect(object.role == .frame && object.states.isSuperset(of: [.active, .enabled, .visible]))
    #expect(!object.children[0].states.contains(.focused))
    let item = object.children[0].children[0]
    #expect(item.states.contains(.focused) && item.isPressable && item.box == .init(x: 1, y: 2, width: 3, height: 4))
    let value = object.children[1].value
    #expect(object.children[1].description == "[" && value?.words == "3 px" && value?.most == 9)
    #expect(object.children[2].text == .init(content: "e\u{301}x", caret: 3, selection: 0..<2))
    #expect(!object.children[1].states.contains(.active))
  }

  /// Fails if two roles that screen readers treat differently become one.
  @Test func rolesAreReaders() {
    let all = AccessibleNode.Role.allCases.map { AccessibleObject.Role($0) }
    #expect(Set(all).count == all.count)
  }
}
