import Geometry
import RandomSource
import Raster
import Testing

@testable import Document

/// Miniatures for the navigator.
@Suite struct MiniatureTests {
  /// A drawing of plain layers with random blocks of one colour each.
  private func drawing(_ rng: inout RandomSource) throws -> Document {
    let (width, height) = (rng.roll(40...700), rng.roll(40...700))
    var layers: [Layer] = []
    for i in 0..<rng.roll(1...5) {
      var layer = Layer(name: "\(i)", width: width, height: height)
      layer.isVisible = !rng.isOne(in: 4)
      layer.opacity = rng.roll(0.2...1)
      for index in 0..<layer.image.slotCount where rng.isOne(in: 2) {
        let pixel = Pixel.opaque(UInt32(rng.roll(0...0xFF_FFFF)))
        layer.image.withMutableTile(index) { tile in for i in 0..<Tile.count { tile[i] = pixel } }
      }
      layers.append(layer)
    }
    return try #require(Document(width: width, height: height, layers: layers, active: 0))
  }

  /// Fails if a pixel of the miniature is not the drawing's there: a swapped layer, a hidden layer
  /// that shows, a lost opacity, a shift. Only pixels inside one tile are compared.
  @Test func itShowsTheDrawing() throws {
    for seed in RandomSource.seeds(20) {
      var rng = RandomSource(seed)
      let document = try drawing(&rng)
      var maker = MiniatureMaker()
      let small = maker.make(of: document, most: (216, 150))
      #expect(small.part == document.bounds && small.pixels.count == small.width * small.height)
      #expect(small.width <= 216 && small.height <= 150)
      var row = [UInt32](repeating: 0, count: document.width)
      var wrong = 0
      for y in 0..<small.height {
        let (top, bottom) = (y * document.height / small.height, (y + 1) * document.height / small.height)
        guard top >> Tile.shift == bottom >> Tile.shift, top < document.height else { continue }
        var target = row.mutableSpan
        let line = PixelRect(x: 0, y: top, width: document.width, height: 1)
        document.compose(line, to: &target, start: 0, stride: document.width)
        for x in 0..<small.width {
          let (left, right) = (x * document.width / small.width, (x + 1) * document.width / small.width)
          guard left >> Tile.shift == right >> Tile.shift else { continue }
          let (a, b) = (small.pixels[y * small.width + x], row[left])
          for shift in [UInt32(0), 8, 16] where abs(Int(a >> shift & 255) - Int(b >> shift & 255)) > 2 { wrong += 1 }
        }
      }
      #expect(wrong == 0, "seed \(seed)")
    }
  }

  /// Fails if a change of one layer does not show, or the unchanged layers of the last miniature are
  /// mixed up.
  @Test func theNextOneIsTheSameAsAFirst() throws {
    for seed in RandomSource.seeds(20) {
      var rng = RandomSource(seed)
      var document = try drawing(&rng)
      var maker = MiniatureMaker()
      for step in 0..<6 {
        let at = rng.roll(0..<document.layers.count)
        switch rng.roll(0...3) {
        case 0: document.layers[at].isVisible.toggle()
        case 1: document.layers[at].opacity = rng.roll(0...1)
        case 2: document.layers.move(at, to: LayerPlace(position: 0))
        default:
          let index = rng.roll(0..<document.layers[at].image.slotCount)
          document.layers[at].image.withMutableTile(index) { tile in
            for i in 0..<Tile.count { tile[i] = 0xFF12_3456 }
          }
        }
        var fresh = MiniatureMaker()
        let isSame = maker.make(of: document, most: (216, 150)) == fresh.make(of: document, most: (216, 150))
        #expect(isSame, "seed \(seed), step \(step)")
      }
    }
  }

  /// Fails if an endless drawing is shown with all its empty canvas, which would hide the ink.
  @Test func anEndlessDrawingIsCropped() throws {
    var document = try #require(Document(width: 300, height: 200))
    document.layers[0].image.withMutableTile(0) { tile in for i in 0..<Tile.count { tile[i] = 0xFF00_0000 } }
    _ = document.perform(document.endlessOperation)
    var maker = MiniatureMaker()
    let small = maker.make(of: document, most: (216, 150))
    #expect(small.part == document.frame && small.part.width == Tile.size + 2 * Document.endlessMargin)
    #expect(small.pixels.contains(0xFF00_0000))
  }
}
