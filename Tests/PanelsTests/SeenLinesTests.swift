import Geometry
import RandomSource
import Testing

@testable import Panels

/// Lines of the canvas in the window. A wrong limit would hide the outline of a small selection, or draw one of noise for
/// seconds.
@Suite struct SeenLinesTests {
  private let lines = SeenLines(.identity, width: 400, height: 300)

  private func square(_ x: Double, _ y: Double, _ side: Double) -> [Point] {
    [Point(x, y), Point(x + side, y), Point(x + side, y + side), Point(x, y + side)]
  }

  @Test func linesBesideTheWindowAreLeftOut() {
    #expect(lines.outlines([square(-60, 10, 20), square(390, 290, 30)]) == [square(390, 290, 30)])
    // One around the window crosses it nowhere, but a box cannot tell.
    #expect(lines.outlines([square(-60, -60, 900)]).count == 1)
  }

  @Test func aFewGrainsAreDrawn() {
    let grains = (0..<1000).map { square(Double($0 % 40) * 10, Double($0 / 40) * 10, 1) }
    #expect(lines.outlines(grains) == grains)
  }

  @Test func thousandsOfGrainsAreNot() {
    let grains = (0..<SeenLines.mostPoints).map { square(Double($0 % 200) * 2, Double($0 / 200) * 2, 1) }
    let large = square(100, 100, 50)
    #expect(lines.outlines(grains + [large]) == [large])
  }

  /// Of a ragged edge with many points few are left, none further than 2 px from it.
  @Test func raggedEdgesAreSmoothed() throws {
    let steps = SeenLines.mostPoints
    let ragged = (0...steps).flatMap { i -> [Point] in
      let x = Double(i) * 400 / Double(steps)
      return [Point(x, 100), Point(x, 100.02)]
    }
    let shown = try #require(lines.outlines([ragged]).first)
    #expect(shown.count <= 201)
    #expect(shown.allSatisfy { abs($0.y - 100) <= 0.02 })
    #expect(zip(shown, shown.dropFirst()).allSatisfy { $0.distance(to: $1) < 2.1 })
  }
}
