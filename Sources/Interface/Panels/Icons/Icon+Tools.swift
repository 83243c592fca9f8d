import Studio
import Toolkit

extension Icon {
  /// The icon of a tool; empty for one without.
  init(_ tool: CanvasTool) { self.init(tool.name, tool.icon?.lines ?? "", filled: tool.icon?.areas ?? "") }
}
