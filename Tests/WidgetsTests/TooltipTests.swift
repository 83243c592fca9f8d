import Geometry
import Input
import Studio
import Testing

@testable import Widgets

/// Words beside what a pointer rests on.
@Suite struct TooltipTests {
  private struct Stage {
    let screen: Screen
    let (first, second): (Button, Button)
    var tip: Tooltip { screen.overlay.tooltip }
    var deadline: Double? { screen.overlay.nextDeadline }

    init() throws {
      screen = try Screen()
      let context = screen.overlay.context
      (first, second) = (Button(context), Button(context))
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

  /// Breaks if it comes early, late or not, or a deadline stays when it is there.
  @Test("0.6 s after the pointer rests it is there; a deadline only until then")
  func comes() throws {
    let stage = try Stage()
    #expect(stage.deadline == nil)
    stage.hover(stage.first)
    _ = stage.screen.tick(10.01)
    #expect(stage.deadline == 10.61)
    _ = stage.screen.tick(10.6)
    #expect(stage.tip.isHidden)
    let dirty = stage.screen.tick(10.61)
    #expect(!stage.tip.isHidden && dirty.contains(stage.tip.frame) && stage.deadline == nil)
    #expect(stage.screen.bounds.contains(stage.tip.frame) && !stage.tip.frame.intersects(stage.first.frame))
    // It is not in the way.
    #expect(stage.screen.overlay.target(at: Rect(stage.tip.frame).center).widget !== stage.tip)
  }

  /// Breaks if a moving pointer is taken for one that rests, or a trembling one for one that moves.
  @Test("moving starts the wait anew, trembling does not")
  func moving() throws {
    let stage = try Stage()
    stage.hover(stage.first)
    _ = stage.screen.tick(10)
    stage.hover(stage.first, 2)
    _ = stage.screen.tick(10.3)
    #expect(stage.deadline == 10.6)
    stage.hover(stage.first, 9)
    _ = stage.screen.tick(10.4)
    #expect(stage.deadline == 11)
  }

  /// Breaks if it stays when the pointer leaves, or the next one waits though one was shown.
  @Test("it goes when the pointer leaves; from one widget to the next it goes along")
  func goes() throws {
    let stage = try Stage()
    stage.hover(stage.first)
    _ = stage.screen.tick(10)
    _ = stage.screen.tick(11)
    let width = stage.tip.frame.width
    stage.hover(stage.second)
    #expect(!stage.tip.isHidden && stage.tip.frame.width < width)
    _ = stage.screen.pointer(.hover, Point(2, 2))
    #expect(stage.tip.isHidden && stage.deadline == nil)
    stage.hover(stage.first)
    _ = stage.screen.pointer(.left, Point(2, 2))
    _ = stage.screen.tick(11)
    #expect(stage.deadline == nil)
  }

  /// Breaks if it is shown in the middle of something, or comes back for the same widget after a press.
  @Test("not while anything is pressed, typed, scrolled or drawn")
  func quiet() throws {
    for disturb in 0..<5 {
      let stage = try Stage()
      let at = Rect(stage.first.frame).center
      stage.hover(stage.first)
      _ = stage.screen.tick(10)
      switch disturb {
      case 0: _ = stage.screen.pointer(.down, at)
      case 1: _ = stage.screen.click(at)
      case 2: _ = stage.screen.key(KeyCode.home)
      case 3: _ = stage.screen.scroll(1, at)
      default: _ = stage.screen.pointer(.press(.middle), at)
      }
      stage.hover(stage.first)
      _ = stage.screen.tick(12)
      #expect(stage.tip.isHidden && stage.deadline == nil, "\(disturb)")
    }
    // A button that is held on the canvas goes on over a panel.
    let stage = try Stage()
    _ = stage.screen.key(KeyCode.escape)
    _ = stage.screen.pointer(.press(.middle), Point(2, 2))
    stage.screen.overlay.tooltip.point(at: nil, .zero)
    stage.screen.overlay.open(
      Sheet(stage.screen, [stage.button()]), at: PixelRect(x: 50, y: 50, width: 200, height: 80))
    _ = stage.screen.pointer(.hover, Point(90, 85))
    _ = stage.screen.tick(13)
    #expect(stage.deadline == nil)
    _ = stage.screen.pointer(.release(.middle), Point(90, 85))
    _ = stage.screen.pointer(.hover, Point(90, 85))
    _ = stage.screen.tick(14)
    #expect(stage.deadline == 14.6)
  }

  /// Breaks if what can be read already is said again.
  @Test("words on a button need no tooltip")
  func needless() throws {
    let stage = try Stage()
    stage.first.title = ""
    stage.first.face = .text("Undo")
    stage.hover(stage.first)
    _ = stage.screen.tick(10)
    #expect(stage.deadline == nil)
  }

  /// Breaks if a widget that went away keeps its tooltip, or one is shown for it.
  @Test("it goes with its widget")
  func gone() throws {
    let stage = try Stage()
    stage.hover(stage.first)
    _ = stage.screen.tick(10)
    _ = stage.screen.tick(11)
    stage.screen.overlay.closePopups()
    #expect(stage.tip.isHidden && stage.deadline == nil)
  }
}
