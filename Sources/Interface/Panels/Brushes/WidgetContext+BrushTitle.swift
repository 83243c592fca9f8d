import Toolkit

extension WidgetContext {
  /// What a brush is called: the user's title, or that of its name.
  public func title(ofBrush name: String) -> String { ToolItem.title(ofBrush: name, state.settings) }
}
