import Geometry
import Ink
import Input
import InterfaceSupport
import Studio
import Testing

@testable import Panels
@testable import Toolkit

/// Strokes that begin on the options of the tool.
@Suite struct PanelStrokeTests {
  private let screen: Screen
  private var overlay: Overlay { screen.overlay }

  init() throws {
    screen = try Screen(1440, 900)
    var state = screen.overlay.context.state
    (state.tool, state.settings.aids.stabiliser, state.settings.aids.rope) = (.brush, .rope, 80)
    screen.overlay.show(state)
  }

  private var slider: Slider {
    get throws { try #require(overlay.options.controls as? StabiliserOptions).amount }
  }

  private func event(_ phase: PointerEvent.Phase, _ p: Point, _ tool: Tool = .pen) -> PointerEvent {
    PointerEvent(phase, PenSample(position: p, time: 9, tool: tool))
  }

  /// The effects' last length of the rope.
  private func rope(_ effects: [Overlay.Effect]) -> Double? {
    var rope: Double?
    for case .changeSettings(let settings) in effects { rope = settings.aids.rope }
    return rope
  }

  /// Passes a contact and applies the settings as the program does.
  private func draw(_ places: [Point], by tool: Tool = .pen) -> (events: [PointerEvent], answers: [Overlay.Response]) {
    let events = places.indices.map { event($0 == 0 ? .down : .drag, places[$0], tool) }
    let answers = (events + [event(.up(.lifted), places[places.count - 1], tool)]).map { event in
      let answer = overlay.handle(.pointer(event))
      for case .changeSettings(let settings) in answer.effects {
        var state = overlay.context.state
        state.settings = settings
        overlay.show(state)
      }
      return answer
    }
    return (events, answers)
  }

  /// Fails if a stroke that begins on a slider of the bar, beside its controls or just beside the bar does not
  /// begin where the pen touched, or changes a setting or opens something.
  @Test("a pen that leaves the bar draws", arguments: [Tool.pen, .eraser]) func draws(_ tool: Tool) throws {
    let (bar, slider) = (Rect(overlay.options.frame), Rect(try slider.frame))
    let starts = [
      Point(slider.minX + 80, slider.center.y), Point(slider.maxX - 4, slider.center.y),
      Point(bar.minX + 4, bar.center.y),
      Point(bar.center.x, bar.maxY + 2),
    ]
    for start in starts {
      let places = [start, start + Vector(2, 4), Point(start.x + 10, bar.maxY + 9), Point(start.x + 20, bar.maxY + 90)]
      let (events, answers) = draw(places, by: tool)
      #expect(answers.map(\.isConsumed) == [true, true, false, false, false], "\(start)")
      #expect(answers[2].earlier == Array(events[..<2]) && answers[3].earlier.isEmpty, "\(start)")
      #expect(overlay.context.state.settings.aids.rope == 80 && !overlay.hasPopup, "\(start)")
      #expect(try self.slider.value == 80)
    }
  }

  /// Fails if the bar's controls cannot be used with a pen any more: a slider beyond its ends, with an unsteady
  /// hand, or a button.
  @Test("a pen that stays on the bar uses it") func uses() throws {
    let (bar, slider) = (Rect(overlay.options.frame), Rect(try slider.frame))
    let end = Point(bar.maxX + 300, bar.maxY + 7)
    let (_, answers) = draw([Point(slider.minX + 40, slider.center.y), Point(slider.maxX, slider.center.y), end])
    #expect(answers.allSatisfy { $0.isConsumed && $0.earlier.isEmpty })
    #expect(overlay.context.state.settings.aids.rope > 80)
    let toggle = Rect(try #require(overlay.options.controls as? StabiliserOptions).endsAtPen.frame).center
    let before = overlay.context.state.settings.aids.stabiliserEnd
    _ = draw([toggle, toggle + Vector(3, 3)])
    #expect(overlay.context.state.settings.aids.stabiliserEnd != before)
  }

  /// Fails if a mouse or a finger draws from the bar, a pen from a panel whose sliders are long, or a pen fills
  /// below the bar.
  @Test("other presses stay with their panels") func others() throws {
    let slider = Rect(try slider.frame).center
    let sliders = Rect(overlay.sliders.frame)
    for tool in [Tool.mouse, .touch] {
      #expect(
        draw([slider, slider + Vector(0, 300)], by: tool).answers.allSatisfy { $0.isConsumed && $0.earlier.isEmpty })
    }
    let side = draw([sliders.center, sliders.center + Vector(400, 0)])
    #expect(side.answers.allSatisfy { $0.isConsumed && $0.earlier.isEmpty })
    var state = overlay.context.state
    state.tool = .fill
    overlay.show(state)
    let fill = Rect(overlay.options.frame).center
    #expect(draw([fill, fill + Vector(0, 300)]).answers.allSatisfy { $0.isConsumed && $0.earlier.isEmpty })
  }

  /// Fails if Escape does not end the press for good.
  @Test func escapeEndsThePress() throws {
    let slider = Rect(try slider.frame).center
    _ = overlay.handle(.pointer(event(.down, slider + Vector(20, 0))))
    _ = overlay.handle(.key(KeyEvent(keysym: KeyCode.escape)))
    let drag = overlay.handle(.pointer(event(.drag, slider + Vector(0, 300))))
    #expect(drag.isConsumed && drag.earlier.isEmpty)
  }
}
