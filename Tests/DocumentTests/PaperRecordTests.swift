import Geometry
import Ink
import Journal
import MyPaint
import Paint
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import Storage

/// Strokes on papers: their pixels, their records and files.
@Suite struct PaperRecordTests {
  private let filler: CoverageFiller

  init() throws {
    filler = try #require(CoverageFiller())
    try #require(MyPaintLibrary.system != nil, "libmypaint is installed (package libmypaint-1.5-1)")
  }

  private static func texture(_ rng: inout RandomSource, side: ClosedRange<Int> = 2...24) throws -> PaperTexture {
    let (width, height) = (rng.roll(side), rng.roll(side))
    var heights = (0..<width * height).map { _ in UInt8(rng.roll(0...255)) }
    (heights[0], heights[1]) = (0, 255)
    return try #require(PaperTexture(width: width, height: height, heights: heights))
  }

  private static let paint = """
    {"version": 3, "settings": {
    "opaque": {"base_value": 0.8, "inputs": {"pressure": [[0, 0], [1, 0.2]]}},
    "hardness": {"base_value": 0.8, "inputs": {}}, "smudge": {"base_value": SMUDGE, "inputs": {}},
    "radius_logarithmic": {"base_value": 2.3, "inputs": {}}}}
    """

  /// The kinds of brushes that show a paper.
  enum Kind: Int, CaseIterable { case dabs, grainyDabs, spray, images, paint, smudge }

  private static func brush(_ kind: Kind, _ rng: inout RandomSource) throws -> Brush {
    var brush = Brush(size: rng.roll(6...30), minimumShare: 0.4)
    brush.name = "test"
    switch kind {
    case .dabs: brush.rendering = .dabs(Brush.Dabs(hardness: 0.7))
    case .grainyDabs: brush.rendering = .dabs(Brush.Dabs(grain: 0.6, grainScale: 2))
    case .spray:
      brush.rendering = .spray(Brush.Dabs(hardness: 0.2))
      brush.flow.most = 0.4
    case .images:
      var masks = (0..<80).map { _ in UInt8(rng.roll(0...255)) }
      masks[0] = 255
      brush.tip = .image(Brush.ImageTip(try #require(TipImages(width: 8, height: 10, masks: masks))))
      brush.rendering = .dabs(Brush.Dabs(spacing: 0.4))
    case .paint, .smudge:
      let text = paint.replacing("SMUDGE", with: kind == .paint ? "0" : "0.7")
      brush = Brush(try MyPaintBrush(parsing: Array(text.utf8)), name: "test")
    }
    return brush.on(
      Brush.Paper(try texture(&rng), strength: rng.roll(0.1...1), scale: rng.isOne(in: 2) ? 1 : rng.roll(0.25...5)))
  }

  private static func record(_ kind: Kind, _ rng: inout RandomSource) throws -> StrokeRecord {
    let brush = try brush(kind, &rng)
    let seed = brush.paint != nil || brush.usesChance ? rng.roll(0...63) : 0
    var record = StrokeRecord(
      brush: brush, style: InkStyle(colour: UInt32(rng.roll(0...0xFF_FFFF))),
      symmetry: rng.isOne(in: 2) ? Symmetry() : Symmetry(.mirror(vertical: true, horizontal: rng.isOne(in: 2))),
      conditions: PaintConditions(seed: seed))
    var place = Point(rng.roll(20...100), rng.roll(20...100))
    for i in 0..<rng.roll(4...20) {
      place = Point(place.x + rng.roll(-9...12), place.y + rng.roll(-9...12))
      record.samples.append(
        PenSample(
          position: place, time: Double(i) / 100, pressure: rng.roll(0.3...1), altitude: Angle(degrees: 60),
          azimuth: .zero,
          tool: .pen))
    }
    return record
  }

  private static func document() throws -> Document { try #require(Document(width: 130, height: 120)) }

  /// Fails if a record misses something that the pixels depend on, or if a stroke looks as without its paper.
  @Test(arguments: Kind.allCases, RandomSource.seeds(8)) func aRecordHasTheSamePixels(kind: Kind, seed: Int) throws {
    var rng = RandomSource(seed)
    let record = try Self.record(kind, &rng)
    let records = try record.records()
    let back = try #require(try RecordForm.operation(records, width: 130, height: 120).stroke)
    #expect(back == record)
    var recorder = EditRecorder(repeatingTexts: false)
    for count in [records.count, 1] {
      let again = try recorder.records(of: .stroke(record), EditRecorder.Outcome())
      #expect(again.count == count, "textures are recorded once")
    }
    var missing = records
    missing.remove(at: records.count - 2)
    #expect(throws: PayloadError("the text or the pictures of a brush are missing")) {
      try RecordForm.operation(missing, width: 130, height: 120)
    }
    var (first, second, plain) = (try Self.document(), try Self.document(), try Self.document())
    _ = first.draw(record, filler: filler)
    _ = second.draw(back, filler: filler)
    #expect(first.activeImage.showsSame(as: second.activeImage))
    var without = record
    without.brush = record.brush.on(nil)
    _ = plain.draw(without, filler: filler)
    #expect(!first.activeImage.showsSame(as: plain.activeImage))
  }

  /// The opacities of a document's pixels, 0...255.
  private static func opacities(_ document: borrowing Document) -> [Int] {
    (0..<130 * 120).map { Int(document.activeImage[$0 % 130, $0 / 130] >> 24) }
  }

  /// Fails if the paint of MyPaint's engine does not lie on the heights as the paint of dabs does: nothing is added, bare
  /// valleys stay as they were, peaks are painted in full.
  @Test func paintLiesOnTheHeights() throws {
    // Columns: 8 px high, then 8 px low.
    let heights: [UInt8] = [200, 201, 202, 203, 204, 205, 206, 207, 8, 7, 6, 5, 4, 3, 2, 1]
    let texture = try #require(PaperTexture(width: 16, height: 1, heights: heights))
    var record = StrokeRecord(
      brush: Brush(try MyPaintBrush(parsing: Array(Self.paint.replacing("SMUDGE", with: "0").utf8)), name: "test"),
      style: InkStyle(colour: 0x20_4060))
    record.samples = (0..<40).map {
      PenSample(position: Point(10 + 2.5 * Double($0), 60), time: Double($0) / 100, pressure: 1)
    }
    for ground in [UInt32(0), 0xFFFF_E080] {
      func drawn(_ strength: Double?) throws -> [UInt32] {
        var document = try Self.document()
        if ground != 0 {
          for tile in 0..<document.activeImage.slotCount {
            document.activeImage.withMutableTile(tile) { pixels in for i in pixels.indices { pixels[i] = ground } }
          }
        }
        var record = record
        record.brush = record.brush.on(strength.map { Brush.Paper(texture, strength: $0) })
        _ = document.draw(record, filler: filler)
        return (0..<130).map { document.activeImage[$0, 60] }
      }
      let (plain, bare, half) = (try drawn(nil), try drawn(1), try drawn(0.5))
      // In the middle of the stroke.
      for x in 32..<96 {
        if x % 16 >= 13 {
          #expect(bare[x] == ground, "valleys stay bare, at \(x): \(String(bare[x], radix: 16))")
          #expect(half[x] != ground, "half of the strength fills valleys where the pen is pressed")
        }
        if x % 16 == 7 {
          #expect(Self.difference(bare[x], plain[x]) <= 6, "the highest are painted: \(bare[x]) \(plain[x])")
        }
        #expect(
          Self.difference(plain[x], ground) + 2 >= Self.difference(bare[x], ground), "nothing is darker than full")
      }
    }
  }

  private static func difference(_ a: UInt32, _ b: UInt32) -> Int {
    [0, 8, 16, 24].map { abs(Int(a >> $0 & 255) - Int(b >> $0 & 255)) }.max() ?? 0
  }

  /// Fails if a property that only a later version knows is not refused by a message.
  @Test func laterVersionsAreRefused() throws {
    var rng = RandomSource(2)
    let records = try Self.record(.dabs, &rng).records()
    #expect(records.map { $0.bytes[0] } == [3, 1])
    // Of the head: the first number after the version has a bit for each of its fields that can be left out.
    var later = records
    let bits = later[1].bytes[1]
    #expect(bits < 0x80)
    later[1].bytes.replaceSubrange(1...1, with: [bits | 0x80, 0x40])
    #expect(throws: PayloadError("a property is of a later version of Fude")) {
      try RecordForm.operation(later, width: 130, height: 120)
    }
  }

  /// Fails if a damaged texture crashes the reader, or is taken.
  @Test func damagedTexturesAreRefused() throws {
    var rng = RandomSource(3)
    let texture = try Self.texture(&rng)
    let bytes = try PaperCoding.encoded(texture)
    #expect(try PaperCoding.decoded(bytes) == texture)
    for count in 0..<bytes.count {
      #expect(throws: PayloadError.self) { try PaperCoding.decoded(Array(bytes.prefix(count))) }
    }
    for _ in 0..<500 {
      var wrong = bytes
      wrong[rng.roll(0..<wrong.count)] ^= 1 << UInt8(rng.roll(0...7))
      if let read = try? PaperCoding.decoded(wrong) { #expect(read.heights.count == read.width * read.height) }
    }
  }

  /// Fails if a stroke is not found again in a saved drawing, cannot be undone there, or its texture is there for each
  /// stroke.
  @Test func aSavedDrawingHasTheTextures() throws {
    var rng = RandomSource(11)
    var document = try Self.document()
    let paper = Brush.Paper(try Self.texture(&rng, side: 60...60), strength: 0.9)
    for kind in Kind.allCases + Kind.allCases {
      var record = try Self.record(kind, &rng)
      record.brush = record.brush.on(paper)
      _ = document.draw(record, filler: filler)
    }
    let (folder, count) = (try TemporaryFolder(), document.undoCount)
    #expect(count == 12)
    try document.save(to: folder.path("a.ora"))
    var notes: [String] = []
    var opened = try Document.open(folder.path("a.ora"), notes: &notes).document
    #expect(notes.isEmpty, "\(notes)")
    let records = try #require(opened.fileHistory).steps.flatMap(\.records)
    #expect(records.count { $0.type == .brushText && $0.bytes[0] == 3 } == 1)
    #expect(records.count { $0.type == .edit } == count)
    #expect(try StrokeList(document).countedStrokes() == count)
    try opened.replayHistory(filler: filler)
    while document.undo() != nil {
      #expect(opened.undo() != nil)
      #expect(opened.showsSame(as: document), "at \(document.undoCount)")
    }
  }

  /// Fails if a journal has the texture of a stroke in progress each time.
  @Test func anUnfinishedStrokeNamesItsTexture() throws {
    var rng = RandomSource(8)
    var document = try Self.document()
    document.takesNotes = true
    var composer = JournalComposer(document, name: "", program: "")
    _ = try composer.start()
    let paper = Brush.Paper(try Self.texture(&rng, side: 200...200))
    var sizes: [Int] = []
    for kind in [Kind.dabs, .paint, .spray] {
      var record = try Self.record(kind, &rng)
      (record.brush, record.surface) = (record.brush.on(paper), document.activeSurface)
      let payloads = try composer.records(of: .stroke(record))
      sizes.append(payloads.reduce(0) { $0 + $1.bytes.count })
      #expect(payloads.last?.type == .unfinished)
    }
    #expect(sizes[0] > 30_000 && sizes[1] < 5000 && sizes[2] < 5000, "\(sizes)")
  }

  /// Fails if a stroke whose records name a texture is taken as one of a moved selection, which cannot name it.
  @Test func placedStrokesHaveNoPaper() throws {
    var rng = RandomSource(5)
    let mask = Mask(width: 130, height: 120)
    var placing = Placing(
      surface: SurfaceID(Layer.ID(1)), source: .lifted(mask), placement: Placement(pivot: .zero), map: .identity)
    placing.strokes = [try Self.record(.dabs, &rng)]
    #expect(!placing.hasPossibleStrokes)
    placing.strokes[0].brush = placing.strokes[0].brush.on(nil)
    #expect(placing.hasPossibleStrokes)
  }
}

extension StrokeList {
  fileprivate consuming func countedStrokes() throws -> Int {
    var count = 0
    while try nextStroke() != nil { count += 1 }
    return count
  }
}

extension String {
  fileprivate func replacing(_ word: String, with other: String) -> String {
    split(separator: word, omittingEmptySubsequences: false).joined(separator: other)
  }
}
