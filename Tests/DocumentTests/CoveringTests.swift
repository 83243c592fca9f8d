import Geometry
import Ink
import Paint
import RandomSource
import Raster
import Testing

@testable import Document
@testable import Export
@testable import Storage

/// A layer, or the selected pixels of it, covered with a colour.
@Suite struct CoveringTests {
  /// A drawing of 150 x 100 px, whose last tiles reach beyond it, with random pixels in some tiles.
  private func drawing(_ rng: inout RandomSource) throws -> Document {
    var document = try #require(Document(width: 150, height: 100))
    for y in 20..<60 {
      let row = (0..<150).map { x in
        x < 60 ? 0 : Pixel.scaled(0xFF00_0000 | UInt32(rng.roll(0...0xFF_FFFF)), by: UInt32(rng.roll(0...255)))
      }
      document.load(row: y, pixels: row.span)
    }
    return document
  }

  /// Fails if a pixel in the mask is not the colour over what was there, one outside changes, a pixel
  /// outside the canvas is written to, or undo does not restore all.
  @Test func coversEveryPixelOfTheMask() throws {
    for seed in RandomSource.seeds(20) {
      var rng = RandomSource(seed)
      var document = try drawing(&rng)
      var mask: Mask?
      if !rng.isOne(in: 4) {
        var some = Mask(width: 150, height: 100)
        some.fill(polygon: (0..<5).map { _ in Point(rng.roll(-20...170), rng.roll(-20...120)) })
        some.fill(PixelRect(x: rng.roll(0...100), y: 0, width: 70, height: rng.roll(1...100)))
        document.select(some)
        mask = some
      }
      let colour = UInt32(rng.roll(0...0xFF_FFFF))
      let opacity = rng.isOne(in: 3) ? 255 : UInt8(rng.roll(1...254))
      let (old, count) = (document.activeImage, document.history.undoCount)
      let region = document.coverActiveLayer(colour: colour, opacity: opacity)
      let ink = Pixel.scaled(Pixel.opaque(colour), by: UInt32(opacity))
      var wrong = 0
      for y in 0..<100 {
        for x in 0..<150 {
          let wanted = mask?[x, y] ?? true ? Pixel.over(ink, old[x, y]) : old[x, y]
          if document.activeImage[x, y] != wanted { wrong += 1 }
        }
      }
      #expect(wrong == 0, "seed \(seed)")
      let last = document.activeImage[document.activeImage.slotCount - 1] ?? Tile()
      #expect(last.pixels[63] == 0 && last.pixels[63 << Tile.shift] == 0, "seed \(seed)")
      #expect(document.history.undoCount == count + 1 && document.selection == mask)
      #expect(region.bounds.contains(mask?.bounds ?? document.bounds))
      _ = document.undo()
      #expect(document.activeImage.showsSame(as: old), "seed \(seed)")
    }
  }

  /// Fails if colour without opacity is an edit, or tiles that only have the colour take memory each.
  @Test func evenTilesAreShared() throws {
    var document = try #require(Document(width: 640, height: 640))
    _ = document.coverActiveLayer(colour: 0x12_3456, opacity: 0)
    #expect(document.history.undoCount == 0 && document.activeImage.tileCount == 0)
    _ = document.coverActiveLayer(colour: 0x12_3456)
    #expect(document.activeImage.tileCount == 100)
    #expect(document.history.lastDone?.name == "Fill layer")
    let places = (0..<100).compactMap { document.activeImage[$0]?.pixels.withUnsafeBufferPointer { $0.baseAddress } }
    #expect(places.count == 100 && Set(places).count == 1)
  }

  /// Fails if an endless canvas is covered without a selection, or to its edges; or a part of it is not.
  @Test func endlessCanvas() throws {
    let side = Document.endlessSide
    var document = try #require(Document(width: side, height: side))
    #expect(!document.canCover && document.coverActiveLayer(colour: 0).isEmpty)
    document.select(Mask(width: side, height: side, isFull: true))
    #expect(!document.canCover && document.coverActiveLayer(colour: 0).isEmpty)
    #expect(document.activeImage.tileCount == 0)
    document.select(document.mask(of: PixelRect(x: side / 2, y: side / 2, width: 200, height: 10)))
    #expect(document.canCover && !document.coverActiveLayer(colour: 0xFF).isEmpty)
    #expect(document.activeImage[side / 2 + 199, side / 2 + 9] == 0xFF00_00FF)
  }

  /// Fails if a floating selection is covered at its old place, or one that was moved off the canvas
  /// lets the whole layer be covered.
  @Test func floatingSelections() throws {
    for isOutside in [false, true] {
      var rng = RandomSource(1)
      var document = try drawing(&rng)
      document.select(document.mask(of: PixelRect(x: 60, y: 20, width: 30, height: 40)))
      let isLifted = document.lift()
      #expect(isLifted)
      var placement = try #require(document.floating?.placement)
      placement.translation = Vector(isOutside ? 500 : 50, 10)
      _ = document.place(placement)
      let count = document.history.undoCount
      _ = document.coverActiveLayer(colour: 0xFF_0000)
      #expect(document.history.undoCount == count + (isOutside ? 1 : 2))
      #expect(document.activeImage[60, 20] == 0 && document.activeImage[0, 0] == 0)
      #expect((document.activeImage[139, 69] == 0xFFFF_0000) == !isOutside)
    }
  }

  /// Fails if a covered layer is exported as strokes.
  @Test func itIsAnImageInVectorFiles() throws {
    var document = try #require(Document(width: 150, height: 100))
    document.select(document.mask(of: PixelRect(x: 5, y: 5, width: 9, height: 9)))
    #expect(VectorLayers(of: document).items.count == 1)
    _ = document.coverActiveLayer(colour: 0xFF_0000)
    #expect(VectorLayers(of: document).items.isEmpty)
  }
}
