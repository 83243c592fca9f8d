import Paint

public struct MenuEntry {
  public enum Kind {
    /// An item with an action; choosing it closes the menu.
    case item(() -> Void)
    case submenu([MenuEntry])
    case heading
    case separator
  }

  public var kind: Kind
  public var title = ""
  public var icon: Icon?
  /// A colour shown at the place of the icon, with a ring around it in the chosen entry.
  public var swatch: Colour?
  /// The key for the same action, shown at the right.
  public var key = ""
  public var isEnabled = true
  public var isChosen = false

  public static var separator: MenuEntry { MenuEntry(kind: .separator) }

  public static func heading(_ title: String) -> MenuEntry { MenuEntry(kind: .heading, title: title) }

  public static func item(
    _ title: String, icon: Icon? = nil, key: String = "", isEnabled: Bool = true, isChosen: Bool = false,
    _ action: @escaping () -> Void
  ) -> MenuEntry {
    MenuEntry(kind: .item(action), title: title, icon: icon, key: key, isEnabled: isEnabled, isChosen: isChosen)
  }

  public static func submenu(_ title: String, icon: Icon? = nil, _ entries: [MenuEntry]) -> MenuEntry {
    MenuEntry(kind: .submenu(entries), title: title, icon: icon)
  }

  public var isSelectable: Bool {
    switch kind {
    case .item, .submenu: isEnabled
    case .heading, .separator: false
    }
  }

  public var submenu: [MenuEntry]? { if case .submenu(let entries) = kind { entries } else { nil } }
}
