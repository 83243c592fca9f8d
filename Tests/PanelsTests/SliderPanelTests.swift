import Geometry
import Ink
import Input
import InterfaceSupport
import Paint
import Studio
import TestSupport
import Testing

@testable import Panels
@testable import Toolkit

/// The panel for size and opacity, and its sample stroke.
@Suite struct SliderPanelTests {
  /// Fails if a drag of a knob or the wheel sets nothing, or a slider takes presses only on its line.
  @Test("a drag of a knob sets the value; the target of a slider is 40 px wide")
  func dragging() throws {
    let screen = try Screen(1440, 900)
    let sliders = screen.overlay.sliders
    #expect(sliders.sizes.frame.width == 40 && sliders.opacities.frame.width == 40)
    let knob = sliders.opacities.knob
    _ = screen.pointer(.down, knob)
    let drag = screen.pointer(.drag, knob + Vector(0, 50))
    guard case .setOpacity(let opacity)? = drag.effect else { return #expect(Bool(false), "nothing was set") }
    #expect((0.6...0.95).contains(opacity))
    _ = screen.pointer(.up(.lifted), knob + Vector(0, 50))
    let size = sliders.sizes.knob
    guard case .setSize(let larger)? = screen.scroll(-1, size).effect else {
      return #expect(Bool(false), "the wheel did nothing")
    }
    #expect(larger > 12)
    // A slider's target extends beyond the panel.
    #expect(screen.overlay.covers(Point(Double(sliders.frame.maxX) + 10, size.y)))
    #expect(!screen.overlay.covers(Point(Double(sliders.frame.maxX) + 14, size.y)))
  }

  /// Fails if the sample stroke has another width than on the canvas, stays when no slider is used, or
  /// takes input.
  @Test("while a slider is used, a sample stroke shows the brush at the view's zoom")
  func preview() throws {
    let screen = try Screen(1440, 900)
    let (sliders, preview) = (screen.overlay.sliders, screen.overlay.preview)
    #expect(preview.isHidden)
    _ = screen.pointer(.hover, sliders.sizes.knob)
    #expect(!preview.isHidden && preview.frame.minX > sliders.frame.maxX)
    try screen.repaint(screen.bounds)
    func inked() -> Int {
      var count = 0
      for y in preview.frame.minY..<preview.frame.maxY {
        for x in preview.frame.minX + 12..<preview.frame.maxX - 12
        where (screen.shown.pixel(x: x, y: y) ?? 0) & 0xff0000 < 0x800000 {
          count += 1
        }
      }
      return count
    }
    let thin = inked()
    var state = screen.overlay.context.state
    state.drawing = Brush(size: 40)
    state.size = 40
    try screen.repaint(screen.dirtied { screen.overlay.show(state) })
    #expect(thin > 100 && inked() > 2 * thin)
    // At 50 % the stroke is half as wide.
    let wide = inked()
    state.zoom = 0.5
    try screen.repaint(screen.dirtied { screen.overlay.show(state) })
    #expect(inked() < wide * 3 / 4)
    _ = screen.pointer(.hover, Point(700, 400))
    #expect(preview.isHidden)
    // A press on it reaches the canvas.
    #expect(!screen.overlay.covers(Rect(preview.frame).center))
  }

  /// Fails if the sample of the eraser is drawn like ink instead of a gap in a band of ink.
  @Test("the sample stroke of an eraser is a gap in a band of ink")
  func eraser() throws {
    let screen = try Screen(1440, 900)
    var state = screen.overlay.context.state
    (state.tool, state.drawing) = (.eraser, .eraser)
    screen.overlay.show(state)
    _ = screen.pointer(.hover, screen.overlay.sliders.sizes.knob)
    try screen.repaint(screen.bounds)
    let preview = screen.overlay.preview.frame
    let middle =
      (screen.shown.pixel(x: (preview.minX + preview.maxX) / 2, y: (preview.minY + preview.maxY) / 2) ?? 0) & 0xffffff
    let above = (screen.shown.pixel(x: preview.minX + 12, y: (preview.minY + preview.maxY) / 2) ?? 0) & 0xffffff
    #expect(middle == 0xfdfcf9 && above == state.foreground)
  }

  /// Fails if a typed size or opacity is not set, a number out of range is not clamped, or Escape
  /// sets anything.
  @Test("size and opacity are typed")
  func typing() throws {
    let screen = try Screen(1440, 900)
    let sliders = screen.overlay.sliders
    func entry() throws -> NumberEntry { try #require(screen.overlay.popups.last as? NumberEntry) }
    func field(_ spot: Widget) throws -> NumberEntry {
      #expect(screen.click(spot) == [])
      return try entry()
    }
    #expect(try field(sliders.sizeNumber).field.text == "12")
    screen.type("34.5")
    #expect(screen.key(KeyCode.enter).effects == [.released(.size, 34.5)] && !screen.overlay.hasPopup)
    #expect(try field(sliders.opacityNumber).field.text == "100")
    screen.type("250")
    #expect(screen.key(KeyCode.enter).effects == [.released(.opacity, 1)])
    _ = try field(sliders.opacityNumber)
    screen.type("40")
    #expect(screen.key(KeyCode.escape).effects == [] && !screen.overlay.hasPopup)
    // A digit on a focused slider begins a number; it does not turn or fit the canvas.
    screen.overlay.focus(sliders.sizes)
    #expect(screen.key(0x32).effects == [])
    #expect(try entry().field.text == "2")
    screen.type("7")
    #expect(screen.key(KeyCode.enter).effects == [.released(.size, 27)])
    screen.overlay.focus(sliders.opacities)
    _ = screen.key(0x2D)
    screen.type("x")
    #expect(screen.key(KeyCode.enter).effects == [], "no number")
    #expect(try entry().field.isWrong)
  }

  /// Fails if a press elsewhere loses a typed number, or does nothing but close the field.
  @Test("a press elsewhere takes a typed number and does its own work")
  func typingEndsElsewhere() throws {
    let screen = try Screen(1440, 900)
    let (sliders, paper) = (screen.overlay.sliders, Point(700, 450))
    for (typed, effects) in [("40", [Overlay.Effect.released(.size, 40)]), ("x", []), ("", [])] {
      _ = screen.click(sliders.sizeNumber)
      screen.type(typed)
      let response = screen.pointer(.down, paper)
      #expect(!response.isConsumed && response.effects == effects, "\(typed)")
      #expect(!screen.overlay.hasPopup)
      _ = screen.pointer(.up(.lifted), paper)
    }
    // A digit began it.
    screen.overlay.focus(sliders.sizes)
    _ = screen.key(0x38)
    #expect(screen.pointer(.down, paper).effects == [.released(.size, 8)])
    _ = screen.pointer(.up(.lifted), paper)
    // Another control gets the press.
    _ = screen.click(sliders.sizeNumber)
    screen.type("9")
    #expect(screen.click(sliders.opacityNumber) == [.released(.size, 9)])
    #expect((screen.overlay.popups.last as? NumberEntry)?.field.text == "100")
  }

  /// Fails if zoom or rotation cannot be typed in the status strip or on the dial.
  @Test("zoom and rotation are typed")
  func typingTheView() throws {
    let screen = try Screen(1440, 900)
    _ = screen.show(StatusReadings(zoom: 0.5, rotation: 3, latency: 0.001))
    let numbers = screen.overlay.status.numbers
    #expect(numbers[0].frame.maxX < numbers[1].frame.minX)
    _ = screen.click(numbers[0])
    screen.type("75")
    #expect(screen.key(KeyCode.enter).effects == [.released(.zoom, 0.75)])
    _ = screen.click(numbers[1])
    screen.type("-12,5")
    #expect(screen.key(KeyCode.enter).effects == [.released(.rotate, -12.5)])
    screen.overlay.focus(screen.overlay.dial)
    _ = screen.key(0x39)
    screen.type("0")
    #expect(screen.key(KeyCode.enter).effects == [.released(.rotate, 90)])
  }
}
