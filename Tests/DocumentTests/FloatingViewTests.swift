import Geometry
import Ink
import Paint
import RandomSource
import Raster
import Testing

@testable import Document
@testable import Storage

/// A floating selection in the view, which composes parts of the drawing.
@Suite struct FloatingViewTests {
  let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private func pixels(_ document: Document, _ rect: PixelRect) -> [UInt32] {
    var words = [UInt32](repeating: 0, count: rect.area)
    var span = words.mutableSpan
    document.compose(rect, to: &span, start: 0, stride: rect.width)
    return words
  }

  /// Fails if a part of the drawing that is no whole tile differs from that part of the whole, or
  /// from the drawing after the selection is placed: bands would be missing in the view.
  @Test(arguments: [false, true]) func partsShowTheFloatingPixels(_ keepsAlpha: Bool) throws {
    for seed in RandomSource.seeds(20) {
      var rng = RandomSource(seed)
      var document = try #require(Document(width: 300, height: 260))
      for _ in 0..<4 {
        var stroke = StrokeInProgress(
          on: document, brush: Brush(size: rng.roll(10...60)), style: InkStyle(colour: UInt32(rng.roll(0...0xFF_FFFF))),
          filler: filler)
        var p = Point(rng.roll(60...240), rng.roll(60...200))
        for i in 0..<8 { stroke.add(StrokeRecordTests.sample(&rng, &p, i)) }
        _ = stroke.finish(on: &document)
      }
      if keepsAlpha { _ = document.perform(.set(document.activeID, .alphaLocked(true))) }
      document.select(document.mask(of: PixelRect(x: 50, y: 50, width: 190, height: 150)))
      let isLifted = document.lift()
      try #require(isLifted)
      var placement = try #require(document.floating?.placement)
      (placement.scaleX, placement.scaleY) = (rng.roll(0.4...2.2), rng.roll(-2.2 ... -0.4))
      placement.rotation = Angle(degrees: rng.roll(0...360))
      placement.translation = Vector(rng.roll(-80...80), rng.roll(-80...80))
      _ = document.place(placement)
      let whole = pixels(document, document.bounds)
      for _ in 0..<12 {
        let (x, y) = (rng.roll(0...290), rng.roll(0...250))
        let part = PixelRect(
          x: x, y: y, width: rng.roll(1...(300 - x)), height: rng.isOne(in: 3) ? 1 : rng.roll(1...(260 - y)))
        let expected = (part.minY..<part.maxY).flatMap { whole[($0 * 300 + part.minX)..<($0 * 300 + part.maxX)] }
        let isSame = pixels(document, part) == expected
        #expect(isSame, "seed \(seed), \(part)")
      }
      // The whole could lack the same bands. Placed as pixels, not as strokes drawn again.
      document.floating?.strokes = []
      _ = document.drop()
      let isPlaced = pixels(document, document.bounds) == whole
      #expect(isPlaced, "seed \(seed)")
    }
  }
}
