import Document
import Geometry
import Input
import Studio
import Testing

@testable import Widgets

/// What screen readers are told, and what they can do.
@Suite struct AccessTests {
  private func tree(_ screen: Screen) -> AccessibleNode { screen.overlay.accessibleTree(title: "Drawing - Fude") }

  /// Breaks if something that can be used is told of without a name, or not at all, or a number is told twice.
  @Test(
    "whatever takes presses or keys has a role and a name, of every panel, page and popup", arguments: Scene.allCases)
  func complete(_ scene: Scene) throws {
    let screen = try scene.screen()
    let all = tree(screen).all
    #expect(Set(all.map(\.id)).count == all.count)
    for widget in Scene.roots(screen.overlay).flatMap(\.tree) where widget.isFocusable || widget.takesTouch {
      // What only holds others is told of by these.
      if widget is Menu || (widget is ScrollArea && !widget.isFocusable) { continue }
      let node = all.first { $0.id == .init(widget: widget.number) }
      guard let node else {
        Issue.record("\(scene): \(type(of: widget)) \"\(widget.label)\" is not told of")
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

  /// Breaks if buttons are told to be sliders, or their state is forgotten.
  @Test("roles, states and values are those that are seen")
  func said() throws {
    let screen = try Scene.panels.screen(1440, 900)
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

  /// Breaks if a reader says of a list or of choices only what they are called, however one moves in them.
  @Test("of what has several to choose from the chosen one has the keys")
  func chosen() throws {
    let screen = try Scene.panels.screen(1440, 900)
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

  /// Breaks if nothing is heard of what arrows choose while the entry above takes the letters.
  @Test("the row that an entry's arrows choose has the keys, until something is typed")
  func led() throws {
    let screen = try Scene.panels.screen(1440, 900)
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

  /// Breaks if a reader does not know where the keys are when no panel has them, or cannot give them back to the drawing.
  @Test("the canvas has the keys that no panel has")
  func canvas() throws {
    let screen = try Scene.panels.screen(1440, 900)
    func hasKeys() -> Bool { tree(screen).all.contains { $0.id == .canvas && $0.states.contains(.focused) } }
    #expect(hasKeys())
    screen.overlay.focus(screen.overlay.layers.box.list)
    #expect(!hasKeys())
    #expect(screen.overlay.perform(.focus, on: .canvas).isConsumed)
    #expect(hasKeys() && screen.overlay.focused == nil)
  }

  /// Breaks if below a question the rest is told to be usable, or can be pressed.
  @Test("below a dialog nothing can be used")
  func modal() throws {
    let screen = try Scene.question.screen()
    let all = tree(screen).all
    let undo = try #require(all.first { $0.name == "Undo" })
    #expect(!undo.states.contains(.enabled))
    #expect(screen.overlay.perform(.press, on: undo.id) == Overlay.Response())
    let answer = try #require(all.first { $0.name == "Replace it" })
    #expect(answer.states.contains(.enabled))
    #expect(screen.overlay.perform(.press, on: answer.id).effects == [.perform(.save)])
    #expect(!screen.overlay.hasPopup)
  }

  /// Breaks if what a reader asks for is something else than a hand would have done.
  @Test("presses, values and texts do what hands do")
  func acts() throws {
    let screen = try Scene.panels.screen(1440, 900)
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
    // What has gone does nothing.
    #expect(screen.overlay.perform(.press, on: .init(widget: 1_000_000)) == Overlay.Response())
    #expect(screen.overlay.perform(.press, on: .init(widget: paper.widget, part: 99)).effects.isEmpty)
  }

  /// Breaks if a menu's rows, which are no widgets, cannot be read, or chosen.
  @Test("rows of menus and options are told and can be pressed")
  func parts() throws {
    let screen = try Scene.menu.screen()
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
