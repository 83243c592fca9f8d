import Document
import Language

extension LayerItem {
  /// The opacity and mode where they differ from a usual layer's: "40 % Multiply"; empty if neither does.
  var difference: String {
    let percent = opacity >= 1 ? "" : "\(min(99, Int((opacity * 100).rounded()))) %"
    let isUsual = blend == .sourceOver && group != .passThrough
    let mode = isUsual ? "" : group == .passThrough ? Self.passThrough : blend.title
    return [percent, mode].filter { !$0.isEmpty }.joined(separator: " ")
  }
}
