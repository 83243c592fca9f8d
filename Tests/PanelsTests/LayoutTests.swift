import Geometry
import Input
import InterfaceSupport
import Paint
import RandomSource
import Studio
import Testing

@testable import Panels
@testable import Toolkit

@Suite struct LayoutTests {
  private func shown(_ overlay: Overlay) -> [Panel] { overlay.panels.filter { !$0.isHidden && !$0.frame.isEmpty } }

  private func check(_ screen: Screen, _ what: String) {
    let panels = shown(screen.overlay)
    for (i, panel) in panels.enumerated() {
      #expect(screen.overlay.size.width >= panel.frame.maxX && panel.frame.minX >= 0, "\(what): \(panel)")
      #expect(screen.overlay.size.height >= panel.frame.maxY && panel.frame.minY >= 0, "\(what): \(panel)")
      for other in panels[(i + 1)...] {
        #expect(!panel.frame.intersects(other.frame), "\(what): \(panel) \(panel.frame) and \(other) \(other.frame)")
      }
    }
  }

  @Test("panels do not overlap or leave the window, at any size and density", arguments: [1.0, 1.5, 2])
  func apart(_ scale: Double) throws {
    var rng = RandomSource(11)
    let screen = try Screen(1440, 900, scale: scale)
    _ = screen.show(InterfaceSample.readings)
    var state = screen.overlay.context.state
    (state.tool, state.navigator, state.references) = (.fill, InterfaceSample.overview, InterfaceSample.twoReferences)
    screen.overlay.show(state)
    var complete = 0
    for _ in 0..<150 {
      let (width, height) = (Int.random(in: 40...2600, using: &rng), Int.random(in: 40...1500, using: &rng))
      state.settings.hand = rng.isOne(in: 2) ? .left : .right
      screen.overlay.show(state)
      _ = screen.resize(width: width, height: height)
      check(screen, "\(width)x\(height)")
      if shown(screen.overlay).count == screen.overlay.panels.count - 2 { complete += 1 }
    }
    // Many windows must have room for all panels.
    #expect(complete > 20)
  }

  /// Fails if a panel for the left hand is not where the right hand's is mirrored, the way back does
  /// not restore it, or the dial's buttons leave the window or do not work there.
  @Test func leftHanded() throws {
    for isFolded in [false, true] {
      let screen = try Screen(1440, 900)
      let overlay = screen.overlay
      _ = screen.show(InterfaceSample.readings)
      var state = overlay.context.state
      (state.tool, state.settings.isDialFolded) = (.fill, isFolded)
      (state.navigator, state.references) = (InterfaceSample.overview, InterfaceSample.twoReferences)
      overlay.show(state)
      func frames() -> [PixelRect] {
        overlay.panels.filter { $0 !== overlay.preview && $0 !== overlay.selectionBar }.map(\.frame)
      }
      let right = frames()
      for hand in [Settings.Hand.left, .right] {
        state.settings.hand = hand
        try screen.repaint(screen.bounds)
        _ = overlay.takeDamage()
        overlay.show(state)
        let isSame = try screen.isDrawnWhole()
        #expect(isSame, "\(hand)")
        let expected = right.map { frame in
          hand == .right
            ? frame : PixelRect(x: 1440 - frame.maxX, y: frame.minY, width: frame.width, height: frame.height)
        }
        #expect(frames() == expected, "\(hand)")
        check(screen, "\(hand)")
        let fold = Rect(overlay.dial.fold.frame).center
        #expect(
          screen.pointer(.down, fold).effects + screen.pointer(.up(.lifted), fold).effects == [.perform(.foldDial)])
      }
    }
  }

  @Test("all panels are shown at 1024 x 700, and at 1440 x 900 as designed")
  func sizes() throws {
    let screen = try Screen(1024, 700)
    _ = screen.show(InterfaceSample.readings)
    let overlay = screen.overlay
    var state = overlay.context.state
    (state.tool, state.navigator, state.references) = (.fill, InterfaceSample.overview, InterfaceSample.twoReferences)
    overlay.show(state)
    for panel in overlay.panels where panel !== overlay.preview && panel !== overlay.selectionBar {
      #expect(!panel.isHidden, "\(panel)")
    }
    #expect(overlay.sliders.frame.minX > overlay.tools.frame.maxX)
    _ = screen.resize(width: 1440, height: 900)
    #expect(overlay.bar.frame.minX == 16 && overlay.bar.frame.minY == 16 && overlay.bar.frame.height == 44)
    #expect(overlay.tools.frame.minX == 16 && overlay.tools.frame.minY == 76 && overlay.tools.frame.width == 56)
    #expect(overlay.sliders.frame.minX == 16 && overlay.sliders.frame.minY == overlay.tools.frame.maxY + 16)
    #expect(overlay.sliders.frame.width == 56 && overlay.sliders.frame.height == 300)
    #expect(overlay.status.frame.minX == 88 && overlay.status.frame.maxY == 884)
    #expect(overlay.dial.center == Point(1324, 776))
  }

  @Test("in low windows the tools are in columns, and tiny ones show nothing")
  func low() throws {
    let screen = try Screen(900, 420)
    #expect(!screen.overlay.tools.isHidden && screen.overlay.tools.columns == 2)
    _ = screen.resize(width: 120, height: 90)
    #expect(shown(screen.overlay).isEmpty)
  }

  @Test("panels near a drawing pen fade once and return when it is lifted")
  func fading() throws {
    let screen = try Screen(1440, 900)
    _ = screen.show(InterfaceSample.readings)
    let overlay = screen.overlay
    let far = Point(700, 450)
    #expect(screen.pointer(.down, far).dirty.isEmpty)
    #expect(screen.pointer(.drag, Point(133, 300)).dirty.isEmpty)
    let near = screen.pointer(.drag, Point(131, 300))
    #expect(near.dirty == overlay.tools.drawnFrame && overlay.tools.opacity == 0.25)
    // No further change wherever the pen goes, until it comes near another panel.
    for x in stride(from: 20.0, to: 130, by: 1) { #expect(screen.pointer(.drag, Point(x, 300)).dirty.isEmpty) }
    #expect(screen.pointer(.drag, far).dirty.isEmpty && overlay.tools.opacity == 0.25)
    #expect(screen.pointer(.drag, screen.onDial(0)).dirty == overlay.dial.drawnFrame)
    let up = screen.pointer(.up(.lifted), far)
    #expect(up.dirty.contains(overlay.tools.drawnFrame) && up.dirty.contains(overlay.dial.drawnFrame))
    #expect(overlay.panels.allSatisfy { $0.opacity == 1 })
    // A hovering pen does not fade panels, nor does one that moves the canvas.
    _ = screen.pointer(.hover, Point(131, 300))
    var state = overlay.context.state
    state.tool = .hand
    overlay.show(state)
    _ = screen.pointer(.down, Point(131, 300))
    #expect(overlay.panels.allSatisfy { $0.opacity == 1 })
  }

  @Test("hidden panels have no focus")
  func hiddenFocus() throws {
    let screen = try Screen(1440, 900)
    _ = screen.key(KeyCode.f6)
    #expect(screen.overlay.focused != nil)
    _ = screen.showPanels(false)
    #expect(screen.overlay.focused == nil && shown(screen.overlay).isEmpty)
    _ = screen.key(KeyCode.f6)
    #expect(screen.overlay.focused == nil)
  }

  @Test("another theme changes the colours and not the layout")
  func theme() throws {
    let screen = try Screen(1440, 900)
    let frames = screen.overlay.panels.map(\.frame)
    var state = screen.overlay.context.state
    state.settings.theme = .light
    let dirty = screen.dirtied { screen.overlay.show(state) }
    for panel in shown(screen.overlay) { #expect(dirty.contains(panel.frame)) }
    #expect(screen.overlay.panels.map(\.frame) == frames)
    try screen.repaint(dirty)
    let tools = screen.overlay.tools.frame
    #expect((screen.shown.pixel(x: tools.maxX - 3, y: tools.maxY - 40) ?? 0) & 0xff > 0xd0)
    // A change of density keeps the theme.
    _ = screen.resize(width: 1440, height: 900, theme: Theme(colours: screen.overlay.theme.colours, scale: 2))
    #expect(screen.overlay.theme.colours == .light)
  }
}
