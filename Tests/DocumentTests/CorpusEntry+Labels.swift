import Testing

@testable import Document

extension CorpusEntry {
  // MARK: Labels of layers, and several layers at once

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
    onTwoLayers("several") { drawing, lower, upper in
      try drawing.perform(.add(above: upper))
      let top = drawing.document.activeID
      try drawing.stroke(color: 0xA0_2020)
      try drawing.perform(.several([lower, upper].map { .setVisible($0, false) }))
      try drawing.undo()
      try drawing.perform(.several([top, lower].map { .setClipped($0, true) }))
      try drawing.perform(.several([.move(lower, to: LayerPlace(position: 2)), .setLabel(top, .blue)]))
      try drawing.perform(.several([.delete(top), .delete(lower)]))
      try drawing.stroke(color: 0x20_80A0)
    },
    onTwoLayers("label-key-frames") { drawing, lower, upper in
      try drawing.perform(.setLabel(upper, .cyan))
      try drawing.perform(.setLabel(lower, .orange))
    }.with { ($0.timeout, $0.keepsStrokes) = (0, false) },
  ]
}
