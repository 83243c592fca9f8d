import Desktop
import Studio

/// Where the window is and was, and what its frame says.
struct WindowState {
  /// Whether this window's place is remembered for the next start.
  var ownsPlace: Bool
  /// Files that no other window may open meanwhile: the drawing's, and those that it is being saved to.
  var claims: [String: [Claim]] = [:]
  /// Where it was shown at first, to know whether the user has moved it.
  var firstPlace: Settings.WindowPlace?
  /// Whether its place, size or state may have changed since they were stored.
  var isMoved = false
  /// How many windows were opened from this one.
  var openedCount = 0
  /// Whether it has the keyboard.
  var isActive = false
  /// The title as shown.
  var title = ""
  /// What the title was made of.
  var titled: (name: String, isUnsaved: Bool)?
}
