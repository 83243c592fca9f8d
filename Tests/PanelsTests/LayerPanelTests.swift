import Document
import Geometry
import Ink
import Input
import InterfaceSupport
import Paint
import Raster
import Storage
import Studio
import TestSupport
import Testing

@testable import Panels
@testable import Pixels
@testable import Toolkit

/// The list of layers: effects of presses, drags and keys, and its drawing.
@Suite struct LayerPanelTests {
  private let screen: Screen
  private var panel: LayerPanel { screen.overlay.layers }
  private var list: LayerListView { panel.box.list }
  private var ids: [Layer.ID] { screen.overlay.context.state.layers.map(\.id) }

  init() throws {
    screen = try Screen(1440, 900)
    Self.show(count: 3, on: screen.overlay)
  }

  /// Shows a state with `count` layers, the highest active.
  private static func show(count: Int, on overlay: Overlay) {
    var document = Document(width: 64, height: 48)
    for _ in 1..<max(1, count) {
      if let id = document?.activeID { _ = document?.perform(.add(above: id)) }
    }
    var state = overlay.context.state
    state.layers = document?.layers.map { LayerItem($0, thumbnail: LayerThumbnail(of: $0.image, most: (88, 64))) } ?? []
    state.activeLayer = document?.activeID
    overlay.show(state)
  }

  private func place(_ row: Int) -> Point { Rect(list.frame(of: row)).center }

  private func press(_ p: Point, time: Double = 0) -> [Overlay.Effect] {
    let down = screen.pointer(.down, p, time: time)
    return down.effects + screen.pointer(.up(.lifted), p, time: time + 0.01).effects
  }

  /// Fails if a press does not choose a layer, its ring does not hide it, or the paper's ring
  /// does not hide the paper.
  @Test func pressing() {
    #expect(press(place(1)) == [.activateLayer(ids[1])])
    #expect(press(place(0), time: 2) == [])
    #expect(press(list.visibilityRing(of: 2), time: 4) == [.layer(.set(ids[0], .visible(false)), isContinued: false)])
    #expect(press(list.visibilityRing(of: 3), time: 6) == [.layer(.setPaperShown(false), isContinued: false)])
    #expect(press(place(3), time: 8) == [])
    #expect(press(Rect(panel.box.adder.frame).center, time: 10) == [.perform(.addLayer)])
  }

  /// Fails if a dragged layer is not moved to the marked gap, or a small movement moves it.
  @Test func dragging() {
    func drag(_ row: Int, to y: Double) -> [Overlay.Effect] {
      let p = place(row)
      _ = screen.pointer(.down, p, time: Double(row))
      _ = screen.pointer(.drag, Point(p.x, y))
      return screen.pointer(.up(.lifted), Point(p.x, y)).effects
    }
    let top = Double(list.frame(of: 0).minY)
    #expect(drag(2, to: top + 2) == [.layer(.move(ids[0], to: LayerPlace(position: 2)), isContinued: false)])
    #expect(drag(0, to: top + 150) == [.layer(.move(ids[2], to: LayerPlace(position: 0)), isContinued: false)])
    #expect(drag(0, to: place(0).y + 3) == [])
    #expect(drag(0, to: top + 55) == [])
    #expect(list.target == nil)
  }

  /// Fails if the list cannot be used by keys.
  @Test func keys() {
    screen.overlay.focus(list)
    #expect(screen.key(KeyCode.down).effects == [.activateLayer(ids[1])])
    #expect(screen.key(KeyCode.end).effects == [.activateLayer(ids[0])])
    #expect(screen.key(KeyCode.down, .control).effects == [.perform(.lowerLayer)])
    #expect(screen.key(KeyCode.up, .control).effects == [.perform(.raiseLayer)])
    #expect(screen.key(KeyCode.space).effects == [.layer(.set(ids[2], .visible(false)), isContinued: false)])
    #expect(screen.key(KeyCode.delete).effects == [.layer(.delete(ids[2]), isContinued: false)])
  }

  /// Fails if a layer cannot be renamed, an empty name is accepted, or a removed field keeps
  /// the focus.
  @Test func renaming() {
    screen.overlay.focus(list)
    _ = screen.key(KeyCode.enter)
    #expect(list.renamed == ids[2] && screen.overlay.textInputFrame != nil)
    _ = screen.overlay.handle(.text("\u{7B46}"))
    #expect(screen.key(KeyCode.enter).effects == [.layer(.set(ids[2], .name("\u{7B46}")), isContinued: false)])
    #expect(list.renamed == nil && screen.overlay.textInputFrame == nil)
    screen.overlay.renameLayer()
    _ = screen.key(KeyCode.backspace)
    #expect(screen.key(KeyCode.enter).effects == [])
    // Rename by a double press, then leave.
    _ = press(place(1), time: 20)
    _ = press(place(1), time: 20.1)
    #expect(list.renamed == ids[1])
    _ = screen.key(KeyCode.escape)
    #expect(list.renamed == nil)
  }

  /// Fails if what was typed is lost at a press elsewhere, or that press does not do its own work.
  @Test(arguments: [PointerEvent.Phase.down, .press(.secondary)])
  func aPressElsewhereTakesTheName(_ phase: PointerEvent.Phase) {
    screen.overlay.renameLayer()
    let id = list.renamed
    _ = screen.overlay.handle(.text("Sky"))
    let response = screen.pointer(phase, Point(300, 300))
    #expect(!response.isConsumed)
    #expect(response.effects == id.map { [.layer(.set($0, .name("Sky")), isContinued: false)] })
    #expect(list.renamed == nil)
    // Nothing was typed, so nothing is renamed.
    screen.overlay.renameLayer()
    #expect(screen.pointer(phase, Point(300, 300)).effects == [])
  }

  /// Fails if the menu does not say that a layer has 16 bits a channel, or says so of another.
  @Test func theMenuNamesTheDepth() throws {
    var image = TileGrid(width: 64, height: 48)
    var tile = Tile()
    tile.withMutableDeepPixels { $0[0] = DeepPixel(SIMD4(100, 100, 100, 1000)) }
    image[0] = tile
    var state = screen.overlay.context.state
    state.layers[2].thumbnail = LayerThumbnail(of: image, most: (88, 64))
    screen.overlay.show(state)
    #expect(list.entries(for: list.items[0]).first?.title == "16 bits per channel")
    #expect(!list.entries(for: list.items[1]).contains { $0.title == "16 bits per channel" })
  }

  /// Fails if the right button opens no menu, the menu offers impossible actions, or one drag of
  /// the opacity slider is several edits.
  @Test func theMenu() throws {
    #expect(screen.pointer(.press(.secondary), place(2)).isConsumed)
    #expect(screen.overlay.hasPopup)
    screen.overlay.closePopups()
    let lowest = list.entries(for: list.items[2])
    #expect(lowest.first { $0.title == "Merge down" }?.isEnabled == false)
    let modes = try #require(lowest.first { $0.title == "Blend mode" }?.submenu)
    #expect(modes.filter(\.isSelectable).count == CompositeOperator.allCases.count)
    let opacity = try #require(lowest.first)
    guard case .item(let action) = opacity.kind else { return }
    _ = action()
    let popup = try #require(screen.overlay.popups.last as? LayerOpacityPopup)
    let y = Rect(popup.frame).center.y
    var effects = screen.pointer(.down, Point(Rect(popup.frame).center.x, y)).effects
    for x in [0.4, 0.3] { effects += screen.pointer(.drag, Point(Double(popup.frame.minX) + x * 100, y)).effects }
    effects += screen.pointer(.up(.lifted), Point(Double(popup.frame.minX) + 30, y)).effects
    let continued = effects.map {
      if case .layer(.set(_, .opacity), let isContinued) = $0 { isContinued } else { false }
    }
    #expect(continued.count >= 3 && continued.first == false && continued.dropFirst().allSatisfy { $0 })
  }

  /// Fails if a press on the number of the active layer's opacity sets a value instead of opening it for typing,
  /// or a drag or a press beside it does not set one.
  @Test func theNumberOfTheOpacityIsTyped() throws {
    let box = panel.box
    let number = Rect(box.opacity.frame).center
    #expect(screen.click(number) == [])
    let entry = try #require(screen.overlay.popups.last as? NumberEntry)
    #expect(entry.field.text == "100")
    screen.type("40")
    #expect(screen.key(KeyCode.enter).effects == [.layer(.set(ids[2], .opacity(0.4)), isContinued: false)])
    // Long after the first, so that it is no double press.
    _ = screen.pointer(.down, number, time: 5)
    #expect(screen.pointer(.drag, number + Vector(3, 0)).effects == [])
    guard case .layer(.set(_, .opacity(let half)), _)? = screen.pointer(.drag, number + Vector(-30, 0)).effect else {
      return #expect(Bool(false), "a drag set nothing")
    }
    #expect(half < 0.5)
    _ = screen.pointer(.up(.lifted), number + Vector(-30, 0))
    #expect(!screen.overlay.hasPopup)
    let beside = Point(Double(box.opacity.frame.minX) + 8, number.y)
    #expect(!screen.click(beside, at: 9).isEmpty && !screen.overlay.hasPopup)
  }

  /// Fails if the popup of a layer's opacity keeps the keys after Enter, or Control and A in it select the canvas
  /// instead of the number.
  @Test func theOpacityPopupReturnsTheKeys() throws {
    screen.overlay.showLayerOpacity()
    _ = screen.key(0x34)
    screen.type("0")
    #expect(screen.key(KeyCode.enter).effects == [.layer(.set(ids[2], .opacity(0.4)), isContinued: false)])
    #expect(!screen.overlay.hasPopup && !screen.key(KeyCode.pageUp).isConsumed)
    screen.overlay.showLayerOpacity()
    #expect(screen.key(KeyCode.enter).isConsumed && !screen.overlay.hasPopup)
    screen.overlay.showLayerOpacity()
    #expect(screen.key(0x61, .control).isConsumed)
    #expect((screen.overlay.popups.last as? NumberEntry)?.field.text == "100")
    screen.type("7")
    #expect((screen.overlay.popups.last as? NumberEntry)?.field.text == "7")
  }

  /// Fails if the list shows fewer layers than the window has room for.
  @Test func theListTakesTheRoom() throws {
    let high = try Screen(1440, 1200)
    Self.show(count: 13, on: high.overlay)
    let list = high.overlay.layers.box.list
    #expect(list.frame.height >= 9 * list.rowHeight)
    #expect(high.overlay.layers.frame.maxY <= high.overlay.dial.frame.minY)
  }

  /// Fails if a small window has no way to the layers, or many layers push the panel over the
  /// dial.
  @Test func smallWindowsHavePopups() throws {
    Self.show(count: 30, on: screen.overlay)
    #expect(!panel.isHidden && panel.frame.maxY <= screen.overlay.dial.frame.minY)
    let small = try Screen(1024, 700)
    Self.show(count: 30, on: small.overlay)
    let compact = small.overlay.layers
    #expect(!compact.isHidden && compact.isCollapsed)
    let p = Rect(compact.box.more.frame).center
    _ = small.pointer(.down, p)
    _ = small.pointer(.up(.lifted), p)
    #expect(small.overlay.popups.last is LayerPopup)
    // The active layer is visible.
    let popup = try #require(small.overlay.popups.last as? LayerPopup)
    #expect(popup.frame.intersects(PixelRect(x: 0, y: 0, width: 1024, height: 700)))
  }

  /// Fails if a change is not drawn: after every input the picture must equal a complete
  /// redraw.
  @Test func changesAreRedrawn() throws {
    try screen.repaint(screen.bounds)
    func expectSame(_ what: String) throws {
      try screen.repaint(screen.overlay.takeDamage().bounds)
      let isSame = try screen.shown.withBytes { a in
        try screen.whole(isUncached: true).withBytes { b in
          (0..<(a.byteCount / 4)).allSatisfy {
            a.unsafeLoad(fromByteOffset: 4 * $0, as: UInt32.self) & 0xFF_FFFF
              == b.unsafeLoad(fromByteOffset: 4 * $0, as: UInt32.self) & 0xFF_FFFF
          }
        }
      }
      #expect(isSame, "\(what)")
    }
    Self.show(count: 5, on: screen.overlay)
    try expectSame("more layers")
    _ = screen.overlay.handle(.pointer(PointerEvent(.hover, PenSample(position: place(1), time: 0))))
    try expectSame("hover")
    _ = screen.overlay.handle(.pointer(PointerEvent(.down, PenSample(position: place(1), time: 0))))
    _ = screen.overlay.handle(.pointer(PointerEvent(.drag, PenSample(position: place(3), time: 0.1))))
    try expectSame("drag")
    _ = screen.overlay.handle(.pointer(PointerEvent(.up(.lifted), PenSample(position: place(3), time: 0.2))))
    try expectSame("dropped")
    Self.show(count: 2, on: screen.overlay)
    try expectSame("fewer layers")
    screen.overlay.renameLayer()
    try expectSame("renaming")
  }

  /// Fails if blend mode, opacity and lock of the active layer are not in the panel, or set another
  /// layer, or a mode's name is cut.
  @Test func theActiveLayerIsSetInThePanel() throws {
    let box = panel.box
    #expect(!box.blend.isHidden && !box.opacity.isHidden && !box.lock.isHidden)
    let normal = try #require(box.blend.chosen)
    #expect(box.blend.options[normal] == "Normal" && box.opacity.value == 1 && !box.lock.isChosen)
    let dodge = try #require(box.blend.options.firstIndex(of: "Colour dodge"))
    #expect(
      box.posted { box.blend.onChoose(dodge) } == [.layer(.set(ids[2], .blend(.colourDodge)), isContinued: false)])
    #expect(
      box.posted { box.opacity.onChange(0.4, false) } == [.layer(.set(ids[2], .opacity(0.4)), isContinued: false)])
    #expect(box.posted { box.opacity.onChange(0.3, true) } == [.layer(.set(ids[2], .opacity(0.3)), isContinued: true)])
    #expect(press(Rect(box.lock.frame).center) == [.perform(.lockLayer)])
    let widest = box.blend.options.map { screen.overlay.context.line($0).width }.max() ?? 0
    #expect(widest <= Double(box.blend.frame.width) - screen.overlay.theme.px(42))
    // By a key, also without the panel.
    screen.overlay.showLayerOpacity()
    #expect(screen.overlay.popups.last is LayerOpacityPopup)
    screen.overlay.closePopups()
    screen.overlay.showBlendModes()
    #expect(screen.overlay.popups.last is Menu)
  }

  /// Fails if the list shows fewer layers than the window has room for.
  @Test func theListUsesTheRoom() throws {
    for (width, height, scale, least) in [
      (1440, 860, 1.0, 8), (1440, 900, 1, 8), (1920, 1080, 1, 14), (1024, 768, 1, 4), (2880, 1720, 2, 8),
    ] {
      let screen = try Screen(width, height, scale: scale)
      Self.show(count: 20, on: screen.overlay)
      let layers = screen.overlay.layers
      let list = layers.box.list
      let rows = (0..<list.rowCount).count { list.frame.contains(list.frame(of: $0)) }
      #expect(!layers.isCollapsed && rows >= least, "\(height): \(rows)")
      #expect(layers.frame.maxY <= screen.overlay.dial.frame.minY)
    }
  }

  /// Fails if few layers have dense rows, many have high ones, a change of their number leaves the wrong
  /// ones, or the eye of a dense row is hard to hit.
  @Test func rowsAreDenseWhereHighOnesHaveNoRoom() throws {
    let screen = try Screen(1440, 860)
    let list = screen.overlay.layers.box.list
    for (count, isDense) in [(2, false), (3, false), (6, true), (12, true), (3, false)] {
      Self.show(count: count, on: screen.overlay)
      #expect(list.isDense == isDense, "\(count)")
      #expect(list.frame.height == list.rowHeight * min(count + 1, 8))
      let isSame = try screen.isDrawnWhole()
      #expect(isSame, "\(count)")
    }
    #expect(screen.overlay.colours.box.isSmall && !screen.overlay.colours.box.isCompact)
    Self.show(count: 7, on: screen.overlay)
    let layer = screen.overlay.context.state.layers[6].id
    let frame = Rect(list.frame(of: 0))
    #expect(frame.height >= 24)
    for (x, y) in [(frame.maxX - 1, frame.minY + 1), (frame.maxX - 30, frame.maxY - 1)] {
      _ = screen.pointer(.down, Point(x, y), time: x)
      let effects = screen.pointer(.up(.lifted), Point(x, y), time: x).effects
      #expect(effects == [.layer(.set(layer, .visible(false)), isContinued: false)])
    }
    try screen.repaint(screen.bounds)
    screen.overlay.renameLayer()
    let isSame = try screen.isDrawnWhole()
    #expect(isSame)
  }
}
