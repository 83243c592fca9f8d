import Geometry
import Ink
import Paint
import RandomSource
import Raster
import Testing

@testable import Document

/// Fills that empty areas.
@Suite struct ErasingFillTests {
  let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private func draw(_ points: [Point], size: Double = 5, on document: inout Document) {
    var brush = Brush(size: size, minimumShare: 1)
    brush.smoother = .linear
    var stroke = StrokeInProgress(on: document, brush: brush, style: InkStyle(colour: 0x101010), filler: filler)
    for (time, p) in points.enumerated() { stroke.add(PenSample(position: p, time: Double(time) / 50, pressure: 1)) }
    _ = stroke.finish(on: &document)
  }

  /// Fails if emptying an area that was filled leaves anything of the colour, or takes anything else. Lines are on a layer
  /// above; the layer has paint elsewhere.
  @Test func emptyingTakesBackAFill() throws {
    for seed in RandomSource.seeds(30) {
      var rng = RandomSource(seed)
      var document = try #require(Document(width: 200, height: 150))
      let flats = document.activeID
      _ = document.perform(.add(above: flats))
      for _ in 0..<4 {
        draw((0..<3).map { _ in Point(rng.roll(0...199.0), rng.roll(0...149.0)) }, size: rng.roll(2...8), on: &document)
      }
      _ = document.perform(.set(document.activeID, .reference(true)))
      _ = document.activate(flats)
      let under = rng.roll(-6...20)
      // Where the colour counts and ends before the lines, a narrow place can cut it in two.
      let source = under >= 0 && rng.isOne(in: 2) ? FillSource.all : .reference
      let settings = FillSettings(gap: rng.isOne(in: 2) ? 20 : 0, source: source, under: under)
      let place = Point(rng.roll(0...199.0), rng.roll(0...149.0))
      func isEmpty() -> Bool {
        (0..<150).allSatisfy { y in (0..<200).allSatisfy { document.activeImage[$0, y] == 0 } }
      }
      for _ in 0..<rng.roll(1...3) { _ = document.fill(at: place, colour: UInt32(rng.roll(0...0xFF_FFFF)), settings) }
      let wasEmpty = isEmpty()
      _ = document.fill(at: place, colour: 0, erases: true, settings)
      #expect(isEmpty(), "seed \(seed)")
      _ = document.undo()
      #expect(isEmpty() == wasEmpty, "seed \(seed)")
    }
  }

  /// Fails if the soft edge of a line keeps the colour of the ground that is removed from below it: the line then looks
  /// other than one on an empty layer.
  @Test func linesKeepTheirInk() throws {
    var clear = try #require(Document(width: 120, height: 90))
    var covered = clear
    _ = covered.coverActiveLayer(colour: 0xE0_5030)
    let ring = (0...40).map {
      Point(60 + 30 * Angle(degrees: 9 * Double($0)).cosine, 45 + 30 * Angle(degrees: 9 * Double($0)).sine)
    }
    draw(ring, on: &clear)
    draw(ring, on: &covered)
    let settings = FillSettings(source: .layer)
    _ = covered.fill(at: Point(60, 45), colour: 0, erases: true, settings)
    _ = covered.fill(at: Point(2, 2), colour: 0, erases: true, settings)
    var most: UInt32 = 0
    for y in 0..<90 {
      for x in 0..<120 { most = max(most, Pixel.distance(covered.activeImage[x, y], clear.activeImage[x, y])) }
    }
    #expect(most <= 6)
    #expect(covered.activeImage[60, 45] == 0 && covered.activeImage[2, 2] == 0)
  }

  /// Fails if a locked opacity, a selection or half opacity does not limit it.
  @Test func limitsCount() throws {
    var document = try #require(Document(width: 64, height: 64))
    _ = document.coverActiveLayer(colour: 0x3060C0)
    var half = document
    _ = half.fill(at: Point(9, 9), colour: 0, opacity: 128, erases: true, FillSettings())
    #expect(half.activeImage[9, 9] >> 24 == 127)
    var locked = document
    _ = locked.perform(.set(locked.activeID, .alphaLocked(true)))
    _ = locked.fill(at: Point(9, 9), colour: 0, erases: true, FillSettings())
    #expect(locked.activeImage == document.activeImage)
    document.select(document.mask(of: PixelRect(x: 0, y: 0, width: 20, height: 64)))
    _ = document.fill(at: Point(9, 9), colour: 0, erases: true, FillSettings())
    #expect(document.activeImage[19, 30] == 0 && document.activeImage[20, 30] == 0xFF30_60C0)
  }

  /// Fails if a fill that ends before the lines leaves a ring of an earlier colour, or emptying does, where the colour counts.
  @Test func areasBeforeTheLinesAreFilledAgain() throws {
    var document = try #require(Document(width: 64, height: 64))
    let flats = document.activeID
    _ = document.perform(.add(above: flats))
    draw([Point(10, 10), Point(50, 10), Point(50, 50), Point(10, 50), Point(10, 10)], size: 3, on: &document)
    _ = document.activate(flats)
    for (gap, under) in [(0, -1), (0, -5), (24, -5), (24, -16)] {
      let settings = FillSettings(gap: gap, source: .all, under: under)
      var (once, twice) = (document, document)
      _ = once.fill(at: Point(30, 30), colour: 0x2030FF, settings)
      for colour: UInt32 in [0xFF0000, 0x2030FF] { _ = twice.fill(at: Point(30, 30), colour: colour, settings) }
      #expect(once.activeImage[30, 30] == 0xFF20_30FF && once.activeImage == twice.activeImage, "\(gap), \(under)")
      _ = twice.fill(at: Point(30, 30), colour: 0, erases: true, settings)
      let isEmpty = (0..<64).allSatisfy { y in (0..<64).allSatisfy { twice.activeImage[$0, y] == 0 } }
      #expect(isEmpty, "\(gap), \(under)")
    }
  }
}
