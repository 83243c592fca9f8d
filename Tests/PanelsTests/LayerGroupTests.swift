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

/// Groups in the list of layers: presses, drags, keys and screen readers.
@Suite struct LayerGroupTests {
  private let screen: Screen
  private var document: Document
  private var list: LayerListView { screen.overlay.layers.box.list }

  /// "Group 1" with "Layer 2" and "Layer 3" (active), above "Ink".
  init() throws {
    screen = try Screen(1440, 1200)
    document = try #require(Document(width: 64, height: 48))
    for _ in 1..<3 { _ = document.perform(.add(above: document.activeID)) }
    _ = document.perform(.group([document.layers[1].id, document.layers[2].id]))
    _ = document.activate(document.layers[2].id)
    show()
  }

  private func show() {
    var state = screen.overlay.context.state
    let made = document.layers.map { (SurfaceID($0.id), LayerThumbnail(of: $0.image, most: (88, 64))) }
    let thumbnails = Dictionary(uniqueKeysWithValues: made)
    state.layers = LayerItem.items(of: document, thumbnails: thumbnails)
    (state.activeLayer, state.paper) = (document.activeID, document.paper)
    screen.overlay.show(state)
  }

  private func id(_ name: String) throws -> Layer.ID { try #require(document.layers.first { $0.name == name }).id }

  private func press(_ p: Point, time: Double) -> [Overlay.Effect] {
    screen.pointer(.down, p, time: time).effects + screen.pointer(.up(.lifted), p, time: time + 0.01).effects
  }

  private func drag(_ row: Int, by dx: Double, to y: Double) -> [Overlay.Effect] {
    let p = Rect(list.frame(of: row)).center
    _ = screen.pointer(.down, p, time: Double(row) + y + dx)
    _ = screen.pointer(.drag, Point(p.x + dx, y))
    return screen.pointer(.up(.lifted), Point(p.x + dx, y)).effects
  }

  /// Fails if the arrow does not fold its group, or a press on the rest of the row does.
  @Test mutating func aPressOnTheArrowFolds() throws {
    let group = try id("Group 1")
    #expect(list.items.map(\.name) == ["Group 1", "Layer 3", "Layer 2", "Ink"])
    #expect(press(list.arrow(of: 0), time: 0) == [.foldGroup(group, true)])
    #expect(press(Rect(list.frame(of: 0)).center, time: 1) == [.activateLayer(group)])
    document.foldedGroups = [group]
    _ = document.activate(group)
    show()
    #expect(list.items.map(\.name) == ["Group 1", "Ink"])
    #expect(press(list.arrow(of: 0), time: 2) == [.foldGroup(group, false)])
    // A layer has no arrow.
    #expect(press(list.arrow(of: 1), time: 3) == [.activateLayer(try id("Ink"))])
  }

  /// Fails if a layer cannot be dragged into a group, out of it at either end, or onto it.
  @Test func layersAreDraggedIntoAndOutOfGroups() throws {
    let (group, ink, upper) = (try id("Group 1"), try id("Ink"), try id("Layer 3"))
    func top(_ row: Int) -> Double { Double(list.frame(of: row).minY) }
    func move(_ id: Layer.ID, _ place: LayerPlace) -> [Overlay.Effect] {
      [.layer(.move(id, to: place), isContinued: false)]
    }
    #expect(drag(3, by: 0, to: top(2) + 1) == move(ink, LayerPlace(in: group, position: 1)))
    #expect(drag(3, by: 0, to: top(1) + 1) == move(ink, LayerPlace(in: group, position: 2)))
    #expect(drag(3, by: 0, to: Rect(list.frame(of: 0)).center.y) == move(ink, LayerPlace(in: group, position: 2)))
    #expect(drag(3, by: 0, to: top(0) + 1) == move(ink, LayerPlace(position: 1)))
    // Below the group: to its lowest place, or out of it to the left.
    #expect(drag(1, by: 0, to: top(3) - 1) == move(upper, LayerPlace(in: group, position: 0)))
    #expect(drag(1, by: -20, to: top(3) - 1) == move(upper, LayerPlace(position: 1)))
    // A drag to the left alone.
    #expect(drag(2, by: -20, to: Rect(list.frame(of: 2)).center.y) == move(try id("Layer 2"), LayerPlace(position: 1)))
    #expect(drag(3, by: 20, to: top(3)) == move(ink, LayerPlace(in: group, position: 0)))
    // A group not into itself.
    #expect(drag(0, by: 0, to: top(2) + 1) == [])
    #expect(drag(0, by: 0, to: top(4) - 1) == move(group, LayerPlace(position: 0)))
  }

  /// Fails if a row that is dragged while its layer goes away still lands, or the program ends.
  @Test mutating func aDragEndsWhenTheRowsChange() throws {
    let p = Rect(list.frame(of: 3)).center
    _ = screen.pointer(.down, p)
    _ = screen.pointer(.drag, Point(p.x, Double(list.frame(of: 0).minY)))
    #expect(list.target != nil)
    for _ in 0..<3 { _ = document.undo() }
    show()
    #expect(list.target == nil)
    #expect(screen.pointer(.up(.lifted), Point(p.x, Double(list.frame(of: 0).minY))).effects == [])
  }

  /// Fails if groups cannot be folded and left by keys.
  @Test mutating func keys() throws {
    let group = try id("Group 1")
    screen.overlay.focus(list)
    #expect(screen.key(KeyCode.left).effects == [.activateLayer(group)])
    _ = document.activate(group)
    show()
    #expect(screen.key(KeyCode.right).effects == [])
    #expect(screen.key(KeyCode.left).effects == [.foldGroup(group, true)])
    document.foldedGroups = [group]
    show()
    #expect(screen.key(KeyCode.left).effects == [] && screen.key(KeyCode.right).effects == [.foldGroup(group, false)])
  }

  /// Fails if a group's menu lacks what only groups have, or a copy or a removal forgets what it contains.
  @Test func theMenuOfAGroup() throws {
    let group = try id("Group 1")
    let entries = list.entries(for: list.items[0])
    func effects(_ title: String, in entries: [MenuEntry]) -> [Overlay.Effect] {
      guard let entry = entries.first(where: { $0.title == title }), case .item(let action) = entry.kind else {
        return []
      }
      return list.posted(action)
    }
    #expect(effects("Merge the group", in: entries) == [.layer(.flatten(group), isContinued: false)])
    #expect(effects("Ungroup", in: entries) == [.layer(.ungroup(group), isContinued: false)])
    #expect(effects("Duplicate", in: entries) == [.layer(.duplicate(group, layers: 3), isContinued: false)])
    #expect(effects("Group", in: entries) == [.layer(.group([group]), isContinued: false)])
    let modes = try #require(entries.first { $0.title == "Blend mode" }?.submenu)
    #expect(effects("Pass through", in: modes) == [.layer(.set(group, .group(.passThrough)), isContinued: false)])
    let layer = list.entries(for: list.items[2])
    #expect(layer.first { $0.title == "Merge down" }?.isEnabled == false)
    #expect(!layer.contains { $0.title == "Ungroup" })
    let lower = try id("Layer 2")
    #expect(effects("Clip to the layer below", in: layer) == [.layer(.set(lower, .clipped(true)), isContinued: false)])
    #expect(
      effects("Lock the transparency", in: layer) == [.layer(.set(lower, .alphaLocked(true)), isContinued: false)])
  }

  /// Fails if a layer cannot be labelled from its menu, or a label has no strip or no name.
  @Test mutating func labels() throws {
    try screen.repaint(screen.bounds)
    let ink = try id("Ink")
    let menu = try #require(list.entries(for: list.items[3]).first { $0.title == "Colour label" }?.submenu)
    #expect(menu.map(\.title).prefix(2) == ["No label", "Red"] && menu.count == 9 && menu[0].isChosen)
    guard case .item(let action) = menu[1].kind else { return }
    #expect(list.posted(action) == [.layer(.set(ink, .label(.red)), isContinued: false)])
    _ = document.perform(.set(ink, .label(.red)))
    show()
    let isSame = try screen.isDrawnWhole()
    #expect(isSame)
    let frame = list.frame(of: 3)
    #expect(screen.shown.pixel(x: frame.minX + 3, y: frame.minY + 20).map { $0 & 0xFF_FFFF } == 0xE5484D)
    #expect(list.accessibleParts[3].description == "Normal, colour label Red")
  }

  /// Fails if a part of a row, the eye and the arrow included, has no name, or its press does something else.
  @Test mutating func allPartsHaveNames() throws {
    let parts = list.accessibleParts
    #expect(
      parts.map(\.name) == [
        "Group 1", "Layer 3", "Layer 2", "Ink", "Paper", "Show Group 1", "Show Layer 3", "Show Layer 2", "Show Ink",
        "Show Paper", "Show what Group 1 contains",
      ])
    #expect(parts[0].description == "group of 2 layers, Normal" && parts[1].description == "Normal, in 1 group")
    let group = try id("Group 1")
    func press(_ name: String) throws -> [Overlay.Effect] {
      try list.posted { list.press(part: try #require(parts.first { $0.name == name }?.index)) }
    }
    #expect(try press("Ink") == [.activateLayer(try id("Ink"))])
    #expect(try press("Show Group 1") == [.layer(.set(group, .visible(false)), isContinued: false)])
    let hidesPaper: [Overlay.Effect] = [.layer(.setPaperShown(false), isContinued: false)]
    #expect(try press("Show Paper") == hidesPaper && press("Paper") == hidesPaper)
    #expect(try press("Show what Group 1 contains") == [.foldGroup(group, true)])
    #expect(list.posted { list.press(part: 999) } == [] && list.posted { list.press(part: 3) } == [])
    let upper = try id("Layer 3")
    for operation in [
      LayerOperation.set(upper, .clipped(true)), .set(upper, .locked(true)), .set(upper, .alphaLocked(true)),
    ] {
      _ = document.perform(operation)
    }
    show()
    #expect(
      list.accessibleParts[1].description
        == "Normal, clipped to the layer below, locked, transparency locked, in 1 group")
    // A part keeps its index when others come.
    _ = document.perform(.add(above: group))
    show()
    let after = list.accessibleParts
    for part in parts { #expect(after.first { $0.name == part.name }?.index == part.index, "\(part.name)") }
    for part in parts where part.role == .toggle {
      #expect(!part.frame.intersection(list.frame).isEmpty, "\(part.name)")
    }
  }

  /// Fails if a drag, a fold or a deep group is not drawn: the picture must equal a complete redraw.
  @Test mutating func changesAreRedrawn() throws {
    try screen.repaint(screen.bounds)
    func expectSame(_ what: String) throws {
      try screen.repaint(screen.overlay.takeDamage().bounds)
      let differing = try Golden.differences(screen.shown, screen.whole(isUncached: true), 2)
      #expect(differing.isEmpty, "\(what): \(differing.count)")
    }
    let p = Rect(list.frame(of: 3)).center
    func point(_ phase: PointerEvent.Phase, _ y: Double) {
      _ = screen.overlay.handle(.pointer(PointerEvent(phase, PenSample(position: Point(p.x, y), time: 0))))
    }
    point(.down, p.y)
    point(.drag, Rect(list.frame(of: 0)).center.y)
    try expectSame("onto a group")
    point(.drag, Double(list.frame(of: 2).minY))
    try expectSame("into a group")
    point(.up(.lifted), Double(list.frame(of: 2).minY))
    try expectSame("dropped")
    document.foldedGroups = [try id("Group 1")]
    _ = document.activate(try id("Ink"))
    show()
    try expectSame("folded")
    _ = document.perform(.set(document.activeID, .clipped(true)))
    _ = document.perform(.set(document.activeID, .alphaLocked(true)))
    show()
    try expectSame("clipped")
    for _ in 0..<10 { _ = document.perform(.group([document.activeID])) }
    show()
    try expectSame("deep")
    _ = document.undo()
    show()
    try expectSame("less deep")
  }
}
