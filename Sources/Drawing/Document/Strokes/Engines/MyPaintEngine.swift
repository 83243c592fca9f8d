import Geometry
import Ink
import MyPaint
import Paint
import Raster

/// Strokes of MyPaint's brushes, painted by libmypaint. Without the library they paint nothing.
///
/// The library mixes on tiles of 16 bits, which begin with the layer's pixels and live as long as the
/// stroke; what changes becomes the layer's, whose tiles become deep. Strokes of old files are rounded into the
/// layer to 8 bits. Samples reach it raw, but for a stabiliser. It
/// cannot be asked for a part of a stroke, and its state cannot be copied for a predicted end. The
/// copies by symmetry paint on the same tiles, each sample by all in turn.
final class MyPaintEngine: StrokeEngine {
  static let abilities: StrokeAbilities = [.readsLayer]

  /// The layer before the stroke, while samples are painted.
  private final class Ground {
    var image: TileGrid?
    /// The tiles that the library asked for.
    var read: Set<Int> = []
    /// The tiles of the layers below that colours were picked up from.
    var readBelow: Set<Int> = []
  }

  private let paint: MyPaintBrush
  private let setting: StrokeSetting
  private let ground = Ground()
  private let paper: PaperSurface?
  private var stabilised: StabilisedSamples
  /// Samples that are not painted yet, after the first `paintedCount`.
  private var waiting: [PenSample] = []
  private var paintedCount = 0
  private var isFinished = false
  /// Nil before the first sample.
  private var stroke: MyPaintStroke?
  private(set) var inkEnd: Point?

  init(_ setting: StrokeSetting, _ paint: MyPaintBrush) {
    (self.setting, self.paint) = (setting, paint)
    paper = setting.brush.paper.map { PaperSurface($0, magnification: setting.magnification) }
    stabilised = StabilisedSamples(setting.brush.stabiliser, inputScale: setting.inputScale)
  }

  var isCatchingUp: Bool { !isFinished && (paint.paintsWithTime || stabilised.isMoving) }
  var isBehind: Bool { paintedCount < waiting.count }
  var restsBySamples: Bool { true }
  var readTiles: Set<Int> { ground.read }
  var readTilesBelow: Set<Int> { ground.readBelow }
  func rest(for time: Double) {}
  func withdrawPrediction() {}
  func add(_ sample: PenSample) { if !isFinished { stabilised.add(sample, to: &waiting) } }

  func finish() {
    if !isFinished { stabilised.finish(to: &waiting) }
    isFinished = true
  }

  func draw(on image: inout TileGrid, by writer: inout LayerWriter) -> Bool {
    ground.image = image
    let end = setting.slice.map { ContinuousClock.now + .seconds($0) }
    while paintedCount < waiting.count {
      add(waiting[paintedCount], on: image.bounds, within: writer.limit)
      paintedCount += 1
      if let end, ContinuousClock.now >= end { break }
    }
    if !isBehind {
      waiting.removeAll(keepingCapacity: true)
      paintedCount = 0
    }
    // Otherwise the first write would copy the image's table of tiles.
    ground.image = nil
    if isFinished, !isBehind { stroke?.finish() }
    guard let stroke else { return false }
    let changes = stroke.drainChanges()
    for place in changes.tiles {
      let index = image.index(column: place.column, row: place.row)
      let part = image.bounds(ofTile: index).intersection(changes.rect)
      if part.isEmpty { continue }
      writer.write(part, ofTile: index, of: &image) { image, original in
        if isDeep {
          image.withMutableTile(index, as: DeepPixel.self) { pixels in
            guard let paper else { return _ = stroke.copy(part, ofTile: place, to: &pixels) }
            paper.forEachPixel(of: part, ofTile: place, stroke, over: original) { pixels[$0] = $1 }
          }
        } else {
          image.withMutableTile(index) { pixels in
            guard let paper else { return _ = stroke.copy(part, ofTile: place, to: &pixels) }
            paper.forEachPixel(of: part, ofTile: place, stroke, over: original) { pixels[$0] = $1.word }
          }
        }
      }
    }
    return false
  }

  /// Whether the layer's tiles get 16 bits a channel.
  private var isDeep: Bool { setting.conditions.isDeep(setting.brush) && !isInexact }

  /// Whether only the library can mix the stroke's pigments, though it was to be exact. With 16 bits even grounds would drift.
  private var isInexact: Bool {
    setting.conditions.mixing.isExact && paint.mixesPigments && MyPaintLibrary.system?.hasOurPigments == false
  }

  private func add(_ sample: PenSample, on bounds: PixelRect, within limit: CoverageLimit?) {
    inkEnd = sample.position
    var sample = sample
    let scale = setting.magnification
    if scale != 1 { sample.position = Point(sample.position.x * scale, sample.position.y * scale) }
    if stroke == nil { stroke = begin(at: sample.position, on: bounds, within: limit) }
    stroke?.add(sample)
  }

  private func begin(at place: Point, on bounds: PixelRect, within limit: CoverageLimit?) -> MyPaintStroke? {
    guard let library = MyPaintLibrary.system else { return nil }
    let (brush, style, conditions, scale) = (setting.brush, setting.style, setting.conditions, setting.magnification)
    // Positions are `Float`: on an endless canvas they are relative to where the stroke begins.
    let isFar = max(bounds.width, bounds.height) > Document.largestSide
    let columns = (bounds.width + Tile.size - 1) >> Tile.shift
    return MyPaintStroke(
      library: library, brush: paint,
      style: MyPaintStyle(
        radius: brush.size / 2 * scale, colour: style.colour, opacity: style.exactOpacity,
        isEraser: style.blend == .erase, seed: conditions.seed),
      bounds: bounds, near: isFar ? place : .zero,
      view: MyPaintView(
        zoom: 1 / (setting.inputScale * scale), rotation: conditions.rotation, isMirrored: conditions.isMirrored),
      copies: setting.maps, limit: limit, isDeep: isDeep, mixesExactly: conditions.mixing.isExact,
      countsCoverage: paper != nil, part: setting.part, widths: setting.widths,
      below: setting.below.map { [ground] below in
        { place in
          ground.readBelow.insert(place.row * columns + place.column)
          return below.tile(place.row * columns + place.column)
        }
      },
      content: { [ground] place in
        ground.read.insert(place.row * columns + place.column)
        return ground.image?[place.row * columns + place.column]
      })
  }
}

extension PaperSurface {
  /// Calls a body with the index and the colour of each pixel that a stroke on the paper leaves in a part of a tile:
  /// what the pixel was before, and as much of the stroke's change as follows from how far dabs covered it.
  fileprivate func forEachPixel(
    of part: PixelRect, ofTile place: MyPaintTilePlace, _ stroke: MyPaintStroke, over original: Tile?,
    _ body: (Int, DeepPixel) -> Void
  ) {
    let top = part.minY & (Tile.size - 1)
    (original ?? .clear).withDeepRows(top..<top + part.height) { rows in
      _ = stroke.forEachPixel(of: part, ofTile: place) { x, y, index, pixel, covered in
        let before = rows[index - top << Tile.shift]
        if covered == 0 || pixel == before { return body(index, pixel) }
        // On the highest points more than the coverage is left.
        let coverage = min(UInt32(covered) * 2, 65535)
        let factor = Float(self.coverage(coverage, x: x, y: y)) / Float(coverage)
        body(index, before.changed(like: pixel, times: factor))
      }
    }
  }
}

extension DeepPixel {
  /// The pixel with a multiple of its difference to another one, rounded to nearest and limited to what a pixel can be.
  fileprivate func changed(like other: DeepPixel, times factor: Float) -> DeepPixel {
    let (from, to) = (SIMD4<Float>(channels), SIMD4<Float>(other.channels))
    let changed = (from + (to - from) * factor).rounded(.toNearestOrEven)
    let alpha = max(0, min(changed[3], Float(Self.one)))
    let most = SIMD4<Float>(repeating: alpha)
    let limited = changed.clamped(lowerBound: .zero, upperBound: most)
    return DeepPixel(SIMD4<UInt16>(limited))
  }
}
