import Geometry
import Ink
import Journal
import Paint
import Pixels
import RandomSource
import Raster
import Testing

@testable import Document
@testable import Library
@testable import Storage

@Suite struct StrokeRecordTests {
  let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  /// Fails if a record misses something that a stroke's pixels depend on, or rounds it. Covers all
  /// brushes and smoothers, symmetries, selections and scales; showing must not matter.
  @Test(arguments: BrushTests.names) func aRecordHasTheSamePixels(name: String) throws {
    let brush = try #require(BrushLibrary(folder: BrushTests.folder)[name])
    for seed in RandomSource.seeds(14) {
      var rng = RandomSource(seed)
      var document = try #require(Document(width: 230, height: 220))
      for y in 90..<130 { document.load(row: y, pixels: [UInt32](repeating: 0xFF11_2233, count: 230).span) }
      if rng.isOne(in: 2) { document.select(Self.mask(&rng)) }
      var kind = brush.resized(to: rng.roll(0.5...40)).steadied(by: rng.roll(0...100))
      if rng.isOne(in: 2) { kind.smoother = Smoother.allCases[rng.roll(0..<Smoother.allCases.count)] }
      switch rng.roll(0...3) {
      case 0: kind.stabiliser = .rope(length: rng.roll(1.0...100), endsAtPen: rng.isOne(in: 2))
      case 1: kind.stabiliser = .average(time: rng.roll(0.01...0.5), endsAtPen: rng.isOne(in: 2))
      default: break
      }
      kind.hasOwnStabiliser = rng.isOne(in: 2)
      let symmetry =
        rng.isOne(in: 2)
        ? Symmetry()
        : Symmetry(
          SymmetryTests.kinds[rng.roll(0..<SymmetryTests.kinds.count)],
          center: rng.isOne(in: 2) ? nil : Point(rng.roll(0.0...230), 109),
          angle: Angle(degrees: rng.roll(0...90)))
      let style = InkStyle(
        colour: UInt32(rng.roll(0...0xFF_FFFF)), opacity: UInt8(rng.roll(1...255)),
        blend: [.over, .erase, .multiply][rng.roll(0...2)])
      var again = document
      var stroke = StrokeInProgress(
        on: document, brush: kind, inputScale: rng.roll(0.1...8), style: style, filler: filler, prediction: 0.01,
        symmetry: symmetry)
      var p = Point(rng.roll(20...200), rng.roll(20...200))
      for i in 0..<rng.roll(1...25) {
        stroke.add(Self.sample(&rng, &p, i))
        if rng.isOne(in: 2) { _ = stroke.draw(on: &document) }
      }
      let count = document.history.undoCount
      _ = stroke.finish(on: &document)
      guard document.history.undoCount > count else { continue }
      let record = try #require(document.history.lastDone?.stroke)
      let back = try record.again(width: 230, height: 220)
      #expect(back == record, "\(name), seed \(seed)")
      #expect(again.draw(back, filler: filler) != nil)
      #expect(again.layers[0].image.showsSame(as: document.layers[0].image), "\(name), seed \(seed)")
      #expect(again.selection == document.selection && again.activeLayer == document.activeLayer)
      _ = again.undo()
      _ = document.undo()
      #expect(again.layers[0].image.showsSame(as: document.layers[0].image), "\(name), seed \(seed)")
    }
  }

  /// Fails if shapes are not recorded as strokes.
  @Test func aFigureIsAStroke() throws {
    var document = try #require(Document(width: 200, height: 200))
    var again = document
    var shape = ShapeInProgress(brush: Brush(size: 8), style: InkStyle(), filler: filler, symmetry: Symmetry())
    let figure = Shape(.ellipse, dragged: Point(20, 30), Point(150, 170), isConstrained: false, isCentered: false)
    _ = shape.draw(figure, on: &document)
    _ = shape.finish(on: &document)
    _ = again.draw(try #require(document.history.lastDone?.stroke), filler: filler)
    #expect(again.layers[0].image.showsSame(as: document.layers[0].image))
  }

  /// Fails if invalid bytes trap, or a record for another canvas or layer is accepted or changes
  /// anything.
  @Test func nonsenseIsRefused() throws {
    var record = StrokeRecord(brush: Brush(), style: InkStyle(), symmetry: Symmetry(), selection: nil)
    record.samples = (0..<30).map { PenSample(position: Point(Double($0) * 5, 40), time: Double($0) / 200) }
    record.selection = Mask(width: 100, height: 90, isFull: true)
    let bytes = try #require(try record.records().last).bytes
    func read(_ bytes: [UInt8], height: Int = 90) throws {
      _ = try RecordForm.operation([JournalPayload(type: .edit, bytes: bytes)], width: 100, height: height)
    }
    for seed in 0..<3000 {
      var rng = RandomSource(seed)
      var wrong = bytes
      for _ in 0..<rng.roll(1...3) { wrong[rng.roll(0..<wrong.count)] ^= 1 << UInt8(rng.roll(0...7)) }
      if rng.isOne(in: 4) { wrong.removeLast(rng.roll(0..<wrong.count)) }
      _ = try? read(wrong)
    }
    #expect(throws: PayloadError.self) { try read(bytes, height: 91) }
    var document = try #require(Document(width: 100, height: 91))
    #expect(document.draw(record, filler: filler) == nil)
    record.selection = nil
    record.surface = SurfaceID(Layer.ID(9))
    #expect(document.draw(record, filler: filler) == nil)
    #expect(document.history.undoCount == 0)
    record.surface = SurfaceID(Layer.ID(1))
    record.samples[3].position.x = .nan
    let impossible = try #require(try record.records().last).bytes
    #expect(throws: PayloadError.self) { try read(impossible) }
  }

  /// Fails if a mask of any kind changes by coding and decoding.
  @Test func masksComeBack() throws {
    for seed in RandomSource.seeds(40) {
      var rng = RandomSource(seed)
      let hard = Self.mask(&rng)
      let mask = seed.isMultiple(of: 2) ? hard : hard.feathered(by: Double(seed))
      let bytes = try MaskCoding.encoded(mask)
      #expect(try MaskCoding.decoded(bytes, width: 230, height: 220) == mask)
      for _ in 0..<30 {
        var wrong = bytes
        wrong[rng.roll(0..<wrong.count)] ^= 1 << UInt8(rng.roll(0...7))
        _ = try? MaskCoding.decoded(wrong, width: 230, height: 220)
      }
    }
  }

  /// A non-empty mask of 230 x 220 px with a few tiles of each kind.
  static func mask(_ rng: inout RandomSource, height: Int = 220) -> Mask {
    var mask = Mask(width: 230, height: height)
    mask.setTile(5, isFull: true)
    for tile in 0..<16 where rng.isOne(in: 2) {
      let word = rng.next()
      mask.setWords((0..<64).map { $0 < 40 ? word : word << 3 }, ofTile: tile)
      if word % 3 == 0 {
        let start = Int(word & 63)
        mask.setShares((0..<Tile.count).map { UInt8(min(255, start + ($0 & 63) * 4)) }, ofTile: tile)
      }
    }
    return mask
  }

  static func sample(_ rng: inout RandomSource, _ p: inout Point, _ i: Int) -> PenSample {
    p = p + Vector(rng.roll(-25...25), rng.roll(-25...25))
    return PenSample(
      position: p, time: Double(i) / 200, pressure: rng.roll(0...1), altitude: Angle(degrees: rng.roll(20...90)),
      azimuth: Angle(degrees: rng.roll(-180...180)), roll: rng.isOne(in: 9) ? Angle(degrees: 3) : nil)
  }
}
