import Geometry
import Ink
import MyPaint
import Paint
import RandomSource
import Raster
import Testing

@testable import Document
@testable import Library
@testable import Storage

/// Painting on a layer whose alpha is locked.
@Suite struct AlphaLockTests {
  let filler: CoverageFiller
  let brushes = BrushLibrary(folder: BrushTests.folder)

  init() throws { filler = try #require(CoverageFiller()) }

  /// A drawing of 230 x 220 px with a layer of random pixels that are translucent in squares, opaque in others
  /// and transparent elsewhere.
  private static func drawing(_ rng: inout RandomSource) throws -> Document {
    var document = try #require(Document(width: 230, height: 220))
    let alphas = (0..<64).map { _ in rng.isOne(in: 3) ? 255 : rng.isOne(in: 3) ? 0 : rng.roll(1...254) }
    for index in 0..<document.activeImage.slotCount where !rng.isOne(in: 4) {
      let square = document.activeImage.bounds(ofTile: index)
      document.activeImage.withMutableTile(index) { tile in
        for y in 0..<square.height {
          for x in 0..<square.width {
            let alpha = UInt32(alphas[(y / 8) * 8 + x / 8])
            let colour = Pixel.opaque(UInt32(rng.roll(0...0xFF_FFFF)))
            tile[y << Tile.shift | x] = Pixel.scaled(colour, by: alpha)
          }
        }
      }
    }
    return document
  }

  private static func locked(_ document: Document) -> Document {
    var document = document
    _ = document.perform(.set(document.activeID, .alphaLocked(true)))
    return document
  }

  /// The pixels of the active layer, row by row.
  private static func pixels(_ document: Document) -> [UInt32] {
    var pixels = [UInt32](repeating: 0, count: document.bounds.area)
    var span = pixels.mutableSpan
    document.activeImage.copy(document.bounds, to: &span, stride: document.width)
    return pixels
  }

  private static let smudging = """
    {"version": 3, "settings": {"radius_logarithmic": {"base_value": 2.5, "inputs": {}},
    "smudge": {"base_value": 0.5, "inputs": {}}}}
    """

  /// A stroke with a random brush of any engine.
  private func record(_ rng: inout RandomSource, erases: Bool) throws -> StrokeRecord {
    var brush = try #require(brushes[BrushTests.names[rng.roll(0..<BrushTests.names.count)]])
    if rng.isOne(in: 4) { brush = Brush(try MyPaintBrush(parsing: Array(Self.smudging.utf8)), name: "wet") }
    var record = StrokeRecord(
      brush: brush.resized(to: rng.roll(5...40)),
      style: InkStyle(
        colour: UInt32(rng.roll(0...0xFF_FFFF)), opacity: UInt8(rng.roll(20...255)), blend: erases ? .erase : .over),
      surface: SurfaceID(Layer.ID(1)))
    if rng.isOne(in: 3) { record.symmetry = Symmetry(SymmetryTests.kinds[rng.roll(0..<SymmetryTests.kinds.count)]) }
    var p = Point(rng.roll(20...200), rng.roll(20...200))
    for i in 0..<rng.roll(2...25) { record.samples.append(StrokeRecordTests.sample(&rng, &p, i)) }
    return record
  }

  /// Fails if a stroke of any engine changes the alpha of a pixel, if ink changes no colour, or if a colour
  /// exceeds its alpha; or if undo and redo do not restore the pixels.
  @Test func strokesKeepTheAlpha() throws {
    var changed = 0
    for seed in RandomSource.seeds(60) {
      var rng = RandomSource(seed)
      var document = Self.locked(try Self.drawing(&rng))
      let before = Self.pixels(document)
      if rng.isOne(in: 4) { document.select(StrokeRecordTests.mask(&rng)) }
      for _ in 0..<3 {
        var record = try record(&rng, erases: rng.isOne(in: 4))
        record.selection = document.selection
        document.draw(record, filler: filler)
      }
      let after = Self.pixels(document)
      let wrong = zip(before, after).filter { old, new in
        old >> 24 != new >> 24 || [16, 8, 0].contains { new >> $0 & 255 > new >> 24 }
      }
      #expect(wrong.isEmpty, "seed \(seed)")
      if before != after { changed += 1 }
      let count = document.history.undoCount
      while document.history.undoCount > 1 { _ = document.undo() }
      #expect(Self.pixels(document) == before)
      while document.history.undoCount < count { _ = document.redo() }
      #expect(Self.pixels(document) == after)
    }
    #expect(changed > 40)
  }

  /// Fails if an eraser changes anything on a locked layer.
  @Test func erasersDoNothing() throws {
    for seed in RandomSource.seeds(40) {
      var rng = RandomSource(seed)
      var document = Self.locked(try Self.drawing(&rng))
      let before = Self.pixels(document)
      // Paint that smudges moves colours.
      var record = try record(&rng, erases: true)
      while record.brush.name == "wet" { record = try self.record(&rng, erases: true) }
      document.draw(record, filler: filler)
      #expect(Self.pixels(document) == before, "seed \(seed), \(record.brush.name)")
    }
  }

  /// Fails if a lock that was taken off, or one on another layer, changes the pixels of a stroke.
  @Test func withoutTheLockNothingChanges() throws {
    for seed in RandomSource.seeds(20) {
      var rng = RandomSource(seed)
      var (plain, other) = (try Self.drawing(&rng), try Self.drawing(&rng))
      other.activeImage = plain.activeImage
      _ = other.perform(.add(above: other.activeID))
      _ = other.perform(.set(other.activeID, .alphaLocked(true)))
      _ = other.perform(.set(Layer.ID(1), .alphaLocked(true)))
      _ = other.perform(.set(Layer.ID(1), .alphaLocked(false)))
      _ = other.activate(Layer.ID(1))
      for _ in 0..<3 {
        let record = try record(&rng, erases: rng.isOne(in: 3))
        plain.draw(record, filler: filler)
        other.draw(record, filler: filler)
      }
      #expect(Self.pixels(plain) == Self.pixels(other), "seed \(seed)")
    }
  }

  /// Fails if ink that is laid over a pixel becomes another colour than the same ink atop it, by more than the
  /// rounding of the pixel that was laid over.
  @Test func inkIsLaidAtop() {
    var rng = RandomSource(3)
    var worst = 0.0
    for _ in 0..<200_000 {
      let old = Pixel.scaled(Pixel.opaque(UInt32(rng.roll(0...0xFF_FFFF))), by: UInt32(rng.roll(0...255)))
      let ink = Pixel.scaled(Pixel.opaque(UInt32(rng.roll(0...0xFF_FFFF))), by: UInt32(rng.roll(0...255)))
      let found = AlphaLock.kept(Pixel.over(ink, old), over: old)
      #expect(found >> 24 == old >> 24)
      let (share, rest) = (Double(old >> 24) / 255, 1 - Double(ink >> 24) / 255)
      for shift: UInt32 in [16, 8, 0] {
        let wanted = Double(ink >> shift & 255) * share + Double(old >> shift & 255) * rest
        worst = max(worst, abs(wanted - Double(found >> shift & 255)))
      }
    }
    #expect(worst <= 1.51)
  }

  /// Fails if a fill, a cover, clearing or deleting changes the alpha; if covering does not give the colour; or
  /// if clearing changes anything.
  @Test func otherPaintKeepsTheAlpha() throws {
    for seed in RandomSource.seeds(20) {
      var rng = RandomSource(seed)
      var document = Self.locked(try Self.drawing(&rng))
      let before = Self.pixels(document)
      _ = document.clearActiveLayer()
      document.select(StrokeRecordTests.mask(&rng))
      _ = document.deleteSelected()
      _ = document.lift()
      _ = document.deleteSelected()
      #expect(Self.pixels(document) == before && document.floating == nil)
      document.select(nil)
      _ = document.fill(
        at: Point(rng.roll(0.0...229), rng.roll(0.0...219)), colour: 0x20_8040, opacity: 200,
        FillSettings(tolerance: 255, gap: 0, source: rng.isOne(in: 2) ? .all : .layer))
      #expect(zip(before, Self.pixels(document)).allSatisfy { $0 >> 24 == $1 >> 24 }, "seed \(seed)")
      _ = document.coverActiveLayer(colour: 0x20_4060)
      #expect(zip(before, Self.pixels(document)).allSatisfy { $1 == Pixel.scaled(0xFF20_4060, by: $0 >> 24) })
    }
  }

  /// Fails if moved pixels leave their alpha behind, if pasted ones change the alpha, or if either looks
  /// different before and after it is put down.
  @Test func movedPixelsTakeTheirAlphaAlong() throws {
    var count = 0
    for seed in RandomSource.seeds(20) {
      var rng = RandomSource(seed)
      let plain = try Self.drawing(&rng)
      for pastes in [false, true] {
        var drawings = [plain, Self.locked(plain)]
        for index in drawings.indices {
          drawings[index].select(plain.mask(of: PixelRect(x: 30, y: 20, width: 90, height: 100)))
          if pastes {
            let copied = try #require(drawings[index].copied())
            _ = drawings[index].float(copied, translation: Vector(23, 31))
          } else {
            let isLifted = drawings[index].lift()
            #expect(isLifted)
            var placement = try #require(drawings[index].floating?.placement)
            placement.translation = Vector(23, 31)
            _ = drawings[index].place(placement)
          }
          var (floating, down) = ([UInt32](repeating: 0, count: 230 * 220), [UInt32](repeating: 0, count: 230 * 220))
          var span = floating.mutableSpan
          drawings[index].compose(plain.bounds, to: &span, start: 0, stride: 230)
          _ = drawings[index].drop()
          span = down.mutableSpan
          drawings[index].compose(plain.bounds, to: &span, start: 0, stride: 230)
          #expect(floating == down)
        }
        let (free, locked) = (Self.pixels(drawings[0]), Self.pixels(drawings[1]))
        if pastes {
          #expect(zip(Self.pixels(plain), locked).allSatisfy { $0 >> 24 == $1 >> 24 })
          if free != locked { count += 1 }
        } else {
          #expect(free == locked)
        }
      }
    }
    #expect(count > 10)
  }
}
