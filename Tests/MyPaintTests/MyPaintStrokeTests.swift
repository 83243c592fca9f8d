import CMyPaint
import Geometry
import Glibc
import Ink
import Raster
import Synchronization
import Testing
import Threads

@testable import MyPaint

@Suite(.enabled(if: Installed.hasLibrary, "needs libmypaint-1.5-1")) struct MyPaintStrokeTests {
  private let opaque = #""opaque": {"base_value": 1, "inputs": {}}"#
  private let always = #""opaque_multiply": {"base_value": 1, "inputs": {"pressure": []}}"#

  private func plain(_ settings: String...) throws -> MyPaintBrush {
    let text = ([opaque, always] + settings).joined(separator: ", ")
    return try TestStroke.brush(text)
  }

  private func sample(_ x: Double, _ y: Double, _ time: Double, pressure: Double = 1) -> PenSample {
    PenSample(position: Point(x, y), time: time, pressure: pressure)
  }

  @Test func aStrokePaintsItsColour() throws {
    let stroke = try TestStroke.begin(plain(), style: MyPaintStyle(radius: 10, colour: 0x3366CC)) { _ in nil }
    for i in 0...20 { stroke.add(sample(20 + 5 * Double(i), 50, Double(i) / 100)) }
    let (tiles, rect) = stroke.drainChanges()
    #expect(Set(tiles.map(\.column)) == [0, 1, 2] && Set(tiles.map(\.row)) == [0])
    #expect(rect.contains(PixelRect(minX: 30, minY: 42, maxX: 110, maxY: 58)) && rect.height < 30)
    let tile = try #require(stroke.tile(at: MyPaintTilePlace(column: 1, row: 0)))
    let pixel = tile[0, 50]
    for (shift, value) in [(24, 255), (16, 0x33), (8, 0x66), (0, 0xCC)] {
      #expect(abs(Int(pixel >> UInt32(shift) & 255) - value) <= 1)
    }
    #expect(stroke.drainChanges().tiles.isEmpty && stroke.drainChanges().rect.isEmpty)
  }

  @Test func changesAreReportedOnceAndRemainAfterTheEnd() throws {
    let stroke = try TestStroke.begin(plain())
    stroke.add(sample(20, 20, 0))
    stroke.add(sample(60, 20, 0.1))
    _ = stroke.drainChanges()
    stroke.add(sample(300, 20, 0.2))
    stroke.finish()
    stroke.add(sample(300, 180, 0.3))
    let (tiles, rect) = stroke.drainChanges()
    #expect(tiles.last == MyPaintTilePlace(column: 4, row: 0) && rect.maxX > 300 && rect.maxY < 64)
    #expect(stroke.tile(at: MyPaintTilePlace(column: 4, row: 0)) != nil)
    #expect(stroke.tile(at: MyPaintTilePlace(column: 4, row: 2)) == nil)
    #expect(stroke.drainChanges().rect.isEmpty)
  }

  @Test func unchangedPixelsKeepTheirValue() throws {
    let stroke = try TestStroke.begin(plain())
    for i in 0...20 { stroke.add(sample(20 + 10 * Double(i), 30, Double(i) / 100)) }
    let (tiles, rect) = stroke.drainChanges()
    #expect(tiles.contains { $0.row == 0 })
    for place in tiles {
      let (tile, ground) = (stroke.tile(at: place), TestStroke.ground(place) ?? Tile())
      var changed = 0
      for y in 0..<Tile.size {
        for x in 0..<Tile.size {
          let isInside = rect.contains(x: place.column * Tile.size + x, y: place.row * Tile.size + y)
          if tile?[x, y] != ground[x, y] { changed += 1 }
          if !isInside { #expect(tile?[x, y] == ground[x, y]) }
        }
      }
      #expect(changed > 0 || place.column > 3)
    }
  }

  @Test func pixelsOutsideTheBoundsStayClear() throws {
    let bounds = PixelRect(x: 0, y: 0, width: 50, height: 40)
    let stroke = try TestStroke.begin(
      plain(), style: MyPaintStyle(radius: 30, colour: 0), bounds: bounds, content: { _ in nil })
    for i in 0...10 { stroke.add(sample(10 * Double(i), 30, Double(i) / 100)) }
    let (tiles, rect) = stroke.drainChanges()
    #expect(tiles == [MyPaintTilePlace(column: 0, row: 0)] && rect == bounds)
    let tile = try #require(stroke.tile(at: tiles[0]))
    #expect(tile[49, 39] != 0 && tile[50, 39] == 0 && tile[49, 40] == 0)
  }

  /// A stroke looks the same at every place of an endless canvas.
  @Test func strokesAreTheSameFarAway() throws {
    let distance = 64 * 1_000_000
    let bounds = TestStroke.bounds.offset(dx: distance, dy: -distance)
    let stroke = try TestStroke.begin(
      plain(), bounds: bounds, near: Point(Double(distance) + 3, Double(-distance) + 60),
      content: {
        TestStroke.ground(MyPaintTilePlace(column: $0.column - distance / 64, row: $0.row + distance / 64))
      })
    for var sample in TestStroke.samples {
      sample.position = Point(sample.position.x + Double(distance), sample.position.y - Double(distance))
      stroke.add(sample)
    }
    let expected = try TestStroke.paint(plain())
    let tiles = stroke.drainChanges().tiles
    #expect(tiles.count == expected.count)
    for place in tiles {
      let near = MyPaintTilePlace(column: place.column - distance / 64, row: place.row + distance / 64)
      #expect(stroke.tile(at: place) == expected[near])
    }
  }

  @Test func opacityScalesTheBrush() throws {
    let none = #""dabs_per_actual_radius": {"base_value": 0, "inputs": {}}"#
    let second = #""dabs_per_second": {"base_value": 100, "inputs": {}}"#
    let plainColour = #""paint_mode": {"base_value": 0, "inputs": {}}"#
    func alpha(_ opacity: Double) throws -> UInt32 {
      let brush = try TestStroke.brush(
        opaque, always, none, second, plainColour, #""opaque_linearize": {"base_value": 0, "inputs": {}}"#)
      let stroke = try TestStroke.begin(
        brush, style: MyPaintStyle(radius: 10, colour: 0, opacity: opacity), content: { _ in nil })
      stroke.add(sample(32, 32, 0))
      stroke.add(sample(32, 32, 0.0105))
      return (stroke.tile(at: MyPaintTilePlace(column: 0, row: 0))?[32, 32] ?? 0) >> 24
    }
    #expect(try alpha(1) == 255)
    let half = try alpha(0.5)
    #expect((126...130).contains(half))
    #expect(try alpha(0) == 0)
    #expect(try alpha(.nan) == 255)
  }

  @Test func everyBrushErases() throws {
    let locked = #""lock_alpha": {"base_value": 1, "inputs": {}}"#
    let stroke = try TestStroke.begin(
      plain(locked), style: MyPaintStyle(radius: 12, colour: 0xFF0000, isEraser: true),
      content: { _ in Tile(filledWith: 0xFFFF_FFFF) })
    for i in 0...20 { stroke.add(sample(10 + 2 * Double(i), 30, Double(i) / 100)) }
    let tile = try #require(stroke.tile(at: MyPaintTilePlace(column: 0, row: 0)))
    #expect(tile[30, 30] >> 24 < 3 && tile[30, 63] == 0xFFFF_FFFF)
  }

  @Test func seedsChooseAmongRandomNumbers() throws {
    let random = try plain(#""offset_by_random": {"base_value": 2, "inputs": {}}"#)
    func paint(_ seed: Int) throws -> [MyPaintTilePlace: Tile] {
      try TestStroke.paint(random, style: MyPaintStyle(radius: 4, colour: 0, seed: seed))
    }
    let first = try paint(0)
    #expect(try paint(1) != first)
    #expect(try paint(64) == first && paint(-64) == first)
    #expect(try paint(-1) == paint(63))
    #expect(try paint(.min) == first)
  }

  @Test func aRestingPenPaintsWithTime() throws {
    let brush = try plain(#""dabs_per_second": {"base_value": 80, "inputs": {}}"#)
    let stroke = try TestStroke.begin(brush, content: { _ in nil })
    stroke.add(sample(32, 32, 0))
    #expect(stroke.drainChanges().tiles.isEmpty)
    stroke.add(sample(32, 32, 0.1))
    #expect(!stroke.drainChanges().tiles.isEmpty)
  }

  /// Samples that no pen sends must not end the program.
  @Test func wildSamplesAreSafe() throws {
    let stroke = try TestStroke.begin(plain(), view: MyPaintView(zoom: 0, rotation: Angle(radians: .nan)))
    let values = [0, -1, 1e300, -1e300, .nan, .infinity, 64, 1e9, .leastNonzeroMagnitude]
    for (i, value) in values.enumerated() {
      for (j, other) in values.enumerated() {
        stroke.add(
          PenSample(
            position: Point(value, other), time: i % 2 == 0 ? Double(i * 9 + j) : other, pressure: value,
            altitude: Angle(radians: other), azimuth: Angle(radians: value), roll: Angle(radians: other)))
      }
    }
    _ = stroke.drainChanges()
  }

  /// Brushes that would paint without end, with numbers that are none, or with memory that is not
  /// theirs.
  @Test(arguments: [
    #""dabs_per_actual_radius": {"base_value": 200, "inputs": {"pressure": [[0, 10000], [0.001, 10000]]}}"#,
    #""dabs_per_second": {"base_value": 200, "inputs": {"random": [[0, 10000], [1, 10000]]}}"#,
    #""dabs_per_basic_radius": {"base_value": 200, "inputs": {"speed1": [[0, -10000], [0.00001, 10000]]}}"#,
    #""elliptical_dab_ratio": {"base_value": 10, "inputs": {"custom": [[0, 10000], [0.00002, -10000]]}}, "custom_input": {"base_value": 5, "inputs": {"custom": [[0, 0], [0.00002, 10000]]}}, "dabs_per_second": {"base_value": 200, "inputs": {"custom": [[0, 0], [0.00002, 10000]]}}"#,
    #""smudge": {"base_value": 1, "inputs": {"custom": [[0, 0], [0.00002, 10000]]}}, "smudge_bucket": {"base_value": 255, "inputs": {"custom": [[0, 0], [0.00002, -10000]]}}, "custom_input": {"base_value": 5, "inputs": {"custom": [[-1, 10000], [1, -10000]]}}, "smudge_length": {"base_value": 0, "inputs": {}}"#,
    #""smudge": {"base_value": 1, "inputs": {}}, "smudge_length": {"base_value": 0, "inputs": {}}, "smudge_transparency": {"base_value": 1, "inputs": {}}, "dabs_per_second": {"base_value": 200, "inputs": {"pressure": [[0, 10000], [1, 10000]]}}, "offset_x": {"base_value": 40, "inputs": {"pressure": [[0, 10000], [1, 10000]]}}, "offset_multiplier": {"base_value": 3, "inputs": {"random": [[0, 0], [1, 10000]]}}"#,
    #""gridmap_scale": {"base_value": 10, "inputs": {"pressure": [[0, -10000], [1, 10000]]}}, "hardness": {"base_value": 0, "inputs": {"gridmap_x": [[0, 0], [1, 1]]}}, "slow_tracking_per_dab": {"base_value": 0, "inputs": {"gridmap_y": [[0, 0], [1, 1]]}}"#,
    #""radius_logarithmic": {"base_value": 6, "inputs": {"pressure": [[0, 10000], [1, 10000]]}}, "dabs_per_basic_radius": {"base_value": 200, "inputs": {}}"#,
    #""tracking_noise": {"base_value": 12, "inputs": {}}, "offset_by_speed": {"base_value": 3, "inputs": {"speed2": [[0, 0], [0.1, 10000]]}}, "posterize": {"base_value": 1, "inputs": {}}, "posterize_num": {"base_value": 1, "inputs": {"speed1": [[0, -10000], [0.0001, 10000]]}}"#,
  ])
  func hostileBrushesCostLittle(_ settings: String) throws {
    let brush = try TestStroke.brush(opaque, settings)
    for radius in [nil, 0.2] {
      let stroke = try TestStroke.begin(brush, style: MyPaintStyle(radius: radius, colour: 0xFF))
      for (i, sample) in TestStroke.samples.enumerated().prefix(3) {
        var sample = sample
        if i == 1 { sample.position = Point(1e9, -1e9) }
        stroke.add(sample)
      }
    }
  }

  @Test func aGridOfUnlimitedSizeCannotBecomeAnIndex() {
    #expect(throws: MyPaintBrushError.unsafe(field: "gridmap_scale")) {
      try TestStroke.brush(
        #""gridmap_scale": {"base_value": 1, "inputs": {"pressure": [[0, 0], [1, 90]]}}"#,
        #""smudge_bucket": {"base_value": 1, "inputs": {"gridmap_x": [[0, 0], [1, 9]]}}"#)
    }
    // As installed brushes have it.
    #expect(throws: Never.self) {
      try TestStroke.brush(
        #""gridmap_scale": {"base_value": 0, "inputs": {"brush_radius": [[-2, -2], [6, 6]]}}"#,
        #""smudge_bucket": {"base_value": 1, "inputs": {"gridmap_x": [[0, 0], [1, 9]]}}"#)
    }
  }
}
