import Document
import Geometry
import Language
import Paint
import Pixels
import Studio
import Toolkit

/// The list of layers, with the opacity, lock and blend mode of the active layer above it.
///
/// In compact form only a title and a button that opens everything as a popup.
final class LayerBox: Widget {
  let list: LayerListView
  let adder: ActionButton
  let more: Button
  let lock: ActionButton
  let blend: DropDown
  let opacity: Slider

  var isCompact = false {
    didSet {
      guard isCompact != oldValue else { return }
      for part in [list, lock, blend, opacity] as [Widget] { part.isHidden = isCompact }
      more.isHidden = !isCompact
      invalidate()
    }
  }

  /// The heights of the header and of the blend mode, px at 96 dpi.
  static let headHeight = 40.0
  private static let blendHeight = 38.0
  /// The number of dense rows for which the window must have room, else the box is compact.
  static let leastRows = 4
  /// The number of dense rows for which the colours get smaller.
  static let wantedRows = 8
  /// The greatest number of dense rows where the user has moved the panel, and in a popup.
  static let mostMovedRows = 14

  /// Whether the current drag has changed the opacity, so that further changes belong to the same
  /// edit.
  private var hasBegun = false

  override init(_ context: WidgetContext) {
    list = LayerListView(context)
    adder = ActionButton(context)
    more = Button(context)
    lock = ActionButton(context)
    blend = DropDown(context, Self.modes.map(\.title))
    opacity = Slider(context, .linear(0...1, step: 0.01))
    super.init(context)
    for child in [opacity, more, lock, adder, blend, list] as [Widget] { add(child) }
    more.isHidden = true
    (adder.face, adder.title, adder.action) = (.icon(.plus), translated("Add a layer"), .addLayer)
    adder.onPress = { context.post(.perform(.addLayer)) }
    (lock.face, lock.title, lock.action) = (.icon(.lock), translated("Lock the layer"), .lockLayer)
    lock.onPress = { context.post(.perform(.lockLayer)) }
    (more.face, more.title) = (.icon(.expand), translated("Layers"))
    more.onPress = { [weak self] in
      if let self { self.context.overlay?.open(LayerPopup(self.context), beside: self.more.frame) }
    }
    blend.title = translated("Blend mode")
    blend.onChoose = { [weak self] mode in
      guard let active = self?.active else { return }
      let operation =
        mode < Self.modes.count
        ? LayerOperation.set(active.id, .blend(Self.modes[mode])) : .set(active.id, .group(.passThrough))
      context.post(.layer(operation, isContinued: false))
    }
    (opacity.title, opacity.standard, opacity.widestText) = (translated("Layer opacity"), 1, "100 %")
    (opacity.isPercent, opacity.isBox) = (true, true)
    opacity.text = { "\(Int(($0 * 100).rounded())) %" }
    opacity.onChange = { [weak self] value, isSettled in
      guard let self, let active else { return }
      defer { hasBegun = !isSettled }
      context.post(.layer(.set(active.id, .opacity(value)), isContinued: hasBegun))
    }
  }

  private static let modes = Array(CompositeOperator.groups.joined())

  private var active: LayerItem? { context.state.layers.first { $0.id == context.state.activeLayer } }

  override func show() {
    super.show()
    guard let active else { return }
    blend.options = Self.modes.map(\.title) + (active.isGroup ? [LayerItem.passThrough] : [])
    blend.chosen = active.group == .passThrough ? Self.modes.count : Self.modes.firstIndex(of: active.blend)
    opacity.value = active.opacity
    lock.isChosen = active.isLocked
  }

  private var aboveList: Int { context.whole(Self.headHeight + Self.blendHeight) }

  func height(isCompact: Bool) -> Int {
    isCompact ? context.whole(Self.headHeight) : height(ofList: list.height(of: LayerRows(context.state.layers)))
  }

  /// The height that it has with a list of a height, window px.
  func height(ofList height: Int) -> Int { aboveList + height + context.whole(4) }

  override func size(within width: Int) -> (width: Int, height: Int) {
    (context.whole(ColourBox.width(theme)), height(isCompact: isCompact))
  }

  override func layOut() {
    let width = ColourBox.width(theme)
    adder.place(inside(frame, width - 42, 1, 40, 38))
    lock.place(inside(frame, width - 82, 1, 40, 38))
    more.place(inside(frame, width - 82, 1, 40, 38))
    opacity.place(inside(frame, 8, 5, width - 92, 32))
    blend.place(inside(frame, 8, Self.headHeight, width - 16, Self.blendHeight - 6))
    let top = frame.minY + aboveList
    list.place(
      PixelRect(minX: frame.minX, minY: top, maxX: frame.maxX, maxY: max(top, frame.maxY - context.whole(4))))
  }

  override func draw(on painter: Painter) {
    guard isCompact else { return }
    painter.draw(
      context.line(translated("Layers"), .semibold),
      at: Point(Double(frame.minX) + theme.px(16), Double(frame.minY) + theme.px(Self.headHeight / 2 + 4.5)),
      colours.text)
  }
}

/// The panel of layers at the right of the window, below the colours.
final class LayerPanel: Panel {
  let box: LayerBox
  private var counts = (shown: 0, all: 0)

  override init(_ context: WidgetContext) {
    box = LayerBox(context)
    super.init(context)
    add(box)
  }

  override func show() {
    super.show()
    let rows = LayerRows(context.state.layers)
    guard (rows.shown.count, rows.all.count) != counts else { return }
    counts = (rows.shown.count, rows.all.count)
    context.overlay?.layOut()
  }

  override var access: Access { Access(role: .panel, name: translated("Layers")) }

  override func size(within width: Int) -> (width: Int, height: Int) {
    (context.whole(ColourBox.width(theme)), box.height(isCompact: isCollapsed))
  }

  override func spread(within room: (width: Int, height: Int)) -> (width: Int, height: Int)? {
    let compact = box.height(isCompact: true)
    guard context.whole(ColourBox.width(theme)) <= room.width, compact <= room.height else { return nil }
    let most = room.height - box.height(ofList: 0)
    isCollapsed = most < box.list.height(ofRows: LayerBox.leastRows)
    box.list.room = min(most, box.list.height(ofRows: LayerBox.mostMovedRows))
    return size(within: room.width)
  }

  override func layOut() {
    box.isCompact = isCollapsed
    box.place(frame)
  }
}

final class LayerPopup: Panel {
  let box: LayerBox

  override init(_ context: WidgetContext) {
    box = LayerBox(context)
    super.init(context)
    add(box)
  }

  override var isHideable: Bool { false }
  override var closesOutside: Bool { true }
  override var access: Access { Access(role: .panel, name: translated("Layers")) }
  override func size(within width: Int) -> (width: Int, height: Int) {
    box.list.room = min(
      box.list.height(ofRows: LayerBox.mostMovedRows), (context.overlay?.size.height ?? .max) - box.height(ofList: 8))
    return box.size(within: width)
  }
  override func layOut() { box.place(frame) }
}

extension Overlay {
  /// Shows a field for the active layer's name, in the panel or, if it is compact, in a popup.
  public func renameLayer() {
    guard let id = context.state.activeLayer, arePanelsShown, !layers.isHidden else { return }
    if !layers.isCollapsed { return layers.box.list.rename(id) }
    let popup = LayerPopup(context)
    open(popup, beside: layers.box.more.frame)
    popup.box.list.rename(id)
  }
}

extension Overlay {
  /// Shows a slider for the active layer's opacity.
  public func showLayerOpacity() {
    guard let id = context.state.activeLayer else { return }
    open(LayerOpacityPopup(context, id), beside: layers.isHidden ? bar.frame : layers.frame)
  }

  /// Shows the blend modes for the active layer.
  public func showBlendModes() {
    guard let item = layers.box.list.items.first(where: { $0.id == context.state.activeLayer }) else { return }
    open(
      menu: layers.box.list.blendModes(for: item), from: layers.isHidden ? bar.menu : layers.box.blend, leastWidth: 0)
  }
}

extension Icon {
  public static let plus = Icon("plus", "M12,7v10M7,12h10")
}
