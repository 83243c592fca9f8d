import Geometry
import Ink
import Paint
import Pixels
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Library

/// Selections with soft edges: what is painted, filled, cleared and moved within them.
@Suite struct SoftSelectionTests {
  private let filler: CoverageFiller
  private let brushes = BrushLibrary(folder: BrushTests.folder)

  init() throws { filler = try #require(CoverageFiller()) }

  private static func mask(_ rng: inout RandomSource) -> Mask {
    var mask = Mask(width: 230, height: 200)
    mask.fill(polygon: (0..<7).map { _ in Point(rng.roll(-20...250), rng.roll(-20...220)) })
    return mask.feathered(by: rng.roll(0.5...60))
  }

  private func drawing(_ rng: inout RandomSource, _ names: [String] = ["pen", "marker"]) throws -> Document {
    var document = try #require(Document(width: 230, height: 200))
    for _ in 0..<3 { try draw(names[rng.roll(0..<names.count)], on: &document, &rng) }
    return document
  }

  private func draw(_ name: String, on document: inout Document, _ rng: inout RandomSource) throws {
    let brush = try #require(brushes[name]).resized(to: rng.roll(4...50))
    let style = InkStyle(
      colour: UInt32(rng.roll(0...0xFFFFFF)), opacity: UInt8(rng.roll(60...255)),
      blend: rng.isOne(in: 5) ? .erase : .over)
    var stroke = StrokeInProgress(on: document, brush: brush, style: style, filler: filler)
    var p = Point(rng.roll(0...230), rng.roll(0...200))
    for i in 0..<rng.roll(2...9) {
      stroke.add(PenSample(position: p, time: Double(i) / 100, pressure: rng.roll(0.2...1)))
      p = p + Vector(rng.roll(-60...60), rng.roll(-60...60))
      if rng.isOne(in: 2) { _ = stroke.draw(on: &document) }
    }
    _ = stroke.finish(on: &document)
  }

  /// A stroke in a selection is mixed as it is painted. The reference draws each tile whole, then mixes it with the original.
  /// Fails if both differ.
  @Test func strokesAreTheSameByTiles() throws {
    for seed in RandomSource.seeds(100) {
      var rng = RandomSource(seed)
      var live = try drawing(&rng)
      live.select(rng.isOne(in: 4) ? StrokeRecordTests.mask(&rng, height: 200) : Self.mask(&rng))
      var again = live
      try draw(["pen", "marker"][rng.roll(0...1)], on: &live, &rng)
      guard case .stroke(let record)? = live.history.done.last?.operation else { continue }
      var stroke = StrokeInProgress(on: again, like: record, filler: filler)
      stroke.limit(to: Set(0..<again.activeImage.slotCount))
      for sample in record.samples { stroke.add(sample) }
      _ = stroke.finish(on: &again)
      #expect(live.activeImage == again.activeImage, "seed \(seed)")
    }
  }

  /// The number of pixels that are not the mixture of two images by the shares of a mask, in the depth of their tile.
  private static func differences(_ image: TileGrid, _ before: TileGrid, _ after: TileGrid, _ mask: Mask) -> Int {
    (0..<mask.slotCount).reduce(0) { count, index in
      let (tile, from, to) = (image[index] ?? Tile(), before[index] ?? Tile(), after[index] ?? Tile())
      let shares = mask.shares(ofTile: index)
      if tile.isDeep {
        let (pixels, from, to) = (tile.deepPixels, from.deepPixels, to.deepPixels)
        return count + pixels.indices.count { pixels[$0] != DeepPixel.mixed(from[$0], to[$0], shares[$0]) }
      }
      let (pixels, a, b) = (tile.pixels, from.pixels, to.pixels)
      return count + pixels.indices.count { pixels[$0] != Pixel.mixed(a[$0], b[$0], UInt32(shares[$0])) }
    }
  }

  /// Fails if a stroke within soft edges is anything but the whole stroke, mixed with what was there by the shares.
  @Test(arguments: ["pen", "marker", "pencil", "airbrush"], RandomSource.seeds(8))
  func strokesMix(name: String, seed: Int) throws {
    var rng = RandomSource(seed)
    var bounded = try drawing(&rng)
    var free = bounded
    let before = bounded.activeImage
    let mask = Self.mask(&rng)
    if mask.isEmpty { return }
    bounded.select(mask)
    var (a, b) = (rng, rng)
    try draw(name, on: &bounded, &a)
    try draw(name, on: &free, &b)
    #expect(Self.differences(bounded.activeImage, before, free.activeImage, mask) == 0, "seed \(seed)")
    _ = bounded.undo()
    #expect(bounded.activeImage == before)
  }

  /// Fails if a fill, a colour or deleting does not mix likewise.
  @Test(arguments: RandomSource.seeds(20)) func areasMix(seed: Int) throws {
    var rng = RandomSource(seed)
    var bounded = try drawing(&rng)
    var free = bounded
    let before = bounded.activeImage
    let mask = Self.mask(&rng)
    if mask.isEmpty { return }
    bounded.select(mask)
    if rng.isOne(in: 2) {
      _ = bounded.coverActiveLayer(colour: 0x3080C0, opacity: UInt8(1 + seed % 255))
      _ = free.coverActiveLayer(colour: 0x3080C0, opacity: UInt8(1 + seed % 255))
    } else {
      _ = bounded.clearActiveLayer()
      _ = free.clearActiveLayer()
    }
    #expect(Self.differences(bounded.activeImage, before, free.activeImage, mask) == 0, "seed \(seed)")
  }

  /// Fails if a fill passes the full share, or mixes anything but its colour.
  @Test func fillsMix() throws {
    var document = try #require(Document(width: 230, height: 200))
    let mask = document.mask(of: PixelRect(x: 40, y: 40, width: 120, height: 100)).feathered(by: 30)
    document.select(mask)
    _ = document.fill(at: Point(100, 90), colour: 0x20A040, FillSettings())
    let wrong = (0..<(230 * 200)).count { i in
      let (x, y) = (i % 230, i / 230)
      return document.activeImage[x, y] != Pixel.scaled(0xFF20_A040, by: UInt32(mask.share(x: x, y: y)))
    }
    #expect(wrong == 0)
  }

  /// Fails if lifting changes the look, the two parts are not all of a pixel, or putting back changes a bit.
  @Test(arguments: [false, true], RandomSource.seeds(20)) func liftedPartsAreExact(isDeep: Bool, seed: Int) throws {
    var rng = RandomSource(seed)
    var document = try drawing(&rng)
    if isDeep {
      for tile in document.layers[0].image.tileIndices {
        document.layers[0].image[tile] = Tile(
          deep: (0..<Tile.count).map { _ in
            let alpha = UInt16(rng.roll(0...32768))
            return DeepPixel(SIMD4(alpha / 2, alpha / 3, alpha, alpha))
          })
      }
    }
    let mask = Self.mask(&rng)
    if mask.isEmpty { return }
    document.select(mask)
    let before = document.activeImage
    let seen = Self.shown(document)
    let isLifted = document.lift()
    #expect(isLifted && Self.shown(document) == seen)
    let lifted = try #require(document.floating?.clipping.image)
    for tile in before.tileIndices {
      let (whole, part, rest) = (before[tile], lifted[tile], document.activeImage[tile])
      let isSum = (whole ?? Tile()).deepPixels.indices.allSatisfy { i in
        if whole?.isDeep ?? false {
          let sum = (part ?? Tile()).deepPixels[i].channels &+ (rest ?? Tile()).deepPixels[i].channels
          return sum == (whole ?? Tile()).deepPixels[i].channels
        }
        return (part ?? Tile()).pixels[i] &+ (rest ?? Tile()).pixels[i] == (whole ?? Tile()).pixels[i]
      }
      #expect(isSum, "seed \(seed), tile \(tile)")
    }
    var placement = try #require(document.floating?.placement)
    let start = placement
    placement.translation = Vector(20, 10)
    _ = document.place(placement)
    _ = document.place(start)
    #expect(Self.shown(document) == seen)
    _ = document.drop()
    #expect(document.activeImage == before && document.selection == mask, "seed \(seed)")
  }

  private static func shown(_ document: Document) -> [UInt32] {
    var words = [UInt32](repeating: 0, count: document.bounds.area)
    var span = words.mutableSpan
    document.compose(document.bounds, to: &span, start: 0, stride: document.width)
    return words
  }

  /// Fails if pixels that are copied while they float, or read from a file, have their share twice.
  @Test func sharesCountOnce() throws {
    var rng = RandomSource(3)
    var document = try drawing(&rng)
    var ellipse = Mask(width: 230, height: 200)
    ellipse.fill(ellipse: Rect(x: 20, y: 20, width: 190, height: 160))
    document.select(ellipse.feathered(by: 30))
    let copied = try #require(document.copied())
    #expect(Clipping(of: copied.image, copied.mask, isCut: true) == copied)
    let isLifted = document.lift()
    #expect(isLifted && document.copied() == copied)
  }

  /// Fails if a disc with smooth edges that is lifted and placed over colour, or over nothing, differs by more than a level,
  /// or by two if it is turned, from the same in doubles: its edge would be jagged, dark or light.
  @Test(arguments: [0.0, 13, 45], [nil, 0xC04020 as UInt32])
  func movedEdgesAreSmooth(degrees: Double, ground: UInt32?) throws {
    var document = try #require(Document(width: 230, height: 200))
    document.select(document.mask(of: PixelRect(x: 0, y: 0, width: 110, height: 100)))
    _ = document.coverActiveLayer(colour: 0x2060E0)
    if let ground {
      var rest = Mask(width: 230, height: 200, isFull: true)
      rest.subtract(document.mask(of: PixelRect(x: 0, y: 0, width: 110, height: 100)))
      document.select(rest)
      _ = document.coverActiveLayer(colour: ground)
    }
    // Its edge crosses a pixel's share evenly.
    var mask = Mask(width: 230, height: 200)
    for tile in 0..<mask.slotCount {
      var shares = mask.shares(ofTile: tile)
      let (row, column) = tile.quotientAndRemainder(dividingBy: mask.columns)
      for i in shares.indices {
        let place = Point(Double(column * 64 + i & 63) + 0.5, Double(row * 64 + i >> 6) + 0.5)
        shares[i] = UInt8((255 * max(0, min(1, 40.3 - place.distance(to: Point(55.2, 50.1)) + 0.5))).rounded())
      }
      mask.setShares(shares, ofTile: tile)
    }
    document.select(mask)
    let before = document.activeImage
    _ = document.lift()
    var placement = try #require(document.floating?.placement)
    (placement.translation, placement.rotation) = (Vector(90, 40), Angle(degrees: degrees))
    _ = document.place(placement)
    let back = try #require(document.floating?.map.inverse)
    _ = document.drop()
    func levels(_ pixel: UInt32) -> SIMD4<Double> {
      SIMD4(Double(pixel >> 24), Double(pixel >> 16 & 255), Double(pixel >> 8 & 255), Double(pixel & 255))
    }
    func lifted(_ x: Int, _ y: Int) -> SIMD4<Double> {
      guard before.bounds.contains(x: x, y: y) else { return .zero }
      return levels(before[x, y]) * Double(mask.share(x: x, y: y)) / 255
    }
    var most = 0.0
    for y in 0..<200 {
      for x in 0..<230 {
        let from = back(Point(Double(x) + 0.5, Double(y) + 0.5)) - Vector(0.5, 0.5)
        let (left, top) = (Int(from.x.rounded(.down)), Int(from.y.rounded(.down)))
        let (fx, fy) = (from.x - Double(left), from.y - Double(top))
        let upper = lifted(left, top) * (1 - fx) + lifted(left + 1, top) * fx
        let lower = lifted(left, top + 1) * (1 - fx) + lifted(left + 1, top + 1) * fx
        let new = upper * (1 - fy) + lower * fy
        let rest = levels(before[x, y]) - lifted(x, y)
        let wanted = new + rest * (1 - new[0] / 255)
        let now = levels(document.activeImage[x, y])
        for channel in 0..<4 { most = max(most, abs(now[channel] - wanted[channel])) }
      }
    }
    // Turned, a channel is rounded for each of the four pixels that it lies between.
    #expect(most <= (degrees == 0 ? 1 : 2), "\(degrees)")
  }
}
