import Geometry
import Ink

/// What figures the recogniser finds in strokes of a known intention.
struct ShapeScore {
  /// The number of strokes for each kind that was found; nil for none.
  private(set) var found: [Figure.Kind?: Int] = [:]
  /// The number of strokes.
  private(set) var count = 0
  /// The time of one recognition is no score: the same strokes give the same numbers everywhere.
  let intention: Sketch.Intention

  /// Sizes of the strokes, px.
  static let sizes = [40.0, 80, 160, 320, 640]

  /// The sizes for an intention: figures of many corners are recognised from 64 px on.
  static func sizes(of intention: Sketch.Intention) -> [Double] {
    switch intention {
    case .figure(.polygon), .figure(.polyline), .doodle(.wave): sizes.filter { $0 > 64 }
    default: sizes
    }
  }

  /// Judges `seeds` strokes of each size and hand.
  init(_ intention: Sketch.Intention, hands: [Sketch.Hand], seeds: Range<UInt64>) {
    self.intention = intention
    for hand in hands {
      for size in Self.sizes(of: intention) {
        for seed in seeds { add(Sketch(intention, size: size, hand: hand, seed: Self.seed(intention, size, seed))) }
      }
    }
  }

  private static func seed(_ intention: Sketch.Intention, _ size: Double, _ seed: UInt64) -> UInt64 {
    let number = UInt64(Sketch.Intention.all.firstIndex(of: intention) ?? 0)
    return (number << 40) ^ (UInt64(size) << 20) ^ seed
  }

  private mutating func add(_ sketch: Sketch) {
    found[FigureRecogniser.figure(of: sketch.places)?.kind, default: 0] += 1
    count += 1
  }

  /// The share of strokes in which a kind was found; nil for no figure.
  func share(_ kind: Figure.Kind?) -> Double { Double(found[kind] ?? 0) / Double(max(1, count)) }

  /// The share of strokes with the right answer: the meant kind, or none for a doodle.
  var right: Double {
    switch intention {
    case .figure(let kind): share(kind)
    case .doodle: share(nil)
    }
  }

  /// The share of strokes that became another figure than meant.
  var wrong: Double { 1 - right - (isDoodle ? 0 : share(nil)) }

  private var isDoodle: Bool { if case .doodle = intention { true } else { false } }
}
