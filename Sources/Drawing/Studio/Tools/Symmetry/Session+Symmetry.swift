import Document
import Geometry
import Language

/// Symmetry: switching it on and off, and its centre.
extension Session {
  /// Whether strokes are repeated by mirrors or rotations.
  public var isSymmetric: Bool { toolSettings.symmetry.isActive }

  /// Moves the centre of symmetry to a window position; nil for the canvas's middle.
  public func setSymmetryCenter(_ place: Point?) -> Effects {
    toolSettings.symmetry.center = place.map { view.windowToCanvas($0) }
    var effects = toolEffects
    effects.adornmentsChanged = true
    return effects
  }

  /// Switches symmetry off, or on with its last settings; at first with a vertical axis.
  public func toggleSymmetry() -> Effects {
    let now = toolSettings.symmetry
    symmetryState.isPlacingCenter = false
    if now.isActive {
      symmetryState.last = now.kind
      toolSettings.symmetry.kind = .none
    } else {
      toolSettings.symmetry.kind = symmetryState.last
    }
    var effects = toolEffects
    effects.adornmentsChanged = true
    return effects
  }

  /// The message while the session waits for the press that sets the centre.
  public static var placingHint: String { translated("Press on the canvas to set the centre of symmetry") }

  /// Sets whether the next press on the canvas sets the centre of symmetry.
  public func placeCenter(_ isPlacing: Bool) -> Effects {
    guard isPlacing != isPlacingCenter, !isPlacing || toolSettings.symmetry.isActive else { return Effects() }
    symmetryState.isPlacingCenter = isPlacing
    var effects = toolEffects
    if isPlacing { effects.requests = [.message(Self.placingHint)] }
    return effects
  }

  /// Whether the next press on the canvas sets the centre of symmetry.
  public var isPlacingCenter: Bool { symmetryState.isPlacingCenter }
}

/// What a session keeps of symmetry beside the tool settings.
struct SymmetryState {
  /// Whether the next press on the canvas sets the centre.
  var isPlacingCenter = false
  /// The kind that `Session.toggleSymmetry` switches on.
  var last = Symmetry.Kind.mirror(vertical: true, horizontal: false)
}
