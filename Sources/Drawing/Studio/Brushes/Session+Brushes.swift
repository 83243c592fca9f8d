import Document
import Ink
import Language
import Library

/// Brushes that are added while the session lasts.
extension Session {
  /// Adds a brush that was read from a file, in place of one of the same name. It gets the size and
  /// the opacity of its last use.
  public func add(_ new: Brush) -> Effects {
    let name = new.name
    let isKnown = brushes[name] != nil
    brushes.add(new)
    let last = settings.brushes[name]
    let old = name == brush.name ? brush : isKnown ? brushUse.left[name] : nil
    let used = old.map { new.resized(toFullWidth: $0.fullWidth) } ?? (isKnown ? nil : last?.applied(to: new)) ?? new
    if !isKnown {
      brushUse.opacities[name] = last?.opacity
      brushUse.papers[name] = last?.paper
    }
    brushUse.left[name] = used
    guard name == brush.name else { return Effects() }
    brush = used
    var effects = usePaper()
    effects.add(toolEffects)
    return effects
  }

  /// Takes a brush that was edited and saved, in place of one of the same name.
  /// - Parameters:
  ///   - file: its file, if it is one of Fude's own.
  ///   - isResized: whether its size was edited; otherwise that of its last use stays.
  public func keep(_ new: Brush, file: String?, isResized: Bool) -> Effects {
    if brushes[new.name] == nil { _ = add(new) }
    if let file { brushes.keep(new, file: file) } else { brushes.add(new) }
    return use(new, isResized: isResized)
  }

  /// Uses a brush in place of one of the same name, with the size of its last use unless it is
  /// resized.
  private func use(_ new: Brush, isResized: Bool) -> Effects {
    func used(_ old: Brush?) -> Brush { isResized ? new : old.map { new.resized(to: $0.size) } ?? new }
    if new.name == eraser.name {
      eraser = used(eraser)
      return toolEffects
    }
    brushUse.left[new.name] = used(new.name == brush.name ? brush : brushUse.left[new.name])
    guard new.name == brush.name, let next = brushUse.left[new.name] else { return Effects() }
    brush = next
    var effects = usePaper()
    effects.add(toolEffects)
    return effects
  }

  /// Forgets a brush whose file was deleted. One of Fude's of the same name takes its place;
  /// without one, the pen does if the brush is in use.
  public func remove(brush name: String) -> Effects {
    brushes.forget(name)
    if let other = brushes[name] { return use(other, isResized: true) }
    brushUse.left[name] = nil
    forget(brush: name)
    return brush.name == name ? choose(brush: "pen") : Effects()
  }

  /// The paper of a brush, in use or not; nil for none, or one that cannot be read.
  public func paper(ofBrush name: String) -> Brush.Paper? {
    guard let use = brushUse.papers[name] ?? settings.brushes[name]?.paper,
      let texture = try? papers.texture(of: use.name)
    else { return nil }
    return Brush.Paper(texture, strength: use.strength, scale: use.scale)
  }

  /// Draws with a brush as it is, without what is remembered of it.
  public func draw(with new: Brush) {
    tool = .brush
    brush = new
  }

  /// Forgets all steps, so that they need no memory.
  public func forgetHistory() { document.forgetHistory() }

  /// Puts a brush at the start of the recent ones.
  func note(brush name: String) {
    recentBrushes.removeAll { $0 == name }
    recentBrushes.insert(name, at: 0)
    recentBrushes.removeLast(max(0, recentBrushes.count - Settings.mostRecentBrushes))
  }

  /// Forgets a recent brush whose file is gone.
  public func forget(brush name: String) { recentBrushes.removeAll { $0 == name } }

  /// Asks for the brush that was chosen before the one in use; with `count` 2 for the one before
  /// that. So the same key again goes back.
  func chooseBrush(before count: Int) -> Effects {
    // The brush in use may not have been chosen, at the first start.
    let others = recentBrushes.filter { $0 != brush.name }
    guard others.count >= count else { return Effects(.message(translated("No other brush has been chosen yet."))) }
    return Effects(.chooseBrush(others[count - 1]))
  }
}
