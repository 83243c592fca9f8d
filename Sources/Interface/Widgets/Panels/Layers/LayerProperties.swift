import Document
import Geometry
import Language
import Paint
import Studio

/// The blend mode and the opacity of the active layer.
final class LayerProperties: Widget {
  let blend: DropDown
  let opacity: Slider
  /// Whether the current drag has changed the opacity, so that further changes belong to the same
  /// edit.
  private var hasBegun = false

  /// Height of both rows, px at 96 dpi.
  static let height = 76.0

  override init(_ context: WidgetContext) {
    blend = DropDown(context, CompositeOperator.listed.map(\.title))
    opacity = Slider(context, .linear(0...1, step: 0.01))
    super.init(context)
    (blend.title, blend.hasTip) = (translated("Blend mode of the layer"), true)
    blend.groupStarts = CompositeOperator.groupStarts
    blend.onChoose = { [weak self] i in
      guard let item = self?.item, CompositeOperator.listed.indices.contains(i) else { return [] }
      return [.layer(.setBlend(item.id, CompositeOperator.listed[i]), isContinued: false)]
    }
    opacity.showLayerOpacity()
    opacity.onChange = { [weak self] value, isSettled in
      guard let self, let item else { return [] }
      defer { hasBegun = !isSettled }
      return [.layer(.setOpacity(item.id, value), isContinued: hasBegun)]
    }
    add(blend)
    add(opacity)
    show()
  }

  private var item: LayerItem? { context.state.layers.first { $0.id == context.state.activeLayer } }

  override func show() {
    guard let item else { return }
    blend.chosen = CompositeOperator.listed.firstIndex(of: item.blend)
    opacity.value = item.opacity
  }

  override func layOut() {
    let width = Double(frame.width) / theme.scale - 24
    blend.place(inside(frame, 12, 0, width, 36))
    opacity.place(inside(frame, 12, 37, width, 38))
  }
}

extension Slider {
  /// Makes it a slider for a layer's opacity.
  func showLayerOpacity() {
    (title, standard, widestText) = (translated("Opacity of the layer"), 1, "100 %")
    text = { "\(Int(($0 * 100).rounded())) %" }
    entry = Entry(factor: 100, unit: "%")
  }
}

extension CompositeOperator {
  /// All modes in the menu's order.
  static let listed: [CompositeOperator] = Array(groups.joined())
  /// The indices in `listed` at which groups after the first begin.
  static let groupStarts: Set<Int> = {
    var (starts, count) = (Set<Int>(), 0)
    for group in groups.dropLast() {
      count += group.count
      starts.insert(count)
    }
    return starts
  }()
}

extension Overlay {
  /// Opens the slider for the active layer's opacity, beside its row or in the middle of the window.
  public func showLayerOpacity() {
    guard let id = context.state.activeLayer else { return }
    closePopups()
    let popup = LayerOpacityPopup(context, id)
    let list = layers.box.list
    if !layers.isHidden, !layers.isCollapsed, let row = list.items.firstIndex(where: { $0.id == id }) {
      list.reveal(list.frame(of: row))
      open(popup, beside: list.frame(of: row))
    } else {
      openCentred(popup)
    }
    isFocusVisible = true
  }

  /// Opens the menu of the active layer's blend modes, beside the panel or in the middle of the
  /// window.
  public func showLayerBlends() {
    closePopups()
    let entries = layers.box.properties.blend.entries
    let menu: Menu
    if !layers.isHidden, !layers.isCollapsed {
      menu = open(menu: entries, from: layers.box.properties.blend)
    } else {
      menu = open(menu: entries, at: Point(Double(size.width) / 2 - theme.px(80), theme.px(40)))
    }
    if owner == nil { menu.list.highlightChosen() }
  }
}
