import Geometry
import InterfaceSupport
import Paint
import Studio
import TestSupport
import Testing

@testable import Pages
@testable import Panels
@testable import Toolkit

@Suite struct TextScaleTests {
  /// Fails if a page has no room for larger text, so that text is shortened.
  @Test("no text is shortened at 1024 x 700, in every panel, page and popup", arguments: InterfaceScene.allCases)
  func whole(_ scene: InterfaceScene) throws {
    for scale in [1.0, 1.5, 2] {
      let screen = try scene.screen(textScale: scale)
      screen.overlay.context.shortened = []
      _ = try screen.whole(isUncached: true)
      #expect(screen.overlay.context.shortened == [], "\(scene) at \(scale)")
      for panel in screen.overlay.surfaces where !panel.isHidden && !panel.frame.isEmpty {
        #expect(screen.bounds.contains(panel.frame), "\(scene) at \(scale): \(panel) \(panel.frame)")
      }
    }
  }

  /// Fails if controls overlap: a widget's text is inside its frame, so frames must not meet.
  @Test("controls do not overlap at 1024 x 700", arguments: InterfaceScene.allCases)
  func apart(_ scene: InterfaceScene) throws {
    // Handles of a curve and a wheel in its ring overlap by design.
    func isRound(_ widget: Widget) -> Bool {
      widget is CurveHandle || widget is HueRing || widget is PopUpItem || widget is DialModeButton
    }
    // Scrolled content is visible inside its view only.
    func seen(_ widget: Widget) -> PixelRect {
      var (frame, now) = (widget.frame, widget.parent)
      while let view = now {
        if view is ScrollView { frame = frame.intersection(view.frame) }
        now = view.parent
      }
      return frame
    }
    let screen = try scene.screen(textScale: 2)
    for panel in InterfaceScene.roots(screen.overlay) {
      let leaves = panel.tree.filter { $0.children.isEmpty && !$0.frame.isEmpty && !isRound($0) && !($0 is Space) }
      for (i, a) in leaves.enumerated() {
        for b in leaves[(i + 1)...] {
          let common = seen(a).intersection(seen(b))
          // Targets of two buttons may share an edge.
          #expect(
            common.width <= 2 || common.height <= 2, "\(scene): \(type(of: a)) \(a.frame) and \(type(of: b)) \(b.frame)"
          )
        }
      }
    }
  }

  /// Fails if a larger letter is below the centre of its disc and clipped by its edge.
  @Test("letters stay in the centre of the dial's discs", arguments: [1, 1.5, 2])
  func letters(_ textScale: Double) throws {
    let screen = try InterfaceScene.panels.screen(1440, 900, textScale: textScale)
    let surface = try screen.whole(isUncached: true)
    let buttons = InterfaceScene.roots(screen.overlay).flatMap(\.tree).compactMap { $0 as? DialModeButton }
    // An O is vertically symmetric; its disc is dark.
    let button = try #require(buttons.first { $0.mode == .opacity })
    let (x, y, reach) = (Int(button.center.x), Int(button.center.y), Int(button.theme.px(14)))
    let rows = (y - reach...y + reach).filter { row in
      (x - reach / 2...x + reach / 2).contains { (surface.pixel(x: $0, y: row) ?? 0) & 0xFF > 140 }
    }
    let (top, bottom) = (try #require(rows.first), try #require(rows.last))
    #expect(abs(Double(top + bottom + 1) / 2 - button.center.y) <= 1, "\(top)...\(bottom) round \(button.center.y)")
  }

  /// Fails if the change requires a restart, moves parts without text, or cannot be undone.
  @Test("it changes while the program runs")
  func live() throws {
    let screen = try Screen(1440, 900)
    var state = InterfaceSample.state(.dark)
    screen.overlay.show(state)
    let before = try screen.whole(isUncached: true)
    let tools = screen.overlay.tools.frame
    state.settings.textScale = 2
    let dirty = screen.dirtied { screen.overlay.show(state) }
    #expect(screen.overlay.theme.textScale == 2 && screen.overlay.tools.frame == tools)
    let large = try screen.whole()
    for (x, y) in try Golden.differences(before, large).prefix(5000) { #expect(dirty.contains(x: x, y: y)) }
    state.settings.textScale = 1
    screen.overlay.show(state)
    let rest = try Golden.differences(before, screen.whole(isUncached: true))
    #expect(rest.isEmpty, "\(rest.count), from \(rest.first ?? (0, 0)) to \(rest.last ?? (0, 0))")
  }
}
