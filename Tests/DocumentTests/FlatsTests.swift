import Geometry
import Ink
import Paint
import Pixels
import RandomSource
import Raster
import Testing

@testable import Document

/// Flat colours for all areas of line art.
@Suite struct FlatsTests {
  let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private func draw(_ points: [Point], size: Double = 4, on document: inout Document) {
    var brush = Brush(size: size, minimumShare: 1)
    brush.smoother = .linear
    var stroke = StrokeInProgress(on: document, brush: brush, style: InkStyle(colour: 0), filler: filler)
    for (time, p) in points.enumerated() { stroke.add(PenSample(position: p, time: Double(time) / 50, pressure: 1)) }
    _ = stroke.finish(on: &document)
  }

  /// Line art on a layer that is marked as reference: boxes side by side, each with a gap, and lines across.
  private func page(_ rng: inout RandomSource) throws -> Document {
    var document = try #require(Document(width: 420, height: 300))
    for _ in 0..<rng.roll(2...6) {
      let (x, y) = (rng.roll(10...330.0), rng.roll(10...230.0))
      let (w, h) = (rng.roll(20...80.0), rng.roll(20...60.0))
      let gap = rng.roll(0...9.0)
      draw(
        [Point(x + gap, y), Point(x + w, y), Point(x + w, y + h), Point(x, y + h), Point(x, y)],
        size: rng.roll(2...6), on: &document)
    }
    for _ in 0..<rng.roll(0...3) {
      draw([Point(rng.roll(0...420), 0), Point(rng.roll(0...420), 300)], on: &document)
    }
    let lines = document.activeID
    _ = document.perform(.set(lines, .reference(true)))
    return document
  }

  private func addLayer(_ document: inout Document) {
    for addition in Flats.addition(to: document, name: "Flats") { _ = document.perform(addition) }
  }

  private func fills(on document: Document, _ settings: FillSettings) -> [Filling] {
    var flats = Flats(on: document, settings)
    while flats.findNext() {}
    return flats.finish(on: document)
  }

  private static let settings = FillSettings(gap: 12, source: .reference)

  /// Fails if a pixel of the ground is in no area or in two, if the fill of a seed paints another area, or if two areas beside
  /// each other have colours that a fill takes for the same.
  @Test func areasAreThoseOfFills() throws {
    for seed in RandomSource.seeds(20) {
      var rng = RandomSource(seed)
      var document = try page(&rng)
      addLayer(&document)
      let before = document.flatPixels
      let fills = fills(on: document, Self.settings)
      #expect(!fills.isEmpty, "seed \(seed)")
      var painted = [Int](repeating: -1, count: before.count)
      // A fill goes on over specks of 12 px beside it, which are areas, too.
      var shared: [[Int]: Int] = [:]
      for (index, fill) in fills.enumerated() {
        var one = document
        _ = one.fill(fill)
        for y in 0..<document.height {
          for x in 0..<document.width where one.activeImage[x, y] == Pixel.opaque(fill.colour) {
            let at = y * document.width + x
            guard before[at] == Pixel.opaque(document.paper) else { continue }
            if painted[at] >= 0 { shared[[painted[at], index], default: 0] += 1 }
            painted[at] = index
          }
        }
      }
      #expect(shared.values.allSatisfy { $0 <= 12 }, "seed \(seed)")
      #expect(zip(before, painted).allSatisfy { $0 != Pixel.opaque(document.paper) || $1 >= 0 }, "seed \(seed)")
      // Across a line of the pen.
      for y in stride(from: 0, to: document.height, by: 3) {
        for x in 0..<(document.width - 10) {
          let (a, b) = (painted[y * document.width + x], painted[y * document.width + x + 10])
          guard a >= 0, b >= 0, a != b else { continue }
          let isSpeck = [a, b].contains { index in painted.count { $0 == index } < Flats.speck }
          #expect(
            isSpeck || Pixel.distance(fills[a].colour, fills[b].colour) >= Flats.contrast, "seed \(seed): \(a), \(b)")
        }
      }
    }
  }

  /// Fails if areas that have colours get others, or new ones get none.
  @Test func onlyWhatIsLeftIsFilled() throws {
    var rng = RandomSource(7)
    var document = try page(&rng)
    addLayer(&document)
    let first = fills(on: document, Self.settings)
    for fill in first { _ = document.fill(fill) }
    #expect(fills(on: document, Self.settings).isEmpty)
    _ = document.undo()
    let again = fills(on: document, Self.settings)
    #expect(again.map(\.place) == [first.last?.place])
  }

  /// Fails if areas outside of the selection are found.
  @Test func theSelectionLimitsThem() throws {
    var rng = RandomSource(3)
    var document = try page(&rng)
    addLayer(&document)
    let mask = document.mask(of: PixelRect(x: 100, y: 80, width: 90, height: 70))
    document.select(mask)
    let fills = fills(on: document, Self.settings)
    #expect(!fills.isEmpty && fills.allSatisfy { mask[Int($0.place.x), Int($0.place.y)] && $0.selection == mask })
  }

  /// Fails if the new layer is not directly below the outermost reference, or not active.
  @Test func theLayerComesBelowTheLines() throws {
    var document = try #require(Document(width: 64, height: 64))
    let sketch = document.activeID
    _ = document.perform(.add(above: sketch))
    let lines = document.activeID
    _ = document.perform(.group([lines]))
    let group = try #require(document.layers.first { $0.isGroup }).id
    _ = document.perform(.set(group, .reference(true)))
    _ = document.perform(.add(above: group))
    addLayer(&document)
    #expect(document.layers.map(\.name)[1] == "Flats" && document.activeLayer == 1 && document.layers[1].depth == 0)
    #expect(document.layers[0].id == sketch)
  }

  /// Fails if two of the first colours look alike or are as light as paper.
  @Test func coloursDiffer() {
    let colours = (0..<24).map { Flats.colour($0) }
    for a in colours.indices {
      for b in colours.indices where a < b { #expect(Pixel.distance(colours[a], colours[b]) >= 12, "\(a), \(b)") }
      #expect(Pixel.distance(colours[a], 0xFDFCF9) >= Flats.contrast, "\(a)")
    }
  }

  /// Fails if flats for a clipped layer become what it is clipped to.
  @Test func clippedLayersStayOnTheirBase() throws {
    var document = try #require(Document(width: 60, height: 40))
    let base = document.activeID
    _ = document.perform(.add(above: base))
    let clipped = document.activeID
    _ = document.perform(.set(clipped, .clipped(true)))
    addLayer(&document)
    let layers = document.layers
    let order = layers.indices.map { layers[$0].id }
    #expect(Array(order.suffix(2)) == [base, clipped] && order.first == document.activeID)
  }

  /// Fails if areas that have a colour get another one because little or nothing of it is seen.
  @Test func colouredAreasStayThoughHidden() throws {
    for isMasked in [false, true] {
      var rng = RandomSource(7)
      var document = try page(&rng)
      addLayer(&document)
      let flats = document.activeID
      if isMasked {
        _ = document.perform(.addMask(flats, showing: document.mask(of: PixelRect(x: 0, y: 0, width: 40, height: 300))))
        _ = document.activate(flats)
      } else {
        _ = document.perform(.set(flats, .opacity(0.05)))
      }
      let first = fills(on: document, Self.settings)
      #expect(first.count > 2)
      for fill in first { _ = document.fill(fill) }
      #expect(fills(on: document, Self.settings).isEmpty, "masked: \(isMasked)")
    }
  }
}
