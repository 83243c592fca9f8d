import Geometry
import Ink
import Paint
import RandomSource
import Raster
import Testing

@testable import Document
@testable import Pixels
@testable import Storage

/// The cache of the composited layers below the active one, and the work that it saves.
@Suite struct CompositionCacheTests {
  let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

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

  /// Fails if a view shows outdated pixels. After every random change, random rectangles composited
  /// with the cache equal the document, bit by bit.
  @Test func cachesAreNeverOutOfDate() throws {
    var kept = 0
    for seed in RandomSource.seeds(12) {
      var rng = RandomSource(seed)
      var document = try #require(Document(width: 190, height: 140))
      let cache = CompositionCache()
      for step in 0..<40 {
        switch rng.roll(0..<6) {
        case 0: _ = document.undo()
        case 1: _ = document.redo()
        case 2: _ = document.activate(document.layers[rng.roll(0..<document.layers.count)].id)
        case 3: _ = document.perform(LayerTests.operation(on: document, &rng))
        default: LayerTests.stroke(on: &document, &rng, filler)
        }
        let rect = PixelRect(
          x: rng.roll(0...120), y: rng.roll(0...90), width: rng.roll(1...70), height: rng.roll(1...50))
        let keeps = rng.isOne(in: 2)
        var (plain, cached) = ([UInt32](repeating: 0, count: rect.area), [UInt32](repeating: 0, count: rect.area))
        var a = plain.mutableSpan
        document.compose(rect, to: &a, start: 0, stride: rect.width)
        var b = cached.mutableSpan
        cache.compose(document, keeps: keeps, rect, to: &b, stride: rect.width)
        kept = max(kept, cache.entryCount)
        let isSame = plain == cached
        #expect(isSame, "seed \(seed), step \(step)")
      }
    }
    #expect(kept > 0)
  }

  /// Fails if the cache uses memory where it saves nothing: for a single layer, or a single layer
  /// below that needs no blending.
  @Test func nothingIsKeptWhereThatGainsNothing() throws {
    var rng = RandomSource(3)
    var document = try #require(Document(width: 190, height: 140))
    let cache = CompositionCache()
    func look() {
      var pixels = [UInt32](repeating: 0, count: 190 * 140)
      var span = pixels.mutableSpan
      cache.compose(document, keeps: true, document.bounds, to: &span, stride: 190)
    }
    for _ in 0..<5 { LayerTests.stroke(on: &document, &rng, filler) }
    look()
    _ = document.perform(.add(above: document.activeID))
    look()
    #expect(cache.entryCount == 0)
    let below = document.layers[0].id
    _ = document.perform(.set(below, .opacity(0.5)))
    look()
    #expect(cache.entryCount == 0)
    _ = document.perform(.set(below, .blend(.multiply)))
    look()
    #expect(cache.entryCount == document.layers[0].image.tileCount)
  }

  /// Fails if an entry makes room for another although it is still used, or none does although it is not;
  /// or if a sweep over more tiles than fit composites all of them again.
  @Test func onlyWhatIsNotUsedMakesRoom() throws {
    var rng = RandomSource(5)
    var document = try Self.document(3, &rng)
    document.activeLayer = 2
    let cache = CompositionCache(limit: 3 * CompositionCache.entrySize)
    func cost(_ tile: Int) -> Int {
      let before = cache.compositeCount
      let rect = document.activeImage.bounds(ofTile: tile)
      var pixels = [UInt32](repeating: 0, count: rect.area)
      var span = pixels.mutableSpan
      cache.compose(document, keeps: true, rect, to: &span, stride: rect.width)
      return cache.compositeCount - before
    }
    for index in document.layers.indices { document.layers[index].isVisible = true }
    document.setStack(
      document.layers, active: 2, plane: .pixels, paper: document.paper, isPaperShown: document.isPaperShown)
    // Two plates below are composited once; then the kept one with the active layer.
    #expect([0, 1, 2].map(cost) == [4, 4, 4])
    for _ in 0..<5 { #expect([0, 1, 2, 3].map(cost) == [2, 2, 2, 3]) }
    let uses = CompositionCache.longestWait * 3
    for _ in 0..<uses / 2 { #expect([0, 2].map(cost) == [2, 2]) }
    // The fourth tile takes the place of tile 1.
    #expect([3, 0, 2, 3, 1].map(cost) == [4, 2, 2, 2, 3])
  }

  /// Fails if entries that later revisions do not use keep their tiles alive.
  @Test func oldEntriesAreDropped() throws {
    var rng = RandomSource(6)
    var document = try Self.document(4, &rng) { _ in .multiply }
    let cache = CompositionCache()
    let (bottom, top) = (document.layers[0].id, document.layers[3].id)
    for id in document.layers.map(\.id) { _ = document.perform(.set(id, .visible(true))) }
    _ = document.activate(top)
    _ = Self.kept(document, cache)
    let all = cache.entryCount
    #expect(all == document.activeImage.slotCount)
    let rect = document.activeImage.bounds(ofTile: 0)
    for step in 0..<CompositionCache.longestUnused {
      #expect(cache.entryCount == all)
      _ = document.perform(.set(bottom, .opacity(Double(step + 1) / 100)))
      var pixels = [UInt32](repeating: 0, count: rect.area)
      var span = pixels.mutableSpan
      cache.compose(document, keeps: true, rect, to: &span, stride: rect.width)
    }
    #expect(cache.entryCount == 1)
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
        mostTiles = max(mostTiles, cache.entryCount)
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
        _ = document.perform(.set(id, .visible(true)))
        if document.layers[i].opacity == 0 { _ = document.perform(.set(id, .opacity(0.5))) }
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
      _ = document.perform(.set(layer.id, .visible(true)))
      _ = document.perform(.set(layer.id, .opacity(0.8)))
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
    _ = document.perform(.set(other, .name("Sky")))
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
    _ = document.perform(.set(other, .opacity(0.3)))
    #expect(cost() == 4 * 6)
  }

  /// Fails if the cache grows beyond its limit, or if its limit is too low for a large window.
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
    let tile = Tile(filledWith: 0x8010_2030)
    var large: [Layer] = []
    for _ in 0..<11 {
      var layer = Layer(name: "", width: 4096, height: 2304)
      for index in 0..<(64 * 36) { layer.image[index] = tile }
      large.append(layer)
    }
    let wide = try #require(Document(width: 4096, height: 2304, layers: large, active: 10))
    let standard = CompositionCache()
    var costs: [Int] = []
    let limit = 1 << 20
    let cache = CompositionCache(limit: limit)
    var (most, wrong) = (0, 0)
    var pixels = [UInt32](repeating: 0, count: Tile.count)
    for index in 0..<(5 * 5) {
      let square = document.activeImage.bounds(ofTile: index)
      var span = pixels.mutableSpan
      cache.compose(document, keeps: true, square, to: &span, stride: Tile.size)
      most = max(most, cache.entryCount)
      if index > 0, pixels.contains(where: { $0 != pixels[0] }) { wrong += 1 }
    }
    // 8 bytes a pixel.
    #expect(most * 8 * Tile.count <= limit && most > 20 && wrong == 0)
    cache.removeAll()
    #expect(cache.entryCount == 0)
    // A second look at a view of 4096x2304 px with ten layers below composites nothing below again.
    let view = 64 * 36
    for _ in 0..<2 {
      let before = standard.compositeCount
      for index in 0..<view {
        var span = pixels.mutableSpan
        standard.compose(wide, keeps: true, wide.activeImage.bounds(ofTile: index), to: &span, stride: Tile.size)
      }
      costs.append(standard.compositeCount - before)
    }
    #expect(costs == [12 * view, 2 * view] && standard.entryCount == view)
  }
}

extension CompositionCache {
  /// Composites a rectangle of a drawing with a cache, as a view does.
  func compose(
    _ document: Document, keeps: Bool, _ rect: PixelRect, to target: inout MutableSpan<UInt32>, stride: Int
  ) {
    CachedDocument(document, self, keeps: keeps).compose(rect, to: &target, start: 0, stride: stride)
  }
}
