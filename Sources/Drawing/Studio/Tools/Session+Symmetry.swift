import Document
import Geometry
import Language

/// Symmetry: on and off, and where its middle is.
extension Session {
  /// Whether strokes are repeated by mirrors or rotations.
  public var isSymmetric: Bool { toolSettings.symmetry.isActive }

  /// Moves the centre of symmetry to a window place; nil for the canvas's middle.
  public func setSymmetryCenter(_ place: Point?) -> Effects {
    toolSettings.symmetry.center = place.map { view.windowToCanvas($0) }
    var effects = toolEffects
    effects.adornmentsChanged = true
    return effects
  }

  /// Switches symmetry off, or on again as it was last: at first with a vertical axis.
  public func toggleSymmetry() -> Effects {
    let now = toolSettings.symmetry
    isPlacingCenter = false
    if now.isActive {
      lastSymmetry = now.kind
      toolSettings.symmetry.kind = .none
    } else {
      toolSettings.symmetry.kind = lastSymmetry
    }
    var effects = toolEffects
    effects.adornmentsChanged = true
    return effects
  }

  /// What is said while the next press is awaited.
  public static var placingHint: String { translated("Press where the middle of the symmetry shall be") }

  /// Lets the next press on the canvas set the centre of symmetry, or no longer.
  public func placeCenter(_ isPlacing: Bool) -> Effects {
    guard isPlacing != isPlacingCenter, !isPlacing || toolSettings.symmetry.isActive else { return Effects() }
    isPlacingCenter = isPlacing
    var effects = toolEffects
    if isPlacing { effects.requests = [.message(Self.placingHint)] }
    return effects
  }
}
