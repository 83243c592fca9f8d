import Geometry
import Paint
import Studio
import TestSupport
import Testing

@testable import Widgets

/// Text twice as large.
@Suite struct TextScaleTests {
  /// Breaks if a page does not give larger text its room: what there is no room for loses its end to "...".
  @Test("nothing is cut in a window of 1024 x 700, of every panel, page and popup", arguments: Scene.allCases)
  func whole(_ scene: Scene) throws {
    for scale in [1.0, 1.5, 2] {
      let screen = try scene.screen(textScale: scale)
      screen.overlay.context.shortened = []
      _ = try screen.whole(isAfresh: true)
      #expect(screen.overlay.context.shortened == [], "\(scene) at \(scale)")
      for panel in screen.overlay.surfaces where !panel.isHidden && !panel.frame.isEmpty {
        #expect(screen.bounds.contains(panel.frame), "\(scene) at \(scale): \(panel) \(panel.frame)")
      }
    }
  }

  /// Breaks if controls lie on each other: words that a widget draws are within its frame, so frames must not meet.
  @Test("nothing overlaps in a window of 1024 x 700", arguments: Scene.allCases)
  func apart(_ scene: Scene) throws {
    // Handles of a curve, and a wheel in its ring, do on purpose.
    func isRound(_ widget: Widget) -> Bool {
      widget is CurveHandle || widget is HueRing || widget is PopUpItem || widget is DialModeButton
    }
    // What scrolls is seen where its view is.
    func seen(_ widget: Widget) -> PixelRect {
      var (frame, now) = (widget.frame, widget.parent)
      while let view = now {
        if view is ScrollView { frame = frame.intersection(view.frame) }
        now = view.parent
      }
      return frame
    }
    let screen = try scene.screen(textScale: 2)
    for panel in Scene.roots(screen.overlay) {
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

  /// Breaks if a larger letter hangs below the middle of its disc, and is cut by its edge.
  @Test("letters stay in the middle of the dial's discs", arguments: [1, 1.5, 2])
  func letters(_ textScale: Double) throws {
    let screen = try Scene.panels.screen(1440, 900, textScale: textScale)
    let surface = try screen.whole(isAfresh: true)
    let buttons = Scene.roots(screen.overlay).flatMap(\.tree).compactMap { $0 as? DialModeButton }
    // An O is as high above its middle as below; one whose disc is dark.
    let button = try #require(buttons.first { $0.mode == .opacity })
    let (x, y, reach) = (Int(button.center.x), Int(button.center.y), Int(button.theme.px(14)))
    let rows = (y - reach...y + reach).filter { row in
      (x - reach / 2...x + reach / 2).contains { (surface.pixel(x: $0, y: row) ?? 0) & 0xFF > 140 }
    }
    let (top, bottom) = (try #require(rows.first), try #require(rows.last))
    #expect(abs(Double(top + bottom + 1) / 2 - button.center.y) <= 1, "\(top)...\(bottom) round \(button.center.y)")
  }

  /// Breaks if larger text needs a new start, moves what has no text, or is not put back.
  @Test("it changes while the program runs")
  func live() throws {
    let screen = try Screen(1440, 900)
    var state = InterfacePictureTests.state(.dark)
    screen.overlay.show(state)
    let before = try screen.whole(isAfresh: true)
    let tools = screen.overlay.tools.frame
    state.settings.textScale = 2
    let dirty = screen.dirtied { screen.overlay.show(state) }
    #expect(screen.overlay.theme.textScale == 2 && screen.overlay.tools.frame == tools)
    let large = try screen.whole()
    for (x, y) in try Golden.differences(before, large).prefix(5000) { #expect(dirty.contains(x: x, y: y)) }
    state.settings.textScale = 1
    screen.overlay.show(state)
    let rest = try Golden.differences(before, screen.whole(isAfresh: true))
    #expect(rest.isEmpty, "\(rest.count), from \(rest.first ?? (0, 0)) to \(rest.last ?? (0, 0))")
  }

  @Test("the interface looks as it did with text twice as large")
  func golden() throws {
    let overlay = Overlay(width: 1024, height: 700)
    var state = InterfacePictureTests.state(.dark)
    state.settings.textScale = 2
    overlay.show(state)
    overlay.show(InterfacePictureTests.readings)
    // Letters are others on each machine; what holds them is told by what lies around.
    let masks = [overlay.bar, overlay.sliders, overlay.status, overlay.layers].map { $0.drawnFrame.grown(by: 80) }
    try Golden.check(
      InterfacePictureTests.picture(overlay), "interface-text-200",
      masks: masks + InterfacePictureTests.masks(overlay).map { $0.grown(by: 12) })
  }
}
