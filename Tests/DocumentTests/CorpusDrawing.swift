import Files
import Geometry
import Glibc
import Ink
import Journal
import Paint
import RandomSource
import Raster
import Testing

@testable import Document
@testable import Library
@testable import Storage

/// A drawing that is made for the corpus, and the records of its journal.
///
/// Every number comes from the seed, so the same program makes the same files.
struct CorpusDrawing {
  var document: Document
  let filler: CoverageFiller
  let brushes: BrushLibrary
  private var rng: RandomSource
  private var composer: JournalComposer
  private var payloads: [JournalPayload]

  /// Starts a drawing and its journal.
  /// - Parameters:
  ///   - timeout: as for `JournalComposer`: a small one gives many key frames.
  ///   - largestRecord: the size above which records are divided, bytes.
  init(_ document: Document, seed: Int, timeout: Double? = nil, largestRecord: Int? = nil) throws {
    filler = try #require(CoverageFiller())
    brushes = BrushLibrary(folder: BrushTests.folder)
    rng = RandomSource(seed)
    self.document = document
    self.document.takesNotes = true
    composer = JournalComposer(document, name: "Corpus", program: "0")
    if let timeout { composer.timeout = timeout }
    if let largestRecord { composer.largestRecord = largestRecord }
    payloads = try composer.start()
  }

  /// The journal's bytes, with an identity from its name.
  func journal(named name: String) -> [UInt8] {
    let identity = UInt64(CRC32C.checksum(Array(name.utf8).span))
    return JournalBytes.encoded(payloads.map { ($0.type.rawValue, $0.bytes) }, identity: (identity, 1))
  }

  // MARK: Changes

  /// Changes the drawing and writes the journal.
  mutating func change(_ body: (inout Document) throws -> Void) throws {
    try body(&document)
    let changes = document.takeNotes()
    for (index, change) in changes.enumerated() {
      payloads += try composer.records(of: change, followedBy: index + 1 < changes.count ? changes[index + 1] : nil)
    }
    payloads += try composer.owedFrame()
  }

  /// Writes a record that is no change of the picture.
  mutating func append(_ payload: JournalPayload) { payloads.append(payload) }

  /// Leaves work unfinished in the journal; finishes it in the drawing.
  mutating func leave(_ work: UnfinishedWork, _ steps: UnfinishedStep...) throws {
    for step in steps { payloads += try composer.records(of: step) }
    document.finish(work, filler: filler)
    _ = document.takeNotes()
  }

  /// Leaves a stroke unfinished after its first samples were written and then the others.
  mutating func leaveStroke(_ brush: Brush) throws {
    var record = StrokeRecord(
      brush: brush, style: InkStyle(colour: 0x20_40A0), conditions: PaintConditions(seed: 12),
      surface: document.activeSurface)
    record.samples = samples()
    var begun = record
    begun.samples = Array(record.samples.prefix(5))
    try leave(.stroke(record), .stroke(begun), .samples(Array(record.samples.dropFirst(5))))
  }

  /// Writes the references.
  mutating func appendReferences() { payloads += composer.records(of: document.references) }

  /// Performs an operation, which must change something.
  mutating func perform(_ operation: LayerOperation, isContinued: Bool = false) throws {
    try change { document in
      try Corpus.require(document.perform(operation, isContinued: isContinued) != nil, "\(operation)")
    }
  }

  mutating func perform(_ operation: CanvasOperation) throws {
    try change { document in try Corpus.require(document.perform(operation) != nil, "\(operation)") }
  }

  mutating func undo(_ count: Int = 1) throws {
    try change { document in for _ in 0..<count { try Corpus.require(document.undo() != nil) } }
  }

  mutating func redo(_ count: Int = 1) throws {
    try change { document in for _ in 0..<count { try Corpus.require(document.redo() != nil) } }
  }

  /// The end of most drawings: the last edit undone and redone, a stroke above it, and two strokes
  /// to redo.
  mutating func finish() throws {
    try undo()
    try redo()
    try stroke(colour: 0x80_2020)
    try stroke(colour: 0x20_8020)
    try stroke(colour: 0x20_2080)
    try undo(2)
  }

  // MARK: Ink

  /// The middle of what strokes are drawn around.
  private var middle: Point {
    document.isEndless ? Document.endlessMiddle : Point(Double(document.width) / 2, Double(document.height) / 2)
  }

  /// A position at shares -0.5...0.5 of the drawn area around the middle.
  func place(_ x: Double, _ y: Double) -> Point {
    let (width, height) = document.isEndless ? (96, 72) : (document.width, document.height)
    return middle + Vector(x * Double(width), y * Double(height))
  }

  /// Samples of a pen on a wavy way through the drawn area, with changing pressure and lean.
  mutating func samples(_ count: Int = 24, tool: Tool = .pen) -> [PenSample] {
    let (from, to) = (
      place(rng.roll(-0.45 ... -0.2), rng.roll(-0.4...0.4)), place(rng.roll(0.2...0.45), rng.roll(-0.4...0.4))
    )
    let (wave, phase, lean) = (rng.roll(3.0...12), rng.roll(0...6.0), rng.roll(20...80.0))
    return (0..<count).map { i in
      let t = Double(i) / Double(count - 1)
      let p = from.lerp(to: to, t)
      // Numbers as devices report them; others would not compress.
      func step(_ value: Double, _ parts: Double) -> Double { (value * parts).rounded() / parts }
      return PenSample(
        position: Point(
          step(p.x + wave * cos(7 * t + phase), 16), step(p.y + wave * sin(5 * t + phase), 16)),
        time: Double(i) / 128, pressure: step(0.15 + 0.8 * abs(sin(3 * t + phase)), 1024),
        altitude: Angle(degrees: step(lean, 1)), azimuth: Angle(degrees: step(360 * t, 0.0625)), tool: tool)
    }
  }

  /// Draws a stroke and returns it. Without samples, tries ways until one has ink: a selection or an
  /// eraser may leave none.
  @discardableResult mutating func stroke(
    _ brush: Brush = Brush(size: 6), colour: UInt32 = 0x20_4060, opacity: UInt8 = 255, share: UInt16? = nil,
    blend: InkStyle.Blend = .over, symmetry: Symmetry = Symmetry(), scale: Double = 1,
    conditions: PaintConditions = PaintConditions(), _ samples: [PenSample]? = nil
  ) throws -> StrokeRecord {
    var style = InkStyle(colour: colour, opacity: opacity, blend: blend)
    if let share { style.share = share }
    for _ in 0..<50 {
      var stroke = StrokeInProgress(
        on: document, brush: brush, inputScale: scale, style: style, filler: filler, symmetry: symmetry,
        conditions: conditions)
      for sample in samples ?? self.samples() { stroke.add(sample) }
      let count = document.history.recordedCount
      try change { _ = stroke.finish(on: &$0) }
      if document.history.recordedCount > count { return stroke.record }
    }
    throw Corpus.Fault(description: "a stroke has no ink")
  }

  /// Draws a shape as its tool does.
  mutating func shape(_ kind: Shape.Kind, _ brush: Brush, colour: UInt32 = 0x60_2040, isConstrained: Bool = false)
    throws
  {
    let ends = samples(2)
    var shape = ShapeInProgress(brush: brush, style: InkStyle(colour: colour), filler: filler)
    try change { document in
      _ = shape.draw(Shape(kind, from: ends[1].position, to: ends[0].position), on: &document)
      let last = Shape(
        kind, dragged: ends[0].position, ends[1].position, isConstrained: isConstrained, isCentered: false)
      _ = shape.draw(last, on: &document)
      _ = shape.finish(on: &document)
    }
  }

  /// Draws a stroke and replaces it by a figure, as a pen that is held still does.
  mutating func held(
    _ figure: Figure, _ brush: Brush, symmetry: Symmetry = Symmetry(), keepsPressure: Bool = false
  ) throws {
    let stroke = try stroke(brush, symmetry: symmetry)
    let filler = filler
    try change { document in
      var shape = ShapeInProgress(replacing: stroke, filler: filler, on: &document)
      let profile = keepsPressure ? PenProfile(stroke.samples, along: figure, rest: 8) : nil
      try Corpus.require(!keepsPressure || profile != nil)
      _ = shape.draw(.figure(figure, FigureInk(stroke.samples)), profile: profile, on: &document)
      _ = shape.finish(on: &document)
    }
  }

  // MARK: Selections

  /// A mask of a polygon around a position, given by shares of the drawn area.
  func mask(_ x: Double, _ y: Double, size: Double = 0.4) -> Mask {
    var mask = Mask(width: document.width, height: document.height)
    mask.fill(polygon: [
      place(x - size / 2, y - size / 2), place(x + size / 2, y - size / 3), place(x + size / 3, y + size / 2),
      place(x - size / 3, y + size / 2),
    ])
    return mask
  }

  /// Lifts the selection, moves it in two steps and merges it.
  mutating func move(_ body: (inout Placement) -> Void) throws {
    try change { document in
      try Corpus.require(document.lift())
      var placement = try #require(document.floating?.placement)
      placement.translation = Vector(3, 4)
      _ = document.place(placement)
      placement.translation = .zero
      body(&placement)
      _ = document.place(placement)
      _ = document.drop()
    }
  }

  /// An image of some colours with a transparent corner.
  func picture(_ width: Int, _ height: Int) throws -> Clipping {
    var pixels: [UInt32] = []
    for y in 0..<height {
      for x in 0..<width {
        let colour = UInt32(255 * x / width) << 16 | UInt32(255 * y / height) << 8 | 0x40
        pixels.append(x + y < width / 3 ? 0 : 0xFF00_0000 | colour)
      }
    }
    return try #require(Clipping(width: width, height: height, pixels: pixels))
  }
}
