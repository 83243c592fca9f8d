extension Session {
  /// Goes on as another session ends: with its tool, brushes, colours, settings, and what was cut or copied.
  public func takeUp(_ other: Session) {
    restore(other.remembered)
    tool = other.tool
    toolSettings = other.toolSettings
    lastSymmetry = other.lastSymmetry
    background = other.background
    recentColours = other.recentColours
    clipboard = other.clipboard
    interfaceScale = other.interfaceScale
  }
}
