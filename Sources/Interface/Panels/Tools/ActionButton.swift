import Studio
import Toolkit

/// A button with the current key of an action.
public class ActionButton: Button {
  final var action: Action?

  public override var key: String { action.flatMap { context.state.settings.keys.label(for: $0) } ?? "" }
}
