extension Layer {
  /// What a layer contains.
  public enum Content: Hashable, Sendable {
    /// Pixels.
    case paint
    /// Other layers: those of the tree that are directly below it and deeper (`LayerTree`).
    case group(Group)
  }

  /// How what a group contains is composited.
  public enum Group: Hashable, Sendable {
    /// By itself; the result is then composited like a layer's pixels.
    case isolated
    /// With what is below the group, as if there were no group.
    case passThrough
  }

  /// How what it contains is composited; nil for a layer that is no group.
  public var group: Group? { content.group }
  /// Whether it contains other layers.
  public var isGroup: Bool { content.group != nil }
  /// Whether it contains pixels.
  public var isPaint: Bool { content == .paint }
}

extension Layer.Content {
  /// How what a group contains is composited; nil for another content.
  public var group: Layer.Group? { if case .group(let group) = self { group } else { nil } }
}
