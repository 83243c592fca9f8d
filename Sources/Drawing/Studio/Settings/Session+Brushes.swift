import Document
import Ink

/// Brushes that are added while the session lasts.
extension Session {
  /// Adds a brush that was read from a file, in place of one of the same name. It gets the size and
  /// the opacity of its last use.
  public func add(_ new: Brush) -> Effects {
    let name = new.name
    let isKnown = brushes[name] != nil
    brushes.add(new)
    let last = settings.brushes[name]
    let size = name == brush.name ? brush.size : isKnown ? brushUse.left[name]?.size : last?.size
    let used = size.map { new.resized(to: $0) } ?? new
    if !isKnown { brushUse.opacities[name] = last?.opacity.map { UInt8(($0 * 255).rounded()) } }
    brushUse.left[name] = used
    guard name == brush.name else { return Effects() }
    brush = used
    return toolEffects
  }
}
