import Geometry
import Ink
import Paint
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Export
@testable import Library
@testable import Storage

/// Changes of strokes after which the image was scaled.
@Suite struct ChangedScalingTests {
  let filler: CoverageFiller
  let acts: RandomActs

  init() throws {
    filler = try #require(CoverageFiller())
    acts = RandomActs(filler: filler, brushes: BrushLibrary(folder: BrushTests.folder), changesCanvas: false)
  }

  private func line(_ document: inout Document, _ a: Point, _ b: Point, colour: UInt32) {
    var stroke = StrokeInProgress(
      on: document, brush: Brush(size: 7, minimumShare: 1), style: InkStyle(colour: colour), filler: filler)
    for i in 0...8 {
      stroke.add(PenSample(position: a + (b - a) * (Double(i) / 8), time: Double(i) / 50, pressure: 1))
    }
    _ = stroke.finish(on: &document)
  }

  /// Two lines that cross, one beside them, and one on another layer.
  private func lines(colour: UInt32 = 0xC0_2010) throws -> Document {
    var document = try #require(Document(width: 200, height: 160))
    line(&document, Point(20, 30), Point(110, 95), colour: colour)
    line(&document, Point(20, 95), Point(110, 30), colour: 0x10_60C0)
    line(&document, Point(140, 20), Point(185, 140), colour: 0)
    _ = document.perform(.add(above: document.activeID))
    line(&document, Point(15, 60), Point(190, 66), colour: 0x20_8030)
    return document
  }

  private func scale(_ document: inout Document, _ width: Int, _ height: Int) throws {
    let scaled = try document.scaled(width: width, height: height, filler: filler)
    #expect(document.perform(scaled) != nil)
  }

  /// Gives the oldest stroke another colour.
  private func recolour(_ document: inout Document, _ colour: UInt32) throws {
    let index = try #require(document.history.done.firstIndex { $0.isStroke })
    var operation = try #require(document.history.done[index].operation)
    operation.stroke?.style.colour = colour
    let item = Change.Item(distance: document.history.undoCount - index, operation: operation)
    _ = try document.perform(try #require(Change([item])), filler: filler)
  }

  /// Fails if strokes are not drawn again in the enlarged image, or if the way back leaves anything.
  @Test func strokesAreDrawnAgain() throws {
    var (document, other) = (try lines(), try lines(colour: 0x10_C0D5))
    for image in [0, 1] {
      var drawing = image == 0 ? document : other
      try scale(&drawing, 500, 400)
      line(&drawing, Point(100, 60), Point(110, 250), colour: 0x80_8080)
      if image == 0 { document = drawing } else { other = drawing }
    }
    let before = document
    try recolour(&document, 0x10_C0D5)
    let isAsDrawn = document.images == other.images
    #expect(isAsDrawn)
    try recolour(&document, 0xC0_2010)
    let isBack = document.images == before.images
    #expect(isBack)
    _ = document.undo()
    let isChanged = document.images == other.images
    #expect(isChanged)
    _ = document.undo()
    let isUndone = document.images == before.images
    #expect(isUndone)
  }

  /// Fails if pixels change that the changed stroke does not reach, though another version scaled the image.
  @Test func pixelsOfAnotherVersionStay() throws {
    var document = try lines()
    var images = try document.enlarged(by: 2, filler: filler, progress: .none).images
    let surface = try #require(document.history.done.first?.surface)
    // On the other line, beside the changed one in its tile, and in a tile of its own.
    let places = [(200, 80), (60, 90), (330, 200)]
    for (x, y) in places { images[surface]?.set(x, y, to: 0xFF12_3456) }
    _ = document.perform(.scale(width: 400, height: 320), images: images)
    try recolour(&document, 0x10_C0D5)
    let image = try #require(document.image(of: surface))
    for (x, y) in places { #expect(image[x, y] == 0xFF12_3456) }
    #expect(image[60, 72] == 0xFF10_C0D5)
  }

  /// Fails if an image that was filtered is not filtered again, or other pixels of it change.
  @Test func filteredPixelsAreFilteredAgain() throws {
    var (document, other) = (try lines(), try lines(colour: 0x10_C0D5))
    try scale(&document, 150, 120)
    try scale(&other, 150, 120)
    try recolour(&document, 0x10_C0D5)
    let isFiltered = document.images == other.images
    #expect(isFiltered)
  }

  /// Fails if the scaled image is another one after the drawing's file was read.
  @Test func filesHaveTheScaledImage() throws {
    let folder = try TemporaryFolder()
    var document = try lines()
    try scale(&document, 400, 320)
    let scaled = document
    try recolour(&document, 0x10_C0D5)
    line(&document, Point(30, 60), Point(300, 250), colour: 0x50_5010)
    try document.save(to: folder.path + "/a.ora")
    var notes: [String] = []
    var read = try Document.open(folder.path + "/a.ora", notes: &notes).document
    try read.replayHistory(filler: filler)
    #expect(read.showsSame(as: document) && notes.isEmpty)
    #expect(read.history.done.allSatisfy { $0.corrections.isEmpty })
    let results = try [read, document].map {
      try $0.history.done.compactMap(\.change).first?.facts.results.mapValues { try $0.bytes() }
    }
    let areSame = results[0] == results[1]
    #expect(areSame && results[0]?.count == 1)
    _ = read.undo()
    _ = read.undo()
    #expect(read.showsSame(as: scaled))
  }

  /// Fails if a record of an earlier version, which filtered the pixels, is read with another picture.
  @Test func recordsOfEarlierVersionsAreFiltered() throws {
    var (document, small) = (try lines(), try lines(colour: 0x10_C0D5))
    try scale(&document, 400, 320)
    let stroke = try #require(document.history.done[0].operation)
    var operation = stroke
    operation.stroke?.style.colour = 0x10_C0D5
    let change = try #require(Change([Change.Item(distance: document.history.undoCount, operation: operation)]))
    _ = try document.perform(change, results: [:], OperationContext(filler: filler, recordsAll: true))
    _ = small.perform(.scale(width: 400, height: 320))
    let isFiltered = document.images == small.images
    #expect(isFiltered)
  }

  /// Fails if any change before a scaling does not lead to what scaling the changed drawing makes, or if undo does not
  /// give back the image.
  @Test(arguments: RandomSource.seeds(6)) func changesAreScaled(seed: Int) throws {
    var rng = RandomSource(seed)
    var document = try #require(Document(width: 230, height: 220))
    for _ in 0..<20 { try acts.act(on: &document, &rng) }
    _ = document.drop()
    var other = document.withoutChanges
    document = other
    guard let change = acts.change(of: document, &rng), (try? other.perform(change, filler: filler)) != nil,
      other.images != document.images
    else { return }
    try scale(&document, 345, 330)
    try scale(&other, 345, 330)
    let scaled = document
    let later = Change(change.items.map { Change.Item(distance: $0.distance + 1, operation: $0.operation) })
    _ = try document.perform(try #require(later), filler: filler)
    let difference = ChangedDrawing.difference(document, other)
    #expect(difference == nil, "seed \(seed): \(difference ?? "")")
    _ = document.undo()
    let isBack = document.showsSame(as: scaled)
    #expect(isBack, "seed \(seed)")
  }
}

extension TileGrid {
  fileprivate mutating func set(_ x: Int, _ y: Int, to pixel: UInt32) {
    var tile = 0
    forEachTile(in: PixelRect(x: x, y: y, width: 1, height: 1)) { tile = $0 }
    withMutableTile(tile) { $0[(y & (Tile.size - 1)) << Tile.shift | x & (Tile.size - 1)] = pixel }
  }
}
