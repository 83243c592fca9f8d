import Geometry
import RandomSource
import Raster
import Testing

@testable import Document
@testable import Pixels
@testable import Storage

@Suite struct ImageScalerTests {
  /// Fails if scaling changes areas of one colour, up to the edges, or spreads into empty tiles.
  @Test(arguments: [(64, 64, 200, 31), (300, 7, 5, 300), (130, 130, 131, 129), (1, 1, 90, 90)])
  func plainAreasStay(old: (Int, Int, Int, Int)) {
    let image = TileGrid(width: old.0, height: old.1, filledWith: 0xFF20_8040)
    let scaler = ImageScaler(from: (old.0, old.1), to: (old.2, old.3))
    #expect(scaler(image).showsSame(as: TileGrid(width: old.2, height: old.3, filledWith: 0xFF20_8040)))
    #expect(scaler(TileGrid(width: old.0, height: old.1)).tileCount == 0)
    #expect(scaler(Mask(width: old.0, height: old.1, isFull: true)) == Mask(width: old.2, height: old.3, isFull: true))
  }

  /// Fails if tiles have seams, or if an image moves when it is scaled: a linear ramp stays the
  /// same ramp, to within a level.
  @Test(arguments: [2.5, 1.3, 0.7, 0.31]) func rampsStayRamps(scale: Double) {
    let (width, height) = (400, 90)
    var image = TileGrid(width: width, height: height)
    for y in 0..<height {
      let row = (0..<width).map { Pixel.opaque(UInt32(Double($0) / Double(width) * 255 + 0.5)) }
      image.setRow(y, from: 0, to: row.span)
    }
    let new = (width: Int(Double(width) * scale), height: 100)
    let scaled = ImageScaler(from: (width, height), to: new)(image)
    var worst = 0.0
    for x in Int(4 * max(1, scale))..<new.width - Int(4 * max(1, scale)) {
      let exact = ((Double(x) + 0.5) * Double(width) / Double(new.width) - 0.5) / Double(width) * 255
      worst = max(worst, abs(Double(scaled[x, 50] & 255) - exact))
    }
    #expect(worst <= 1.1, "worst \(worst)")
  }

  /// Fails if reducing loses ink: the mean of the image stays the same to within half a level.
  @Test(arguments: 0..<4) func meansStay(seed: Int) {
    var rng = RandomSource(UInt64(seed))
    var image = TileGrid(width: 192, height: 192)
    for y in 40..<150 {
      let row = (0..<110).map { _ in Pixel.opaque(rng.isOne(in: 3) ? 0xFFFFFF : 0) }
      image.setRow(y, from: 40, to: row.span)
    }
    let scaled = ImageScaler(from: (192, 192), to: (70, 61))(image)
    func mean(_ image: TileGrid) -> Double {
      var sum = 0
      for y in 0..<image.height { for x in 0..<image.width { sum += Int(image[x, y] >> 24) } }
      return Double(sum) / Double(image.width * image.height)
    }
    #expect(abs(mean(scaled) - mean(image)) < 0.5)
  }
}
