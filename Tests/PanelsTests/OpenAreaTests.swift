import Geometry
import Ink
import Input
import InterfaceSupport
import RandomSource
import Studio
import Testing

@testable import Panels
@testable import Toolkit

/// The part of the window that panels leave free.
@Suite struct OpenAreaTests {
  /// Fails if the free part touches a panel or the options of any tool, changes with the tool, or is small.
  @Test(arguments: [1.0, 2], [Settings.Hand.right, .left]) func noPanelIsInIt(_ scale: Double, _ hand: Settings.Hand)
    throws
  {
    let screen = try Screen(Int(1440 * scale), Int(900 * scale), scale: scale)
    var state = screen.overlay.context.state
    state.settings.hand = hand
    screen.overlay.show(state)
    let area = try #require(screen.overlay.openArea)
    #expect(area.width * area.height > screen.bounds.width * screen.bounds.height / 2, "\(area)")
    for tool in CanvasTool.all {
      state.tool = tool
      screen.overlay.show(state)
      #expect(screen.overlay.openArea == area)
      for panel in screen.overlay.panels where !panel.isHidden {
        #expect(!panel.frame.intersects(area), "\(panel) \(tool)")
      }
    }
    _ = screen.showPanels(false)
    #expect(screen.overlay.openArea == screen.bounds)
    _ = screen.showPanels(true)
    #expect(screen.overlay.openArea == area)
  }

  /// Fails if a window that panels fill has a free part of no use.
  @Test func smallWindowsHaveNone() throws {
    let screen = try Screen(300, 200)
    if let area = screen.overlay.openArea { #expect(min(area.width, area.height) >= 120) }
    let full = PixelRect(x: 0, y: 0, width: 300, height: 200)
    #expect(Overlay.largestFree(in: full, besides: [full]).isEmpty)
  }

  /// Fails if a free rectangle overlaps another, leaves the window, or could grow.
  @Test(arguments: 1...20) func itCannotGrow(seed: UInt64) {
    var g = RandomSource(seed)
    let whole = PixelRect(x: 0, y: 0, width: 60, height: 40)
    let others = (0..<6).map { _ in
      PixelRect(
        x: Int.random(in: -5...58, using: &g), y: Int.random(in: -5...38, using: &g),
        width: Int.random(in: 1...20, using: &g), height: Int.random(in: 1...20, using: &g))
    }
    let free = Overlay.largestFree(in: whole, besides: others)
    func isFree(_ rect: PixelRect) -> Bool { whole.contains(rect) && !others.contains { $0.intersects(rect) } }
    #expect(!free.isEmpty && isFree(free))
    for (left, top, right, bottom) in [(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)] {
      #expect(
        !isFree(
          PixelRect(
            minX: free.minX - left, minY: free.minY - top, maxX: free.maxX + right, maxY: free.maxY + bottom)))
    }
  }
}
