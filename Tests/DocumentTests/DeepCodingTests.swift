import Geometry
import Journal
import RandomSource
import Raster
import Testing

@testable import Document
@testable import Pictures
@testable import Storage

/// What stores tiles keeps their 16 bits and their depth.
@Suite struct DeepCodingTests {
  private static func image(with tiles: [Tile?]) -> TileGrid {
    var image = TileGrid(width: 64 * tiles.count, height: 64)
    for (index, tile) in tiles.enumerated() { image[index] = tile }
    return image
  }

  /// Fails if packed differences do not lead from each side to the other bit for bit, in its depth; if they name
  /// other pixels than those that change; or if they are longer because of a deep tile that is not among them.
  @Test func differencesLeadBothWays() {
    for seed in RandomSource.seeds(60) {
      var rng = RandomSource(seed)
      let old = DeepActs.image(&rng)
      var new = old
      for index in 0..<new.slotCount where !rng.isOne(in: 4) { new[index] = DeepActs.changed(old[index], &rng) }
      let changes = (0..<old.slotCount).map { TileDelta(index: $0, before: old[$0], after: new[$0]) }
      let places = changes.map { TilePlace($0) }
      let bytes = TileDeltaCoding.encoded(changes)
      var image = old
      let there = TileDeltaCoding.apply(bytes, at: places, forward: true, to: &image)
      #expect(image == new, "seed \(seed)")
      let back = TileDeltaCoding.apply(bytes, at: places, forward: false, to: &image)
      #expect(image == old && there == back, "seed \(seed)")
      let bounds = changes.map { change in
        let square = image.bounds(ofTile: change.index)
        return Self.difference(change.before ?? Tile(), change.after ?? Tile()).offset(dx: square.minX, dy: square.minY)
      }
      #expect(there.rects == bounds.filter { !$0.isEmpty }, "seed \(seed)")
    }
  }

  /// The smallest rectangle around the pixels that differ, px in the tile.
  private static func difference(_ a: Tile, _ b: Tile) -> PixelRect {
    let (old, new) = (a.deepPixels, b.deepPixels)
    return (0..<Tile.count).reduce(PixelRect.empty) { bounds, i in
      old[i] == new[i] ? bounds : bounds.union(PixelRect(x: i & 63, y: i >> 6, width: 1, height: 1))
    }
  }

  /// Fails if a change that 8 bits do not show has no bounds.
  @Test func faintChangesAreSeen() {
    var tile = Tile()
    tile.withMutableDeepPixels { $0[64 * 5 + 7] = DeepPixel(SIMD4(0, 0, 0, 1)) }
    let change = TileDelta(index: 0, before: nil, after: tile)
    #expect(change.bounds == PixelRect(x: 7, y: 5, width: 1, height: 1))
  }

  /// Fails if a drawing that shows the same pixels in another depth becomes another picture.
  @Test func differencesFitAnyDepth() {
    for seed in RandomSource.seeds(30) {
      var rng = RandomSource(seed)
      var old = DeepActs.image(&rng)
      for index in 0..<old.slotCount { old[index] = old[index].map { Tile(filledWith: $0.pixels[9]) } }
      var new = old
      for index in 0..<new.slotCount { new[index] = DeepActs.changed(old[index], &rng) }
      let changes = (0..<old.slotCount).map { TileDelta(index: $0, before: old[$0], after: new[$0]) }
      var image = old
      for index in 0..<image.slotCount where rng.isOne(in: 2) { image[index] = image[index]?.deepened }
      let (bytes, places) = (TileDeltaCoding.encoded(changes), changes.map { TilePlace($0) })
      _ = TileDeltaCoding.apply(bytes, at: places, forward: true, to: &image)
      #expect(image.showsSame(as: new), "seed \(seed)")
      for index in 0..<image.slotCount where rng.isOne(in: 2) { image[index] = image[index]?.narrowed }
      _ = TileDeltaCoding.apply(bytes, at: places, forward: false, to: &image)
      #expect(image.showsSame(as: old), "seed \(seed)")
    }
  }

  private func read(_ pixels: PaintedPixels) throws -> PaintedPixels {
    var writer = ByteWriter()
    try pixels.write(to: &writer)
    var reader = ByteReader(writer.bytes)
    let read = try PaintedPixels(&reader, hasDepths: pixels.hasDepths)
    try reader.finish()
    return read
  }

  /// Fails if a stroke's result does not give each tile bit for bit, in its depth; or changes, on another picture,
  /// pixels that the stroke did not change.
  @Test func resultsComeBack() throws {
    for seed in RandomSource.seeds(60) {
      var rng = RandomSource(seed)
      let (old, third) = (DeepActs.image(&rng), DeepActs.image(&rng))
      var new = old
      for index in 0..<new.slotCount { new[index] = DeepActs.changed(old[index], &rng) }
      let pixels = try read(PaintedPixels((0..<old.slotCount).map { ($0, old[$0], new[$0]) }))
      var result = old
      for (index, tile) in try #require(pixels.tiles(on: old)) { result[index] = tile }
      for index in 0..<old.slotCount {
        // Transparent tiles are not kept.
        let (a, b) = (result[index], new[index])
        #expect(a == b || (a == nil && (b?.isTransparent ?? true)) || old[index] == a && a?.isTransparent == true)
      }
      for (index, tile) in try #require(pixels.tiles(on: third)) {
        let changed = TileDelta(index: index, before: old[index], after: new[index]).changedPixels
        let (before, after) = ((third[index] ?? Tile()).deepPixels, (tile ?? Tile()).deepPixels)
        let wanted = (new[index] ?? Tile()).deepPixels
        // A deep tile that gets 8 bits gets them on any picture, whose other pixels are rounded.
        let isRounded = old[index]?.isDeep ?? false && !(new[index]?.isDeep ?? true)
        for i in 0..<Tile.count {
          let isChanged = changed[i >> 6] >> UInt64(i & 63) & 1 == 1
          let kept = isRounded ? DeepPixel(before[i].word) : before[i]
          if after[i] != (isChanged ? wanted[i] : kept) { Issue.record("seed \(seed): \(index), \(i)") }
        }
      }
    }
  }

  /// Fails if a result without deep tiles is marked as one with them, which earlier versions refuse.
  @Test func plainResultsStayPlain() throws {
    for seed in RandomSource.seeds(20) {
      var rng = RandomSource(seed)
      func tile() -> Tile? { DeepActs.tile(&rng).map { Tile(filledWith: $0.pixels[0]) } }
      let changes = (0..<5).map { ($0, tile(), tile()) }
      #expect(!PaintedPixels(changes).hasDepths)
    }
    let deep = DeepPixel(SIMD4(0, 0, 0, 1))
    let tile = Tile(deep: [DeepPixel](repeating: deep, count: Tile.count))
    #expect(
      PaintedPixels([(0, nil, tile)]).hasDepths && PaintedPixels([(0, tile, Tile(filledWith: 9 << 24))]).hasDepths)
    // Clearing leaves no tile that could have a depth.
    let cleared = PaintedPixels([(0, tile, nil)])
    let tiles = try #require(try read(cleared).tiles(on: Self.image(with: [tile])))
    #expect(!cleared.hasDepths && tiles.count == 1 && tiles[0].tile == nil)
  }

  /// Fails if damaged bytes crash, or give impossible pixels.
  @Test func damagedResultsAreRefused() throws {
    var rng = RandomSource(1)
    let (old, new) = (DeepActs.image(&rng), DeepActs.image(&rng))
    var writer = ByteWriter()
    let pixels = PaintedPixels((0..<old.slotCount).map { ($0, old[$0], new[$0]) })
    try pixels.write(to: &writer)
    #expect(pixels.hasDepths)
    var plain = ByteReader(writer.bytes)
    #expect(throws: PayloadError.self) { try PaintedPixels(&plain, hasDepths: false) }
    for _ in 0..<300 {
      var bytes = writer.bytes
      bytes[rng.roll(0..<bytes.count)] ^= UInt8(rng.roll(1...255))
      if rng.isOne(in: 4) { bytes.removeLast(rng.roll(1...bytes.count)) }
      var reader = ByteReader(bytes)
      guard let read = try? PaintedPixels(&reader, hasDepths: true) else { continue }
      for (_, tile) in read.tiles(on: old) ?? [] { #expect(tile?.deepPixels.allSatisfy { $0.isValid } ?? true) }
    }
  }

  /// Fails if the tiles of an image in a file lose bits or depth.
  @Test func imagesComeBack() throws {
    for seed in RandomSource.seeds(20) {
      var rng = RandomSource(seed)
      let image = DeepActs.image(&rng)
      var writer = ByteWriter()
      try image.write(to: &writer)
      var (reader, read) = (ByteReader(writer.bytes), TileGrid(width: image.width, height: image.height))
      try read.read(&reader)
      try reader.finish()
      for index in 0..<image.slotCount {
        #expect(read[index] == image[index] || read[index] == nil && image[index]?.isTransparent == true)
      }
    }
  }

  /// Fails if equal deep tiles of one colour do not share their memory, share it with others, or count as
  /// tiles with 8 bits.
  @Test func uniformTilesCountOnce() {
    var painted = PaintedTiles()
    let flat = Tile(filledWith: 0xFF10_2030)
    var faint = flat.deepPixels
    for i in faint.indices { faint[i].channels[0] += 1 }
    for tile in [flat, flat.deepened, Tile(deep: faint), flat, flat.deepened, Tile(deep: faint)] {
      #expect(painted.take(tile) == tile)
    }
    #expect(painted.count == 1 + 2 + 2 && painted.mixedCount == 0)
    faint[0] = .clear
    _ = painted.take(Tile(deep: faint))
    #expect(painted.count == 7 && painted.mixedCount == 2)
  }

  /// Fails if pixels that 8 bits do not show are left where an image is cleared.
  @Test func clearingTakesFaintPixels() {
    let faint = DeepPixel(SIMD4(0, 0, 0, 1))
    var image = Self.image(with: [Tile(deep: [DeepPixel](repeating: faint, count: Tile.count))])
    image.clear(PixelRect(x: 10, y: 0, width: 54, height: 64))
    let pixels = image[0]?.deepPixels ?? []
    #expect(pixels.filter { $0 != .clear }.count == 640 && pixels.last == .clear)
    image.clear(PixelRect(x: 0, y: 0, width: 10, height: 64))
    #expect(image[0] == nil)
  }

  /// Fails if the digest of a picture depends on depth alone, or not on pixels that only 16 bits show.
  @Test func identityIsOfThePicture() throws {
    var document = try #require(Document(width: 128, height: 64))
    document.layers[0].image[0] = Tile(filledWith: 0x8010_2030)
    document.layers[0].image[1] = Tile(filledWith: 0xFF00_0000)
    let first = document.pictureIdentity
    document.layers[0].image[1] = document.layers[0].image[1]?.deepened
    #expect(document.pictureIdentity == first)
    document.layers[0].image[1]?.withMutableDeepPixels { $0[5].channels[1] += 1 }
    #expect(document.pictureIdentity != first)
  }
}
