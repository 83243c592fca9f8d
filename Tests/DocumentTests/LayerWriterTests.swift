import Geometry
import RandomSource
import Raster
import Testing

@testable import Document
@testable import Storage

@Suite struct LayerWriterTests {
  private static func document(_ rng: inout RandomSource) throws -> Document {
    var document = try #require(Document(width: 200, height: 150))
    var row = [UInt32](repeating: 0, count: 200)
    for y in 0..<100 {
      for x in 0..<200 { row[x] = x < 120 ? Pixel.opaque(UInt32(rng.roll(0...0xFF_FFFF))) : 0 }
      document.load(row: y, pixels: row.span)
    }
    return document
  }

  /// Fails if the writer keeps a tile of a later write, reverts to other pixels, lets a write out of
  /// its limit, or reports less than what changed.
  @Test func revertRestoresWhatWasThereBefore() throws {
    for seed in RandomSource.seeds(40) {
      var rng = RandomSource(seed)
      var document = try Self.document(&rng)
      let first = document.activeImage
      var mask = Mask(width: 200, height: 150)
      mask.fill(PixelRect(x: rng.roll(0...150), y: rng.roll(0...100), width: 60, height: 50))
      let limit = rng.roll(0...1) == 0 ? nil : mask
      var writer = LayerWriter(to: document.activeSurface, limit: limit.map { CoverageLimit($0) })
      for _ in 0..<20 {
        let index = rng.roll(0...(first.slotCount - 1))
        let square = first.bounds(ofTile: index)
        let part = PixelRect(
          minX: square.minX, minY: square.minY, maxX: rng.roll((square.minX + 1)...square.maxX), maxY: square.maxY)
        if rng.roll(0...4) == 0 {
          writer.clear(index, of: &document.activeImage)
          continue
        }
        writer.write(part, ofTile: index, of: &document.activeImage) { image, original in
          #expect(original == first[index])
          image.withMutableTile(index) { pixels in
            for y in part.minY..<part.maxY {
              for x in part.minX..<part.maxX { pixels[(y & 63) << 6 | (x & 63)] = 0xFF11_2233 }
            }
          }
        }
      }
      for y in 0..<150 {
        for x in 0..<200 where document.activeImage[x, y] != first[x, y] {
          if let limit, !limit[x, y] { Issue.record("seed \(seed): \(x), \(y) is not selected") }
          if !writer.changed.rects.contains(where: { $0.contains(x: x, y: y) }) {
            Issue.record("seed \(seed): \(x), \(y) is not reported")
          }
        }
      }
      var recorded = document
      recorded.record(.pixels(writer.surface, name: "Test"), by: writer)
      let after = recorded.activeImage
      if recorded.history.recordedCount > 0 {
        _ = recorded.undo()
        #expect(recorded.activeImage.showsSame(as: first))
        _ = recorded.redo()
        #expect(recorded.activeImage.showsSame(as: after))
      } else {
        #expect(after.showsSame(as: first))
      }
      let region = writer.revert(on: &document.activeImage)
      #expect(document.activeImage == first && (region.isEmpty || writer.originals.isEmpty))
    }
  }

  /// Fails if a selection that was lifted within a mask cannot be placed outside it, or if undo of
  /// the move leaves pixels.
  @Test func liftedPixelsArePlacedAnywhere() throws {
    var rng = RandomSource(3)
    var document = try Self.document(&rng)
    let first = document.activeImage
    document.select(document.mask(of: PixelRect(x: 10, y: 10, width: 30, height: 30)))
    let isLifted = document.lift()
    #expect(isLifted)
    var placement = try #require(document.floating).placement
    placement.translation = Vector(130, 60)
    _ = document.place(placement)
    _ = document.drop()
    #expect(document.activeImage[145, 75] == first[15, 15] && document.activeImage[15, 15] == 0)
    _ = document.undo()
    #expect(document.activeImage.showsSame(as: first))
  }

  /// Fails if clearing a layer or a selection leaves pixels, takes others, or cannot be undone.
  @Test func clearTakesTheLayerOrTheSelection() throws {
    var rng = RandomSource(5)
    var document = try Self.document(&rng)
    let first = document.activeImage
    let cleared = document.clearActiveLayer()
    #expect(cleared.bounds.contains(PixelRect(x: 0, y: 0, width: 120, height: 100)))
    #expect(document.activeImage.tileCount == 0)
    _ = document.undo()
    #expect(document.activeImage.showsSame(as: first))
    document.select(document.mask(of: PixelRect(x: 50, y: 50, width: 100, height: 100)))
    _ = document.clearActiveLayer()
    #expect(document.activeImage[49, 60] == first[49, 60] && document.activeImage[50, 60] == 0)
    _ = document.undo()
    #expect(document.activeImage.showsSame(as: first))
  }
}
