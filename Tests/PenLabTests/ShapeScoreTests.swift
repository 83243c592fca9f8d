import Ink
import Testing

@testable import PenLab

@Suite("What the recogniser of figures finds in synthetic strokes")
struct ShapeScoreTests {
  /// Seeds that no limit of the recogniser was chosen with.
  private static let seeds: Range<UInt64> = 2000..<2010

  /// Fails if a figure drawn with usual care is recognised less often than published, or is often
  /// mistaken for another.
  @Test("figures of a usual hand", arguments: Figure.Kind.allCases)
  func figures(_ kind: Figure.Kind) {
    let score = ShapeScore(.figure(kind), hands: [.steady, .usual], seeds: Self.seeds)
    #expect(score.right >= (kind == .polyline ? 0.92 : 0.97), "\(score.found)")
    #expect(score.wrong <= 0.04, "\(score.found)")
  }

  /// Fails if figures are lost that are hasty, or have rounded corners, ends that do not meet,
  /// tremor, drift and few samples.
  @Test("figures of a careless hand", arguments: Figure.Kind.allCases)
  func carelessFigures(_ kind: Figure.Kind) {
    let score = ShapeScore(.figure(kind), hands: [.hasty, .sloppy], seeds: Self.seeds)
    #expect(score.right >= (kind == .polyline ? 0.8 : 0.92), "\(score.found)")
  }

  /// Fails if more than about one of 56 careless figures is missed or wrong.
  @Test("few careless figures are lost")
  func carelessFiguresTogether() {
    var (count, right) = (0.0, 0.0)
    for kind in Figure.Kind.allCases {
      let score = ShapeScore(.figure(kind), hands: [.sloppy], seeds: Self.seeds)
      count += Double(score.count)
      right += score.right * Double(score.count)
    }
    #expect(count - right <= count * 1.5 / 56, "\(count - right) of \(count)")
  }

  /// Fails if writing and scribbles become figures more often than published. A flat wave is nearly
  /// a line, a leaf nearly an ellipse and a hook nearly an arc, so these have their own limits.
  @Test("doodles stay as they are", arguments: Doodle.allCases)
  func doodles(_ doodle: Doodle) {
    let score = ShapeScore(.doodle(doodle), hands: [.steady, .usual, .hasty, .sloppy], seeds: Self.seeds)
    let most: [Doodle: Double] = [.leaf: 0.9, .wave: 0.1, .hook: 0.12, .sBend: 0.1]
    #expect(1 - score.right <= most[doodle] ?? 0.02, "\(score.found)")
  }

  /// Fails if the strokes of a seed differ from run to run, or hands do not differ.
  @Test("sketches depend on their seed and hand alone")
  func sketches() {
    let (a, b) = (
      Sketch(.figure(.circle), size: 200, hand: .usual, seed: 5),
      Sketch(.figure(.circle), size: 200, hand: .usual, seed: 5)
    )
    #expect(a.places == b.places && a.places.count > 100)
    #expect(a.places != Sketch(.figure(.circle), size: 200, hand: .hasty, seed: 5).places)
    #expect(a.places != Sketch(.figure(.circle), size: 200, hand: .usual, seed: 6).places)
  }

  /// Fails if the table of the command lacks a row or a column.
  @Test("the table has a row for each intention")
  func table() {
    let text = ShapesCommand.table([.steady], seeds: 0..<1).text
    for intention in Sketch.Intention.all { #expect(text.contains("\n\(intention.name) ")) }
    for kind in Figure.Kind.allCases { #expect(text.contains(" \(kind.rawValue) ")) }
  }
}
