import Studio
import Toolkit

extension Theme.Colours {
  /// The colours for the settings. `desktop` is the desktop's theme if it is a high contrast theme,
  /// else nil.
  public init(_ settings: Settings, desktop: Settings.ThemeChoice?) {
    let high: Settings.ThemeChoice? =
      switch settings.contrast {
      case .normal: nil
      case .high: settings.theme
      case .auto: desktop
      }
    self =
      switch high {
      case .dark: .highContrastDark
      case .light: .highContrastLight
      case nil: settings.theme.colours
      }
  }
}

extension Settings.ThemeChoice {
  /// The colours of the theme.
  public var colours: Theme.Colours {
    switch self {
    case .dark: .dark
    case .light: .light
    }
  }
}
