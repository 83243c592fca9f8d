import Document
import Language
import Studio
import Toolkit

/// Buttons for how what is selected next joins the selection.
struct SelectionModes {
  let buttons: [Button]

  private static let modes: [SelectionRecipe.Mode] = [.replace, .add, .subtract, .intersect]

  init(_ context: WidgetContext) {
    let faces: [(Icon, String)] = [
      (.selectNew, translated("Select anew")), (.selectMore, translated("Add to the selection")),
      (.selectLess, translated("Subtract from the selection")), (.selectCommon, translated("Keep what both select")),
    ]
    buttons = zip(Self.modes, faces).map { mode, face in
      context.button(face.0, face.1) {
        var settings = context.state.toolSettings
        settings.selectionMode = mode
        context.post(.setTool(settings))
      }
    }
  }

  /// The same as entries of a menu.
  var entries: [MenuEntry] {
    buttons.map { button in .item(button.title, isChosen: button.isChosen) { button.onPress() } }
  }

  func update(_ settings: ToolSettings) {
    for (button, mode) in zip(buttons, Self.modes) { button.isChosen = settings.selectionMode == mode }
  }
}

/// The settings of wands: those of a fill, and how the area joins the selection.
final class WandOptions: FillOptions {
  private let modes: SelectionModes
  /// Shows the mode and opens a menu of all, where there is no room for them.
  let mode: Button

  init(_ context: WidgetContext, isUpright: Bool, closesGaps: Bool = true) {
    modes = SelectionModes(context)
    mode = context.button(.selectNew, translated("How areas join the selection"))
    super.init(context, isUpright: isUpright, closesGaps: closesGaps, goesUnder: false)
    if isUpright {
      add(group: modes.buttons, spacing: 0)
    } else {
      (tolerance.length, gap.length) = (44, 36)
      (mode.hasMore, mode.actsOnPress) = (true, true)
      mode.onPress = { [weak self] in
        guard let self else { return }
        self.context.overlay?.open(menu: modes.entries, from: mode)
      }
      add(group: [mode])
    }
  }

  override func update() -> Bool {
    modes.update(context.state.toolSettings)
    if let chosen = modes.buttons.first(where: \.isChosen) { mode.face = chosen.face }
    return super.update()
  }
}
