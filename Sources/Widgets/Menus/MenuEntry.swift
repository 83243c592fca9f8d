/// A row of a menu.
struct MenuEntry {
  enum Kind {
    /// Does something, and closes the menu.
    case item(() -> [Overlay.Effect])
    /// Opens another menu beside it.
    case submenu([MenuEntry])
    /// Says what the next rows are about.
    case heading
    /// Parts rows by a line.
    case separator
  }

  var kind: Kind
  var title = ""
  var icon: Icon?
  /// The key that does the same, shown at the right.
  var key = ""
  var isEnabled = true
  /// Whether it is the chosen one of several.
  var isChosen = false

  static var separator: MenuEntry { MenuEntry(kind: .separator) }

  static func heading(_ title: String) -> MenuEntry { MenuEntry(kind: .heading, title: title) }

  static func item(
    _ title: String, icon: Icon? = nil, key: String = "", isEnabled: Bool = true, isChosen: Bool = false,
    _ action: @escaping () -> [Overlay.Effect]
  ) -> MenuEntry {
    MenuEntry(kind: .item(action), title: title, icon: icon, key: key, isEnabled: isEnabled, isChosen: isChosen)
  }

  static func submenu(_ title: String, icon: Icon? = nil, _ entries: [MenuEntry]) -> MenuEntry {
    MenuEntry(kind: .submenu(entries), title: title, icon: icon)
  }

  /// Whether it can be lit and pressed.
  var isSelectable: Bool {
    switch kind {
    case .item, .submenu: isEnabled
    case .heading, .separator: false
    }
  }

  var submenu: [MenuEntry]? { if case .submenu(let entries) = kind { entries } else { nil } }
}
