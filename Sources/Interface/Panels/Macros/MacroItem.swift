import Document

/// A macro of the user's for lists.
public struct MacroItem: Sendable, Hashable {
  /// The name of its file without ".json".
  public var name: String
  /// What people call it.
  public var title: String
  public var options: MacroOptions

  public init(name: String, title: String, options: MacroOptions) {
    (self.name, self.title, self.options) = (name, title, options)
  }
}

/// One of the last steps for lists.
public struct StepItem: Sendable, Hashable {
  /// What was done.
  public var title: String
  /// The name of the layer on which it was done; nil for none.
  public var layer: String?
  public var canBeRepeated: Bool

  public init(title: String, layer: String?, canBeRepeated: Bool) {
    (self.title, self.layer, self.canBeRepeated) = (title, layer, canBeRepeated)
  }
}
