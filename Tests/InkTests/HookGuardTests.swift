import Geometry
import RandomSource
import Testing

@testable import Ink

/// Hooks at the lift, and strokes that resemble one for a while.
@Suite struct HookGuardTests {
  private func released(_ points: [InkPoint]) -> [InkPoint] {
    var hook = HookGuard()
    var released: [InkPoint] = []
    for p in points { hook.add(p, releasing: &released) }
    return released
  }

  private func point(_ x: Double, _ y: Double, _ pressure: Double) -> InkPoint {
    InkPoint(position: Point(x, y), pressure: pressure)
  }

  /// Fails if a hook is kept: three faint samples that turn back.
  @Test func aHookIsTrimmed() {
    let stroke = (0..<10).map { point(Double($0) * 5, 0, 0.6) }
    let hook = [point(43, 1, 0.04), point(41, 2, 0.02), point(40, 2, 0)]
    #expect(released(stroke + hook) == stroke)
  }

  /// Fails if intended ink is removed: a straight taper, a firm turn, a zigzag, a light stroke,
  /// a mouse.
  @Test func realStrokesStayWhole() {
    let taper = (0..<20).map { point(Double($0) * 5, 0, 0.6 - Double($0) * 0.0315) }
    #expect(released(taper) == taper)
    let turn = (0..<20).map { i -> InkPoint in
      let way = i < 10 ? i : 19 - i
      return point(Double(way) * 5, i < 10 ? 0 : 3, 0.6)
    }
    #expect(released(turn) == turn)
    let light = turn.map { InkPoint(position: $0.position, pressure: 0.01) }
    #expect(released(light) == light)
    let zigzag = (0..<30).map { point($0.isMultiple(of: 2) ? 0 : 20, Double($0), 0.5) }
    #expect(released(zigzag) == zigzag)
    // Faint and turning back, but the pen presses again.
    let dip = turn.enumerated().map { point($1.position.x, $1.position.y, (12...15).contains($0) ? 0.01 : 0.6) }
    #expect(released(dip) == dip)
    #expect(released([point(3, 3, 0)]) == [point(3, 3, 0)])
  }

  /// Fails if a sample is lost, doubled or moved: all are released in order, except at most
  /// eight faint ones at the end.
  @Test func onlyFaintEndsAreEverHeld() {
    for seed in RandomSource.seeds(400) {
      var rng = RandomSource(seed)
      var p = Point(0, 0)
      let points = (0..<rng.roll(1...40)).map { i in
        p = p + Vector(rng.roll(-5...5), rng.roll(-2...2))
        return InkPoint(
          position: p, pressure: rng.isOne(in: 2) ? rng.roll(0...0.05) : rng.roll(0...1), time: Double(i))
      }
      let out = released(points)
      #expect(points.starts(with: out), "seed \(seed)")
      #expect(out.count >= points.count - HookGuard.capacity && !out.isEmpty)
      let strongest = points.map(\.pressure).max() ?? 0
      for p in points[out.count...] { #expect(p.pressure < strongest / 12) }
    }
  }

  /// Fails if a long faint way back is held for ever: after eight samples it is a stroke.
  @Test func aLongWayBackIsAStroke() {
    let there = (0..<10).map { point(Double($0) * 5, 0, 0.9) }
    let back = (0..<9).map { point(40 - Double($0) * 5, 2, 0.03) }
    #expect(released(there + back) == there + back)
  }
}
