import Desktop

/// What the desktop wants of the look of windows.
struct DesktopLook {
  /// Window px for each px of a design for 96 dpi.
  var scale: Double
  /// The high contrast of its theme; nil for none.
  var contrast: HighContrast?
}
