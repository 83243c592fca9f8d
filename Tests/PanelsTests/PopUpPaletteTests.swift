import Document
import Geometry
import Ink
import Input
import InterfaceSupport
import Paint
import Storage
import Studio
import TestSupport
import Testing

@testable import Library
@testable import Panels
@testable import Toolkit

/// The pop-up palette: opening, choosing by one or two presses, closing.
@Suite struct PopUpPaletteTests {
  let screen: Screen
  let place = Point(400, 300)

  init() throws {
    screen = try Screen(800, 620)
    var state = InterfaceState()
    state.brushes = ["airbrush", "brush-pen", "eraser", "marker", "pen", "pencil", "tilt-pencil"]
    state.recentColours = [0xD6452A, 0x2F6690]
    state.palettes = [Palette(name: "Fude", entries: (1...30).map { .init(rgb: UInt32($0) * 0x010203) })]
    screen.overlay.show(state)
  }

  private var popup: PopUpPalette? { screen.overlay.popups.last as? PopUpPalette }

  /// The centre of an item's mark.
  private func place(of content: PopUpItem.Content) throws -> Point {
    let popup = try #require(popup)
    return Rect(try #require(popup.items.first { $0.content == content }).frame).center
  }

  /// Fails if the palette is not centred on the pointer, or an item's target is not at its mark.
  @Test("it opens around the pointer; each item's target is at its mark", arguments: [1.0, 1.5, 2.0])
  func places(_ scale: Double) throws {
    let screen = try Screen(Int(800 * scale), Int(620 * scale), scale: scale)
    screen.overlay.show(self.screen.overlay.context.state)
    let place = Point(400 * scale, 300 * scale)
    screen.overlay.showPopUpPalette(at: place)
    let popup = try #require(screen.overlay.popups.last as? PopUpPalette)
    #expect(Rect(popup.frame).center.distance(to: place) < 1)
    #expect(popup.items.count == 7 + 16)
    #expect(
      popup.items.map(\.label).prefix(7) == [
        "Pen", "Brush pen", "Pencil", "Tilt pencil", "Marker", "Airbrush", "Eraser",
      ])
    for item in popup.items {
      #expect(screen.overlay.target(at: Rect(item.frame).center) == .widget(item))
      #expect(popup.frame.contains(item.frame))
    }
    // Recent colours are first.
    #expect(popup.items[7].content == .colour(0xD6452A) && popup.items[8].content == .colour(0x2F6690))
  }

  /// Fails if the palette leaves the window, or a small window has none.
  @Test("it stays in the window, without the wheel in a small one")
  func edges() throws {
    let window = PixelRect(x: 0, y: 0, width: 800, height: 620)
    for place in [Point(0, 0), Point(799, 5), Point(790, 615), Point(-40, 300)] {
      screen.overlay.showPopUpPalette(at: place)
      #expect(window.contains(try #require(popup).frame))
      #expect(screen.overlay.popups.count == 1)
    }
    let small = try Screen(260, 260)
    small.overlay.show(screen.overlay.context.state)
    small.overlay.showPopUpPalette(at: Point(130, 130))
    let popup = try #require(small.overlay.popups.last as? PopUpPalette)
    #expect(PixelRect(x: 0, y: 0, width: 260, height: 260).contains(popup.frame))
    for item in popup.items { #expect(small.overlay.target(at: Rect(item.frame).center) == .widget(item)) }
  }

  /// Fails if hidden panels have no way back for a pen, or the item is there while they are shown.
  @Test("while the panels are hidden, an item shows them")
  func hiddenPanels() throws {
    screen.overlay.showPopUpPalette(at: place)
    #expect(try !#require(popup).items.contains { $0.content == .panels })
    _ = screen.key(KeyCode.escape)
    _ = screen.showPanels(false)
    screen.overlay.showPopUpPalette(at: place)
    let item = try #require(popup?.items.first { $0.content == .panels })
    #expect(item.label == "Show panels" && item.shortcut == "Tab")
    #expect(screen.click(try place(of: .panels)) == [.perform(.togglePanels)])
    #expect(!screen.overlay.hasPopup)
  }

  /// Fails if press, drag and release of the right button do not choose.
  @Test("press, move and release choose a brush, a colour, or a colour of the wheel")
  func oneMove() throws {
    screen.overlay.showPopUpPalette(at: place)
    _ = screen.pointer(.hover, try place(of: .brush("marker")))
    #expect(screen.overlay.hovered is PopUpItem)
    #expect(
      screen.pointer(.release(.secondary), try place(of: .brush("marker"))).effects == [.brushes(.choose("marker"))])
    #expect(!screen.overlay.hasPopup)

    screen.overlay.showPopUpPalette(at: place)
    #expect(screen.pointer(.release(.secondary), try place(of: .eraser)).effects == [.choose(.eraser)])
    screen.overlay.showPopUpPalette(at: place)
    #expect(
      screen.pointer(.release(.secondary), try place(of: .colour(0x2F6690))).effects == [.setForeground(0x2F6690)])
    screen.overlay.showPopUpPalette(at: place)
    #expect(screen.pointer(.release(.secondary), Point(place.x - 20, place.y - 20)).effects.count == 1)
    #expect(!screen.overlay.hasPopup)
    screen.overlay.showPopUpPalette(at: place)
    let outside = screen.pointer(.release(.secondary), Point(place.x + 200, place.y))
    #expect(outside.isConsumed && outside.effects.isEmpty && !screen.overlay.hasPopup)
  }

  /// Fails if a short press does not leave the palette open for a second one.
  @Test("a short press leaves it open; a second press chooses, or closes it outside")
  func twoPresses() throws {
    screen.overlay.showPopUpPalette(at: place)
    let released = screen.pointer(.release(.secondary), Point(place.x + 2, place.y))
    #expect(released.isConsumed && released.effects.isEmpty && screen.overlay.hasPopup)
    let pencil = try place(of: .brush("pencil"))
    #expect(screen.pointer(.down, pencil).effects.isEmpty)
    #expect(screen.pointer(.up(.lifted), pencil).effects == [.brushes(.choose("pencil"))])
    #expect(!screen.overlay.hasPopup)

    screen.overlay.showPopUpPalette(at: place)
    _ = screen.pointer(.release(.secondary), place)
    // The wheel changes the colour at once and leaves the palette open.
    #expect(screen.pointer(.down, Point(place.x + 10, place.y)).effects.count == 1)
    #expect(screen.pointer(.drag, Point(place.x + 20, place.y - 9)).effects.count == 1)
    _ = screen.pointer(.up(.lifted), Point(place.x + 20, place.y - 9))
    #expect(screen.overlay.hasPopup)
    let outside = screen.pointer(.down, Point(place.x - 150, place.y + 180))
    #expect(outside.isConsumed && outside.effects.isEmpty && !screen.overlay.hasPopup)
    _ = screen.pointer(.up(.lifted), Point(place.x - 150, place.y + 180))
  }

  /// Fails if keys cannot reach and choose items, or Escape does not close the palette.
  @Test("arrow keys and Enter choose, Escape closes")
  func keys() throws {
    screen.overlay.showPopUpPalette(at: place, heldBy: nil)
    var seen: Set<PopUpItem.Content> = []
    for _ in 0..<30 {
      _ = screen.key(KeyCode.tab)
      if let item = screen.overlay.focused as? PopUpItem { seen.insert(item.content) }
    }
    #expect(seen.count == 23)
    let item = try #require(popup?.items.first { $0.content == .brush("airbrush") })
    screen.overlay.focus(item)
    #expect(screen.key(KeyCode.left).isConsumed)
    #expect(screen.key(KeyCode.enter).effects == [.brushes(.choose("marker"))])
    #expect(!screen.overlay.hasPopup)
    screen.overlay.showPopUpPalette(at: place)
    #expect(screen.key(KeyCode.escape).isConsumed && !screen.overlay.hasPopup)
    // The release of the button that opened it has no effect.
    #expect(screen.pointer(.release(.secondary), place) == Screen.Answer(isConsumed: true))
  }

  /// Fails if many brushes of the user hide the one in use or overlap.
  @Test("of many brushes some are shown, including the one in use")
  func many() throws {
    var state = screen.overlay.context.state
    state.brushes = (0..<60).map { "brush-\($0)" } + ["pen"]
    state.brush = "brush-59"
    screen.overlay.show(state)
    screen.overlay.showPopUpPalette(at: place)
    let items = try #require(popup).items
    #expect(items.contains { $0.content == .brush("brush-59") } && items.contains { $0.content == .brush("pen") })
    let brushes = items.filter { if case .brush = $0.content { true } else { $0.content == .eraser } }
    #expect(brushes.count == PopUpPalette.mostBrushes + 1)
    for (a, b) in zip(brushes, brushes.dropFirst()) {
      #expect(Rect(a.frame).center.distance(to: Rect(b.frame).center) > 42)
    }
  }

  /// Fails if pixels change without reported damage.
  @Test("changes are reported as damage")
  func damage() throws {
    let steps: [() -> Void] = [
      { screen.overlay.showPopUpPalette(at: place) },
      { _ = screen.overlay.handle(PointerEvent(.hover, PenSample(position: Point(400, 170), time: 0))) },
      { _ = screen.overlay.handle(PointerEvent(.down, PenSample(position: Point(410, 290), time: 0))) },
      { _ = screen.overlay.handle(PointerEvent(.up(.lifted), PenSample(position: Point(410, 290), time: 0))) },
      { _ = screen.overlay.handle(.key(KeyEvent(keysym: KeyCode.tab))) },
      { screen.overlay.showPopUpPalette(at: Point(300, 300)) },
      { screen.overlay.closePopups() },
    ]
    try screen.repaint(screen.bounds)
    for (i, step) in steps.enumerated() {
      let dirty = screen.dirtied(step)
      #expect(!dirty.isEmpty, "step \(i)")
      try screen.repaint(dirty)
      #expect(try Golden.differences(screen.shown, screen.whole()).isEmpty, "step \(i)")
    }
  }
}
