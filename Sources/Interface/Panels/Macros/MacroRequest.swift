import Studio

/// What the user asks for on the page of the last steps and macros.
public enum MacroRequest: Sendable, Hashable {
  /// Repeat steps, by their indices on the page.
  case repeatSteps([Int], MacroOptions)
  /// Save steps as a macro.
  case save([Int], title: String, MacroOptions)
  /// Perform a macro, by the name of its file.
  case perform(String)
  /// Give a macro another title.
  case retitle(String, title: String)
  /// Change how a macro is performed.
  case setOptions(String, MacroOptions)
  /// Give a macro a key; nil for none.
  case setKey(String, Keystroke?)
  /// Delete a macro's file.
  case delete(String)
}

/// How steps are performed again.
public struct MacroOptions: Sendable, Hashable {
  /// Whether they are moved to what is selected; else they are done where they were.
  public var followsSelection = false
  /// Whether the colour and the size in use count; else those of before.
  public var takesInk = false

  public init(followsSelection: Bool = false, takesInk: Bool = false) {
    (self.followsSelection, self.takesInk) = (followsSelection, takesInk)
  }
}
