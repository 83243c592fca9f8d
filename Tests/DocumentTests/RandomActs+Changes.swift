import Geometry
import Ink
import Paint
import RandomSource
import Raster

@testable import Document
@testable import Storage

/// Random changes of the past.
extension RandomActs {
  /// Changes one to three edits, if that is possible.
  func change(_ document: inout Document, _ rng: inout RandomSource) {
    guard let change = change(of: document, &rng) else { return }
    _ = try? document.perform(change, filler: filler)
  }

  /// The same operation done differently; nil for one that these tests do not change.
  private func changed(_ operation: Operation, isReplaced: Bool, _ rng: inout RandomSource) -> Operation? {
    // A move moves the selection, too.
    let isOmittable = operation.paintedSurface != nil && operation.placing == nil
    if isOmittable, !operation.replacesLast, !isReplaced, rng.isOne(in: 6) {
      return .omitted(operation.head)
    }
    switch operation {
    case .fill(var fill):
      switch rng.roll(0...2) {
      case 0:
        fill.colour = UInt32(rng.roll(0...0xFF_FFFF))
        fill.erases = fill.colour & 7 == 0
      case 1: fill.filling.tolerance = rng.roll(0...120)
      default: fill.place = Point(rng.roll(0.0...99), rng.roll(0.0...99))
      }
      return .fill(fill)
    case .cover(var covering):
      (covering.colour, covering.opacity) = (UInt32(rng.roll(0...0xFF_FFFF)), UInt8(rng.roll(0...255)))
      return .cover(covering)
    case .gradient(var gradient):
      gradient.to = Point(rng.roll(0.0...229), rng.roll(0.0...219))
      gradient.opacity = UInt8(rng.roll(0...255))
      return .gradient(gradient)
    default: break
    }
    if makesSeries, let series = Self.series(operation.strokes, &rng) {
      return operation.replacesLast ? .replacement(.strokes(series)) : .strokes(series)
    }
    guard var stroke = operation.stroke else { return nil }
    switch rng.roll(0...3) {
    case 0: stroke.style.colour = UInt32(rng.roll(0...0xFF_FFFF))
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

  /// Strokes that were cut, or one of several changed; nil for others.
  private static func series(_ strokes: [StrokeRecord], _ rng: inout RandomSource) -> StrokeSeries? {
    var strokes = strokes
    guard !strokes.isEmpty, strokes.count > 1 || rng.isOne(in: 3) else { return nil }
    let index = rng.roll(0..<strokes.count)
    switch rng.roll(0...3) {
    case 0 where strokes.count > 1: strokes.remove(at: index)
    case 1: strokes[index].style.colour = UInt32(rng.roll(0...0xFF_FFFF))
    case 2: strokes.swapAt(index, rng.roll(0..<strokes.count))
    default:
      var rest = strokes[index]
      let cut = rest.samples.count / 2
      guard cut > 0, strokes.count < 5 else { break }
      rest.samples.removeFirst(cut)
      strokes[index].samples.removeLast(rest.samples.count)
      strokes.insert(rest, at: index + 1)
    }
    return StrokeSeries(strokes)
  }

  /// A change of one to three edits; nil if none was found.
  func change(of document: Document, _ rng: inout RandomSource) -> Change? {
    let done = document.history.done
    var items: [Change.Item] = []
    for _ in 0..<rng.roll(1...3) where !done.isEmpty {
      let index = rng.roll(0..<done.count)
      let isReplaced = index + 1 < done.count && done[index + 1].head.replacesLast
      guard !items.contains(where: { $0.distance == done.count - index }), let operation = done[index].operation,
        let other = changed(operation, isReplaced: isReplaced, &rng)
      else { continue }
      items.append(Change.Item(distance: done.count - index, operation: other))
    }
    return Change(items)
  }
}
