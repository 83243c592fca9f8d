import Geometry
import Paint
import RandomSource
import Raster
import TestSupport
import Testing

@testable import Panels
@testable import Toolkit

/// The cursor's outline: as large as the ink, visible on any background, and no pixels are left
/// behind.
@Suite struct CanvasCursorTests {
  private let size = 240

  private func picture(
    _ cursor: CanvasCursor, ground: Colour = .white, by draw: ((CanvasCursor, Painter) -> Void)? = nil
  ) throws -> ImageSurface {
    let surface = try ImageSurface(width: size, height: size, format: .xrgb32)
    try surface.paint { painter in
      painter.paint(.colour(ground))
      if let draw { draw(cursor, painter) } else { cursor.draw(on: painter, dirty: surface.bounds) }
    }
    return surface
  }

  private static func shape(_ rng: inout RandomSource) -> CursorShape {
    let angle = Angle(degrees: .random(in: -400...400, using: &rng))
    let length = Double.random(in: 0...150, using: &rng)
    switch Int.random(in: 0..<5, using: &rng) {
    case 0: return .cross
    case 1: return .round(radius: .random(in: 0...110, using: &rng))
    case 2: return .rings(radius: .random(in: 0...110, using: &rng))
    case 3: return .flat(length: length, thickness: .random(in: 0...length, using: &rng), angle: angle)
    default: return .oval(length: length, thickness: .random(in: 0...length, using: &rng), angle: angle)
    }
  }

  /// Fails if an outline leaves pixels behind, or is drawn outside of its damage.
  @Test("changed pixels are inside the damage at any place", arguments: [(1.0, 7), (2.0, 8)])
  func damage(_ scale: Double, _ seed: UInt64) throws {
    var rng = RandomSource(seed)
    var cursor = CanvasCursor()
    var before = try picture(cursor)
    for step in 0..<60 {
      var damage = Region()
      let place = Point(.random(in: -20...260, using: &rng), .random(in: -20...260, using: &rng))
      let isGone = Int.random(in: 0..<8, using: &rng) == 0
      cursor.show(Self.shape(&rng), at: isGone ? nil : place, scale: scale, damage: &damage)
      let after = try picture(cursor)
      let left = try Golden.differences(before, after).filter { p in
        !damage.rects.contains { $0.contains(x: p.0, y: p.1) }
      }
      #expect(left.isEmpty, "step \(step): \(left.count) pixels outside, first \(left.first ?? (0, 0))")
      #expect(cursor.isShown == !isGone)
      before = after
    }
  }

  /// Fails if the outline of a tip that blends looks like that of one that paints.
  @Test(arguments: [30.0, 90]) func aBlenderHasAnInnerRing(_ radius: Double) throws {
    var damage = Region()
    let rings = try [CursorShape.round(radius: radius), .rings(radius: radius)].map { shape in
      var cursor = CanvasCursor()
      cursor.show(shape, at: Point(120, 120), scale: 1, damage: &damage)
      return try picture(cursor, ground: Colour(rgb: 0x808080))
    }
    // The antialiasing of the outer ring differs by some levels.
    let differences = try Golden.differences(rings[0], rings[1], 40)
    #expect(!differences.isEmpty)
    for (x, y) in differences {
      #expect(abs(Point(Double(x) + 0.5, Double(y) + 0.5).distance(to: Point(120, 120)) - radius / 2) < 4)
    }
  }

  /// Fails if cached pictures are mixed up, clipped or shifted: at any place the result equals
  /// drawing the lines there. (Cairo's antialiasing differs by some levels with other clips; a
  /// quarter of a pixel would be 60.)
  @Test("a cached picture equals the outline", arguments: [1.0, 1.5, 2]) func pictures(_ scale: Double) throws {
    var rng = RandomSource(11)
    var cursor = CanvasCursor()
    let shapes: [CursorShape] = [.cross, .round(radius: 3), .round(radius: 17.3), .round(radius: 40)]
    for step in 0..<200 {
      var damage = Region()
      let place = Point(.random(in: -20...260, using: &rng), .random(in: -20...260, using: &rng))
      cursor.show(shapes[step / 10 % shapes.count], at: place, scale: scale, damage: &damage)
      let settled = CursorPictures.settled(place)
      #expect(settled.distance(to: place) <= 0.18)
      let shown = try picture(cursor)
      let drawn = try picture(cursor) { $0.drawLines($1, at: settled) }
      let most = try mostDifference(shown, drawn)
      #expect(most <= 24, "step \(step): off by \(most)")
    }
  }

  /// Fails if the pointer's picture differs in size or position from the drawn outline. Rotating
  /// and large shapes must not have one.
  @Test("the pointer's picture is the outline around the centre of its pixel", arguments: [1.0, 1.5, 2])
  func pointerPictures(_ scale: Double) throws {
    let cursor = CanvasCursor()
    for shape in [CursorShape.cross, .round(radius: 1), .round(radius: 3), .round(radius: 12.4), .round(radius: 20)] {
      let made = try #require(cursor.pointerPicture(of: shape, scale: scale, most: 64))
      #expect(made.side % 2 == 1 && made.hotSpot == made.side / 2 && made.pixels.count == made.side * made.side)
      var drawn = CanvasCursor()
      var damage = Region()
      drawn.show(shape, at: Point(100.5, 100.5), scale: scale, damage: &damage)
      let surface = try picture(drawn) { $0.drawLines($1, at: Point(100.5, 100.5)) }
      var most = 0
      for y in 0..<made.side {
        for x in 0..<made.side {
          let pixel = Pixel.over(made.pixels[y * made.side + x], 0xffff_ffff)
          let there = surface.pixel(x: x + 100 - made.hotSpot, y: y + 100 - made.hotSpot) ?? 0
          for shift in [UInt32(0), 8, 16] {
            most = max(most, abs(Int(pixel >> shift & 0xff) - Int(there >> shift & 0xff)))
          }
        }
      }
      #expect(most <= 24, "\(shape): off by \(most)")
    }
    #expect(cursor.pointerPicture(of: .round(radius: 35), scale: scale, most: 64) == nil)
    #expect(cursor.pointerPicture(of: .flat(length: 20, thickness: 5, angle: .zero), scale: scale, most: 64) == nil)
    #expect(cursor.pointerPicture(of: .oval(length: 20, thickness: 5, angle: .zero), scale: scale, most: 64) == nil)
  }

  private func mostDifference(_ a: ImageSurface, _ b: ImageSurface) throws -> Int {
    a.withBytes { a in
      b.withBytes { b in
        var most = 0
        for i in 0..<min(a.byteCount, b.byteCount) where i % 4 != 3 {
          let (x, y) = (
            a.unsafeLoad(fromByteOffset: i, as: UInt8.self), b.unsafeLoad(fromByteOffset: i, as: UInt8.self)
          )
          most = max(most, abs(Int(x) - Int(y)))
        }
        return most
      }
    }
  }

  /// Fails if the outline differs in size from the ink by half a pixel.
  @Test("the light line is on the tip's outline", arguments: [3.0, 10, 40.5, 90])
  func trueSize(_ radius: Double) throws {
    var cursor = CanvasCursor()
    var damage = Region()
    cursor.show(.round(radius: radius), at: Point(120, 120), scale: 1, damage: &damage)
    let shown = try picture(cursor, ground: .black)
    // The mean position of the light along the row through the centre is the radius.
    var (sum, weighted) = (0.0, 0.0)
    for x in 120..<240 {
      let light = Double((shown.pixel(x: x, y: 120) ?? 0) & 0xff)
      sum += light
      weighted += light * (Double(x) + 0.5 - 120)
    }
    #expect(sum > 100 && abs(weighted / sum - radius) < 0.25)
  }

  @Test("it is visible on white, black and grey", arguments: [0x000000, 0xffffff, 0x808080] as [UInt32])
  func seen(_ ground: UInt32) throws {
    var cursor = CanvasCursor()
    var damage = Region()
    let blank = try picture(cursor, ground: Colour(rgb: ground))
    for shape in [CursorShape.cross, .round(radius: 20), .flat(length: 30, thickness: 8, angle: .zero)] {
      cursor.show(shape, at: Point(100, 100), scale: 1, damage: &damage)
      let shown = try picture(cursor, ground: Colour(rgb: ground))
      let strong = (0..<size * size).filter { i in
        let (a, b) = (shown.pixel(x: i % size, y: i / size) ?? 0, blank.pixel(x: i % size, y: i / size) ?? 0)
        return abs(Int(a & 0xff) - Int(b & 0xff)) > 60
      }
      #expect(strong.count >= 16, "\(shape): \(strong.count)")
    }
  }

  @Test("a small tip is a cross; the inside of a large one is not redrawn")
  func extremes() {
    #expect(CursorShape.round(radius: 1).legible == .cross)
    #expect(CursorShape.flat(length: 2, thickness: 1, angle: .zero).legible == .cross)
    var cursor = CanvasCursor()
    var damage = Region()
    cursor.show(.round(radius: 300), at: Point(400, 400), scale: 1, damage: &damage)
    #expect(damage.area < 600 * 600 / 3 && !damage.rects.contains { $0.contains(x: 400, y: 400) })
    // A place that is not finite has no outline.
    cursor.show(.cross, at: Point(.nan, 0), scale: 1, damage: &damage)
    #expect(!cursor.isShown)
  }
}
