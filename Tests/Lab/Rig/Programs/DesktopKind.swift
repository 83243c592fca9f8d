/// The kinds of desktop on which a window behaves differently.
public enum DesktopKind: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
  /// Only an X server.
  case bare
  /// The window manager openbox.
  case managed
  /// The window manager openbox and the compositor picom.
  case composited
  /// The Wayland compositor weston with Xwayland.
  case wayland

  /// The programs of the desktop.
  public var description: String {
    switch self {
    case .bare: "no window manager"
    case .managed: "openbox"
    case .composited: "openbox and picom"
    case .wayland: "weston and Xwayland"
    }
  }

  /// Whether its programs are installed.
  public var isInstalled: Bool {
    switch self {
    case .bare: true
    case .managed: WindowManager.isInstalled
    case .composited: WindowManager.isInstalled && Compositor.isInstalled
    case .wayland: XwaylandServer.isInstalled
    }
  }
}
