import Geometry
import Testing

@testable import Document
@testable import Storage

extension CorpusEntry {
  // MARK: Labels of layers, and several layers at once

  static let labels = [
    onTwoLayers("label") { drawing, lower, upper in
      try drawing.perform(.set(lower, .label(.red)))
      try drawing.perform(.set(upper, .label(.grey)))
      try drawing.perform(.duplicate(upper))
      try drawing.perform(.group([upper]))
      try drawing.perform(.set(drawing.document.activeID, .label(.violet)))
      try drawing.perform(.set(lower, .label(.none)))
      try drawing.change { _ = $0.activate(lower) }
      try drawing.stroke(colour: 0xA0_2020)
    },
    onTwoLayers("several") { drawing, lower, upper in
      try drawing.perform(.add(above: upper))
      let top = drawing.document.activeID
      try drawing.stroke(colour: 0xA0_2020)
      try drawing.perform(.several([lower, upper].map { .set($0, .visible(false)) }))
      try drawing.undo()
      try drawing.perform(.several([top, lower].map { .set($0, .clipped(true)) }))
      try drawing.perform(.several([.move(lower, to: LayerPlace(position: 2)), .set(top, .label(.blue))]))
      try drawing.perform(.several([.delete(top), .delete(lower)]))
      try drawing.stroke(colour: 0x20_80A0)
    },
    onTwoLayers("purpose") { drawing, lower, upper in
      try drawing.perform(.set(lower, .purpose(.draft)))
      try drawing.stroke(colour: 0xA0_2020)
      try drawing.perform(.several([lower, upper].map { .set($0, .purpose(.selection)) }))
      try drawing.perform(.set(upper, .purpose(.quickMask)))
      try drawing.perform(.set(upper, .purpose(.picture)))
    },
    onTwoLayers("reference") { drawing, lower, upper in
      try drawing.perform(.set(lower, .reference(true)))
      let settings = FillSettings(tolerance: 40, gap: 12, source: .reference, under: 5)
      let middle = Rect(drawing.document.bounds).center
      try drawing.change { try Corpus.require($0.fill(at: middle, colour: 0x30_90C0, settings) != nil) }
      try drawing.select(.wand(SelectionRecipe.Wand(at: middle, settings))) { _ in }
      try drawing.select(.colour(0xFF_FFFF, tolerance: 20, source: .reference)) { _ in }
      try drawing.perform(.several([lower, upper].map { .set($0, .reference($0 == upper)) }))
      try drawing.stroke(colour: 0xA0_2020)
    },
    onTwoLayers("flats") { drawing, lower, upper in
      try drawing.perform(.set(upper, .reference(true)))
      try drawing.change { document in
        document.joinEdits { document in
          for addition in Flats.addition(to: document) { _ = document.perform(addition) }
          var flats = Flats(on: document, FillSettings(gap: 9, source: .reference))
          while flats.findNext() {}
          for fill in flats.finish(on: document) { _ = document.fill(fill) }
        }
      }
      // An emptied area.
      let middle = Rect(drawing.document.bounds).center
      let settings = FillSettings(source: .reference)
      try drawing.change {
        try Corpus.require($0.fill(at: middle, colour: 0, opacity: 200, erases: true, settings) != nil)
      }
    },
    onTwoLayers("label-key-frames") { drawing, lower, upper in
      try drawing.perform(.set(upper, .label(.cyan)))
      try drawing.perform(.set(lower, .label(.orange)))
    }.with { ($0.timeout, $0.keepsStrokes) = (0, false) },
  ]
}
