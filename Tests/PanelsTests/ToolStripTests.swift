import Document
import Geometry
import Input
import InterfaceSupport
import Paint
import Studio
import Testing

@testable import Panels
@testable import Toolkit

@Suite struct ToolStripTests {
  private func middle(_ widget: Widget) -> Point { Rect(widget.frame).center }

  private func button(_ screen: Screen, _ choice: ToolItem.Choice) throws -> ToolButton {
    try #require(screen.overlay.tools.buttons.first { $0.group.contains { $0.choice == choice } })
  }

  private func tap(_ screen: Screen, _ p: Point) -> [Overlay.Effect] {
    let down = screen.pointer(.down, p)
    return down.effects + screen.pointer(.up(.lifted), p).effects
  }

  private func choose(_ screen: Screen, _ change: (inout InterfaceState) -> Void) {
    var state = screen.overlay.context.state
    change(&state)
    screen.overlay.show(state)
  }

  @Test("every tool has a button that is 40 px high and wide at least, an icon with lines, and a title")
  func targets() throws {
    let screen = try Screen(1024, 700)
    #expect(Set(ToolItem.groups.flatMap { $0 }.map(\.choice)).count == ToolItem.groups.flatMap { $0 }.count)
    for tool in CanvasTool.all where tool != .brush { _ = try button(screen, .tool(tool)) }
    for button in screen.overlay.tools.buttons {
      #expect(
        button.frame.width >= 40 && button.frame.height >= 40 && screen.overlay.tools.frame.contains(button.frame))
      for item in button.group { #expect(!item.title.isEmpty && !item.icon.lines.elements.isEmpty) }
    }
  }

  @Test("icons stay inside their box, half a line's width from its edge")
  func icons() {
    for icon in ToolItem.groups.flatMap({ $0 }).map(\.icon) + [.menu, .undo, .redo] {
      let box = icon.lines.controlBounds.union(
        icon.areas.elements.isEmpty ? icon.lines.controlBounds : icon.areas.controlBounds)
      #expect(box.minX >= 0.9 && box.minY >= 0.9 && box.maxX <= 23.1 && box.maxY <= 23.1, "\(icon.name) \(box)")
      #expect(max(box.width, box.height) >= 14, "\(icon.name) is small")
    }
  }

  @Test("a tap chooses the tool that the button shows and highlights it")
  func tapping() throws {
    let screen = try Screen(1024, 700)
    #expect(tap(screen, middle(try button(screen, .tool(.eraser)))) == [.choose(.eraser)])
    #expect(tap(screen, middle(try button(screen, .brush("pencil")))) == [.brushes(.choose("pencil"))])
    #expect(tap(screen, middle(try button(screen, .symmetry))) == [.perform(.symmetry)])
    choose(screen) { ($0.tool, $0.toolSettings.symmetry.kind) = (.eraser, .mirror(vertical: true, horizontal: false)) }
    let lit = screen.overlay.tools.buttons.filter(\.isChosen).map(\.item.choice)
    #expect(lit == [.tool(.eraser), .symmetry])
  }

  @Test("a group's button shows and chooses the tool used last")
  func lastUsed() throws {
    let screen = try Screen(1024, 700)
    let shapes = try button(screen, .tool(.line))
    choose(screen) { $0.tool = .ellipse }
    choose(screen) { $0.tool = .brush }
    #expect(shapes.item.choice == .tool(.ellipse) && !shapes.isChosen)
    #expect(tap(screen, middle(shapes)) == [.choose(.ellipse)])
  }

  @Test("a second press, the right button and the key Right open the group")
  func opening() throws {
    let screen = try Screen(1024, 700)
    let overlay = screen.overlay
    let pens = try button(screen, .brush("pen"))
    for way in 0..<3 {
      switch way {
      case 0: #expect(tap(screen, middle(pens)).isEmpty)
      case 1:
        #expect(screen.pointer(.press(.secondary), middle(pens)).isConsumed)
        _ = screen.pointer(.release(.secondary), middle(pens))
      default:
        while overlay.focused?.panel !== overlay.tools { _ = screen.key(KeyCode.f6) }
        _ = screen.key(KeyCode.right)
      }
      let flyout = try #require(overlay.popups.last as? ToolFlyout)
      #expect(flyout.frame.minX > overlay.tools.frame.maxX)
      if way == 2 {
        _ = screen.key(KeyCode.down)
        #expect(screen.key(KeyCode.space).effects == [.brushes(.choose("brush-pen"))])
      } else {
        #expect(tap(screen, middle(flyout.children[1])) == [.brushes(.choose("brush-pen"))])
      }
      #expect(!overlay.hasPopup)
    }
  }

  @Test("a long press opens the group, and the touch can slide on to a tool")
  func longPress() throws {
    let screen = try Screen(1024, 700)
    let shapes = try button(screen, .tool(.line))
    _ = screen.pointer(.down, middle(shapes))
    #expect(screen.overlay.nextDeadline == nil)
    _ = screen.tick(100)
    #expect(abs((screen.overlay.nextDeadline ?? 0) - 100 - ToolButton.longPress) < 1e-9)
    _ = screen.tick(100.2)
    #expect(!screen.overlay.hasPopup)
    _ = screen.tick(101)
    let flyout = try #require(screen.overlay.popups.last as? ToolFlyout)
    #expect(screen.overlay.nextDeadline == nil)
    let wanted = middle(flyout.children[2])
    _ = screen.pointer(.drag, wanted)
    #expect(flyout.children[2].isHovered)
    #expect(screen.pointer(.up(.lifted), wanted).effects == [.choose(.ellipse)])
    #expect(!screen.overlay.hasPopup)
    // A short press.
    _ = screen.pointer(.down, middle(shapes))
    _ = screen.tick(102)
    #expect(screen.pointer(.up(.lifted), middle(shapes)).effects == [.choose(.line)])
    #expect(screen.overlay.nextDeadline == nil)
    _ = screen.tick(110)
    #expect(!screen.overlay.hasPopup)
    // A press that slid off.
    _ = screen.pointer(.down, middle(shapes))
    _ = screen.pointer(.drag, Point(500, 300))
    _ = screen.tick(120)
    _ = screen.tick(130)
    #expect(!screen.overlay.hasPopup && screen.pointer(.up(.lifted), Point(500, 300)).effects.isEmpty)
  }

  @Test("a press outside closes the group and does nothing else")
  func closing() throws {
    let screen = try Screen(1024, 700)
    _ = screen.pointer(.press(.secondary), middle(try button(screen, .tool(.line))))
    #expect(screen.overlay.hasPopup)
    #expect(screen.pointer(.down, Point(500, 300)).isConsumed && !screen.overlay.hasPopup)
    _ = screen.pointer(.up(.lifted), Point(500, 300))
    _ = screen.pointer(.press(.secondary), middle(try button(screen, .tool(.line))))
    _ = screen.key(KeyCode.escape)
    #expect(!screen.overlay.hasPopup)
  }

  @Test("undo and redo are enabled while there are edits to undo or redo")
  func history() throws {
    let screen = try Screen(1024, 700)
    let buttons = screen.overlay.bar.children
    #expect(tap(screen, middle(buttons[1])).isEmpty && tap(screen, middle(buttons[2])).isEmpty)
    let narrow = screen.overlay.bar.frame.width
    choose(screen) { ($0.undoCount, $0.redoCount) = (128, 1) }
    #expect(screen.overlay.bar.frame.width == narrow)
    #expect(
      tap(screen, middle(buttons[1])) == [.perform(.undo)] && tap(screen, middle(buttons[2])) == [.perform(.redo)])
    choose(screen) { $0.undoCount = 12345 }
    #expect(screen.overlay.bar.frame.width > narrow)
  }
}
