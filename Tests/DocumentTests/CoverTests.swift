import Geometry
import Ink
import Paint
import RandomSource
import Raster
import Testing

@testable import Document

/// Compositing many layers: the cached layers below and above the active one, and the work that
/// they save.
@Suite struct CoverTests {
  private static let (width, height) = (100, 80)

  /// A drawing whose layers are all painted everywhere in random translucent colours; `mode` gives
  /// each layer's blend mode.
  private static func document(
    _ count: Int, _ rng: inout RandomSource, mode: (Int) -> CompositeOperator = { _ in .sourceOver }
  ) throws -> Document {
    let layers = (0..<count).map { number in
      var layer = Layer(name: "\(number)", width: width, height: height)
      for index in 0..<(layer.image.columns * layer.image.rows) {
        let colours = (0..<61).map { _ in
          let a = UInt32(rng.isOne(in: 6) ? 255 : rng.isOne(in: 6) ? 0 : rng.roll(1...120))
          return (0..<3).reduce(a << 24) { $0 | UInt32(rng.roll(0...Int(a))) << UInt32(8 * $1) }
        }
        let step = rng.roll(1...60)
        layer.image.withMutableTile(index) { pixels in
          for i in 0..<Tile.count { pixels[i] = colours[i * step % 61] }
        }
      }
      if rng.isOne(in: 3) { layer.opacity = rng.roll(0...1) }
      layer.isVisible = !rng.isOne(in: 8)
      layer.blend = mode(number)
      return layer
    }
    return try #require(
      Document(
        width: width, height: height, layers: layers, active: 0, paper: UInt32(rng.roll(0...0xFFFFFF)),
        isPaperShown: !rng.isOne(in: 3)))
  }

  private static func plain(_ document: Document) -> [UInt32] {
    var pixels = [UInt32](repeating: 0, count: width * height)
    var span = pixels.mutableSpan
    document.compose(document.bounds, to: &span, start: 0, stride: width)
    return pixels
  }

  private static func kept(_ document: Document, _ cache: CompositionCache, keeps: Bool = true) -> [UInt32] {
    var pixels = [UInt32](repeating: 0, count: width * height)
    var span = pixels.mutableSpan
    cache.compose(document, keeps: keeps, document.bounds, to: &span, stride: width)
    return pixels
  }

  /// Fails if compositing two covers in one pass differs, even in the last bit, from compositing
  /// one after the other. All opacities are used, over opaque and translucent ground.
  @Test func twoInOnePassAreAsOneAfterTheOther() {
    for seed in RandomSource.seeds(40) {
      var rng = RandomSource(seed)
      func pixel(_ rng: inout RandomSource) -> UInt32 {
        let a = UInt32(rng.isOne(in: 4) ? 255 : rng.isOne(in: 3) ? 0 : rng.roll(1...254))
        return (0..<3).reduce(a << 24) { $0 | UInt32(rng.roll(0...Int(a))) << UInt32(8 * $1) }
      }
      func cover(_ rng: inout RandomSource) -> Cover {
        var tile = Tile()
        tile.withMutablePixels { pixels in for i in 0..<Tile.count { pixels[i] = pixel(&rng) } }
        return Cover(tile: tile, alpha: UInt32(rng.isOne(in: 2) ? 255 : rng.roll(1...254)))
      }
      let (lower, upper) = (cover(&rng), cover(&rng))
      let count = rng.roll(1...Tile.size)
      let (from, at) = (rng.roll(0...(Tile.count - count)), rng.roll(0...5))
      let ground = (0..<(count + 9)).map { _ in pixel(&rng) }
      var wanted = ground
      var channels = ground.map { PixelChannels(pixel: $0) }
      var span = channels.mutableSpan
      lower.composite(from: from, count: count, over: &span, at: at)
      upper.composite(from: from, count: count, over: &span, at: at)
      for i in at..<(at + count) { wanted[i] = channels[i].pixel }
      var found = ground
      var target = found.mutableSpan
      Cover.composite(lower, upper, from: from, count: count, over: &target, at: at)
      #expect(found == wanted, "seed \(seed)")
    }
  }

  /// Fails if a pixel depends on which layer is active or on what is cached, even by one level. A
  /// window and an exported file would differ.
  @Test func noPixelDependsOnWhatIsActive() throws {
    for seed in 0..<6 {
      var rng = RandomSource(seed)
      let highest = rng.roll(0..<8)
      let modes = (0..<8).map { _ in CompositeOperator.allCases[rng.roll(0..<CompositeOperator.allCases.count)] }
      // All layers are source-over; or those above a certain one; or all but one.
      var document = try Self.document(8, &rng) { number in
        switch seed % 3 {
        case 0: .sourceOver
        case 1: number <= highest ? modes[number] : .sourceOver
        default: number == highest ? modes[number] : .sourceOver
        }
      }
      let picture = Self.plain(document)
      let cache = CompositionCache()
      var mostTiles = 0
      for layer in document.layers.shuffled(using: &rng) {
        _ = document.activate(layer.id)
        let (first, second) = (Self.kept(document, cache), Self.kept(document, cache, keeps: false))
        let isSame = first == picture && second == picture
        #expect(isSame, "seed \(seed), layer \(layer.name)")
        mostTiles = max(mostTiles, cache.tileCount)
      }
      #expect(mostTiles > 0, "seed \(seed)")
    }
  }

  /// Fails if the cost of a stroke grows with the number of layers below it.
  @Test func layersBelowAStrokeCostNothing() throws {
    var costs: Set<Int> = []
    for (below, above) in [(2, 2), (9, 2), (15, 2)] {
      var rng = RandomSource(below)
      var document = try Self.document(below + above + 1, &rng)
      for i in document.layers.indices {
        let id = document.layers[i].id
        _ = document.perform(.setVisible(id, true))
        if document.layers[i].opacity == 0 { _ = document.perform(.setOpacity(id, 0.5)) }
      }
      _ = document.activate(document.layers[below].id)
      let cache = CompositionCache()
      _ = Self.kept(document, cache)
      let before = cache.compositeCount
      for index in 0..<3 {
        document.activeImage.withMutableTile(index) { $0[100] = 0xFF00_0000 }
        let isSame = Self.kept(document, cache) == Self.plain(document)
        #expect(isSame)
      }
      costs.insert(cache.compositeCount - before)
    }
    // Four tiles, three times: the cached layers, the layer itself and two above it.
    #expect(costs == [4 * 3 * 4])
  }

  /// Fails if a change of one layer composites more tiles again than it touches, or fewer.
  @Test func onlyWhatIsOutOfDateIsMadeAnew() throws {
    var rng = RandomSource(5)
    var document = try Self.document(9, &rng)
    for layer in document.layers {
      _ = document.perform(.setVisible(layer.id, true))
      _ = document.perform(.setOpacity(layer.id, 0.8))
    }
    let (drawn, other) = (document.layers[4].id, document.layers[7].id)
    _ = document.activate(drawn)
    let cache = CompositionCache()
    func cost() -> Int {
      let before = cache.compositeCount
      let isSame = Self.kept(document, cache) == Self.plain(document)
      #expect(isSame)
      return cache.compositeCount - before
    }
    // Four layers below are composited for each of four tiles; then the cached ones, the layer
    // itself and four above.
    #expect(cost() == 4 * (4 + 6))
    #expect(cost() == 4 * 6)
    // Activating another layer and back, renaming one and adding an empty one keep the pixels.
    _ = document.activate(other)
    _ = document.activate(drawn)
    _ = document.perform(.rename(other, "Sky"))
    _ = document.perform(.add(above: other))
    _ = document.activate(drawn)
    #expect(cost() == 4 * 6)
    // A stroke on a layer below, in one tile.
    _ = document.activate(document.layers[1].id)
    document.activeImage.withMutableTile(1) { $0[2000] = 0xFF12_3456 }
    _ = document.activate(drawn)
    #expect(cost() == 4 * 6 + 4)
    #expect(cost() == 4 * 6)
    // A change above keeps the cached tiles.
    _ = document.perform(.setOpacity(other, 0.3))
    #expect(cost() == 4 * 6)
  }

  /// Fails if the cache grows beyond its limit.
  @Test func memoryIsBounded() throws {
    let side = 64 * 5
    var layers: [Layer] = []
    for _ in 0..<5 {
      var layer = Layer(name: "", width: side, height: side)
      let tile = Tile(filledWith: 0x8010_2030)
      for index in 0..<(5 * 5) { layer.image[index] = tile }
      layers.append(layer)
    }
    let document = try #require(Document(width: side, height: side, layers: layers, active: 2))
    let limit = 1 << 20
    let cache = CompositionCache(limit: limit)
    var (most, wrong) = (0, 0)
    var pixels = [UInt32](repeating: 0, count: Tile.count)
    for index in 0..<(5 * 5) {
      let square = document.activeImage.bounds(ofTile: index)
      var span = pixels.mutableSpan
      cache.compose(document, keeps: true, square, to: &span, stride: Tile.size)
      most = max(most, cache.tileCount)
      if index > 0, pixels.contains(where: { $0 != pixels[0] }) { wrong += 1 }
    }
    // 16 bytes a pixel.
    #expect(most * 16 * Tile.count <= limit && most > 5 && wrong == 0)
    cache.removeAll()
    #expect(cache.tileCount == 0)
  }
}
