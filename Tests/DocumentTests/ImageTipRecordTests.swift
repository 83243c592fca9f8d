import Geometry
import Ink
import Journal
import Paint
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import Library
@testable import Storage

/// Strokes of image tips, and of prints that differ by chance, in records and files.
@Suite struct ImageTipRecordTests {
  private let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private static func images(_ rng: inout RandomSource) throws -> TipImages {
    let (width, height, count) = (rng.roll(1...30), rng.roll(1...30), rng.roll(1...4))
    var masks = (0..<width * height * count).map { _ in UInt8(rng.roll(0...255)) }
    masks[0] = 255
    return try #require(TipImages(width: width, height: height, count: count, masks: masks))
  }

  private static func brush(_ rng: inout RandomSource, hasTip: Bool = true) throws -> Brush {
    var brush = Brush(size: rng.roll(2...40), minimumShare: rng.roll(0...1))
    brush.name = "leaf"
    var dabs = Brush.Dabs(spacing: rng.roll(0.1...1), hardness: rng.roll(0...1))
    if rng.isOne(in: 3) { (dabs.grain, dabs.grainScale) = (rng.roll(0...1), 2) }
    if !hasTip || rng.isOne(in: 2) {
      (dabs.variation.scatter, dabs.variation.scattersAlong) = (rng.roll(0.01...2), rng.isOne(in: 2))
      (dabs.variation.count, dabs.variation.size, dabs.variation.strength) = (
        rng.roll(1...5), rng.roll(0...1), rng.roll(0...1)
      )
    }
    if hasTip {
      var tip = Brush.ImageTip(try images(&rng))
      tip.choice = Brush.ImageTip.Choice.allCases[rng.roll(0...2)]
      tip.turning = Brush.ImageTip.Turning.allCases[rng.roll(0...3)]
      (tip.angle, tip.roundness, tip.angleJitter) = (
        Angle(radians: rng.roll(-7...7)), rng.roll(0.05...1), rng.roll(0...1)
      )
      (tip.flipsAcross, tip.flipsDown) = (rng.isOne(in: 2), rng.isOne(in: 2))
      brush.tip = .image(tip)
    }
    brush.rendering = rng.isOne(in: 2) ? .dabs(dabs) : .spray(dabs)
    return brush
  }

  private static func record(_ rng: inout RandomSource, hasTip: Bool = true) throws -> StrokeRecord {
    var record = StrokeRecord(
      brush: try brush(&rng, hasTip: hasTip),
      style: InkStyle(colour: UInt32(rng.roll(0...0xFF_FFFF)), opacity: UInt8(rng.roll(50...255))),
      symmetry: rng.isOne(in: 2) ? Symmetry() : Symmetry(.mirror(vertical: true, horizontal: rng.isOne(in: 2))),
      conditions: PaintConditions(seed: rng.roll(0...63)))
    var place = Point(rng.roll(20...100), rng.roll(20...100))
    for i in 0..<rng.roll(1...20) {
      place = Point(place.x + rng.roll(-9...12), place.y + rng.roll(-9...12))
      record.samples.append(
        PenSample(
          position: place, time: Double(i) / 100, pressure: rng.roll(0...1),
          altitude: Angle(radians: rng.roll(0.3...1.5)),
          azimuth: Angle(radians: rng.roll(-3...3)), roll: rng.isOne(in: 2) ? Angle(radians: rng.roll(-3...3)) : nil,
          tool: .pen))
    }
    return record
  }

  private static func document() throws -> Document { try #require(Document(width: 130, height: 120)) }

  /// Fails if a record misses something that the pixels depend on, with pictures in it or beside it.
  @Test(arguments: RandomSource.seeds(40)) func aRecordHasTheSamePixels(seed: Int) throws {
    var rng = RandomSource(seed)
    let record = try Self.record(&rng, hasTip: !rng.isOne(in: 4))
    let records = try record.records()
    #expect(records.count == (record.brush.tipImages == nil ? 1 : 2))
    let back = try #require(try RecordForm.operation(records, width: 130, height: 120).stroke)
    #expect(back == record)
    if records.count > 1 {
      #expect(throws: PayloadError("the text or the pictures of a brush are missing")) {
        try RecordForm.operation([records[1]], width: 130, height: 120)
      }
      var recorder = EditRecorder(repeatingTexts: false)
      for count in [2, 1] {
        let again = try recorder.records(of: .stroke(record), EditRecorder.Outcome())
        #expect(again.count == count, "pictures are recorded once")
      }
    }
    var (first, second) = (try Self.document(), try Self.document())
    _ = first.draw(record, filler: filler)
    _ = second.draw(back, filler: filler)
    #expect(first.activeImage.showsSame(as: second.activeImage))
    #expect(!first.activeImage.paintedBounds.isEmpty || record.samples.allSatisfy { $0.pressure < 0.05 })
  }

  /// Fails if another seed makes the same scattered prints.
  @Test func seedsDiffer() throws {
    var rng = RandomSource(5)
    var record = try Self.record(&rng, hasTip: false)
    var pictures: [TileGrid] = []
    for seed in 0..<4 {
      record.conditions.seed = seed
      var document = try Self.document()
      _ = document.draw(record, filler: filler)
      pictures.append(document.activeImage)
    }
    for picture in pictures.dropFirst() { #expect(!picture.showsSame(as: pictures[0])) }
  }

  /// Fails if what a later version knows is not refused by a message: another rendering, a brush's content of another
  /// version.
  @Test func laterVersionsAreRefused() throws {
    var rng = RandomSource(2)
    var record = try Self.record(&rng, hasTip: false)
    record.brush.rendering = .spray(Brush.Dabs(spacing: 0.5))
    let later = try #require(try record.records().last?.replacing("spray", with: "spill"))
    #expect(throws: PayloadError("the value “spill” of rendering is not known")) {
      try RecordForm.operation([later], width: 130, height: 120)
    }
    var texts = BrushTexts()
    var text = try #require(try texts.number(of: .images(try Self.images(&rng))).record)
    text.bytes[0] = 4
    #expect(throws: PayloadError("a record is of version 4, which is unknown")) { try BrushShelf().take(text) }
  }

  /// Fails if damaged pictures crash the reader, or are taken.
  @Test func damagedPicturesAreRefused() throws {
    var rng = RandomSource(3)
    let images = try Self.images(&rng)
    let bytes = try TipCoding.encoded(images)
    #expect(try TipCoding.decoded(bytes) == images)
    for count in 0..<bytes.count {
      #expect(throws: PayloadError.self) { try TipCoding.decoded(Array(bytes.prefix(count))) }
    }
    for _ in 0..<500 {
      var wrong = bytes
      wrong[rng.roll(0..<wrong.count)] ^= 1 << UInt8(rng.roll(0...7))
      if let read = try? TipCoding.decoded(wrong) { #expect(read.masks.count == read.width * read.height * read.count) }
    }
  }

  /// Fails if a stroke is not found again in a saved drawing, or cannot be undone there: the pictures are in the file
  /// once, before the strokes.
  @Test func aSavedDrawingHasThePictures() throws {
    var rng = RandomSource(11)
    let brush = try Self.brush(&rng)
    var document = try Self.document()
    for seed in 0..<6 {
      var record = try Self.record(&rng)
      (record.brush, record.conditions.seed) = (brush, seed)
      _ = document.draw(record, filler: filler)
    }
    let (folder, count) = (try TemporaryFolder(), document.undoCount)
    try document.save(to: folder.path("a.ora"))
    var notes: [String] = []
    var opened = try Document.open(folder.path("a.ora"), notes: &notes).document
    #expect(notes.isEmpty, "\(notes)")
    let records = try #require(opened.fileHistory).steps.flatMap(\.records)
    #expect(records.count { $0.type == .brushText } == 1)
    #expect(records.count { $0.type == .edit } == count)
    try opened.replayHistory(filler: filler)
    while document.undo() != nil {
      #expect(opened.undo() != nil)
      #expect(opened.showsSame(as: document), "at \(document.undoCount)")
    }
  }

  /// A tip whose pictures cannot be compressed.
  private static func noisyBrush(_ side: Int = 200) throws -> Brush {
    var rng = RandomSource(77)
    let masks = (0..<side * side).map { _ in UInt8(rng.roll(0...255)) }
    var brush = Brush(size: 30)
    brush.name = "noise"
    brush.tip = .image(Brush.ImageTip(try #require(TipImages(width: side, height: side, masks: masks))))
    brush.rendering = .dabs(Brush.Dabs(spacing: 0.5))
    return brush
  }

  /// Fails if the pictures count for each stroke in the limit of a file's history, or in that of a journal's.
  @Test func picturesCountOnce() throws {
    let brush = try Self.noisyBrush()
    var (document, rng) = (try Self.document(), RandomSource(4))
    for _ in 0..<12 {
      var record = try Self.record(&rng)
      record.brush = brush
      _ = document.draw(record, filler: filler)
    }
    let (folder, count) = (try TemporaryFolder(), document.undoCount)
    #expect(count > 8)
    let saved = try document.save(to: folder.path("a.ora"), historyLimit: 100_000)
    #expect(saved.savedCount == count && !saved.isCut, "\(saved)")
    let cut = try document.save(to: folder.path("b.ora"), historyLimit: 30_000)
    #expect(cut.isCut && cut.savedCount == 0, "the pictures alone exceed it")
  }

  /// Fails if a journal has the pictures of a stroke in progress each time, or the stroke is not found again.
  @Test func anUnfinishedStrokeNamesItsPictures() throws {
    let brush = try Self.noisyBrush()
    var (document, rng) = (try Self.document(), RandomSource(8))
    document.takesNotes = true
    var composer = JournalComposer(document, name: "", program: "")
    _ = try composer.start()
    var sizes: [Int] = []
    for _ in 0..<3 {
      var record = try Self.record(&rng)
      (record.brush, record.surface) = (brush, document.activeSurface)
      let payloads = try composer.records(of: .stroke(record))
      sizes.append(payloads.reduce(0) { $0 + $1.bytes.count })
      #expect(payloads.last?.type == .unfinished)
    }
    #expect(sizes[0] > 30_000 && sizes[1] < 5000 && sizes[2] < 5000, "\(sizes)")
  }

  /// Fails if pictures change on the way to a brush's file and back.
  @Test(arguments: RandomSource.seeds(20)) func picturesComeBackFromPNG(seed: Int) throws {
    var rng = RandomSource(seed)
    let images = try Self.images(&rng)
    let text = try TipPicture.text(of: images)
    #expect(try TipPicture.images(text: Array(text.utf8), count: images.count) == images)
    var wrong = Array(text.utf8)
    for _ in 0..<20 { wrong[rng.roll(0..<wrong.count)] = UInt8(rng.roll(0...255)) }
    _ = try? TipPicture.images(text: wrong, count: images.count)
  }

  /// Fails if a pixel's coverage is not its opacity without its brightness.
  @Test func darkAndOpaquePixelsCover() {
    #expect(TipPicture.coverage(0xFF00_0000) == 255 && TipPicture.coverage(0xFFFF_FFFF) == 0)
    #expect(TipPicture.coverage(0) == 0 && TipPicture.coverage(0x8000_0000) == 128)
    #expect(TipPicture.coverage(0xFF80_8080) == 127 && TipPicture.coverage(0x8080_8080) == 0)
    #expect(TipPicture.coverage(0xFFFF_0000) == 255 - 76)
  }
}
