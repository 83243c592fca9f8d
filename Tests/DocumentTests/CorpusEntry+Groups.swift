import Geometry
import Ink
import Raster
import Testing

@testable import Document
@testable import Pixels
@testable import Storage

extension CorpusEntry {
  // MARK: Groups

  static let groups = [
    onTwoLayers("group-make") { drawing, lower, upper in
      let group = try drawing.group([lower, upper], drawingOn: lower)
      try drawing.stroke(colour: 0xA0_2020)
      try drawing.perform(.set(group, .opacity(0.6)))
      try drawing.perform(.set(group, .blend(.multiply)))
      try drawing.perform(.set(upper, .visible(false)))
      try drawing.perform(.ungroup(group))
    },
    onTwoLayers("group-nested") { drawing, lower, upper in
      let inner = try drawing.group([upper], drawingOn: upper)
      let outer = try drawing.group([inner], drawingOn: upper)
      try drawing.perform(.set(outer, .opacity(0.5)))
      try drawing.perform(.set(outer, .group(.passThrough)))
      try drawing.perform(.set(upper, .blend(.multiply)))
      try drawing.perform(.move(lower, to: LayerPlace(in: inner, position: 0)))
      try drawing.perform(.move(upper, to: LayerPlace(in: outer, position: 1)))
      try drawing.perform(.add(above: inner))
      try drawing.stroke(colour: 0x20_80A0)
      try drawing.perform(.set(outer, .group(.isolated)))
      try drawing.perform(.duplicate(outer, layers: 5))
      try drawing.perform(.delete(inner))
      try drawing.perform(.set(outer, .locked(true)))
      try drawing.change { _ = $0.activate(upper) }
    },
    onTwoLayers("group-merge") { drawing, lower, upper in
      let group = try drawing.group([lower, upper], drawingOn: lower)
      try drawing.perform(.set(upper, .blend(.screen)))
      try drawing.perform(.set(group, .opacity(0.7)))
      try drawing.perform(.flatten(group))
      try drawing.stroke(colour: 0xA0_2020)
    },
    // A key frame after each change.
    onTwoLayers("group-key-frames") { drawing, lower, upper in
      let group = try drawing.group([upper], drawingOn: upper)
      try drawing.stroke(colour: 0xA0_2020)
      try drawing.perform(.set(group, .group(.passThrough)))
      try drawing.perform(.move(lower, to: LayerPlace(in: group, position: 1)))
      try drawing.undo()
      try drawing.perform(.resize(PixelRect(x: -20, y: 0, width: 130, height: 80)))
    }.with { ($0.timeout, $0.keepsStrokes) = (0, false) },
    onTwoLayers("clip") { drawing, lower, upper in
      try drawing.perform(.set(upper, .clipped(true)))
      try drawing.perform(.set(lower, .opacity(0.8)))
      try drawing.perform(.set(upper, .blend(.multiply)))
      try drawing.perform(.add(above: upper))
      let top = drawing.document.activeID
      try drawing.stroke(colour: 0xA0_2020)
      try drawing.perform(.set(top, .clipped(true)))
      let group = try drawing.group([lower], drawingOn: lower)
      try drawing.perform(.set(group, .group(.passThrough)))
      try drawing.perform(.set(lower, .clipped(true)))
      try drawing.perform(.ungroup(group))
      try drawing.perform(.set(lower, .clipped(false)))
      try drawing.perform(.mergeDown(upper))
    },
    onTwoLayers("clip-key-frames") { drawing, lower, upper in
      try drawing.perform(.set(upper, .clipped(true)))
      try drawing.perform(.set(upper, .alphaLocked(true)))
      try drawing.stroke(colour: 0xA0_2020)
      try drawing.perform(.set(lower, .alphaLocked(true)))
    }.with { ($0.timeout, $0.keepsStrokes) = (0, false) },
    // In the file each of these has a picture for other programs.
    onTwoLayers("clip-modes") { drawing, lower, upper in
      try drawing.perform(.set(upper, .clipped(true)))
      try drawing.perform(.set(upper, .blend(.multiply)))
      try drawing.perform(.add(above: upper))
      let top = drawing.document.activeID
      try drawing.stroke(colour: 0xA0_2020)
      try drawing.perform(.set(top, .clipped(true)))
      try drawing.perform(.set(top, .blend(.difference)))
      try drawing.perform(.set(top, .opacity(0.6)))
      try drawing.perform(.addMask(top, showing: drawing.mask(0, 0, size: 0.8)))
      try drawing.perform(.add(above: top))
      let hidden = drawing.document.activeID
      try drawing.stroke(colour: 0x20_A040)
      let group = try drawing.group([hidden], drawingOn: hidden)
      try drawing.perform(.set(group, .clipped(true)))
      try drawing.perform(.set(group, .blend(.plus)))
      try drawing.perform(.set(group, .visible(false)))
      try drawing.perform(.set(lower, .opacity(0.8)))
    },
    onTwoLayers("alpha-lock") { drawing, lower, upper in
      try drawing.perform(.set(upper, .alphaLocked(true)))
      try drawing.stroke(colour: 0xA0_2020)
      let mask = drawing.mask(0, 0, size: 0.8)
      try drawing.change { $0.select(mask) }
      try drawing.change { _ = $0.clearActiveLayer() }
      try drawing.change { _ = $0.coverActiveLayer(colour: 0x20_80A0, opacity: 200) }
      try drawing.change {
        guard let copied = $0.copied() else { return }
        _ = $0.float(copied, translation: Vector(12, 7))
        _ = $0.drop()
      }
      try drawing.change { _ = $0.lift() }
      try drawing.perform(.set(upper, .alphaLocked(false)))
      try drawing.stroke(colour: 0x20_A040)
    },
    onTwoLayers("mask") { drawing, lower, upper in
      let shown = drawing.mask(0, 0, size: 0.8)
      try drawing.perform(.addMask(upper, showing: shown))
      try drawing.stroke(colour: 0xFF_FFFF)
      try drawing.stroke(colour: 0x60_6060)
      try drawing.perform(.set(upper, .maskOn(false)))
      try drawing.perform(.set(upper, .maskOn(true)))
      try drawing.perform(.addMask(lower, showing: nil))
      try drawing.stroke(colour: 0)
      try drawing.perform(.applyMask(lower))
      let group = try drawing.group([lower], drawingOn: lower)
      try drawing.perform(.addMask(group, showing: shown))
      try drawing.change { _ = $0.activate(upper, .mask) }
      try drawing.change { _ = $0.coverActiveLayer(colour: 0x80_8080, opacity: 120) }
      try drawing.perform(.removeMask(group))
      try drawing.perform(.flip(horizontally: true))
    },
    onTwoLayers("paste-layers") { drawing, lower, upper in
      let group = try drawing.group([upper], drawingOn: upper)
      try drawing.perform(.addMask(group, showing: drawing.mask(0, 0, size: 0.8)))
      let copied = try #require(CopiedLayers([group, lower], of: drawing.document))
      try drawing.perform(.paste(copied, above: lower))
      let pasted = drawing.document.layers[1].id
      try drawing.change { _ = $0.activate(pasted) }
      try drawing.stroke(colour: 0xA0_2020)
      try drawing.perform(.paste(copied, above: group))
      try drawing.change { _ = $0.activate(lower) }
    },
    onTwoLayers("mask-key-frames") { drawing, lower, upper in
      try drawing.perform(.addMask(upper, showing: drawing.mask(0, 0, size: 0.8)))
      try drawing.stroke(colour: 0x60_6060)
      try drawing.perform(.addMask(lower, showing: nil))
      try drawing.perform(.set(lower, .maskOn(false)))
      try drawing.change { _ = $0.activate(upper, .mask) }
    }.with { ($0.timeout, $0.keepsStrokes) = (0, false) },
    CorpusEntry("group-from-file") { drawing in
      try drawing.stroke(colour: 0xA0_2020)
      try drawing.perform(.set(drawing.document.layers[1].id, .blend(.multiply)))
    }.with {
      // Groups that are from before the first edit.
      $0.start = {
        var layers = (0..<4).map { Layer(name: "\($0)", width: 96, height: 72) }
        (layers[1].content, layers[2].content) = (.group(.isolated), .group(.passThrough))
        (layers[0].depth, layers[1].depth) = (2, 1)
        (layers[1].opacity, layers[2].opacity) = (0.8, 0.75)
        return Document(width: 96, height: 72, layers: layers, active: 0)
      }
    },
  ]
}

extension CorpusDrawing {
  /// Groups layers, then draws on one of them. Returns the group.
  fileprivate mutating func group(_ ids: [Layer.ID], drawingOn id: Layer.ID) throws -> Layer.ID {
    try perform(.group(ids))
    let group = document.activeID
    try change { _ = $0.activate(id) }
    return group
  }
}
