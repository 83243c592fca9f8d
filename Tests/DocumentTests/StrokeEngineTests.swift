import Geometry
import Ink
import Paint
import RandomSource
import Raster
import Testing

@testable import Document

@Suite struct StrokeEngineTests {
  private let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private static let brushes: [Brush] = {
    var brushes = [Brush(size: 14), Brush(size: 40), Brush(size: 30), Brush(size: 50)]
    brushes[1].tip = .flat(Brush.Nib(thickness: 0.2, angle: Angle(degrees: 30), followsAzimuth: false))
    brushes[2].rendering = .dabs(Brush.Dabs(spacing: 0.2, hardness: 0.5, grain: 0.7))
    brushes[3].rendering = .spray(Brush.Dabs(spacing: 0.3, hardness: 0))
    return brushes
  }()

  private func setting(_ brush: Brush, _ style: InkStyle, _ maps: [Affine]) -> StrokeSetting {
    StrokeSetting(
      brush: brush, inputScale: 1, style: style.laid(by: brush), filler: filler, prediction: 0, maps: maps,
      magnification: 1)
  }

  private func drawn(
    _ setting: StrokeSetting, _ samples: [PenSample], on ground: TileGrid, limit: CoverageLimit? = nil
  ) -> TileGrid {
    var image = ground
    var writer = LayerWriter(to: SurfaceID(Layer.ID(1)), limit: limit)
    let engine = setting.engine(for: image)
    for sample in samples { engine.add(sample) }
    engine.finish()
    _ = engine.draw(on: &image, by: &writer)
    return image
  }

  private func samples(_ rng: inout RandomSource) -> [PenSample] {
    var p = Point(rng.roll(0...300), rng.roll(0...200))
    return (0..<20).map { i in
      p = p + Vector(rng.roll(-40...40), rng.roll(-40...40))
      return PenSample(position: p, time: Double(i) / 100, pressure: rng.roll(0.1...1))
    }
  }

  /// Fails if an engine that can draw a part of a stroke again draws other pixels there than the
  /// whole stroke does, or changes pixels elsewhere; or if the ink of one that does not read the
  /// layer depends on other tiles.
  @Test(arguments: 0..<4) func partsAreDrawnAgain(_ kind: Int) throws {
    for seed in RandomSource.seeds(6) {
      var rng = RandomSource(seed)
      let style = InkStyle(colour: 0x80_40_20, opacity: 160, blend: rng.isOne(in: 3) ? .erase : .over)
      let mirror = Affine(a: -1, b: 0, c: 0, d: 1, tx: 300, ty: 0)
      let setting = setting(Self.brushes[kind], style, rng.isOne(in: 2) ? [mirror] : [])
      let samples = samples(&rng)
      var ground = TileGrid(width: 300, height: 200)
      for index in 0..<ground.slotCount where rng.isOne(in: 2) {
        let square = ground.bounds(ofTile: index)
        let pixel = Pixel.opaque(UInt32(rng.roll(0...0xFF_FFFF)))
        ground.withMutableTile(index) { tile in
          for y in 0..<square.height { for x in 0..<square.width { tile[y << 6 | x] = pixel } }
        }
      }
      let whole = drawn(setting, samples, on: ground)
      let chosen = Set((0..<ground.slotCount).filter { _ in rng.isOne(in: 2) })
      var mask = Mask(width: 300, height: 200)
      for index in chosen { mask.setTile(index, isFull: true) }
      let limit = CoverageLimit(mask)
      let abilities = type(of: setting.engine(for: ground)).abilities
      #expect(abilities.contains(.redrawsParts) && !abilities.contains(.readsLayer))
      let part = drawn(setting, samples, on: ground, limit: limit)
      var other = ground
      for index in 0..<ground.slotCount where !chosen.contains(index) { other[index] = nil }
      let elsewhere = drawn(setting, samples, on: other)
      for index in 0..<ground.slotCount {
        let blank = Tile()
        if chosen.contains(index) {
          #expect((part[index] ?? blank) == (whole[index] ?? blank), "seed \(seed), tile \(index)")
          #expect((elsewhere[index] ?? blank) == (whole[index] ?? blank), "seed \(seed), tile \(index)")
        } else {
          #expect(part[index] == ground[index], "seed \(seed), tile \(index)")
        }
      }
    }
  }

  /// Fails if an engine that predicts shows nothing beyond the tip of a moving pen, or still does
  /// after the prediction was withdrawn.
  @Test(arguments: 0..<4) func predictionIsShownAndWithdrawn(_ kind: Int) throws {
    let brush = Self.brushes[kind]
    let setting = StrokeSetting(
      brush: brush, inputScale: 1, style: InkStyle(), filler: filler, prediction: 0.02, maps: [], magnification: 1)
    var image = TileGrid(width: 600, height: 100)
    var writer = LayerWriter(to: SurfaceID(Layer.ID(1)))
    let engine = setting.engine(for: image)
    #expect(type(of: engine).abilities.contains(.predicts))
    for i in 0..<20 {
      engine.add(PenSample(position: Point(20 + 10 * Double(i), 50), time: Double(i) / 200, pressure: 0.8))
      _ = engine.draw(on: &image, by: &writer)
    }
    #expect(engine.draw(on: &image, by: &writer))
    engine.withdrawPrediction()
    #expect(!engine.draw(on: &image, by: &writer))
  }
}
