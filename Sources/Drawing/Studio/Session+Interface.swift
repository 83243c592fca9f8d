import Document

/// What panels show of a session, and what they set.
extension Session {
  /// Whether strokes are repeated in mirrors or turned round.
  public var isSymmetric: Bool { toolSettings.symmetry.isActive }

  /// Draws with another brush, by its file's name.
  public func choose(brush name: String) -> Effects { choose(name) }
}
