import Document
import Geometry
import Input
import InterfaceSupport
import Raster
import TestSupport
import Testing

@testable import Panels
@testable import Toolkit

/// Several layers chosen in the list of layers.
@Suite struct LayerChoosingTests {
  private let screen: Screen
  private var document: Document
  private var list: LayerListView { screen.overlay.layers.box.list }
  /// The highest first, as in the list.
  private var ids: [Layer.ID] { document.layers.map(\.id).reversed() }

  init() throws {
    screen = try Screen(1440, 900)
    document = try #require(Document(width: 64, height: 48))
    for _ in 1..<5 { _ = document.perform(.add(above: document.activeID)) }
    show()
  }

  private func show() {
    var state = screen.overlay.context.state
    state.layers = LayerItem.items(of: document, thumbnails: [:])
    (state.activeLayer, state.paper) = (document.activeID, document.paper)
    screen.overlay.show(state)
  }

  /// Does what the program does.
  private mutating func apply(_ effects: [Overlay.Effect]) {
    for effect in effects {
      guard case .chooseLayers(let ids, let active) = effect else { continue }
      _ = document.activate(active, .pixels)
      document.choose(ids)
    }
    show()
  }

  private func press(_ row: Int, _ modifiers: Modifiers = []) -> [Overlay.Effect] {
    let p = Rect(list.frame(of: row)).center
    let time = Double(row * 10 + Int(modifiers.rawValue))
    return screen.pointer(.down, p, modifiers, time: time).effects
      + screen.pointer(.up(.lifted), p, modifiers, time: time + 0.01).effects
  }

  /// Fails if a press with Control or Shift chooses other layers, or one without leaves several chosen.
  @Test mutating func presses() {
    let ids = ids
    apply(press(2, .control))
    #expect(list.chosen == [ids[0], ids[2]] && list.active == ids[0])
    apply(press(2, .control))
    #expect(list.chosen == [ids[0]])
    apply(press(3, .shift))
    #expect(list.chosen == Set(ids[0...3]))
    // Without the active one, the next one is active.
    apply(press(0, .control))
    #expect(list.chosen == Set(ids[1...3]) && list.active == ids[1])
    apply(press(2))
    #expect(list.chosen == [ids[2]] && list.active == ids[2])
    #expect(press(4) == [.activateLayer(ids[4])])
  }

  /// Fails if Shift with an arrow does not extend and shorten the chosen rows, at both sides.
  @Test mutating func keys() {
    let ids = ids
    _ = document.activate(ids[2], .pixels)
    show()
    screen.overlay.focus(list)
    for (key, rows) in [
      (KeyCode.down, 2...3), (KeyCode.down, 2...4), (KeyCode.down, 2...4), (KeyCode.up, 2...3), (KeyCode.up, 2...2),
      (KeyCode.up, 1...2), (KeyCode.down, 2...2),
    ] {
      apply(screen.key(key, .shift).effects)
      #expect(list.chosen == Set(ids[rows]) && list.active == ids[2])
    }
  }

  /// Fails if the menu cannot choose a further layer, the rows are not drawn as chosen, or a screen reader
  /// does not know them.
  @Test mutating func menuAndDrawing() throws {
    try screen.repaint(screen.bounds)
    func effects(_ title: String, _ row: Int) -> [Overlay.Effect] {
      guard case .item(let action) = list.entries(for: list.items[row]).first(where: { $0.title == title })?.kind else {
        return []
      }
      return list.posted(action)
    }
    apply(effects("Select this layer too", 3))
    #expect(list.chosen == [ids[0], ids[3]])
    let isSame = try screen.isDrawnWhole()
    #expect(isSame)
    #expect(list.accessibleParts.map { $0.states.contains(.selected) }.prefix(5) == [true, false, false, true, false])
    apply(effects("Deselect this layer", 3))
    #expect(list.chosen == [ids[0]])
    let isSameAgain = try screen.isDrawnWhole()
    #expect(isSameAgain)
  }
}
