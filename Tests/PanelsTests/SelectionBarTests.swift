import Document
import Geometry
import Input
import InterfaceSupport
import Paint
import RandomSource
import Raster
import Studio
import Testing

@testable import Panels
@testable import Toolkit

/// The bar beside the selection, and the dashes of the selection's line.
@Suite struct SelectionBarTests {
  private let screen: Screen

  init() throws { screen = try Screen(1366, 768) }

  private var bar: SelectionBar { screen.overlay.selectionBar }

  private func show(_ change: (inout InterfaceState) -> Void) {
    var state = screen.overlay.context.state
    change(&state)
    screen.overlay.show(state)
  }

  /// Fails if the bar covers the selection where there is room, another panel, or is not wholly in the window; or is shown
  /// without a selection, or where none is seen, or while the setting hides it.
  @Test func itIsBesideTheSelection() throws {
    #expect(bar.isHidden)
    func settled(_ place: PixelRect) throws {
      show { $0.selectionPlace = place }
      #expect(!bar.isHidden && screen.overlay.bounds.contains(bar.frame), "\(place)")
      for panel in screen.overlay.panels where panel !== bar && !panel.isHidden {
        #expect(!panel.frame.intersects(bar.frame), "\(place), \(panel.access.name)")
      }
    }
    let middle = PixelRect(x: 500, y: 250, width: 200, height: 120)
    try settled(middle)
    #expect(bar.frame.minY >= middle.maxY && abs(bar.frame.minX + bar.frame.maxX - 1200) <= 1)
    let low = PixelRect(x: 500, y: 400, width: 200, height: 340)
    try settled(low)
    #expect(bar.frame.maxY <= low.minY)
    try settled(PixelRect(x: -4000, y: -4000, width: 9000, height: 9000))
    // A flat one at the upper edge, beside the panels.
    try settled(PixelRect(x: 750, y: 25, width: 200, height: 35))
    show { $0.selectionPlace = PixelRect(x: 3000, y: 200, width: 10, height: 10) }
    #expect(bar.isHidden)
    try settled(middle)
    show { $0.settings.showsSelectionBar = false }
    #expect(bar.isHidden)
    show { $0.settings.showsSelectionBar = true }
    #expect(!bar.isHidden)
    show { $0.selectionPlace = nil }
    #expect(bar.isHidden)
  }

  /// Fails if a button does something else than it says, or the bar takes room from the drawing.
  @Test func itsButtonsAct() {
    let open = screen.overlay.openArea
    show { ($0.hasSelection, $0.selectionPlace) = (true, PixelRect(x: 500, y: 250, width: 200, height: 120)) }
    #expect(screen.overlay.openArea == open)
    let actions: [Action] = [
      SelectionActions.transform, .copy, .cut, .delete, .fillWithColour, .invertSelection, SelectionActions.edge,
      .deselect,
    ]
    func press() -> [Overlay.Effect] {
      bar.buttons.filter { !$0.isHidden }.flatMap { button in
        #expect(!button.title.isEmpty && !button.shortcut.isEmpty)
        let place = Rect(button.frame).center
        return screen.pointer(.down, place).effects + screen.pointer(.up(.lifted), place).effects
      }
    }
    #expect(press() == actions.map { .perform($0) } && bar.yieldsToStrokes)
    let width = bar.frame.width
    show { $0.isFloating = true }
    let placing: [Action] = [.apply, .cancel, .copy, .cut, .delete, .flipSelection, .flipSelectionVertically]
    #expect(press() == placing.map { .perform($0) } && bar.frame.width < width)
  }

  /// Fails if the dashes do not move while the user is there, do not rest afterwards, or move where that costs much.
  @Test func dashesMoveAndRest() {
    var marks = Adornments()
    marks.outlines = [[Point(500, 300), Point(600, 300), Point(600, 360), Point(500, 360)]]
    _ = screen.tick(10)
    screen.overlay.show(marks)
    #expect(screen.tick(10).isEmpty)
    let due = screen.overlay.nextDeadline ?? .infinity
    #expect(due > 10 && due < 10.5)
    #expect(screen.tick(10.05).isEmpty)
    let moved = screen.tick(due)
    #expect(moved.contains(PixelRect(x: 500, y: 300, width: 100, height: 60)) && moved.width < 120)
    var time = due
    while let next = screen.overlay.nextDeadline, time < 100 {
      time = next
      _ = screen.tick(time)
    }
    #expect(time > 17 && time < 19)
    var rng = RandomSource(5)
    marks.outlines = [(0..<5000).map { _ in Point(rng.roll(0...1366), rng.roll(0...768)) }]
    screen.overlay.show(marks)
    #expect(screen.overlay.nextDeadline == nil)
    screen.overlay.show(Adornments())
    #expect(screen.overlay.nextDeadline == nil)
  }
}
