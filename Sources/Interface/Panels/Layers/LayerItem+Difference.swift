import Document
import Language
import Pixels
import Toolkit

extension LayerItem {
  /// The opacity and mode where they differ from a usual layer's: "40 % Multiply", "40 %"; nil if neither does.
  var difference: String? {
    let isUsual = properties.blend == .sourceOver && group != .passThrough
    let mode = isUsual ? nil : group == .passThrough ? Self.passThrough : properties.blend.title
    let words = [percent, mode].compactMap(\.self)
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// The opacity; nil if the layer is opaque.
  var percent: String? { properties.opacity >= 1 ? nil : "\(min(99, Int((properties.opacity * 100).rounded()))) %" }
}
