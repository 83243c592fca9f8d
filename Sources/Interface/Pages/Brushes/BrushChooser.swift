import Geometry
import Language
import Panels
import Toolkit

/// All brushes in a popup, with a field that filters them; choosing one closes it.
final class BrushChooser: Panel, BrushPictureView {
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

  var wantedPictures: [BrushPicture] { table.wantedPictures }
  func showPicture(of brush: String) { table.showPicture(of: brush) }

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
    openBesideTools(BrushChooser(context))
  }

  /// Whether the list of brushes is open.
  public var areBrushesShown: Bool { popups.contains { $0 is BrushChooser } }
}
