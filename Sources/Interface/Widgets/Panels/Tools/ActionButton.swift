import Studio
import Toolkit

/// A button with the current key of an action.
class ActionButton: Button {
  final var action: Action?

  override var key: String { action.flatMap { context.state.settings.keys.label(for: $0) } ?? "" }
}
