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
@testable import Toolkit

/// Masks in the list of layers: pictures, presses, the menu and screen readers.
@Suite struct LayerMaskRowTests {
  private let screen: Screen
  private var document: Document
  private let lower: Layer.ID
  private let upper: Layer.ID
  private var list: LayerListView { screen.overlay.layers.box.list }

  /// "Layer 2" (active), with a mask that is active, above "Ink".
  init() throws {
    screen = try Screen(1440, 1200)
    document = try #require(Document(width: 64, height: 48))
    lower = document.activeID
    _ = document.perform(.add(above: lower))
    upper = document.activeID
    var shown = Mask(width: 64, height: 48)
    shown.fill(PixelRect(x: 0, y: 0, width: 32, height: 48))
    _ = document.perform(.addMask(upper, showing: shown))
    show()
  }

  private func show() {
    var state = screen.overlay.context.state
    var made: [SurfaceID: LayerThumbnail] = [:]
    for layer in document.layers {
      made[SurfaceID(layer.id)] = LayerThumbnail(of: layer.image, most: (88, 64))
      if let mask = layer.mask { made[SurfaceID(layer.id, .mask)] = LayerThumbnail(of: mask, most: (88, 64)) }
    }
    state.layers = LayerItem.items(of: document, thumbnails: made)
    (state.activeLayer, state.paper) = (document.activeID, document.paper)
    screen.overlay.show(state)
  }

  private func press(_ p: Point, time: Double) -> [Overlay.Effect] {
    screen.pointer(.down, p, time: time).effects + screen.pointer(.up(.lifted), p, time: time + 0.01).effects
  }

  /// Fails if a press on the picture of a mask does not choose it, a press on that of the layer does not choose
  /// the layer's pixels, or a drag from a mask moves the layer.
  @Test mutating func aPressChoosesTheMask() throws {
    let frame = try #require(list.maskFrame(of: 0))
    #expect(list.maskFrame(of: 1) == nil && list.maskFrame(of: 2) == nil)
    #expect(press(Rect(frame).center, time: 0) == [.activateMask(upper)])
    #expect(press(Rect(list.pictureFrame(of: 0)).center, time: 1) == [.activateLayer(upper)])
    _ = document.activate(upper)
    show()
    #expect(press(Rect(list.pictureFrame(of: 0)).center, time: 2) == [])
    // Above and below the picture too, for a pen.
    #expect(press(Point(Rect(frame).center.x, Double(list.frame(of: 0).minY) + 1), time: 3) == [.activateMask(upper)])
    _ = screen.pointer(.down, Rect(frame).center, time: 4)
    _ = screen.pointer(.drag, Rect(list.frame(of: 1)).center)
    #expect(list.target == nil)
    #expect(screen.pointer(.up(.lifted), Rect(list.frame(of: 1)).center).effects == [])
  }

  /// Fails if Ctrl and a press on a picture do not select what that shows, with the other keys for how it joins, or a drag
  /// from there moves the layer.
  @Test func picturesSelect() throws {
    let (picture, mask) = (Rect(list.pictureFrame(of: 0)).center, Rect(try #require(list.maskFrame(of: 0))).center)
    func pressed(_ p: Point, _ modifiers: Modifiers) -> [Overlay.Effect] {
      screen.pointer(.down, p, modifiers).effects
        + screen.pointer(.drag, Rect(list.frame(of: 1)).center).effects
        + screen.pointer(.up(.lifted), Rect(list.frame(of: 1)).center).effects
    }
    #expect(pressed(picture, .control) == [.selectOpacity(of: SurfaceID(upper), [])])
    #expect(pressed(picture, [.control, .shift]) == [.selectOpacity(of: SurfaceID(upper), .shift)])
    #expect(pressed(mask, [.control, .alt]) == [.selectOpacity(of: SurfaceID(upper, .mask), .alt)])
    // Beside the pictures it chooses layers.
    let name = Point(mask.x + 60, mask.y)
    #expect(pressed(name, .control).allSatisfy { if case .selectOpacity = $0 { false } else { true } })
  }

  /// Fails if a row with a mask leaves no room for a name, at a narrow width or as a dense row.
  @Test mutating func namesStayReadable() {
    for _ in 0..<12 {
      _ = document.perform(.group([document.activeID]))
      _ = document.perform(.addMask(document.activeID, showing: nil))
    }
    show()
    for row in 0..<list.items.count {
      let picture = list.maskFrame(of: row) ?? list.pictureFrame(of: row)
      #expect(Double(picture.maxX) + 24 < list.visibilityRing(of: row).x, "row \(row)")
    }
  }

  /// Fails if the menu lacks an operation on masks, or offers one that is impossible.
  @Test mutating func theMenuOfAMask() throws {
    func entry(_ title: String, _ row: Int, in entries: [MenuEntry]? = nil) -> MenuEntry? {
      (entries ?? list.entries(for: list.items[row])).first { $0.title == title }
    }
    func effects(_ entry: MenuEntry?) -> [Overlay.Effect] {
      guard let entry, case .item(let action) = entry.kind else { return [] }
      return list.posted(action)
    }
    #expect(effects(entry("Add a mask", 1)) == [.activateLayer(lower), .perform(.addMask)])
    let menu = try #require(entry("Mask", 0)?.submenu)
    #expect(entry("Add a mask", 0) == nil && entry("Mask", 1) == nil)
    #expect(effects(entry("Draw on the layer", 0, in: menu)) == [.activateLayer(upper)])
    #expect(
      effects(entry("Turn the mask off", 0, in: menu)) == [.layer(.set(upper, .maskOn(false)), isContinued: false)])
    #expect(effects(entry("Mask to selection", 0, in: menu)) == [.selectOpacity(of: SurfaceID(upper, .mask), [])])
    #expect(effects(entry("Apply the mask", 0, in: menu)) == [.layer(.applyMask(upper), isContinued: false)])
    #expect(effects(entry("Delete the mask", 0, in: menu)) == [.layer(.removeMask(upper), isContinued: false)])
    var state = screen.overlay.context.state
    state.hasSelection = true
    screen.overlay.show(state)
    #expect(effects(entry("Add a mask from the selection", 1)) == [.activateLayer(lower), .perform(.addMask)])
    _ = document.perform(.group([upper]))
    _ = document.perform(.addMask(document.activeID, showing: nil))
    show()
    let group = try #require(entry("Mask", 0)?.submenu)
    #expect(entry("Apply the mask", 0, in: group)?.isEnabled == false)
  }

  /// Fails if a screen reader is not told of a mask, or cannot choose it.
  @Test mutating func masksHaveNames() throws {
    func part(_ name: String) -> Access.Part? { list.accessibleParts.first { $0.name == name } }
    let name = "Draw on the mask of Layer 2"
    #expect(list.accessibleParts[0].description == "Normal, with a mask")
    #expect(part(name)?.states.contains(.checked) == true && part(name)?.frame == list.maskFrame(of: 0))
    #expect(try list.posted { list.press(part: try #require(part(name)?.index)) } == [.activateLayer(upper)])
    _ = document.activate(lower)
    _ = document.perform(.set(upper, .maskOn(false)))
    show()
    #expect(list.accessibleParts[0].description == "Normal, with a mask that is off")
    #expect(part(name)?.states.contains(.checked) == false)
    #expect(try list.posted { list.press(part: try #require(part(name)?.index)) } == [.activateMask(upper)])
  }

  /// Fails if a change of a mask is not drawn: the picture must equal a complete redraw.
  @Test mutating func changesAreRedrawn() throws {
    try screen.repaint(screen.bounds)
    func expectSame(_ what: String) throws {
      try screen.repaint(screen.overlay.takeDamage().bounds)
      let differing = try Golden.differences(screen.shown, screen.whole(isUncached: true), 2)
      #expect(differing.isEmpty, "\(what): \(differing.count)")
    }
    _ = document.coverActiveLayer(colour: 0x80_8080)
    show()
    try expectSame("drawn on")
    _ = document.activate(upper)
    show()
    try expectSame("the layer chosen")
    _ = document.perform(.set(upper, .maskOn(false)))
    show()
    try expectSame("off")
    _ = document.perform(.addMask(lower, showing: nil))
    show()
    try expectSame("another one")
    _ = document.perform(.removeMask(upper))
    show()
    try expectSame("removed")
  }
}
