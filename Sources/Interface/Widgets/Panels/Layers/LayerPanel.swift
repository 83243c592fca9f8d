import Geometry
import Language
import Paint
import Studio

/// The list of layers with its header, and blend mode, opacity and lock of the active layer.
///
/// In compact form only the header, with a button that opens everything as a popup.
final class LayerBox: Widget {
  let list: LayerListView
  let properties: LayerProperties
  let lock: Button
  let adder: Button
  let more: Button

  var isCompact = false {
    didSet {
      guard isCompact != oldValue else { return }
      (list.isHidden, more.isHidden) = (isCompact, !isCompact)
      (properties.isHidden, lock.isHidden) = (isCompact, isCompact)
      invalidate()
    }
  }

  /// The header's height, px at 96 dpi, and the least number of visible rows if there are more.
  static let headHeight = 42.0
  static let leastRows = 3
  /// The greatest height, window px. The list scrolls if it needs more, unless that leaves fewer than
  /// `leastRows`.
  var mostHeight = Int.max

  override init(_ context: WidgetContext) {
    list = LayerListView(context)
    properties = LayerProperties(context)
    lock = Button(context)
    adder = Button(context)
    more = Button(context)
    super.init(context)
    for child in [more, lock, adder, properties, list] as [Widget] { add(child) }
    more.isHidden = true
    (adder.face, adder.title, adder.action) = (.icon(.plus), translated("Add a layer"), .addLayer)
    (lock.face, lock.title, lock.action) = (.icon(.lock), translated("Lock the layer"), .lockLayer)
    lock.onPress = { [.perform(.lockLayer)] }
    adder.onPress = { [.perform(.addLayer)] }
    (more.face, more.title) = (.icon(.expand), translated("Layers"))
    more.onPress = { [weak self] in
      if let self { self.context.overlay?.open(LayerPopup(self.context), beside: self.more.frame) }
      return []
    }
  }

  func height(isCompact: Bool) -> Int {
    let head = context.whole(Self.headHeight)
    if isCompact { return head }
    let fixed = head + context.whole(LayerProperties.height + 4)
    let rows = context.state.layers.count + 1
    let least = fixed + min(Self.leastRows, rows) * list.rowHeight
    return min(fixed + rows * list.rowHeight, max(least, mostHeight))
  }

  override func show() {
    super.show()
    let item = context.state.layers.first { $0.id == context.state.activeLayer }
    lock.isChosen = item?.isLocked ?? false
  }

  override func size(within width: Int) -> (width: Int, height: Int) {
    (context.whole(ColourBox.width(theme)), height(isCompact: isCompact))
  }

  override func layOut() {
    adder.place(inside(frame, ColourBox.width(theme) - 42, 1, 40, 40))
    for button in [more, lock] { button.place(inside(frame, ColourBox.width(theme) - 80, 1, 40, 40)) }
    let head = frame.minY + context.whole(Self.headHeight)
    let top = head + context.whole(LayerProperties.height)
    properties.place(PixelRect(minX: frame.minX, minY: head, maxX: frame.maxX, maxY: top))
    list.place(
      PixelRect(minX: frame.minX, minY: top, maxX: frame.maxX, maxY: max(top, frame.maxY - context.whole(4))))
  }

  override func draw(on painter: Painter) {
    painter.draw(
      context.line(translated("Layers"), .semibold),
      at: Point(Double(frame.minX) + theme.px(16), Double(frame.minY) + theme.px(Self.headHeight / 2 + 4.5)),
      colours.text)
  }
}

/// The panel of layers at the right of the window, below the colours.
final class LayerPanel: Panel {
  let box: LayerBox
  private var count = 0

  override init(_ context: WidgetContext) {
    box = LayerBox(context)
    super.init(context)
    add(box)
  }

  override func show() {
    super.show()
    guard context.state.layers.count != count else { return }
    count = context.state.layers.count
    context.overlay?.layOut()
  }

  override var access: Access { Access(role: .panel, name: translated("Layers")) }

  override func size(within width: Int) -> (width: Int, height: Int) {
    (context.whole(ColourBox.width(theme)), box.height(isCompact: isCollapsed))
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
    let room = context.overlay.map { $0.size.height - 2 * context.whole(16) } ?? .max
    box.mostHeight = min(room, context.whole(460 * theme.textScale))
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

extension Icon {
  static let plus = Icon("plus", "M12,7v10M7,12h10")
}
