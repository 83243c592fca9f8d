import Geometry
import Ink
import MyPaint
import Paint
import RandomSource
import Raster
import Testing

@testable import Document
@testable import Storage

/// Strokes of a brush that smudges, depends on speed and chance, and has soft dabs.
@Suite struct MyPaintEngineTests {
  private let filler: CoverageFiller
  private let brush: Brush
  private let plainBrush: Brush

  init() throws {
    filler = try #require(CoverageFiller())
    try #require(MyPaintLibrary.system != nil, "libmypaint is installed (package libmypaint-1.5-1)")
    brush = Brush(try MyPaintBrush(parsing: Array(Self.text.utf8)), name: "test")
    plainBrush = Brush(try MyPaintBrush(parsing: Array(Self.plain.utf8)), name: "plain")
  }

  static let text = """
    {"version": 3, "settings": {
    "opaque": {"base_value": 0.7, "inputs": {"pressure": [[0, 0], [1, 0.3]]}},
    "hardness": {"base_value": 0.5, "inputs": {}},
    "radius_logarithmic": {"base_value": 2.3, "inputs": {"speed1": [[0, 0], [4, 0.4]]}},
    "offset_by_random": {"base_value": 0.3, "inputs": {}},
    "smudge": {"base_value": 0.6, "inputs": {}},
    "smudge_length": {"base_value": 0.3, "inputs": {}},
    "paint_mode": {"base_value": 0, "inputs": {}}}}
    """

  private static func ground(width: Int = 300, height: Int = 200, at corner: Point = .zero) throws -> Document {
    var document = try #require(
      corner == .zero
        ? Document(width: width, height: height)
        : Document(width: Document.endlessSide, height: Document.endlessSide))
    for y in 0..<height {
      for x in 0..<width where (x / 40 + y / 40) % 3 != 0 {
        let (left, top) = (Int(corner.x) + x, Int(corner.y) + y)
        let index = document.activeImage.index(column: left >> 6, row: top >> 6)
        let pixel = Pixel.opaque(UInt32(x % 256) << 16 | UInt32(y) << 8 | 0x40)
        document.activeImage.withMutableTile(index) { $0[(top & 63) << 6 | (left & 63)] = pixel }
      }
    }
    return document
  }

  static func samples(_ seed: UInt64, at corner: Point = .zero) -> [PenSample] {
    var rng = RandomSource(seed)
    var p = Point(corner.x + rng.roll(60...240), corner.y + rng.roll(50...150))
    return (0..<40).map { i in
      p = p + Vector(rng.roll(-12...12), rng.roll(-9...9))
      return PenSample(
        position: p, time: Double(i) / 120, pressure: rng.roll(0.2...1), altitude: Angle(degrees: 50),
        azimuth: Angle(degrees: 30))
    }
  }

  private func record(_ samples: [PenSample], _ change: (inout StrokeRecord) -> Void = { _ in }) -> StrokeRecord {
    var record = StrokeRecord(brush: brush, style: InkStyle(colour: 0xC0_3020))
    record.samples = samples
    change(&record)
    return record
  }

  private func drawn(_ record: StrokeRecord, on document: Document) throws -> TileGrid {
    var document = document
    let region = document.draw(record, filler: filler)
    #expect(region != nil)
    return document.activeImage
  }

  /// Fails if pixels depend on when the stroke was shown, `draw` reports less than it changed, the
  /// stroke is no edit, or undo or redo leave other pixels.
  @Test(arguments: [UInt64](1...6)) func pixelsDependOnTheSamplesAlone(_ seed: UInt64) throws {
    var rng = RandomSource(seed)
    let ground = try Self.ground()
    let whole = try drawn(record(Self.samples(seed)), on: ground)
    #expect(!whole.showsSame(as: ground.activeImage))
    var shown = ground
    var stroke = StrokeInProgress(on: shown, like: record([]), filler: filler)
    for sample in Self.samples(seed) {
      stroke.add(sample)
      guard rng.isOne(in: 2) else { continue }
      let old = shown.activeImage
      let region = stroke.draw(on: &shown)
      for y in 0..<200 {
        for x in 0..<300 where shown.activeImage[x, y] != old[x, y] {
          if !region.rects.contains(where: { $0.contains(x: x, y: y) }) { Issue.record("pixel \(x), \(y)") }
        }
      }
    }
    _ = stroke.finish(on: &shown)
    #expect(shown.activeImage.showsSame(as: whole))
    #expect(shown.history.undoCount == 1)
    _ = shown.undo()
    #expect(shown.activeImage.showsSame(as: ground.activeImage))
    _ = shown.redo()
    #expect(shown.activeImage.showsSame(as: whole))
  }

  /// Fails if the ink ignores the layer below, the colour, the size, the opacity, chance or the
  /// view's zoom, or an eraser adds paint.
  @Test func everyPropertyCounts() throws {
    let ground = try Self.ground()
    let samples = Self.samples(3)
    let whole = try drawn(record(samples), on: ground)
    let changes: [(inout StrokeRecord) -> Void] = [
      { $0.style.colour = 0x20_30C0 }, { $0.style.opacity = 90 }, { $0.brush.size *= 1.5 }, { $0.conditions.seed = 5 },
      { $0.inputScale = 4 },
    ]
    for change in changes { #expect(try !drawn(record(samples, change), on: ground).showsSame(as: whole)) }
    let erased = try drawn(record(samples) { $0.style.blend = .erase }, on: ground)
    var isLess = false
    for y in 0..<200 {
      for x in 0..<300 {
        let (old, new) = (ground.activeImage[x, y] >> 24, erased[x, y] >> 24)
        if new < old { isLess = true }
        if new > old { Issue.record("an eraser paints at \(x), \(y)") }
      }
    }
    #expect(isLess)
  }

  /// Fails if paint gets out of a selection, or one that reads nothing differs within it; or if a brush
  /// that smudges picks up its own paint outside.
  @Test func selectionsLimitPaint() throws {
    let document = try Self.ground()
    let mask = document.mask(of: PixelRect(x: 100, y: 60, width: 90, height: 70))
    let ground = document.activeImage
    let whole = try drawn(record(Self.samples(2)) { $0.brush = plainBrush }, on: document)
    let part = try drawn(
      record(Self.samples(2)) { ($0.brush, $0.selection) = (plainBrush, mask) }, on: document)
    let smudged = try drawn(record(Self.samples(2)) { $0.selection = mask }, on: document)
    for y in 0..<200 {
      for x in 0..<300 {
        #expect(part[x, y] == (mask[x, y] ? whole[x, y] : ground[x, y]))
        if !mask[x, y] { #expect(smudged[x, y] == ground[x, y]) }
      }
    }
    // A brush that only smudges, from outside into a selection on an empty layer: it paints outside first.
    let empty = try #require(Document(width: 300, height: 200))
    let text = Self.plain.replacing(
      "\"opaque\"", with: "\"smudge\": {\"base_value\": 0.5, \"inputs\": {}}, \"opaque\"")
    let smudge = Brush(try MyPaintBrush(parsing: Array(text.utf8)), name: "smudge")
    let way = (0..<60).map { PenSample(position: Point(20 + 4 * Double($0), 90), time: Double($0) / 100, pressure: 1) }
    let late = way.filter { $0.position.x > 85 }
    let images = try [way, late].map { samples in
      try drawn(record(samples) { ($0.brush, $0.selection) = (smudge, mask) }, on: empty)
    }
    // Nothing to pick up outside: the brush comes in with its own colour fading, as from nothing.
    #expect(images[0][104, 90] != 0)
    #expect(Pixel.distance(images[0][170, 90], images[1][170, 90]) <= 3)
  }

  /// Fails if a copy by symmetry is missing, or paints elsewhere than the mirrored stroke does on an
  /// empty layer. Float positions differ, so single levels may.
  @Test func copiesAreMirrored() throws {
    let document = try #require(Document(width: 320, height: 192))
    let image = try drawn(
      record(Self.samples(4)) {
        $0.brush = plainBrush
        $0.symmetry.kind = .mirror(vertical: true, horizontal: false)
      }, on: document)
    var painted = 0
    for y in 0..<192 {
      for x in 0..<160 {
        let (a, b) = (image[x, y], image[319 - x, y])
        if a >> 24 > 0 { painted += 1 }
        #expect(Pixel.distance(a, b) <= 2, "\(x), \(y)")
      }
    }
    #expect(painted > 500)
  }

  /// A brush without chance and smudging.
  static let plain = """
    {"version": 3, "settings": {"radius_logarithmic": {"base_value": 2, "inputs": {}},
    "opaque": {"base_value": 1, "inputs": {}}}}
    """

  /// Fails if the place on an endless canvas counts: whole tiles away, the pixels are the same.
  @Test func placesOnAnEndlessCanvasAreAlike() throws {
    let far = Point(64 * 900, 64 * 1500)
    let near = Point(64 * 100, 64 * 100)
    let images = try [near, far].map { corner in
      try drawn(record(Self.samples(5, at: corner)), on: Self.ground(at: corner))
    }
    for y in 0..<200 {
      for x in 0..<300 {
        let a = images[0][Int(near.x) + x, Int(near.y) + y]
        #expect(a == images[1][Int(far.x) + x, Int(far.y) + y], "\(x), \(y)")
      }
    }
  }

  /// Fails if a stroke that is drawn twice as large looks unlike the small one, enlarged.
  @Test func enlargedStrokesLookAlike() throws {
    let small = try #require(Document(width: 300, height: 200))
    var large = try #require(Document(width: 600, height: 400))
    let record = record(Self.samples(6)) {
      $0.brush = plainBrush
    }
    let image = try drawn(record, on: small)
    var stroke = StrokeInProgress(on: large, like: record, filler: filler, magnification: 2)
    for sample in record.samples { stroke.add(sample) }
    _ = stroke.finish(on: &large)
    var (sum, painted) = (0, 0)
    for y in 0..<200 {
      for x in 0..<300 {
        let mean = Pixel.mean(
          large.activeImage[2 * x, 2 * y], large.activeImage[2 * x + 1, 2 * y], large.activeImage[2 * x, 2 * y + 1],
          large.activeImage[2 * x + 1, 2 * y + 1])
        if image[x, y] != 0 || mean != 0 { painted += 1 }
        sum += Int(Pixel.distance(image[x, y], mean))
      }
    }
    #expect(painted > 500 && sum < 12 * painted, "\(sum) in \(painted)")
  }
}
