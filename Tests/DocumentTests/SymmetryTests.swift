import Geometry
import Ink
import Paint
import RandomSource
import Raster
import Testing

@testable import Document
@testable import Library

@Suite struct SymmetryTests {
  let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  static let kinds: [Symmetry.Kind] = [
    .mirror(vertical: true, horizontal: false), .mirror(vertical: false, horizontal: true),
    .mirror(vertical: true, horizontal: true), .radial(count: 2, isMirrored: false),
    .radial(count: 6, isMirrored: true), .radial(count: 32, isMirrored: true),
  ]

  private func samples(_ rng: inout RandomSource) -> [PenSample] {
    var p = Point(rng.roll(20...200), rng.roll(20...200))
    return (0..<rng.roll(1...14)).map { i in
      p = p + Vector(rng.roll(-25...25), rng.roll(-25...25))
      return PenSample(
        position: p, time: Double(i) / 200, pressure: rng.roll(0...1),
        altitude: Angle(degrees: rng.roll(20...90)),
        azimuth: Angle(degrees: rng.roll(-180...180)))
    }
  }

  /// Fails if the picture depends on when it was shown, changes are outside the returned region, or
  /// all copies are not one edit. Covers all brushes and kinds of symmetry.
  @Test(arguments: BrushTests.names) func batchesDoNotCount(name: String) throws {
    let brush = try #require(BrushLibrary(folder: BrushTests.folder)[name])
    for (seed, kind) in Self.kinds.enumerated() {
      var rng = RandomSource(seed)
      let symmetry = Symmetry(kind, center: Point(117.3, 109), angle: Angle(degrees: rng.roll(0...90)))
      let samples = samples(&rng)
      let style = InkStyle(colour: 0x205080, opacity: 180)
      var (shown, unseen) = try (
        #require(Document(width: 230, height: 220)), #require(Document(width: 230, height: 220))
      )
      func stroke(_ document: Document) -> StrokeInProgress {
        StrokeInProgress(
          on: document, brush: brush.resized(to: min(30, brush.size)), style: style, filler: filler, prediction: 0.01,
          symmetry: symmetry)
      }
      var (often, once) = (stroke(shown), stroke(unseen))
      var old = shown.layers[0].image
      for (i, sample) in samples.enumerated() {
        often.add(sample)
        once.add(sample)
        let isLast = i == samples.count - 1
        guard isLast || rng.isOne(in: 2) else { continue }
        let region = isLast ? often.finish(on: &shown) : often.draw(on: &shown)
        let new = shown.layers[0].image
        var missed = 0
        for y in 0..<220 {
          for x in 0..<230 where old[x, y] != new[x, y] {
            if !region.rects.contains(where: { $0.contains(x: x, y: y) }) { missed += 1 }
          }
        }
        #expect(missed == 0, "\(name), \(kind)")
        old = new
      }
      _ = once.finish(on: &unseen)
      #expect(shown.layers[0].image.showsSame(as: unseen.layers[0].image), "\(name), \(kind)")
      #expect(shown.history.undoCount <= 1)
      _ = shown.undo()
      #expect(shown.layers[0].image.tileCount == 0)
    }
  }

  /// Fails if a mirror image differs beyond anti-aliasing, also with a directed nib, or overlapping
  /// copies darken.
  @Test(arguments: ["pen", "marker", "brush-pen"]) func mirrorsAreTrue(name: String) throws {
    let brush = try #require(BrushLibrary(folder: BrushTests.folder)[name])
    var rng = RandomSource(3)
    var document = try #require(Document(width: 240, height: 200))
    let symmetry = Symmetry(.mirror(vertical: true, horizontal: true))
    for _ in 0..<3 {
      var stroke = StrokeInProgress(
        on: document, brush: brush.resized(to: 20), style: InkStyle(colour: 0, opacity: 100), filler: filler,
        symmetry: symmetry)
      for sample in samples(&rng) { stroke.add(sample) }
      _ = stroke.finish(on: &document)
      var (worst, darkest): (UInt32, UInt32) = (0, 0)
      let image = document.layers[0].image
      for y in 0..<200 {
        for x in 0..<240 {
          darkest = max(darkest, image[x, y] >> 24)
          for other in [image[239 - x, y], image[x, 199 - y], image[239 - x, 199 - y]] {
            worst = max(worst, Pixel.distance(image[x, y], other))
          }
        }
      }
      #expect(darkest > 60 && darkest <= 100)
      // Coverage is sampled: 100/255 of some steps of 1/16.
      #expect(worst <= 32)
      _ = document.undo()
    }
  }

  /// Fails if a copy is missing, surplus or misplaced.
  @Test func everyCopyIsThere() throws {
    for (count, isMirrored) in [(2, false), (5, false), (8, true), (32, true)] {
      let symmetry = Symmetry(.radial(count: count, isMirrored: isMirrored), center: Point(150, 150))
      #expect(
        symmetry.copies(onCanvas: PixelRect(x: 0, y: 0, width: 9, height: 9)).count == count * (isMirrored ? 2 : 1) - 1)
      var document = try #require(Document(width: 300, height: 300))
      var stroke = StrokeInProgress(
        on: document, brush: Brush(size: 4, minimumShare: 1), style: InkStyle(colour: 0), filler: filler,
        symmetry: symmetry)
      let start = Angle(degrees: -90 + 360 / Double(count) / 5)
      stroke.add(PenSample(position: Point(150, 150) + Vector(length: 120, direction: start), time: 0, pressure: 1))
      _ = stroke.finish(on: &document)
      var area = 0.0
      for y in 0..<300 { for x in 0..<300 { area += Double(document.layers[0].image[x, y] >> 24) / 255 } }
      let dots = Double(count * (isMirrored ? 2 : 1))
      #expect(abs(area - dots * .pi * 4) < dots * 0.5)
      for i in 0..<count {
        let turn = Angle(degrees: 360 * Double(i) / Double(count))
        for a in isMirrored ? [start, -start - .halfTurn] : [start] {
          let p = Point(150, 150) + Vector(length: 120, direction: a + turn)
          #expect(document.layers[0].image[Int(p.x), Int(p.y)] >> 24 > 100, "\(count), \(i)")
        }
      }
    }
    #expect(Symmetry(.radial(count: 500, isMirrored: true)).copies(onCanvas: .empty).count == 63)
    #expect(Symmetry(.radial(count: -3, isMirrored: false)).copies(onCanvas: .empty).count == 1)
    #expect(Symmetry().copies(onCanvas: .empty).isEmpty && !Symmetry().isActive)
  }
}
