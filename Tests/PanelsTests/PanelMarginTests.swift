import Geometry
import Ink
import Input
import InterfaceSupport
import Raster
import Studio
import Testing

@testable import Panels
@testable import Toolkit

/// Presses that just miss a panel or its handle.
@Suite struct PanelMarginTests {
  private func screen(scale: Double) throws -> Screen {
    let screen = try Screen(Int(1440 * scale), Int(900 * scale), scale: scale)
    _ = screen.show(InterfaceSample.readings)
    var state = screen.overlay.context.state
    state.navigator = InterfaceSample.overview
    screen.overlay.show(state)
    return screen
  }

  private func press(_ screen: Screen, _ p: Point, _ tool: Tool) -> Overlay.Response {
    func step(_ phase: PointerEvent.Phase) -> Overlay.Response {
      screen.overlay.handle(.pointer(PointerEvent(phase, PenSample(position: p, time: 9, tool: tool))))
    }
    let response = step(.down)
    _ = step(.up(.lifted))
    return response
  }

  /// Fails if a press just beside a panel or its handle draws, or does what the panel does; or if one
  /// farther away does not draw.
  @Test(arguments: [1.0, 2]) func nearMissesDrawNothing(_ scale: Double) throws {
    let screen = try screen(scale: scale)
    for panel in screen.overlay.panels where !panel.isHidden && panel.takesTouch {
      let handle = Rect(try #require(panel.handle ?? screen.overlay.bar.handle).frame)
      for (tool, distance) in [(Tool.pen, 3.0), (.mouse, 3), (.eraser, 3), (.touch, 8)] {
        let way = distance * scale
        // The dial is round; its frame is larger than the disc.
        var places =
          panel === screen.overlay.dial ? [] : [Point(Rect(panel.frame).center.x, Double(panel.frame.minY) - way)]
        if panel.handle != nil {
          places += [Point(handle.center.x, handle.maxY + way), Point(handle.minX - way, handle.center.y)]
        }
        for place in places where Rect(screen.bounds).contains(place) {
          let response = press(screen, place, tool)
          #expect(response.isConsumed && response.effects.isEmpty, "\(panel) \(tool) \(place)")
        }
      }
      if panel.handle != nil {
        let place = Point(handle.center.x, handle.maxY + 5 * scale)
        let others = screen.overlay.panels.filter { $0 !== panel && $0.isNear(place, margin: 5 * scale) }
        if others.isEmpty, Rect(screen.bounds).contains(place) {
          #expect(!press(screen, place, .pen).isConsumed && press(screen, place, .touch).isConsumed, "\(panel)")
          // The finger draws nothing, but may be the first of a gesture.
          #expect(!screen.overlay.takesTouch(at: place))
        }
        let far = Point(place.x, place.y + 8 * scale)
        if screen.overlay.target(at: far, by: .touch) == .canvas { #expect(!press(screen, far, .touch).isConsumed) }
      }
    }
    #expect(!press(screen, Rect(screen.bounds).center, .touch).isConsumed)
  }

  /// Fails if hidden panels or the corners beside the dial keep presses from the canvas, or if a stroke
  /// that began on the canvas ends beside a panel.
  @Test func theCanvasKeepsTheRest() throws {
    let screen = try screen(scale: 1)
    let overlay = screen.overlay
    let corner = Point(Double(overlay.dial.frame.minX) + 2, Double(overlay.dial.frame.minY) + 2)
    #expect(!press(screen, corner, .pen).isConsumed)
    let beside = Point(Double(overlay.tools.frame.maxX) + 2, Rect(overlay.tools.frame).center.y)
    #expect(!screen.pointer(.down, Point(700, 450), time: 20).isConsumed)
    #expect(!screen.pointer(.drag, beside, time: 20.1).isConsumed)
    #expect(!screen.pointer(.up(.lifted), beside, time: 20.2).isConsumed)
    #expect(press(screen, beside, .pen).isConsumed)
    _ = screen.showPanels(false)
    #expect(!press(screen, beside, .pen).isConsumed)
  }
}
