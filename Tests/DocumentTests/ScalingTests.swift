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
@testable import Pixels
@testable import Storage

@Suite struct ScalingTests {
  let filler: CoverageFiller
  let acts: RandomActs

  init() throws {
    filler = try #require(CoverageFiller())
    acts = RandomActs(filler: filler, brushes: BrushLibrary(folder: BrushTests.folder), changesCanvas: false)
  }

  private func drawing(seed: Int, acts count: Int = 25) throws -> Document {
    var rng = RandomSource(seed)
    var document = try #require(Document(width: 230, height: 220))
    for _ in 0..<count { try acts.act(on: &document, &rng) }
    _ = document.drop()
    return document
  }

  private func images(_ document: Document) -> [TileGrid] { document.layers.map(\.image) }

  /// Fails if an enlargement in proportion filters pixels instead of drawing strokes again, if its
  /// undo does not give back the drawing, or if the history in the drawing's file is not used.
  @Test(arguments: RandomSource.seeds(4)) func strokesAreDrawnAgain(seed: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.ora"
    var document = try drawing(seed: seed)
    try document.save(to: path)
    let expected = images(try document.enlarged(by: 2, filler: filler, progress: .none))
    let before = document
    var notes: [String] = []
    let read = try Document.open(path, notes: &notes).document
    #expect(read.fileHistory != nil)
    for var drawing in [document, read] {
      let scaled = try drawing.scaledWithFileHistory(width: 460, height: 440, filler: filler)
      #expect(scaled.isRedrawn && drawing.width == 230)
      #expect(drawing.perform(scaled) != nil && drawing.width == 460 && drawing.height == 440)
      let isRedrawn = images(drawing) == expected
      #expect(isRedrawn, "seed \(seed)")
      _ = drawing.undo()
      let isBack = drawing.showsSame(as: before)
      #expect(isBack, "seed \(seed)")
      _ = drawing.redo()
      let isAgain = images(drawing) == expected
      #expect(isAgain, "seed \(seed)")
    }
    document = before
  }

  /// Fails if a reduction, or a scaling out of proportion, is not that of the image filter.
  @Test(arguments: [(115, 110), (460, 220), (300, 100), (231, 230)]) func pixelsAreFiltered(size: (Int, Int)) throws {
    var document = try drawing(seed: 5)
    let scaler = ImageScaler(from: (230, 220), to: size)
    let expected = images(document).map { scaler($0) }
    let scaled = try document.scaled(width: size.0, height: size.1, filler: filler)
    #expect(!scaled.isRedrawn && document.perform(scaled) != nil)
    let isFiltered = images(document) == expected
    #expect(isFiltered)
  }

  /// Fails if layers that were scaled before a change replace that change.
  @Test func aChangedDrawingIsNotReplaced() throws {
    var document = try drawing(seed: 5)
    let scaled = try document.scaled(width: 460, height: 440, filler: filler)
    #expect(document.perform(.duplicate(document.activeID)) != nil)
    let changed = document
    #expect(document.perform(scaled) == nil)
    let isSame = document.showsSame(as: changed)
    #expect(isSame && document.history.undoCount == changed.history.undoCount)
    _ = document.undo()
    #expect(document.perform(scaled) != nil && document.width == 460)
  }

  /// Fails if a scaling that is not wanted any more goes on, or if one begins that has no room in
  /// memory.
  @Test(arguments: [(460, 440), (100, 100)]) func itCanBeCancelled(size: (Int, Int)) throws {
    var document = try drawing(seed: 7)
    // Each tile of a layer is reported.
    document.select(nil)
    _ = document.perform(.add(above: document.activeID))
    _ = document.coverActiveLayer(colour: 0x20_4060)
    var reports = 0
    #expect(throws: ExportError.cancelled) {
      try document.scaled(
        width: size.0, height: size.1, filler: filler,
        progress: ExportProgress { _ in
          reports += 1
          return reports < 4
        })
    }
    #expect(reports == 4)
    #expect(throws: ExportError.self) { try document.scaled(width: 460, height: 440, filler: filler, memory: 1000) }
  }
}
