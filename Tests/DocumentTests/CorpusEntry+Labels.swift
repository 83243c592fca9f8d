import Testing

@testable import Document

extension CorpusEntry {
  // MARK: Labels of layers

  static let labels = [
    onTwoLayers("label") { drawing, lower, upper in
      try drawing.perform(.setLabel(lower, .red))
      try drawing.perform(.setLabel(upper, .grey))
      try drawing.perform(.duplicate(upper))
      try drawing.perform(.group([upper]))
      try drawing.perform(.setLabel(drawing.document.activeID, .violet))
      try drawing.perform(.setLabel(lower, .none))
      try drawing.change { _ = $0.activate(lower) }
      try drawing.stroke(color: 0xA0_2020)
    },
    onTwoLayers("label-key-frames") { drawing, lower, upper in
      try drawing.perform(.setLabel(upper, .cyan))
      try drawing.perform(.setLabel(lower, .orange))
    }.with { ($0.timeout, $0.keepsStrokes) = (0, false) },
  ]
}
