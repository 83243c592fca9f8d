import Document
import Ink
import Language

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
    if !isKnown {
      brushUse.opacities[name] = last?.opacity.map { UInt8(($0 * 255).rounded()) }
      brushUse.papers[name] = last?.paper
    }
    brushUse.left[name] = used
    guard name == brush.name else { return Effects() }
    brush = used
    var effects = usePaper()
    effects.add(toolEffects)
    return effects
  }

  /// Puts a brush at the start of the recent ones.
  func note(brush name: String) {
    recentBrushes.removeAll { $0 == name }
    recentBrushes.insert(name, at: 0)
    recentBrushes.removeLast(max(0, recentBrushes.count - Settings.mostRecentBrushes))
  }

  /// Forgets a recent brush whose file is gone.
  public func forget(brush name: String) { recentBrushes.removeAll { $0 == name } }

  /// Asks for the brush that was chosen before the one in use; with `count` 2 for the one before that.
  /// So the same key again goes back.
  func chooseBrush(before count: Int) -> Effects {
    // The brush in use may not have been chosen, at the first start.
    let others = recentBrushes.filter { $0 != brush.name }
    guard others.count >= count else { return Effects(.message(translated("No other brush has been chosen yet."))) }
    return Effects(.chooseBrush(others[count - 1]))
  }
}
