import Geometry
import Ink
import Paint
import RandomSource
import Raster
import Testing

@testable import Document

/// Random tiles of both depths, and edits that make them.
enum DeepActs {
  static func pixel(_ rng: inout RandomSource) -> DeepPixel {
    // Faint ones are nothing with 8 bits.
    let alpha = rng.roll(0...(rng.isOne(in: 3) ? 60 : Int(DeepPixel.one)))
    func channel() -> UInt16 { UInt16(rng.roll(0...alpha)) }
    return DeepPixel(SIMD4(channel(), channel(), channel(), UInt16(alpha)))
  }

  /// A soft blot of one colour over a tile, with 16 bits a channel.
  static func wash(_ tile: Tile, _ rng: inout RandomSource) -> Tile {
    var tile = tile
    let (x, y, radius) = (rng.roll(-20.0...84), rng.roll(-20.0...84), rng.roll(10.0...60))
    let (colour, most) = (DeepPixel(Pixel.opaque(UInt32(rng.roll(0...0xFF_FFFF)))), rng.roll(0.01...1))
    tile.withMutableDeepPixels { pixels in
      for i in 0..<Tile.count {
        let (dx, dy) = (Double(i & 63) - x, Double(i >> 6) - y)
        let share = max(0, 1 - (dx * dx + dy * dy).squareRoot() / radius) * most
        if share > 0 { pixels[i] = colour.scaled(by: UInt16(share * 32768)).over(pixels[i]) }
      }
    }
    return tile
  }

  /// A tile of any depth, or nil: uniform, soft, random, or with pixels that 8 bits hold.
  static func tile(_ rng: inout RandomSource) -> Tile? {
    let word = Pixel.scaled(Pixel.opaque(UInt32(rng.roll(0...0xFF_FFFF))), by: UInt32(rng.roll(0...255)))
    switch rng.roll(0...7) {
    case 0: return nil
    case 1: return Tile(filledWith: word)
    case 2: return Tile(deep: [DeepPixel](repeating: pixel(&rng), count: Tile.count))
    case 3: return Tile(deep: (0..<Tile.count).map { _ in pixel(&rng) })
    case 4: return Tile(filledWith: word).deepened
    case 5: return wash(Tile(filledWith: word), &rng)
    case 6: return scratched(Tile(filledWith: word), &rng)
    default: return wash(Tile(), &rng)
    }
  }

  /// A tile with some other pixels, written with 8 or 16 bits.
  static func scratched(_ tile: Tile, _ rng: inout RandomSource) -> Tile {
    var tile = tile
    let isDeep = rng.isOne(in: 2)
    for _ in 0..<rng.roll(1...200) {
      let (place, pixel) = (rng.roll(0..<Tile.count), pixel(&rng))
      if isDeep { tile.withMutableDeepPixels { $0[place] = pixel } } else { tile[place & 63, place >> 6] = pixel.word }
    }
    return tile
  }

  /// Another tile in place of one: any, or one that follows from it.
  static func changed(_ tile: Tile?, _ rng: inout RandomSource) -> Tile? {
    switch rng.roll(0...4) {
    case 0: self.tile(&rng)
    case 1: wash(tile ?? Tile(), &rng)
    case 2: scratched(tile ?? Tile(), &rng)
    case 3: tile.map { Tile(filledWith: $0.pixels[0]) }
    default: tile
    }
  }

  /// An image of four by three tiles of any depth.
  static func image(_ rng: inout RandomSource) -> TileGrid {
    var image = TileGrid(width: 256, height: 192)
    for index in 0..<image.slotCount { image[index] = tile(&rng) }
    return image
  }

  /// An edit of some tiles inside the canvas, of 230 x 220 px: an operation that is recorded by its tiles, or a stroke
  /// or shape that is recorded with its result.
  static func edit(_ document: inout Document, _ rng: inout RandomSource) throws {
    let surface = document.activeSurface
    var writer = LayerWriter(to: surface)
    for _ in 0..<rng.roll(1...4) {
      let index = 4 * rng.roll(0...2) + rng.roll(0...2)
      let square = document.activeImage.bounds(ofTile: index)
      writer.write(square, ofTile: index, of: &document.activeImage) { image, original in
        image[index] = changed(original, &rng)
      }
    }
    document.record(try operation(on: surface, &rng), by: writer)
  }

  private static func operation(on surface: SurfaceID, _ rng: inout RandomSource) throws -> Operation {
    if rng.isOne(in: 3) { return .pixels(surface, name: "Wash") }
    let paint = try MyPaintBrush(parsing: Array(MyPaintEngineTests.plain.utf8))
    var record = StrokeRecord(
      brush: Brush(paint, name: "plain").resized(to: 9), style: InkStyle(colour: 0x10_2030), surface: surface)
    let pen = PenSample(position: Point(9, 9), time: 0)
    record.samples = [pen]
    if rng.isOne(in: 2) { return .stroke(record) }
    record.samples = []
    let shape = Shape(.ellipse, from: Point(8, 9), to: Point(60, 40))
    return .shape(ShapeStroke(stroke: record, outline: .shape(shape, pen: pen)))
  }
}
