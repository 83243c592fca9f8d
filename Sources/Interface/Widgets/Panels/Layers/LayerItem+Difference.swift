import Document
import Language

extension LayerItem {
  /// The opacity and mode where they differ from a usual layer's, the longest first: "40 % Multiply", "40 %".
  /// Empty if neither does.
  var differences: [String] {
    let percent = opacity >= 1 ? "" : "\(min(99, Int((opacity * 100).rounded()))) %"
    let isUsual = blend == .sourceOver && group != .passThrough
    let mode = isUsual ? "" : group == .passThrough ? Self.passThrough : blend.title
    let both = [percent, mode].filter { !$0.isEmpty }.joined(separator: " ")
    return [both, percent].filter { !$0.isEmpty }
  }
}
