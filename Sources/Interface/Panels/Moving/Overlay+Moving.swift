import Geometry
import Language
import Studio
import Toolkit

/// Panels that the user has moved.
///
/// The layout gives each panel a home place, as if nothing was moved. A moved panel is shown at its
/// own place instead, whether or not it has a home, and other panels keep theirs. One that does not
/// fit into the window is shown at home, or hidden if it has no room there.
extension Overlay {
  /// The distances within which a dragged panel snaps to an edge and to its home, px at 96 dpi.
  private static let (edgeReach, homeReach) = (8.0, 14.0)

  /// The part of the window in which moved panels are: all but the margin, which has room for the
  /// lowest handles.
  private var room: PixelRect {
    bounds.grown(by: -context.whole(Self.margin))
  }

  /// A frame with left and right exchanged for the left hand.
  func mirrored(_ frame: PixelRect) -> PixelRect {
    guard context.state.settings.hand == .left else { return frame }
    return PixelRect(x: size.width - frame.maxX, y: frame.minY, width: frame.width, height: frame.height)
  }

  /// Shows a panel where the user has moved it, or at home, or hides it.
  func settle(_ panel: Panel) {
    let frame = arePanelsShown && panel.isOpen ? movedFrame(of: panel) : nil
    panel.isHidden = frame == nil && !panel.home.isShown
    panel.put(at: frame ?? mirrored(panel.home.frame))
    if let handle = panel.mover { handle.place(PanelHandle.frame(below: panel.solidFrame, context)) }
  }

  /// The frame of a moved panel; nil if it is not moved or does not fit. Sets the panel's form.
  private func movedFrame(of panel: Panel) -> PixelRect? {
    guard let handle = panel.mover else { return nil }
    let settings = context.state.settings
    guard let place = handle.heldPlace ?? settings.panelPlaces[handle.key] else { return nil }
    let room = room
    guard let (width, height) = panel.spread(within: (room.width, room.height)) else { return nil }
    let anchor = panel.anchor(width, height)
    func px(_ distance: Double) -> Int { Int(theme.px(distance).rounded()) }
    let isLeft = (place.side == .left) == (settings.hand == .right)
    let x = isLeft ? px(place.x) : size.width - px(place.x) - anchor.width
    let y = place.end == .top ? px(place.y) : size.height - px(place.y) - anchor.height
    return clamped(
      PixelRect(x: x - anchor.minX, y: y - anchor.minY, width: width, height: height),
      visible: panel.visible(width, height)
    )
  }

  /// Moves a frame so that its part `visible`, from its upper left corner, is in the room.
  private func clamped(_ frame: PixelRect, visible: PixelRect) -> PixelRect {
    let room = room
    let x = max(room.minX - visible.minX, min(room.maxX - visible.maxX, frame.minX))
    let y = max(room.minY - visible.minY, min(room.maxY - visible.maxY, frame.minY))
    return PixelRect(x: x, y: y, width: frame.width, height: frame.height)
  }

  /// The place of a panel near a frame, of which the middle of the lower edge counts, where the
  /// handle is: the panel may be shown in another size there. `.some(nil)` is its home; nil if it
  /// does not fit into the window. With `snaps` it snaps to the edges of the room and to its home.
  func place(of panel: Panel, near wanted: PixelRect, snaps: Bool) -> Settings.PanelPlace?? {
    let (room, home) = (room, mirrored(panel.home.frame))
    let reach = snaps ? context.whole(Self.homeReach) : 0
    if panel.home.isShown, abs(home.minX + home.maxX - wanted.minX - wanted.maxX) <= 2 * reach,
      abs(home.maxY - wanted.maxY) <= reach
    {
      return .some(nil)
    }
    guard let (width, height) = panel.spread(within: (room.width, room.height)) else { return nil }
    let visible = panel.visible(width, height)
    var frame = clamped(
      PixelRect(
        x: wanted.minX + (wanted.width - width) / 2, y: wanted.maxY - height, width: width, height: height),
      visible: visible)
    if snaps {
      let (left, right) = (room.minX - visible.minX, room.maxX - visible.maxX)
      let (top, bottom) = (room.minY - visible.minY, room.maxY - visible.maxY)
      let edgeReach = context.whole(Self.edgeReach)
      let x = [left, right].first { abs($0 - frame.minX) <= edgeReach } ?? frame.minX
      let y = [top, bottom].first { abs($0 - frame.minY) <= edgeReach } ?? frame.minY
      frame = PixelRect(x: x, y: y, width: width, height: height)
    }
    return place(of: panel, at: frame)
  }

  /// The place of a panel at a frame, from the nearest edges.
  func place(of panel: Panel, at frame: PixelRect) -> Settings.PanelPlace {
    let anchor = mirrored(panel.anchor(frame.width, frame.height).offset(dx: frame.minX, dy: frame.minY))
    let (right, bottom) = (size.width - anchor.maxX, size.height - anchor.maxY)
    func share(_ distance: Int) -> Double { Double(distance) / theme.scale }
    return Settings.PanelPlace(
      anchor.minX <= right ? .left : .right, share(min(anchor.minX, right)),
      anchor.minY <= bottom ? .top : .bottom, share(min(anchor.minY, bottom)))
  }

  /// Adds handles to the panels that can be moved.
  func addHandles() {
    let titles: [(Panel, Settings.MovablePanel, String)] = [
      (bar, .bar, translated("Menu and undo")), (tools, .tools, translated("Tools")),
      (sliders, .sliders, translated("Size and opacity")), (colours, .colours, translated("Colours")),
      (layers, .layers, translated("Layers")), (dial, .dial, translated("Dial")),
      (navigator, .navigator, translated("Navigator")), (references, .references, translated("References")),
      (status, .status, translated("Status")),
    ]
    for (panel, key, title) in titles { panel.addHandle(PanelHandle(context, key, title)) }
  }

  /// Holds a moved panel by its upper corner at the side of the tools, so that it grows away from
  /// there while it is resized. Does nothing at home.
  func pin(_ panel: Panel) {
    guard let key = panel.mover?.key, context.state.settings.panelPlaces[key] != nil else { return }
    let anchor = mirrored(panel.frame)
    panel.mover?.heldPlace = Settings.PanelPlace(
      .left, Double(anchor.minX) / theme.scale, .top, Double(anchor.minY) / theme.scale)
  }

  // MARK: Order

  /// Puts the panels whose places differ between two settings on top of the other moved ones, and
  /// those that are at home again below them.
  func arrange(from old: Settings, to new: Settings) {
    func hasChanged(_ panel: Panel) -> Bool {
      panel.mover.map { old.panelPlaces[$0.key] != new.panelPlaces[$0.key] } ?? false
    }
    let moved = stack.filter { $0.mover.map { new.panelPlaces[$0.key] != nil } ?? false }
    restack(moved.filter { !hasChanged($0) } + moved.filter(hasChanged))
  }

  /// Puts a panel on top while it is dragged.
  func raise(_ panel: Panel) {
    let places = context.state.settings.panelPlaces
    restack(stack.filter { $0 !== panel && $0.mover.map { places[$0.key] != nil } ?? false } + [panel])
  }

  private func restack(_ raised: [Panel]) {
    let home = panels.filter { panel in panel !== preview && !raised.contains { $0 === panel } }
    stack = home + raised + [preview]
  }
}
