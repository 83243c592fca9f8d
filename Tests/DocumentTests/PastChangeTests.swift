import Geometry
import Ink
import Paint
import RandomSource
import Raster
import Testing

@testable import Document

/// Another operation in the past of a drawing, against performing everything again.
@Suite struct PastChangeTests {
  let filler: CoverageFiller
  private let acts: RandomActs

  init() throws {
    filler = try #require(CoverageFiller())
    acts = RandomActs(filler: filler, brushes: BrushLibrary(folder: BrushTests.folder), changesCanvas: true)
  }

  private var context: OperationContext { OperationContext(filler: filler, recordsAll: true) }

  /// A drawing without edits to redo, and the one that it began with.
  private func drawing(_ rng: inout RandomSource, count: Int) throws -> (document: Document, first: Document) {
    var document = try #require(Document(width: 230, height: 220))
    for y in 30..<60 { document.load(row: y, pixels: [UInt32](repeating: 0x8010_2030, count: 230).span) }
    var first = document
    first.history = History()
    for _ in 0..<count {
      if rng.isOne(in: 3) { plainly(on: &document, &rng) } else { try acts.act(on: &document, &rng) }
    }
    _ = document.drop()
    return (document, first)
  }

  /// Paints or fills with one of two colours, or erases: often without a change, as there is that colour
  /// already.
  private func plainly(on document: inout Document, _ rng: inout RandomSource) {
    let colour: UInt32 = rng.isOne(in: 2) ? 0x20_4060 : 0xC0_3020
    let places = (0..<2).map { _ in Point(rng.roll(-20.0...250), rng.roll(-20.0...240)) }
    if rng.isOne(in: 3) {
      _ = document.fill(at: places[0], colour: colour, Filling(tolerance: 10, gap: rng.roll(0...9)))
      return
    }
    var stroke = StrokeInProgress(
      on: document, brush: Brush(size: rng.roll(5...90), minimumShare: 1),
      style: InkStyle(color: colour, blend: rng.isOne(in: 4) ? .erase : .over), filler: filler)
    for (index, place) in places.enumerated() {
      stroke.add(PenSample(position: place, time: Double(index) / 10, pressure: 1))
    }
    _ = stroke.finish(on: &document)
  }

  /// The same operation done differently; nil for one that this test does not change.
  private func changed(_ operation: Operation, _ rng: inout RandomSource) -> Operation? {
    if case .fill(var fill) = operation {
      switch rng.roll(0...2) {
      case 0: fill.colour = UInt32(rng.roll(0...0xFF_FFFF))
      case 1: fill.filling.tolerance = rng.roll(0...120)
      default: fill.place = Point(rng.roll(0.0...99), rng.roll(0.0...99))
      }
      return .fill(fill)
    }
    if case .cover(var covering) = operation {
      (covering.colour, covering.opacity) = (UInt32(rng.roll(0...0xFF_FFFF)), UInt8(rng.roll(0...255)))
      return .cover(covering)
    }
    guard !operation.replacesLast, var stroke = operation.stroke else { return nil }
    switch rng.roll(0...3) {
    case 0: stroke.style.color = UInt32(rng.roll(0...0xFF_FFFF))
    case 1: stroke.brush = stroke.brush.resized(to: rng.roll(1...40))
    case 2: stroke.style.blend = stroke.style.blend == .erase ? .over : .erase
    default:
      let way = Vector(rng.roll(-80...80), rng.roll(-80...80))
      for i in stroke.samples.indices { stroke.samples[i].position = stroke.samples[i].position + way }
    }
    var other = operation
    other.stroke = stroke
    return other
  }

  /// The operations of a drawing, with the drawings before and after each.
  private func steps(_ document: Document) throws -> [(operation: Operation, before: Document, after: Document)] {
    var walk = HistoryWalk(document)
    var steps: [(Operation, Document, Document)] = []
    while let edit = walk.coming {
      let before = walk.document
      _ = walk.next()
      steps.append((try #require(edit.operation), before, walk.document))
    }
    return steps
  }

  /// Performs all operations in order, with another one as edit `number`. Returns the drawing after each.
  private func replayed(
    _ steps: [(operation: Operation, before: Document, after: Document)], _ first: Document, edit number: Int,
    to operation: Operation
  ) -> [Document]? {
    var document = first
    var all = [document]
    for (index, step) in steps.enumerated() {
      if let new = step.after.layers.first(where: { step.before.layer($0.id) == nil }) {
        document.nextLayer = new.id.number
      }
      document.drawOn(step.before.activeSurface)
      guard document.perform(index + 1 == number ? operation : step.operation, context) != nil else { return nil }
      all.append(document)
    }
    return all
  }

  /// What differs between two drawings; nil if they show the same, bit for bit.
  private func difference(_ a: Document, _ b: Document) -> String? {
    if a.showsSame(as: b) { return nil }
    if a.selection != b.selection { return "the selection" }
    for (one, other) in zip(a.layers, b.layers) where !one.image.showsSame(as: other.image) {
      let tiles = (0..<one.image.slotCount).filter { (one.image[$0] ?? Tile()) != (other.image[$0] ?? Tile()) }
      return "layer \(one.id.number), tiles \(tiles)"
    }
    return "the layers"
  }

  /// Fails if a change differs by one bit from performing all operations again, at the end or after any
  /// undo; or does everything again where little must be. A failure names the edits that are left when
  /// all others that do not matter are taken out.
  @Test func itIsAsIfDrawnSo() throws {
    var (count, performed, all) = (0, 0, 0)
    let seeds = RandomSource.seeds(40)
    for seed in seeds {
      var rng = RandomSource(seed)
      let (document, first) = try drawing(&rng, count: 40)
      let steps = try steps(document)
      for number in 1...max(1, steps.count) where steps.count > 0 {
        guard rng.isOne(in: 4), let operation = changed(steps[number - 1].operation, &rng) else { continue }
        let wanted = replayed(steps, first, edit: number, to: operation)
        let change = PastChange(document, edit: number, to: operation, context)
        guard let wanted, let change else {
          #expect((wanted == nil) == (change == nil), "seed \(seed), edit \(number)")
          continue
        }
        count += 1
        (performed, all) = (performed + change.performedCount, all + steps.count - number + 1)
        var found = change.changed
        #expect(found.history.undoCount == steps.count && found.history.redoCount == 0)
        for step in stride(from: steps.count, through: 0, by: -1) {
          if let fault = difference(found, wanted[step]) {
            Issue.record(
              "seed \(seed), edit \(number) of \(steps.count) (\(operation.name)), after \(step) (\(step > 0 ? steps[step - 1].operation.name : "")): \(fault)"
            )
            break
          }
          if step > 0 { _ = found.undo() }
        }
      }
    }
    #expect(count > seeds.count && performed < all * 2 / 3, "\(count) changes, \(performed) of \(all) edits again")
  }

  /// Fails if ink of a later stroke is missing where it was invisible, on a fill of its own colour that
  /// then got another one.
  @Test func invisibleInkCounts() throws {
    var document = try #require(Document(width: 256, height: 128))
    document.select(document.mask(of: PixelRect(x: 0, y: 0, width: 128, height: 128)))
    let red = InkStyle(color: 0xFF_0000)
    _ = document.fill(at: Point(9, 9), colour: red.color, Filling())
    document.select(nil)
    var stroke = StrokeInProgress(on: document, brush: Brush(size: 20, minimumShare: 1), style: red, filler: filler)
    for x in [10.0, 240] { stroke.add(PenSample(position: Point(x, 40), time: x, pressure: 1)) }
    _ = stroke.finish(on: &document)
    guard case .fill(var fill) = document.history.done[1].operation else { return #expect(Bool(false)) }
    fill.colour = 0x00_00FF
    let change = try #require(PastChange(document, edit: 2, to: .fill(fill), context))
    let image = change.changed.activeImage
    #expect(image[30, 40] == 0xFFFF_0000 && image[30, 80] == 0xFF00_00FF && image[200, 40] == 0xFFFF_0000)
    #expect(document.history.done[3].reads.namedCount == 2)
  }

  /// Fails if a number without an edit, or an operation that does not fit, is accepted.
  @Test func whatIsNotThereCannotBeChanged() throws {
    var document = try #require(Document(width: 100, height: 100))
    let stroke = StrokeRecord(brush: Brush(), style: InkStyle(), surface: document.activeSurface)
    #expect(PastChange(document, edit: 1, to: .stroke(stroke), context) == nil)
    _ = document.draw(stroke, filler: filler)
    #expect(PastChange(document, edit: 1, to: .stroke(stroke), context) != nil)
    for number in [-1, 0, 2] { #expect(PastChange(document, edit: number, to: .stroke(stroke), context) == nil) }
    var other = stroke
    other.surface = SurfaceID(Layer.ID(9))
    #expect(PastChange(document, edit: 1, to: .stroke(other), context) == nil)
  }
}
