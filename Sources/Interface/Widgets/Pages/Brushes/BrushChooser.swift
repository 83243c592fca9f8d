import Geometry
import Language
import Toolkit

/// All brushes in a popup, with a field that filters them; choosing one closes it.
final class BrushChooser: Panel {
  let table: BrushTable

  override init(_ context: WidgetContext) {
    table = BrushTable(context)
    super.init(context)
    add(table)
    table.onChoose = { [weak self] name in
      guard let self else { return }
      self.context.overlay?.close(self)
      context.post(.brushes(.choose(name)))
    }
  }

  override var isHideable: Bool { false }
  override var isModal: Bool { true }
  override var closesOutside: Bool { true }
  override var firstFocus: Widget? { table.field }
  override var label: String { translated("Brushes") }
  override var access: Access { Access(role: .dialog, states: .modal) }

  private var padding: Int { context.whole(8) }

  override func size(within width: Int) -> (width: Int, height: Int) {
    let most = (context.overlay?.size.height ?? .max) - 2 * context.whole(16)
    return (min(width, context.whole(440 * theme.textScale)), min(context.whole(640) + 2 * padding, most))
  }

  override func layOut() { table.place(frame.grown(by: -padding)) }
}

extension Overlay {
  /// Opens the list of brushes beside the tools, or closes it.
  public func showBrushes() {
    if let open = popups.first(where: { $0 is BrushChooser }) { return close(open) }
    closePopups()
    brushPictures.expire()
    open(BrushChooser(context)) { [tools] stage, width, height in
      let gap = stage.context.whole(6)
      let isLeft = tools.frame.minX + tools.frame.maxX <= stage.size.width
      let x =
        tools.isHidden
        ? (stage.size.width - width) / 2 : isLeft ? tools.frame.maxX + gap : tools.frame.minX - gap - width
      return PixelRect(x: x, y: (stage.size.height - height) / 2, width: width, height: height)
    }
  }

  /// The pictures that the list of brushes lacks, those of its visible brushes from the top, or that
  /// the pop-up palette lacks.
  public var wantedBrushPictures: [BrushPicture] {
    popups.flatMap { popup -> [BrushPicture] in
      switch popup {
      case let chooser as BrushChooser: chooser.table.wantedPictures
      case let palette as PopUpPalette: palette.items.compactMap(\.picture).filter { !brushPictures.has($0) }
      default: []
      }
    }
  }

  /// Shows such a picture: `width` * `height` opaque pixels, row by row; nil if it cannot be drawn.
  public func show(_ picture: BrushPicture, pixels: [UInt32]?) {
    brushPictures.keep(picture, pixels: pixels)
    for popup in popups {
      (popup as? BrushChooser)?.table.showPicture(of: picture.brush)
      for item in (popup as? PopUpPalette)?.items ?? [] where item.content == .brush(picture.brush) {
        item.invalidate()
      }
    }
  }

  /// Whether the list of brushes is open.
  public var areBrushesShown: Bool { popups.contains { $0 is BrushChooser } }
}
