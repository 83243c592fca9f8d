import Document
import Geometry
import Input
import InterfaceSupport
import Storage
import Studio
import Testing

@testable import Pages
@testable import Panels
@testable import Toolkit

@Suite struct AccessTests {
  private func tree(_ screen: Screen) -> AccessibleNode { screen.overlay.accessibleTree(title: "Drawing - Fude") }

  /// Fails if a usable widget has no node or no name, or two nodes have the same identity.
  @Test(
    "every usable widget has a role and a name, in every panel, page and popup", arguments: InterfaceScene.allCases)
  func complete(_ scene: InterfaceScene) throws {
    let screen = try scene.screen()
    let all = tree(screen).all
    #expect(Set(all.map(\.id)).count == all.count)
    for widget in InterfaceScene.roots(screen.overlay).flatMap(\.tree) where widget.isFocusable || widget.takesTouch {
      // Pure containers have no node of their own.
      if widget is Menu || (widget is ScrollArea && !widget.isFocusable) { continue }
      let node = all.first { $0.id == .init(widget: widget.number) }
      guard let node else {
        Issue.record("\(scene): \(type(of: widget)) \"\(widget.label)\" has no node")
        continue
      }
      #expect(!node.name.isEmpty, "\(scene): \(type(of: widget)) has no name")
      #expect(node.states.contains(.focusable) == widget.isFocusable)
      #expect(node.frame == widget.frame)
    }
    for node in all where node.role != .separator {
      #expect(!node.name.isEmpty, "\(scene): a \(node.role) has no name")
    }
  }

  /// Fails if a role is wrong, or a state or value is missing.
  @Test("nodes have the visible roles, states and values")
  func said() throws {
    let screen = try InterfaceScene.panels.screen(1440, 900)
    let all = tree(screen).all
    func node(_ role: AccessibleNode.Role, _ name: String) throws -> AccessibleNode {
      try #require(all.first { $0.role == role && $0.name == name }, "\(role) \(name)")
    }
    let undo = try node(.button, "Undo")
    #expect(undo.description == "Ctrl+Z" && undo.states.isSuperset(of: [.enabled, .focusable, .showing]))
    #expect(try node(.slider, "Size").value?.words == "12 px")
    let opacity = try #require(try node(.slider, "Opacity").value)
    #expect(opacity.now == 0.85 && opacity.range == 0...1 && opacity.words == "85 %")
    #expect(try node(.dial, "Dial: Rotate").value?.words == "354.0°")
    #expect(try node(.textField, "Colour as #RRGGBB").text?.content == "#1D1F24")
    #expect(all.filter { $0.role == .toggleButton && $0.states.contains(.checked) }.count == 1)
    let layer = try #require(all.last { $0.role == .listItem && $0.states.contains(.selected) })
    #expect(layer.name.hasPrefix("Layer") && layer.states.contains(.checked))
    #expect(all.first?.role == .window && all.first?.children.first?.role == .canvas)
  }

  /// Fails if a screen reader cannot tell which option of a list or group is focused.
  @Test("in a group of options, the chosen option has the focus")
  func chosen() throws {
    let screen = try InterfaceScene.panels.screen(1440, 900)
    func focused() -> [String] {
      tree(screen).all.filter { $0.states.contains(.focused) && $0.id.part != nil }.map(\.name)
    }
    screen.overlay.focus(screen.overlay.layers.box.list)
    let layer = try #require(tree(screen).all.last { $0.role == .listItem && $0.states.contains(.selected) })
    #expect(focused() == [layer.name] && layer.states.contains(.focusable))
    screen.overlay.showSettings(.window)
    let group = try #require(screen.overlay.popups.last?.tree.first { $0.access.role == .radioGroup })
    screen.overlay.focus(group)
    let option = tree(screen).all.first { $0.states.contains(.focused) && $0.id.part != nil }
    #expect(focused().count == 1 && option?.role == .radioButton)
  }

  /// Fails if a screen reader is not notified of rows chosen by arrow keys while the field above
  /// has focus.
  @Test("the row chosen by arrow keys in a field has the focus until text is typed")
  func led() throws {
    let screen = try InterfaceScene.panels.screen(1440, 900)
    screen.overlay.showCommands()
    func focused() -> AccessibleNode? {
      let all = tree(screen).all.filter { $0.states.contains(.focused) && $0.id != .window }
      return all.last { $0.id.part != nil } ?? all.last
    }
    #expect(focused()?.role == .textField)
    _ = screen.key(KeyCode.down)
    #expect(focused()?.role == .listItem)
    #expect(!tree(screen).all.contains { $0.role == .textField && $0.states.contains(.focused) })
    _ = screen.overlay.type("z")
    #expect(focused()?.role == .textField)
  }

  /// Fails if no node is focused while no panel has focus, or the canvas cannot be focused again.
  @Test("the canvas has the focus that no panel has")
  func canvas() throws {
    let screen = try InterfaceScene.panels.screen(1440, 900)
    func hasKeys() -> Bool { tree(screen).all.contains { $0.id == .canvas && $0.states.contains(.focused) } }
    #expect(hasKeys())
    screen.overlay.focus(screen.overlay.layers.box.list)
    #expect(!hasKeys())
    #expect(screen.overlay.perform(.focus, on: .canvas).isConsumed)
    #expect(hasKeys() && screen.overlay.focused == nil)
  }

  /// Fails if widgets below a question are reported as usable, or can be pressed.
  @Test("below a dialog nothing can be used")
  func modal() throws {
    let screen = try InterfaceScene.question.screen()
    let all = tree(screen).all
    let undo = try #require(all.first { $0.name == "Undo" })
    #expect(!undo.states.contains(.enabled))
    #expect(screen.overlay.perform(.press, on: undo.id) == Overlay.Response())
    let answer = try #require(all.first { $0.name == "Replace it" })
    #expect(answer.states.contains(.enabled))
    #expect(screen.overlay.perform(.press, on: answer.id).effects == [.perform(.save)])
    #expect(!screen.overlay.hasPopup)
  }

  /// Fails if an action of a screen reader differs from the same action by pen or keys.
  @Test("actions have the effects of presses, drags and typing")
  func acts() throws {
    let screen = try InterfaceScene.panels.screen(1440, 900)
    func id(_ role: AccessibleNode.Role, _ name: String) throws -> AccessibleNode.ID {
      try #require(tree(screen).all.first { $0.role == role && $0.name == name }, "\(role) \(name)").id
    }
    func perform(_ action: AccessibleAction, _ role: AccessibleNode.Role, _ name: String) throws -> [Overlay.Effect] {
      screen.overlay.perform(action, on: try id(role, name)).effects
    }
    #expect(try perform(.press, .button, "Undo") == [.perform(.undo)])
    #expect(try perform(.setValue(0.5), .slider, "Opacity") == [.setOpacity(0.5)])
    #expect(try perform(.setValue(7), .slider, "Opacity") == [.setOpacity(1)])
    #expect(try perform(.setValue(.nan), .slider, "Opacity") == [])
    #expect(try perform(.setValue(90), .dial, "Dial: Rotate") == [.released(.rotate, 90)])
    #expect(try perform(.setText("#ff0000"), .textField, "Colour as #RRGGBB") == [.setForeground(0xFF0000)])
    #expect(try perform(.focus, .list, "Layers") == [] && screen.overlay.focused === screen.overlay.layers.box.list)
    let paper = try id(.listItem, "Paper")
    #expect(screen.overlay.perform(.press, on: paper).effects == [.layer(.setPaperShown(false), isContinued: false)])
    // Removed widgets do nothing.
    #expect(screen.overlay.perform(.press, on: .init(widget: 1_000_000)) == Overlay.Response())
    #expect(screen.overlay.perform(.press, on: .init(widget: paper.widget, part: 99)).effects.isEmpty)
  }

  /// Fails if a menu's rows, which are no widgets, have no nodes or cannot be chosen.
  @Test("rows of menus and options have nodes and can be pressed")
  func parts() throws {
    let screen = try InterfaceScene.menu.screen()
    let save = try #require(tree(screen).all.first { $0.role == .menuItem && $0.name == "Save" })
    #expect(save.description == "Ctrl+S")
    #expect(screen.overlay.perform(.press, on: save.id).effects == [.perform(.save)])
    #expect(!screen.overlay.hasPopup)
    screen.overlay.showSettings(.window)
    let light = try #require(tree(screen).all.first { $0.role == .radioButton && $0.name == "Light" })
    #expect(!light.states.contains(.checked))
    guard case .changeSettings(let settings)? = screen.overlay.perform(.press, on: light.id).effects.first else {
      Issue.record("nothing was chosen")
      return
    }
    #expect(settings.theme == .light)
  }
}
