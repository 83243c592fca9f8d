import Document
import Files
import Geometry
import Language
import Storage
import Studio
import Toolkit

/// The main menu, which the top bar opens.
struct MainMenu {
  let context: WidgetContext

  /// The entries: actions on the drawing, the search and the settings directly, all
  /// others in submenus.
  var entries: [MenuEntry] {
    func submenu(_ section: Action.Section) -> MenuEntry { .submenu(section.title, items(section)) }
    var drawing = items(.drawing)
    let opening = Action.Section.drawing.actions.firstIndex(of: .open).map { $0 + 1 } ?? 0
    drawing.insert(.submenu(translated("Open recent"), icon: .recent, recentFiles), at: min(opening, drawing.count))
    return drawing + [
      .separator, .submenu(Action.Section.edit.title, items(.edit) + [submenu(.selection), submenu(.strokes)]),
      submenu(.image),
      submenu(.layers), submenu(.tools), submenu(.view),
      submenu(.window), submenu(.help), .separator, item(.commandPalette), item(.settings), .separator, item(.quit),
    ]
  }

  /// Those that need no place of their own.
  private static let direct: Set<Action> = [.quit, .commandPalette, .settings]

  /// The entries of a section.
  func items(_ section: Action.Section) -> [MenuEntry] {
    section.actions.filter { !Self.direct.contains($0) && $0 != .menu && $0 != .cancel && $0 != .apply }.map(item)
  }

  /// Recent drawings by name, with the folder if names are equal.
  private var recentFiles: [MenuEntry] {
    let paths = context.state.recentFiles.prefix(12)
    guard !paths.isEmpty else { return [.item(translated("No recent files"), isEnabled: false) {}] }
    let names = paths.map(PathText.name)
    return zip(paths, names).map { path, name in
      let isAlone = names.filter { $0 == name }.count == 1
      let folder = isAlone ? "" : "  (\(FileError.printable(PathText.name(of: PathText.folder(of: path)))))"
      return .item(RecentFiles.shown(path).name + folder) { [context] in context.post(.openFile(path)) }
    }
  }

  /// The actions that open a page or a dialog; the main menu shows them with an ellipsis.
  private static let openingPages: Set<Action> = [
    .new, .open, .saveAs, .exportAs, .timeLapse, .canvasSize, .scaleImage, .paperColour, .settings, .showKeys,
    .penDoctor, .repeatSteps,
  ]

  private func item(_ action: Action) -> MenuEntry {
    .item(
      Self.openingPages.contains(action)
        ? translated("{title}…", context: "opens a page", ["title": action.title]) : action.title, icon: action.glyph,
      key: context.state.settings.keys.label(for: action) ?? "",
      isEnabled: action.isAvailable(in: context.state)
    ) { [context] in context.post(.perform(action)) }
  }
}
