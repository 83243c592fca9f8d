import Ink
import Testing

@testable import PenLab

@Suite("What the recogniser of figures finds in synthetic strokes")
struct ShapeScoreTests {
  private static let seeds: Range<UInt64> = 0..<10

  /// Fails if a figure drawn with usual care is recognised less often than published, or is often
  /// mistaken for another.
  @Test("figures of a usual hand", arguments: Figure.Kind.allCases)
  func figures(_ kind: Figure.Kind) {
    let score = ShapeScore(.figure(kind), hands: [.steady, .usual], seeds: Self.seeds)
    let least = kind == .polygon || kind == .polyline ? 0.92 : 0.96
    #expect(score.right >= least, "\(score.found)")
    #expect(score.wrong <= 0.06, "\(score.found)")
  }

  /// Fails if hasty figures are lost.
  @Test("figures of a hasty hand", arguments: Figure.Kind.allCases)
  func hastyFigures(_ kind: Figure.Kind) {
    let score = ShapeScore(.figure(kind), hands: [.hasty], seeds: Self.seeds)
    #expect(score.right >= 0.82, "\(score.found)")
  }

  /// Fails if writing and scribbles become figures more often than published. A flat wave is nearly
  /// a line, and a leaf nearly an ellipse, so these have their own limits.
  @Test("doodles stay as they are", arguments: Doodle.allCases)
  func doodles(_ doodle: Doodle) {
    let score = ShapeScore(.doodle(doodle), hands: [.steady, .usual, .hasty], seeds: Self.seeds)
    let most: [Doodle: Double] = [.leaf: 0.8, .wave: 0.4, .hook: 0.12, .sBend: 0.06]
    #expect(1 - score.right <= most[doodle] ?? 0.03, "\(score.found)")
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
