import Export
import Geometry
import Ink
import Paint
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Document
@testable import Library
@testable import Storage

/// Several strokes that are one operation.
@Suite struct StrokeSeriesTests {
  private let filler: CoverageFiller
  private let brushes = BrushLibrary(folder: BrushTests.folder)
  private var context: OperationContext { OperationContext(filler: filler, recordsAll: true) }

  init() throws { filler = try #require(CoverageFiller()) }

  /// Strokes with random brushes on the first layer.
  private func strokes(_ rng: inout RandomSource, _ count: Int) throws -> [StrokeRecord] {
    let acts = RandomActs(filler: filler, brushes: brushes)
    var strokes: [StrokeRecord] = []
    while strokes.count < count {
      var sheet = try #require(Document(width: 230, height: 220))
      if let stroke = try acts.stroke(on: &sheet, &rng) { strokes.append(stroke) }
    }
    return strokes
  }

  /// Fails if a series paints other pixels than its strokes one after the other, in one edit, or changes anything if one of
  /// them does not fit.
  @Test(arguments: RandomSource.seeds(60)) func itIsItsStrokes(seed: Int) throws {
    var rng = RandomSource(seed)
    let strokes = try strokes(&rng, rng.roll(1...4))
    var one = try #require(Document(width: 230, height: 220))
    _ = one.fill(at: Point(5, 5), colour: 0x60_80A0, FillSettings())
    let filled = one
    var other = one
    for stroke in strokes { one.draw(stroke, filler: filler) }
    let series = try #require(StrokeSeries(strokes))
    let inked = other.perform(.strokes(series), context)
    let region = try #require(inked)
    other.checkInvariants()
    #expect(one.activeImage.showsSame(as: other.activeImage), "seed \(seed)")
    #expect(other.undoCount == 2 && other.history.lastDone?.sampleCount == strokes.reduce(0) { $0 + $1.samples.count })
    for tile in other.history.lastDone?.tileIndices ?? [] {
      let place = other.activeImage.bounds(ofTile: tile)
      #expect(region.rects.contains { !$0.intersection(place).isEmpty }, "seed \(seed)")
    }
    let before = other
    var misfit = strokes
    misfit[misfit.count - 1].selection = Mask(width: 10, height: 10, isFull: true)
    let misfitting = try #require(StrokeSeries(misfit))
    let refused = other.perform(.strokes(misfitting), context)
    #expect(refused == nil)
    #expect(other.activeImage.showsSame(as: before.activeImage) && other.undoCount == 2)
    _ = other.undo()
    #expect(other.activeImage.showsSame(as: filled.activeImage))
  }

  /// Fails if a record, or the packed form in memory, has other strokes.
  @Test func itComesBack() throws {
    var rng = RandomSource(7)
    let series = try #require(StrokeSeries(try strokes(&rng, 3)))
    for operation in [Operation.strokes(series), .replacement(.strokes(series))] {
      let head = operation.head
      #expect(head.strokes.count == 3 && head.strokes.allSatisfy(\.samples.isEmpty))
      #expect(try Operation(head, bulk: operation.bulk()) == operation)
      let shelf = BrushShelf()
      var read: Operation?
      var texts = BrushTexts()
      let (record, new) = try EditRecord.payload(of: operation, nil, EditHead(), &texts)
      for text in new { try shelf.take(text) }
      read = try EditRecord(record, shelf, width: 230, height: 220).operation
      #expect(read == operation)
    }
    #expect(StrokeSeries([]) == nil)
    var other = series.strokes
    other[1].surface = SurfaceID(Layer.ID(9))
    #expect(StrokeSeries(other) == nil)
  }

  /// Fails if its strokes are not listed with numbers of their own, also after the file was opened again, or one of them
  /// cannot be changed or deleted alone.
  @Test func itsStrokesAreListedAndChanged() throws {
    var rng = RandomSource(11)
    let strokes = try strokes(&rng, 5)
    var document = try #require(Document(width: 230, height: 220))
    document.draw(strokes[0], filler: filler)
    document.draw(strokes[1], filler: filler)
    document.draw(strokes[4], filler: filler)
    let series = try #require(StrokeSeries(Array(strokes[1...3])))
    let split = try #require(Change([.init(distance: 2, operation: .strokes(series))]))
    try document.perform(split, filler: filler)
    func numbers(_ list: StrokeList) throws -> [Int] {
      var (list, numbers) = (list, [Int]())
      while let stroke = try list.nextStroke() { numbers.append(stroke.number) }
      return numbers
    }
    #expect(try numbers(StrokeList(document)) == [1, 2, 3, 4, 5])
    #expect(try StrokeList(ofHistoryOf: document).lastStroke { $0.number < 5 }?.part == 2)

    var (filter, change) = (StrokeFilter(), StrokeChange())
    filter.numbers = [3...3]
    change.deletes = true
    #expect(try document.changeStrokes(filter, change, filler: filler).count == 1)
    // The rest moves up: it is counted from the start.
    #expect(try numbers(StrokeList(document)) == [1, 2, 3, 4])
    change.deletes = false
    change.colour = 0x12_3456
    filter.numbers = [2...3]
    _ = try document.changeStrokes(filter, change, filler: filler)
    let left = try #require(document.history.done[1].operation).strokes
    #expect(left.map(\.samples) == [strokes[1], strokes[3]].map(\.samples))
    var expected = try #require(Document(width: 230, height: 220))
    for stroke in [strokes[0]] + left + [strokes[4]] { expected.draw(stroke, filler: filler) }
    #expect(expected.activeImage.showsSame(as: document.activeImage))

    let folder = try TemporaryFolder()
    try document.save(to: folder.path("a.ora"))
    var notes: [String] = []
    let opened = try Document.open(folder.path("a.ora"), notes: &notes).document
    #expect(try numbers(StrokeList(opened)) == [1, 2, 3, 4])

    // All of them can go to another layer, not one alone.
    let upper = SurfaceID(document.activeID)
    _ = document.perform(LayerOperation.add(above: upper.layer))
    change = StrokeChange()
    change.layer = document.activeID
    var below = document
    filter.numbers = [2...2]
    #expect(try below.changeStrokes(filter, change, filler: filler).refused == [2])
    filter.numbers = [2...3]
    var moved = document
    #expect(throws: ChangeFault.doesNotFit) { try moved.changeStrokes(filter, change, filler: filler) }
    change = StrokeChange()
    change.deletes = true
    #expect(try document.changeStrokes(filter, change, filler: filler).count == 2)
    #expect(document.history.done[1].head.isOmitted)
    // They keep their numbers.
    #expect(try numbers(StrokeList(document)) == [1, 4])
  }

  /// Fails if strokes that go past others do not lie as if drawn in that order, or past the wrong one.
  @Test(arguments: RandomSource.seeds(60)) func strokesGoPastOthers(seed: Int) throws {
    var rng = RandomSource(seed)
    var document = try #require(Document(width: 230, height: 220))
    let strokes = try strokes(&rng, rng.roll(2...5))
    for stroke in strokes { document.draw(stroke, filler: filler) }
    for _ in 0..<4 {
      var list = try StrokeList(ofHistoryOf: document)
      var all: [ListedStroke] = []
      while let stroke = try list.nextStroke() { all.append(stroke) }
      let before = try all.map { stroke in
        try #require(document.history.done[stroke.edit].operation?.strokes[stroke.part])
      }
      let chosen = all.indices.filter { _ in rng.isOne(in: 2) }
      let order = StrokeOrder.allCases[rng.roll(0...3)]
      let operations = try StrokeArrangement.order(order).operations(for: chosen.map { all[$0] }, in: document) { _ in
        true
      }
      let others = all.indices.filter { !chosen.contains($0) }
      func overlaps(_ index: Int) -> Bool {
        chosen.contains { all[$0].bounds.map { all[index].bounds?.intersects($0) ?? false } ?? false }
      }
      let (first, last) = (chosen.first ?? 0, chosen.last ?? 0)
      let past =
        switch order {
        case .up: others.first { $0 > last && overlaps($0) }
        case .down: others.last { $0 < first && overlaps($0) }
        case .top: others.last { $0 > first }
        case .bottom: others.first { $0 < last }
        }
      guard let past, !chosen.isEmpty else {
        #expect(operations.isEmpty, "seed \(seed)")
        continue
      }
      let place = (others.firstIndex(of: past) ?? 0) + (order == .up || order == .top ? 1 : 0)
      let next = others[..<place] + chosen + others[place...]
      let count = document.undoCount
      let change = try #require(Change(operations.map { .init(distance: count - $0.key, operation: $0.value) }))
      try document.perform(change, filler: filler)
      document.checkInvariants()
      var expected = try #require(Document(width: 230, height: 220))
      for index in next { expected.draw(before[index], filler: filler) }
      #expect(document.activeImage.showsSame(as: expected.activeImage), "seed \(seed), \(order)")
    }
  }
}
