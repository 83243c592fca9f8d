import Geometry
import Ink
import MyPaint
import Raster
import Testing

/// A stroke for tests: a wave with changing pressure and tilt over a ground of several colours.
enum TestStroke {
  static let bounds = PixelRect(x: 0, y: 0, width: 400, height: 200)

  static let samples: [PenSample] = (0..<60).map { i in
    let t = Double(i)
    return PenSample(
      position: Point(40 + 5 * t, 100 + 50 * Angle(radians: t / 8).sine), time: t / 100,
      pressure: 0.5 + 0.4 * Angle(radians: t / 10).sine, altitude: Angle(degrees: 60),
      azimuth: Angle(degrees: 3 * t))
  }

  /// Stripes of colours, some of them translucent, and an empty quarter.
  static func ground(_ place: MyPaintTilePlace) -> Tile? {
    if place.column % 4 == 3 { return nil }
    var tile = Tile()
    for y in 0..<Tile.size {
      for x in 0..<Tile.size {
        let alpha = UInt32(y < 32 ? 255 : 4 * x)
        let colour = UInt32((x * 5 + place.column * 40) % 256) * alpha / 255
        tile[x, y] = alpha << 24 | colour << 16 | (alpha - colour) << 8 | alpha * UInt32(y) / 64
      }
    }
    return tile
  }

  static func begin(
    _ brush: MyPaintBrush, style: MyPaintStyle = MyPaintStyle(radius: 8, colour: 0x2040C0), bounds: PixelRect = bounds,
    near: Point = .zero, view: MyPaintView = MyPaintView(), isExact: Bool = true,
    content: @escaping (MyPaintTilePlace) -> Tile? = ground
  ) throws -> MyPaintStroke {
    let library = try #require(Installed.library)
    return try #require(
      MyPaintStroke(
        library: library, brush: brush, style: style, bounds: bounds, near: near, view: view, mixesExactly: isExact,
        content: content))
  }

  /// All painted pixels of a stroke, by their tiles.
  static func paint(
    _ brush: MyPaintBrush, style: MyPaintStyle = MyPaintStyle(radius: 8, colour: 0x2040C0),
    samples: [PenSample] = samples, isExact: Bool = true, beside: () -> Void = {}
  ) throws -> [MyPaintTilePlace: Tile] {
    let stroke = try begin(brush, style: style, isExact: isExact)
    for sample in samples {
      stroke.add(sample)
      beside()
    }
    stroke.finish()
    var tiles: [MyPaintTilePlace: Tile] = [:]
    for place in stroke.drainChanges().tiles { tiles[place] = stroke.tile(at: place) }
    return tiles
  }

  /// A brush from its settings.
  static func brush(_ settings: String...) throws -> MyPaintBrush {
    let text = "{\"version\": 3, \"settings\": {" + settings.joined(separator: ", ") + "}}"
    return try MyPaintBrush(parsing: Array(text.utf8))
  }
}
