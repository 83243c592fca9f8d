import Geometry
import Ink
import Paint
import RandomSource
import Raster
import Testing

@testable import Document
@testable import Storage

@Suite struct HistoryTests {
  let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private func document() throws -> Document { try #require(Document(width: 200, height: 150)) }

  private func image(_ document: Document) -> TileGrid { document.layers[0].image }

  /// Performs a random edit: a stroke, an erasing stroke or clearing.
  private func act(on document: inout Document, _ rng: inout RandomSource) {
    if rng.isOne(in: 6) {
      _ = document.clearActiveLayer()
      return
    }
    let style = InkStyle(
      colour: UInt32(rng.roll(0...0xFFFFFF)), opacity: UInt8(rng.roll(1...255)),
      blend: rng.isOne(in: 3) ? .erase : .over)
    let brush = Brush(size: rng.roll(1...40), smoother: Smoother.allCases[rng.roll(0..<Smoother.allCases.count)])
    var stroke = StrokeInProgress(on: document, brush: brush, style: style, filler: filler)
    var p = Point(rng.roll(-10...210), rng.roll(-10...160))
    for i in 0..<rng.roll(1...9) {
      stroke.add(PenSample(position: p, time: Double(i) / 200, pressure: rng.roll(0...1)))
      p = p + Vector(rng.roll(-30...30), rng.roll(-30...30))
      if rng.isOne(in: 2) { _ = stroke.draw(on: &document) }
    }
    _ = stroke.finish(on: &document)
  }

  /// Fails if any edit has no exact inverse, or the stacks lose one. Edits, undos and redos are
  /// random, and each picture is compared.
  @Test func everyStepIsFoundAgain() throws {
    for seed in RandomSource.seeds(25) {
      var rng = RandomSource(seed)
      var document = try document()
      // pictures[i] is the picture after i edits; `now` is the current index.
      var pictures = [image(document)]
      var now = 0
      for step in 0..<40 {
        switch rng.roll(0..<5) {
        case 0:
          let region = document.undo()
          #expect((region != nil) == (now > 0))
          if now > 0 { now -= 1 }
        case 1:
          let region = document.redo()
          #expect((region != nil) == (now < pictures.count - 1))
          if now < pictures.count - 1 { now += 1 }
        default:
          let count = document.history.undoCount
          act(on: &document, &rng)
          if document.history.undoCount > count {
            pictures.removeSubrange((now + 1)...)
            pictures.append(image(document))
            now += 1
            #expect(document.history.redoCount == 0)
          }
        }
        #expect(image(document).showsSame(as: pictures[now]), "seed \(seed), step \(step)")
        #expect(document.history.undoCount == now)
        #expect(document.history.redoCount == pictures.count - 1 - now)
      }
      while document.undo() != nil {
        now -= 1
        #expect(image(document) == pictures[now], "seed \(seed), back to \(now)")
      }
      #expect(now == 0)
      #expect(image(document).tileCount == 0)
      while document.redo() != nil {
        now += 1
        #expect(image(document) == pictures[now], "seed \(seed), on to \(now)")
      }
      #expect(now == pictures.count - 1)
    }
  }

  /// Fails if undo, redo or clearing changes pixels outside the region that it returns; a view
  /// would miss them.
  @Test func changesLieInTheReturnedRegion() throws {
    var rng = RandomSource(5)
    var document = try document()
    func expect(_ rects: [PixelRect]?, holds old: TileGrid, _ new: TileGrid) {
      for y in 0..<150 {
        for x in 0..<200 where old[x, y] != new[x, y] {
          #expect(rects?.contains { $0.contains(x: x, y: y) } == true)
        }
      }
    }
    for _ in 0..<6 { act(on: &document, &rng) }
    var old = image(document)
    let cleared = document.clearActiveLayer()
    expect(cleared.rects, holds: old, image(document))
    for _ in 0..<4 {
      old = image(document)
      let region = document.undo()
      expect(region?.rects, holds: old, image(document))
    }
    for _ in 0..<4 {
      old = image(document)
      let region = document.redo()
      expect(region?.rects, holds: old, image(document))
    }
  }

  /// Fails if undo data holds more tiles than the stroke touched.
  @Test func anEditHoldsOnlyTheTilesThatChanged() throws {
    var document = try #require(Document(width: 640, height: 640))
    func draw(_ points: [Point], _ blend: InkStyle.Blend = .over) {
      var stroke = StrokeInProgress(
        on: document, brush: Brush(size: 6), style: InkStyle(blend: blend), filler: filler)
      for (i, p) in points.enumerated() { stroke.add(PenSample(position: p, time: Double(i) / 200)) }
      _ = stroke.draw(on: &document)
      _ = stroke.finish(on: &document)
    }
    draw([Point(32, 32)])
    #expect(document.history.lastDone?.tileCount == 1)
    // From the first tile to the right along its row.
    draw([Point(32, 32), Point(32 + 64 * 3, 32)])
    #expect(document.history.lastDone?.tileCount == 4)
    draw([Point(32, 32), Point(600, 600)])
    #expect((10...30).contains(document.history.lastDone?.tileCount ?? 0))
    // Clearing affects only existing tiles.
    let count = document.layers[0].image.tileCount
    _ = document.clearActiveLayer()
    #expect(document.history.lastDone?.tileCount == count)
    #expect(document.layers[0].image.tileCount == 0)
    #expect(document.isBlank(document.bounds))
  }

  /// Fails if doing nothing is an edit: it would add an empty undo and drop the redo branch.
  @Test func operationsWithoutEffectAreNoEdits() throws {
    var document = try document()
    #expect(document.undo() == nil)
    #expect(document.redo() == nil)
    #expect(document.clearActiveLayer().isEmpty)
    #expect(document.history.undoCount == 0)

    func draw(_ points: [Point], _ style: InkStyle) {
      var stroke = StrokeInProgress(on: document, brush: Brush(size: 6), style: style, filler: filler)
      for (i, p) in points.enumerated() {
        stroke.add(PenSample(position: p, time: Double(i) / 200))
        _ = stroke.draw(on: &document)
      }
      _ = stroke.finish(on: &document)
    }
    let line = [Point(30, 30), Point(60, 40), Point(90, 30)]
    draw([], InkStyle())
    draw([Point(-100, -100), Point(-50, -100)], InkStyle())
    draw([Point(.nan, 3), Point(.infinity, 3)], InkStyle())
    #expect(document.history.undoCount == 0)
    #expect(document.layers[0].image.tileCount == 0)

    draw(line, InkStyle())
    _ = document.undo()
    draw([Point(-100, -100), Point(-50, -100)], InkStyle(blend: .erase))
    #expect(document.history.redoCount == 1)
    _ = document.redo()
    // The same opaque ink again changes only soft edges.
    draw([Point(30, 30)], InkStyle())
    draw(line, InkStyle(colour: 0xFF0000))
    #expect(document.history.redoCount == 0)
  }

  /// Fails if a tile that was emptied by erasing is kept. Blank areas are found by missing tiles.
  @Test func erasingEverythingLeavesNoTile() throws {
    var document = try document()
    func draw(_ size: Double, _ blend: InkStyle.Blend) {
      var stroke = StrokeInProgress(
        on: document, brush: Brush(size: size, minimumShare: 1), style: InkStyle(blend: blend), filler: filler)
      stroke.add(PenSample(position: Point(64, 64), time: 0))
      _ = stroke.finish(on: &document)
    }
    draw(10, .over)
    #expect(document.layers[0].image.tileCount == 4)
    let drawn = document.layers[0].image
    draw(60, .erase)
    #expect(document.layers[0].image.tileCount == 0)
    #expect(document.isBlank(document.bounds))
    _ = document.undo()
    #expect(document.layers[0].image == drawn)
  }
}
