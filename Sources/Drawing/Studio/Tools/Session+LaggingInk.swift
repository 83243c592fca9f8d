import Document

/// Strokes whose pen is up but whose ink is not all painted: their brush takes longer for a sample than
/// the pen for the next one. `flush` paints on in slices of a few milliseconds, so that the window
/// answers meanwhile. The next stroke waits for them; whatever else changes the drawing finishes them.
extension Session {
  /// Paints on for a slice. A finished stroke becomes an edit.
  func paintLagging() -> Effects {
    guard !lagging.isEmpty else { return Effects() }
    guard lagging[0].isBehind else { return finishFirstLagging() }
    return updated { lagging[0].draw(on: &$0) }
  }

  /// Finishes all lagging strokes at once.
  func finishLagging() -> Effects {
    var effects = Effects()
    while !lagging.isEmpty { effects.add(finishFirstLagging()) }
    return effects
  }

  private func finishFirstLagging() -> Effects {
    var stroke = lagging.removeFirst()
    var effects = updated { stroke.finish(on: &$0) }
    effects.panelsChanged = true
    return effects
  }

  /// Takes back the newest lagging stroke, as undo does; nil where there is none. Redo does not bring it
  /// back.
  func dropLagging() -> Effects? {
    guard var stroke = lagging.popLast() else { return nil }
    var effects = updated { stroke.revert(on: &$0) }
    effects.panelsChanged = true
    return effects
  }
}
