import Geometry
import Input
import InterfaceSupport
import Studio
import Testing

@testable import Panels
@testable import Toolkit

@Suite struct TooltipTests {
  private struct Fixture {
    let screen: Screen
    let (first, second): (ActionButton, Button)
    var tip: Tooltip { screen.overlay.tooltip }
    var deadline: Double? { screen.overlay.nextDeadline }

    init() throws {
      screen = try Screen()
      let context = screen.overlay.context
      (first, second) = (ActionButton(context), Button(context))
      (first.face, first.title, first.action) = (.icon(.undo), "Undo", .undo)
      (second.face, second.title) = (.icon(.redo), "Redo")
      screen.open([first, second])
      _ = screen.tick(10)
    }

    func button() -> Button {
      let button = Button(screen.overlay.context)
      (button.face, button.title) = (.icon(.undo), "Undo")
      return button
    }

    func hover(_ widget: Widget, _ dx: Double = 0) {
      _ = screen.pointer(.hover, Rect(widget.frame).center + Vector(dx, 0))
    }
  }

  /// Fails if it appears early, late or not at all, or a deadline remains while it is shown.
  @Test("it appears after the pointer has rested for 0.6 s; a deadline exists only until then")
  func comes() throws {
    let fixture = try Fixture()
    #expect(fixture.deadline == nil)
    fixture.hover(fixture.first)
    _ = fixture.screen.tick(10.01)
    #expect(fixture.deadline == 10.61)
    _ = fixture.screen.tick(10.6)
    #expect(fixture.tip.isHidden)
    let dirty = fixture.screen.tick(10.61)
    #expect(!fixture.tip.isHidden && dirty.contains(fixture.tip.frame) && fixture.deadline == nil)
    #expect(fixture.screen.bounds.contains(fixture.tip.frame) && !fixture.tip.frame.intersects(fixture.first.frame))
    // It takes no input.
    #expect(fixture.screen.overlay.target(at: Rect(fixture.tip.frame).center).widget !== fixture.tip)
  }

  /// Fails if a tooltip covers a control of the panel that it describes.
  @Test("the tooltip of a panel's control is outside of that panel", arguments: [1.0, 2.0])
  func outside(_ scale: Double) throws {
    let screen = try Screen(Int(1440 * scale), Int(900 * scale), scale: scale)
    let overlay = screen.overlay
    var count = 0
    for panel in [overlay.tools, overlay.colours, overlay.bar] as [Panel] {
      for widget in panel.tree where widget.isFocusable && widget.hasTip && !widget.tip.isEmpty && widget.isEnabled {
        overlay.tooltip.point(at: nil, .zero)
        overlay.tooltip.point(at: widget, Rect(widget.frame).center)
        overlay.tick(now: Double(count * 10 + 10))
        overlay.tick(now: Double(count * 10 + 12))
        #expect(!overlay.tooltip.isHidden && !overlay.tooltip.frame.intersects(panel.frame), "\(widget.tip)")
        count += 1
      }
    }
    #expect(count > 10)
  }

  /// Fails if a moving pointer counts as resting, or a trembling one as moving.
  @Test("moving restarts the delay, trembling does not")
  func moving() throws {
    let fixture = try Fixture()
    fixture.hover(fixture.first)
    _ = fixture.screen.tick(10)
    fixture.hover(fixture.first, 2)
    _ = fixture.screen.tick(10.3)
    #expect(fixture.deadline == 10.6)
    fixture.hover(fixture.first, 9)
    _ = fixture.screen.tick(10.4)
    #expect(fixture.deadline == 11)
  }

  /// Fails if it stays when the pointer leaves, or the next one is delayed although one was shown.
  @Test("it disappears when the pointer leaves, and moves on to the next widget at once")
  func goes() throws {
    let fixture = try Fixture()
    fixture.hover(fixture.first)
    _ = fixture.screen.tick(10)
    _ = fixture.screen.tick(11)
    let width = fixture.tip.frame.width
    fixture.hover(fixture.second)
    #expect(!fixture.tip.isHidden && fixture.tip.frame.width < width)
    _ = fixture.screen.pointer(.hover, Point(2, 2))
    #expect(fixture.tip.isHidden && fixture.deadline == nil)
    fixture.hover(fixture.first)
    _ = fixture.screen.pointer(.left, Point(2, 2))
    _ = fixture.screen.tick(11)
    #expect(fixture.deadline == nil)
  }

  /// Fails if it appears during an input, or again for the same widget after a press.
  @Test("it does not appear while something is pressed, typed, scrolled or drawn")
  func quiet() throws {
    for disturb in 0..<5 {
      let fixture = try Fixture()
      let at = Rect(fixture.first.frame).center
      fixture.hover(fixture.first)
      _ = fixture.screen.tick(10)
      switch disturb {
      case 0: _ = fixture.screen.pointer(.down, at)
      case 1: _ = fixture.screen.click(at)
      case 2: _ = fixture.screen.key(KeyCode.home)
      case 3: _ = fixture.screen.scroll(1, at)
      default: _ = fixture.screen.pointer(.press(.middle), at)
      }
      fixture.hover(fixture.first)
      _ = fixture.screen.tick(12)
      #expect(fixture.tip.isHidden && fixture.deadline == nil, "\(disturb)")
    }
    // A button held on the canvas stays held over a panel.
    let fixture = try Fixture()
    _ = fixture.screen.key(KeyCode.escape)
    _ = fixture.screen.pointer(.press(.middle), Point(2, 2))
    fixture.screen.overlay.tooltip.point(at: nil, .zero)
    fixture.screen.overlay.open(
      TestPanel(fixture.screen, [fixture.button()]), at: PixelRect(x: 50, y: 50, width: 200, height: 80))
    _ = fixture.screen.pointer(.hover, Point(90, 85))
    _ = fixture.screen.tick(13)
    #expect(fixture.deadline == nil)
    _ = fixture.screen.pointer(.release(.middle), Point(90, 85))
    _ = fixture.screen.pointer(.hover, Point(90, 85))
    _ = fixture.screen.tick(14)
    #expect(fixture.deadline == 14.6)
  }

  /// Fails if a visible text is repeated in a tooltip.
  @Test("a button with text has no tooltip")
  func needless() throws {
    let fixture = try Fixture()
    fixture.first.title = ""
    fixture.first.face = .text("Undo")
    fixture.hover(fixture.first)
    _ = fixture.screen.tick(10)
    #expect(fixture.deadline == nil)
  }

  /// Fails if a hidden widget keeps its tooltip, or gets one.
  @Test("it disappears with its widget")
  func gone() throws {
    let fixture = try Fixture()
    fixture.hover(fixture.first)
    _ = fixture.screen.tick(10)
    _ = fixture.screen.tick(11)
    fixture.screen.overlay.closePopups()
    #expect(fixture.tip.isHidden && fixture.deadline == nil)
  }
}
