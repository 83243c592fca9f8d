import Document
import Files
import Geometry
import Language
import Studio
import Toolkit

extension Overlay {
  /// Opens the main menu beside its button, or closes it.
  public func showMenu() {
    if popups.contains(where: { ($0 as? Menu)?.isMain ?? false }) { return closeMenus() }
    closePopups()
    let entries = mainMenu
    let menu: Menu
    if !bar.isHidden {
      menu = open(menu: entries, from: menuButton)
    } else {
      let margin = Double(context.whole(Self.margin))
      menu = open(menu: entries, at: Point(margin, margin))
    }
    menu.isMain = true
    if owner == nil { menu.list.highlightFirst() }
  }

  /// The entries of the main menu: actions on the drawing, the search and the settings directly, all
  /// others in submenus.
  private var mainMenu: [MenuEntry] {
    let direct: Set<Action> = [.quit, .commandPalette, .settings]
    func items(_ section: Action.Section) -> [MenuEntry] {
      section.actions.filter { !direct.contains($0) && $0 != .menu && $0 != .cancel && $0 != .apply }.map(item)
    }
    func submenu(_ section: Action.Section) -> MenuEntry { .submenu(section.title, items(section)) }
    var drawing = items(.drawing)
    let opening = Action.Section.drawing.actions.firstIndex(of: .open).map { $0 + 1 } ?? 0
    drawing.insert(.submenu(translated("Open recent"), icon: .recent, recentFiles), at: min(opening, drawing.count))
    return drawing + [
      .separator, submenu(.edit), submenu(.image), submenu(.layers), submenu(.tools), submenu(.view),
      submenu(.window), submenu(.help), .separator, item(.commandPalette), item(.settings), .separator, item(.quit),
    ]
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
    .penDoctor,
  ]

  private func item(_ action: Action) -> MenuEntry {
    .item(
      Self.openingPages.contains(action)
        ? translated("{title}…", context: "opens a page", ["title": action.title]) : action.title, icon: action.glyph,
      key: context.state.settings.keys.label(for: action) ?? "",
      isEnabled: action.isAvailable(in: context.state)
    ) { [context] in context.post(.perform(action)) }
  }

  /// Opens the command palette.
  public func showCommands() {
    closePopups()
    open(CommandPalette(context)) { overlay, width, height in
      PixelRect(x: (overlay.size.width - width) / 2, y: overlay.size.height / 10, width: width, height: height)
    }
  }

  /// Opens the page of all keys.
  public func showKeys() {
    closePopups()
    openCentred(KeysPage(context))
  }

  /// Opens the pen doctor's page.
  public func showPenDoctor() {
    closePopups()
    openCentred(PenDoctorPage(context))
  }

  /// The field for trying a pen on that page, window px; nil while it is closed. The program
  /// watches pens while it is open.
  public var penField: PixelRect? { popups.lazy.compactMap { ($0 as? PenDoctorPage)?.field }.first }

  /// Whether that page collects strokes or shows a fitted curve, so that the current device must
  /// stay selected.
  public var isFittingPressure: Bool { popups.contains { ($0 as? PenDoctorPage)?.isFitting ?? false } }

  /// Opens the page of settings.
  public func showSettings() { showSettings(.drawing) }

  /// Opens the page of settings at a part, perhaps with the focus on one of its rows.
  func showSettings(_ part: SettingsPage.Part, row: Int? = nil) {
    closePopups()
    let page = SettingsPage(context, part)
    openCentred(page)
    if let row { page.focus(row: row) }
  }
}
