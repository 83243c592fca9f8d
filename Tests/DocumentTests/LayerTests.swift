import Geometry
import Ink
import Paint
import RandomSource
import Raster
import Testing

@testable import Document
@testable import Pixels
@testable import Storage

@Suite struct LayerTests {
  let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  /// Fails if more layers can be added, or fewer opened, than the memory limit allows.
  @Test func thereIsAMostOfLayers() throws {
    #expect(Document.mostLayers(width: 32767, height: 32767) == 256)
    #expect(Document.mostLayers(width: 1, height: 1) + 1 == OpenRasterLimits().nodes)
    let document = try #require(Document(width: 32767, height: 32767))
    let layers = Array(repeating: document.layers[0], count: 256)
    let full = try #require(Document(width: 32767, height: 32767, layers: layers, active: 0))
    let id = full.layers[0].id
    #expect(full.refusal(of: .add(above: id)) == "A drawing of this size can have 256 layers at most")
    #expect(full.refusal(of: .duplicate(id)) != nil && document.refusal(of: .duplicate(id)) == nil)
  }

  /// All content of a drawing except for its history.
  private struct Picture: Equatable {
    let layers: LayerTree
    let paper: UInt32
    let isPaperShown: Bool

    init(_ document: Document) {
      layers = document.layers
      (paper, isPaperShown) = (document.paper, document.isPaperShown)
    }
  }

  /// A drawing of 100 x 100 px with strokes on each of some layers; with their IDs, lowest first.
  static func drawing(
    layers: Int, strokes: Int, _ rng: inout RandomSource, _ filler: CoverageFiller
  ) throws -> (document: Document, ids: [Layer.ID]) {
    var document = try #require(Document(width: 100, height: 100))
    for number in 0..<layers {
      if number > 0 { _ = document.perform(.add(above: document.activeID)) }
      for _ in 0..<strokes { stroke(on: &document, &rng, filler) }
    }
    return (document, document.layers.map(\.id))
  }

  static func stroke(on document: inout Document, _ rng: inout RandomSource, _ filler: CoverageFiller) {
    if document.layers[document.activeLayer].isGroup { return }
    let style = InkStyle(
      colour: UInt32(rng.roll(0...0xFFFFFF)), opacity: UInt8(rng.roll(1...255)),
      blend: rng.isOne(in: 4) ? .erase : .over)
    var stroke = StrokeInProgress(on: document, brush: Brush(size: rng.roll(1...40)), style: style, filler: filler)
    let (w, h) = (Double(document.width), Double(document.height))
    for i in 0..<rng.roll(1...4) {
      stroke.add(
        PenSample(
          position: Point(rng.roll(-10...(w + 10)), rng.roll(-10...(h + 10))), time: Double(i) / 100, pressure: 1)
      )
    }
    _ = stroke.finish(on: &document)
  }

  static func operation(on document: Document, _ rng: inout RandomSource) -> LayerOperation {
    let id = document.layers[rng.roll(0..<document.layers.count)].id
    switch rng.roll(0..<20) {
    case 18...: return RandomActs.clippingOperation(on: document, &rng)
    case 13...: return RandomActs.groupOperation(on: document, &rng)
    case 0, 1: return .add(above: id)
    case 2: return .duplicate(id)
    case 3: return .delete(id)
    case 4: return .mergeDown(id)
    case 5: return .set(id, .name("\u{7B46} \(rng.roll(0...3))"))
    case 6: return .move(id, to: LayerPlace(position: rng.roll(-1...document.layers.count)))
    case 7: return .set(id, .visible(!rng.isOne(in: 3)))
    case 8: return .set(id, .locked(rng.isOne(in: 3)))
    case 9: return .set(id, .opacity(rng.isOne(in: 3) ? 1 : rng.roll(0...1)))
    case 10: return .set(id, .blend(CompositeOperator.allCases[rng.roll(0..<CompositeOperator.allCases.count)]))
    case 11: return .setPaper(UInt32(rng.roll(0...0xFFFFFF)))
    default: return .setPaperShown(!rng.isOne(in: 3))
    }
  }

  /// Fails if any change of the list of layers, or a stroke beside one, has no exact inverse. After
  /// random operations, undoing all gives the first drawing and redoing all the last, bit by bit.
  @Test func everyStepIsFoundAgain() throws {
    for seed in RandomSource.seeds(25) {
      var rng = RandomSource(seed)
      var document = try #require(Document(width: 150, height: 100))
      var pictures = [Picture(document)]
      var now = 0
      for step in 0..<60 {
        let count = document.history.undoCount
        switch rng.roll(0..<8) {
        case 0: if document.undo() != nil { now -= 1 }
        case 1: if document.redo() != nil { now += 1 }
        case 2, 3:
          _ = document.activate(document.layers[rng.roll(0..<document.layers.count)].id)
          Self.stroke(on: &document, &rng, filler)
        case 4:
          _ = document.clearActiveLayer()
        default:
          let operation = Self.operation(on: document, &rng)
          let picture = Picture(document)
          let refusal = document.refusal(of: operation)
          let region = document.perform(operation)
          #expect(refusal == nil || region == nil)
          #expect(region != nil || Picture(document) == picture)
          #expect((region != nil) == (document.history.undoCount > count))
          document.layers.checkInvariants()
        }
        if document.history.undoCount == count + 1, document.history.redoCount == 0, now == count {
          pictures.removeSubrange((now + 1)...)
          pictures.append(Picture(document))
          now += 1
        }
        #expect(now == document.history.undoCount)
        #expect(Picture(document) == pictures[now], "seed \(seed), step \(step)")
        #expect(document.layers.indices.contains(document.activeLayer))
        #expect(Set(document.layers.map(\.id)).count == document.layers.count)
      }
      while document.undo() != nil {
        now -= 1
        #expect(Picture(document) == pictures[now], "seed \(seed), back to \(now)")
      }
      #expect(now == 0 && document.layers.count == 1 && document.layers[0].image.tileCount == 0)
      while document.redo() != nil {
        now += 1
        #expect(Picture(document) == pictures[now], "seed \(seed), on to \(now)")
      }
      #expect(now == pictures.count - 1)
    }
  }

  /// Fails if an operation, its undo or its redo changes pixels outside the region that it returns.
  @Test func changesLieInTheReturnedRegion() throws {
    for seed in RandomSource.seeds(12) {
      var rng = RandomSource(1000 + seed)
      var document = try #require(Document(width: 200, height: 140))
      func pixels() -> [UInt32] {
        var words = [UInt32](repeating: 0, count: 200 * 140)
        var span = words.mutableSpan
        document.compose(document.bounds, to: &span, start: 0, stride: 200)
        return words
      }
      func isMissed(_ rects: [PixelRect]?, _ old: [UInt32]) -> Bool {
        let new = pixels()
        return new.indices.contains { i in
          new[i] != old[i] && rects?.contains { $0.contains(x: i % 200, y: i / 200) } != true
        }
      }
      for step in 0..<15 {
        let old = pixels()
        if rng.isOne(in: 3) {
          Self.stroke(on: &document, &rng, filler)
          continue
        }
        let region = document.perform(Self.operation(on: document, &rng))
        #expect(!isMissed(region?.rects, old), "seed \(seed), step \(step)")
        if region != nil, rng.isOne(in: 2) {
          let new = pixels()
          let back = document.undo()
          #expect(!isMissed(back?.rects, new), "seed \(seed), step \(step), undo")
          let undone = pixels()
          let again = document.redo()
          #expect(!isMissed(again?.rects, undone), "seed \(seed), step \(step), redo")
        }
      }
    }
  }

  /// Fails if dragging a slider fills the history, or undo reverts more than one drag.
  @Test func aDragOfTheOpacityIsOneEdit() throws {
    var document = try #require(Document(width: 20, height: 20))
    let id = document.activeID
    #expect(document.perform(.set(id, .opacity(0.9))) != nil)
    let state = document.history.state
    for step in 1...5 {
      #expect(document.perform(.set(id, .opacity(0.9 - Double(step) / 10)), isContinued: true) != nil)
    }
    #expect(document.history.undoCount == 1 && document.history.state != state)
    _ = document.undo()
    #expect(document.layers[0].opacity == 1)
    _ = document.redo()
    #expect(abs(document.layers[0].opacity - 0.4) < 1e-9)
    // Another layer's slider is a new edit, and so is the same one after any other edit.
    _ = document.perform(.add(above: id))
    #expect(document.perform(.set(document.activeID, .opacity(0.5)), isContinued: true) != nil)
    #expect(document.perform(.set(id, .opacity(0.1)), isContinued: true) != nil)
    #expect(document.history.undoCount == 4)
  }

  /// Fails if an impossible operation succeeds or gives no message: the last layer, locked, hidden
  /// or deleted ones.
  @Test func impossibleOperationsAreRefused() throws {
    var document = try #require(Document(width: 20, height: 20))
    let first = document.activeID
    #expect(document.refusal(of: .delete(first)) == "A drawing needs at least one layer")
    #expect(document.refusal(of: .mergeDown(first)) == "There is no layer below \u{201C}Ink\u{201D}")
    #expect(document.perform(.delete(first)) == nil && document.perform(.mergeDown(first)) == nil)
    #expect(document.perform(.set(Layer.ID(99), .name("x"))) == nil)
    _ = document.perform(.add(above: first))
    let second = document.activeID
    #expect(document.layers.map(\.name) == ["Ink", "Layer 2"] && document.drawingRefusal == nil)
    _ = document.perform(.set(second, .locked(true)))
    #expect(document.drawingRefusal == "The layer \u{201C}Layer 2\u{201D} is locked")
    #expect(document.perform(.delete(second)) == nil && document.perform(.mergeDown(second)) == nil)
    _ = document.perform(.set(second, .locked(false)))
    _ = document.perform(.set(second, .visible(false)))
    #expect(document.drawingRefusal == "The layer \u{201C}Layer 2\u{201D} is hidden")
    #expect(document.perform(.mergeDown(second)) == nil)
    #expect(document.perform(.delete(second)) != nil && document.activeID == first)
  }

  /// Fails if merging changes the look of normal layers of any opacity by more than rounding.
  @Test func mergingKeepsTheLook() throws {
    for seed in RandomSource.seeds(20) {
      var rng = RandomSource(seed)
      var document = try #require(Document(width: 100, height: 100))
      Self.stroke(on: &document, &rng, filler)
      _ = document.perform(.set(document.activeID, .opacity(rng.roll(0...1))))
      _ = document.perform(.add(above: document.activeID))
      Self.stroke(on: &document, &rng, filler)
      _ = document.perform(.set(document.activeID, .opacity(rng.roll(0...1))))
      func pixels() -> [UInt32] {
        var words = [UInt32](repeating: 0, count: 10000)
        var span = words.mutableSpan
        document.compose(document.bounds, to: &span, start: 0, stride: 100)
        return words
      }
      let before = pixels()
      #expect(document.perform(.mergeDown(document.activeID)) != nil)
      #expect(document.layers.count == 1 && document.activeLayer == 0)
      let worst = zip(before, pixels()).map { Pixel.distance($0, $1) }.max()
      #expect((worst ?? 255) <= 2, "seed \(seed)")
    }
  }
}
