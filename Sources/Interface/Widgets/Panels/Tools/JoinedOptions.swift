import Geometry
import Language

/// The options of a tool, and those of symmetry: below them in a popup, else by a button.
final class JoinedOptions: ToolOptions {
  /// Opens the options of symmetry.
  let button: Button
  let parts: [ToolOptions]

  override var inset: Double { parts[0].inset }

  init(_ context: WidgetContext, isUpright: Bool, _ own: OptionsPanel.Subject) {
    let tool = own.controls(context, isUpright: isUpright)
    parts = isUpright ? [tool, SymmetryOptions(context, isUpright: true)] : [tool]
    button = context.button(.symmetry, translated("Symmetry")) { [] }
    super.init(context, isUpright: isUpright)
    for part in parts { add(group: [part]) }
    if isUpright { return }
    (button.isChosen, button.hasMore) = (true, true)
    button.onPress = { [weak self] in
      guard let self, let overlay = self.context.overlay else { return [] }
      let popup = OptionsPopup(self.context, .symmetry)
      popup.opener = button
      overlay.open(popup, beside: button.frame)
      return []
    }
    add(group: [button])
  }

  override func update() -> Bool {
    // All parts are updated, also after one has changed its size.
    parts.map { $0.update() }.contains(true)
  }
}
