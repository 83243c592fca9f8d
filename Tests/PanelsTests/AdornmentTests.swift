import Geometry
import Paint
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Panels
@testable import Toolkit

/// Adornments of the tools on the canvas: no pixels are left behind, and each part is visible on
/// any background.
@Suite struct AdornmentTests {
  private let size = 260
  private static let window = PixelRect(x: 0, y: 0, width: 260, height: 260)

  private func picture(_ layer: AdornmentLayer, ground: Colour = .white) throws -> ImageSurface {
    let surface = try ImageSurface(width: size, height: size, format: .xrgb32)
    try surface.paint { painter in
      painter.paint(.colour(ground))
      layer.draw(on: painter, dirty: surface.bounds)
    }
    return surface
  }

  private func point(_ rng: inout RandomSource) -> Point {
    Point(.random(in: -40...300, using: &rng), .random(in: -40...300, using: &rng))
  }

  private func adornments(_ rng: inout RandomSource) -> Adornments {
    var all = Adornments()
    func points(_ range: ClosedRange<Int>) -> [Point] {
      (0..<Int.random(in: range, using: &rng)).map { _ in point(&rng) }
    }
    if rng.isOne(in: 2) { all.outlines = [points(2...9), points(0...4)] }
    if rng.isOne(in: 3) { all.draft = points(0...6) }
    if rng.isOne(in: 2) {
      all.frame = points(4...4)
      all.handles = points(1...9)
      (all.rotates, all.shadesOutside) = (rng.isOne(in: 2), rng.isOne(in: 2))
    }
    if rng.isOne(in: 3) {
      all.axes = [.init(point(&rng), point(&rng)), .init(point(&rng), point(&rng))]
    }
    if rng.isOne(in: 3) {
      let pixels = (0..<25).map { _ in
        rng.isOne(in: 4) ? 0 : 0xff00_0000 | UInt32.random(in: 0...0xff_ffff, using: &rng)
      }
      all.loupe = .init(place: point(&rng), pixels: pixels, colour: 0x336699, before: 0xff0000)
    }
    return all
  }

  /// Fails if a part leaves pixels behind, or is drawn outside of its damage.
  @Test("changed pixels are inside the damage", arguments: [(1.0, 3), (2.0, 4)])
  func damage(_ scale: Double, _ seed: UInt64) throws {
    var rng = RandomSource(seed)
    var layer = AdornmentLayer()
    var before = try picture(layer)
    for step in 0..<60 {
      var damage = Region()
      let next = rng.isOne(in: 6) ? Adornments() : adornments(&rng)
      layer.show(next, in: Self.window, theme: Theme(scale: scale), damage: &damage)
      let after = try picture(layer)
      let left = try Golden.differences(before, after).filter { p in
        !damage.rects.contains { $0.contains(x: p.0, y: p.1) }
      }
      #expect(left.isEmpty, "step \(step): \(left.count) pixels outside, first \(left.first ?? (0, 0))")
      before = after
      var nothing = Region()
      layer.show(next, in: Self.window, theme: Theme(scale: scale), damage: &nothing)
      #expect(nothing.isEmpty)
    }
  }

  /// Fails if the rope leaves pixels behind, is drawn outside of its damage, or damages much more
  /// than its line.
  @Test("the rope damages its line alone", arguments: [1.0, 2])
  func rope(_ scale: Double) throws {
    func picture(_ rope: RopeLine) throws -> ImageSurface {
      let surface = try ImageSurface(width: size, height: size, format: .xrgb32)
      try surface.paint { painter in
        painter.paint(.colour(.white))
        rope.draw(on: painter, dirty: surface.bounds)
      }
      return surface
    }
    var rng = RandomSource(9)
    var rope = RopeLine()
    var before = try picture(rope)
    for step in 0..<60 {
      var damage = Region()
      let line = rng.isOne(in: 6) ? nil : Adornments.Segment(point(&rng), point(&rng))
      rope.show(line, scale: scale, damage: &damage)
      let after = try picture(rope)
      let left = try Golden.differences(before, after).filter { p in
        !damage.rects.contains { $0.contains(x: p.0, y: p.1) }
      }
      #expect(left.isEmpty && rope.isShown == (line != nil), "step \(step)")
      before = after
      var nothing = Region()
      rope.show(line, scale: scale, damage: &nothing)
      #expect(nothing.isEmpty)
    }
    var all = Region()
    rope.show(nil, scale: scale, damage: &all)
    all = Region()
    rope.show(.init(Point(0, 0), Point(250, 250)), scale: scale, damage: &all)
    #expect(all.area < 250 * 250 / 3)
  }

  /// Fails if an outline has one tone only: it would be invisible on paper or on ink.
  @Test(
    "edges, axes, frames and the loupe are visible on black, white and grey", arguments: [0x000000, 0xffffff, 0x808080])
  func seen(_ rgb: UInt32) throws {
    let corners = [Point(60, 60), Point(200, 60), Point(200, 200), Point(60, 200)]
    var each = [Adornments](repeating: Adornments(), count: 4)
    each[0].outlines = [corners]
    each[1].axes = [.init(Point(130, -10), Point(130, 300))]
    each[2].frame = corners
    each[3].loupe = .init(
      place: Point(130, 220), pixels: [UInt32](repeating: 0xff00_0000 | rgb, count: 25), colour: rgb, before: rgb)
    let ground = Colour(rgb: rgb)
    let blank = try picture(AdornmentLayer(), ground: ground)
    for (i, adornments) in each.enumerated() {
      var (layer, damage) = (AdornmentLayer(), Region())
      layer.show(adornments, in: Self.window, theme: Theme(), damage: &damage)
      let shown = try picture(layer, ground: ground)
      func differs(_ k: Int) -> Bool {
        let (a, b) = (shown.pixel(x: k % size, y: k / size) ?? 0, blank.pixel(x: k % size, y: k / size) ?? 0)
        for shift: UInt32 in [0, 8, 16] {
          let (x, y) = (Int(a >> shift & 0xff), Int(b >> shift & 0xff))
          if abs(x - y) > 60 { return true }
        }
        return false
      }
      let strong = (0..<size * size).filter(differs)
      #expect(strong.count > 60, "part \(i): \(strong.count)")
    }
  }

  /// Fails if the loupe shows other pixels than the given ones, or wrong colours.
  @Test("the loupe shows the pixels and both colours")
  func loupe() throws {
    let pixels: [UInt32] = (0..<25).map { $0 == 12 ? 0xff00_ff00 : 0xff20_4060 }
    var all = Adornments()
    all.loupe = .init(place: Point(130, 220), pixels: pixels, colour: 0x00ff00, before: 0xff0000)
    var (layer, damage) = (AdornmentLayer(), Region())
    layer.show(all, in: Self.window, theme: Theme(), damage: &damage)
    let shown = try picture(layer)
    func colour(_ x: Int, _ y: Int) -> UInt32 { (shown.pixel(x: x, y: y) ?? 0) & 0xff_ffff }
    #expect(colour(130, 130) == 0x00ff00 && colour(130, 100) == 0x204060)
    #expect(colour(130, 130 - 50) == 0x00ff00 && colour(130, 130 + 50) == 0xff0000)
  }
}
