import Geometry
import Ink
import Raster

/// One stroke with a MyPaint brush, on pixels of its own.
///
/// Equal samples, styles and first contents give equal pixels, on every thread and in every process.
/// A stroke belongs to one thread at a time. Its state cannot be copied, so there is no predicted
/// end: ink follows the samples.
public final class MyPaintStroke {
  /// The brush.
  public let brush: MyPaintBrush
  /// The canvas's pixels that may be painted.
  public let bounds: PixelRect
  /// The view of the next samples.
  public var view: MyPaintView

  // The local origin, in tiles.
  private let origin: MyPaintTilePlace
  private let tiles: MyPaintTiles
  // Nil if it is not counted.
  private let coverage: MyPaintCoverage?
  // Nil and none after `finish`.
  private var surface: MyPaintTileSurface?
  private var objects: [MyPaintBrushObject] = []
  // The identity for the stroke itself, then the maps of its copies.
  private let maps: [Affine]
  private let limit: CoverageLimit?
  // The tiles in a row of the canvas.
  private let columns: Int
  private var lastTime: Double?
  private var lastPlace: Point?
  // Nil for the whole stroke.
  private var walk: PartWalk?
  private let widths: StrokeWidths?
  private var lastChanges = PixelRect.empty

  /// Creates a stroke without ink.
  ///
  /// Coordinates are computed as `Float` from a local origin, a multiple of 64 px. Only pixels within
  /// 32,768 px of it are painted. The pixels of a stroke depend on its local origin by rounding.
  /// - Parameters:
  ///   - bounds: the canvas's pixels that may be painted.
  ///   - near: a position, canvas px; the local origin is the upper left corner of its tile.
  ///   - copies: maps of samples for further strokes that are painted together with this one, each
  ///     sample by all in turn.
  ///   - limit: lets no pixel change where it has 0; of a canvas that begins at 0, 0. Values between count
  ///     for nothing here.
  ///   - isDeep: whether the pixels are kept with 16 bits. Strokes whose pixels are rounded to 8 bits paint colours
  ///     as the library cuts them, as they always did.
  ///   - mixesExactly: whether mixing of pigments leaves even grounds as they are, which the library's does not.
  ///   - countsCoverage: whether `forEachPixel` tells how far dabs covered the pixels. It takes up to as much memory as
  ///     the pixels.
  ///   - part: the part of the stroke that is painted; nil for all. The brush moves along the rest, and picks up colours
  ///     there, but paints no dabs.
  ///   - widths: the factors of the dabs' radii along the stroke; nil for 1. The places of dabs do not depend on them.
  ///   - below: what colours are picked up from below the stroke's own pixels: a tile of the canvas, nil if it is
  ///     transparent. Called once for each tile. Nil to pick up the stroke's own pixels only.
  ///   - content: the first content of a tile of the canvas; nil if it is transparent. Called once
  ///     for each tile that the stroke reads or paints.
  public init?(
    library: MyPaintLibrary, brush: MyPaintBrush, style: MyPaintStyle, bounds: PixelRect, near: Point = .zero,
    view: MyPaintView = MyPaintView(), copies: [Affine] = [], limit: CoverageLimit? = nil, isDeep: Bool = true,
    mixesExactly: Bool = true, countsCoverage: Bool = false, part: StrokePart? = nil,
    widths: StrokeWidths? = nil, below: ((MyPaintTilePlace) -> Tile?)? = nil,
    content: @escaping (MyPaintTilePlace) -> Tile?
  ) {
    let place = PixelRect(covering: Rect(x: near.x, y: near.y, width: 1, height: 1))
    let origin = MyPaintTilePlace(column: place.minX >> Tile.shift, row: place.minY >> Tile.shift)
    let (dx, dy) = (origin.column * Tile.size, origin.row * Tile.size)
    let reach = MyPaintTileSurface.reach
    let reachable = PixelRect(minX: -reach, minY: -reach, maxX: reach, maxY: reach)
    func onCanvas(_ place: MyPaintTilePlace) -> MyPaintTilePlace {
      MyPaintTilePlace(column: place.column + origin.column, row: place.row + origin.row)
    }
    tiles = MyPaintTiles(
      bounds: bounds.offset(dx: -dx, dy: -dy).intersection(reachable),
      below: below.map { below in { below(onCanvas($0)) } }, content: { content(onCanvas($0)) })
    (self.brush, self.bounds, self.view, self.origin) = (brush, bounds, view, origin)
    maps = [.identity] + copies
    self.limit = limit
    (walk, self.widths) = (part.map { PartWalk($0) }, widths)
    columns = (bounds.maxX + Tile.size - 1) >> Tile.shift
    coverage = countsCoverage ? MyPaintCoverage(tiles.bounds, library: library) : nil
    guard
      let surface = MyPaintTileSurface(tiles: tiles, library: library, roundsColours: isDeep, coverage: coverage),
      !countsCoverage || coverage != nil
    else { return nil }
    for _ in maps {
      guard let object = MyPaintBrushObject(brush, style: style, library: library, ourPigments: mixesExactly) else {
        return nil
      }
      objects.append(object)
    }
    self.surface = surface
  }

  /// Paints to a sample. The first one only starts the stroke, unless the brush paints where it
  /// rests.
  /// - Parameter sample: position in canvas px. A sample whose position or time is not finite is
  ///   ignored, as is every sample after `finish`.
  public func add(_ sample: PenSample) {
    guard let surface, sample.position.x.isFinite, sample.position.y.isFinite, sample.time.isFinite
    else { return }
    let corner = Point(Double(origin.column * Tile.size), Double(origin.row * Tile.size))
    let (start, time) = (lastPlace ?? sample.position, max(sample.time, lastTime ?? sample.time))
    var way = DabWay.whole
    (way.startTime, way.endTime, way.widths) = (lastTime ?? time, time, widths)
    if walk != nil { way.shares = shares(to: time) }
    for (object, map) in zip(objects, maps) {
      (way.start, way.end) = (map(start) - (corner - .zero), map(sample.position) - (corner - .zero))
      surface.way = way
      let place = map == .identity ? sample : sample.mapped(by: map)
      let event = MyPaintEvent(place, after: lastTime, view: view, origin: corner)
      if lastTime == nil { surface.stroke(to: event.start, with: object) }
      surface.stroke(to: event, with: object)
    }
    // The next sample must not pick up paint outside the limit.
    if let limit {
      tiles.restore(outside: limit) { ($0.row + origin.row) * columns + $0.column + origin.column }
    }
    (lastTime, lastPlace) = (time, sample.position)
  }

  /// The shares of the way from the last sample to one at a time between which dabs are painted.
  private func shares(to time: Double) -> ClosedRange<Double>? {
    let last = lastTime ?? time
    return walk?.advance(from: last, to: time) { (limit) in (limit - last) / (time - last) }
  }

  /// Ends the stroke and frees the library's objects. The pixels stay.
  public func finish() {
    lastChanges = surface?.drainChanges() ?? lastChanges
    (surface, objects) = (nil, [])
    coverage?.finish()
    tiles.forgetPicked()
  }

  /// Returns the tiles painted since the last call, row by row, and a rectangle of the canvas that
  /// holds all changed pixels.
  public func drainChanges() -> (tiles: [MyPaintTilePlace], rect: PixelRect) {
    let changes = surface?.drainChanges() ?? lastChanges
    lastChanges = .empty
    let places = tiles.drainChanges().map {
      MyPaintTilePlace(column: $0.column + origin.column, row: $0.row + origin.row)
    }
    return (
      places, changes.isEmpty ? .empty : changes.offset(dx: origin.column * Tile.size, dy: origin.row * Tile.size)
    )
  }

  /// Copies the pixels of a part of a tile, within `bounds`, to a tile's pixels. Returns false, without
  /// any change, if the stroke neither read nor painted the tile.
  public func copy(_ part: PixelRect, ofTile place: MyPaintTilePlace, to pixels: inout MutableSpan<DeepPixel>) -> Bool {
    forEachPixel(of: part, ofTile: place) { _, _, index, pixel, _ in pixels[index] = pixel }
  }

  /// Likewise, rounded to 8 bits.
  public func copy(_ part: PixelRect, ofTile place: MyPaintTilePlace, to pixels: inout MutableSpan<UInt32>) -> Bool {
    forEachPixel(of: part, ofTile: place) { _, _, index, pixel, _ in pixels[index] = pixel.word }
  }

  /// Calls a body for the pixels of a part of a tile, within `bounds`: the pixel's place on the canvas, its index in the
  /// tile, its colour with the stroke, and how far dabs covered it, 0...32768 (0 if that is not counted). Returns false,
  /// without any call, if the stroke neither read nor painted the tile.
  public func forEachPixel(
    of part: PixelRect, ofTile place: MyPaintTilePlace,
    _ body: (_ x: Int, _ y: Int, _ index: Int, DeepPixel, _ coverage: UInt16) -> Void
  ) -> Bool {
    let local = MyPaintTilePlace(column: place.column - origin.column, row: place.row - origin.row)
    guard let tile = tiles[local] else { return false }
    let covered = coverage?[local]
    let mask = Tile.size - 1
    for y in part.minY..<part.maxY {
      for x in part.minX..<part.maxX {
        let i = (y & mask) << Tile.shift | (x & mask)
        body(x, y, i, tile[i], covered?.channels[4 * i + 3] ?? 0)
      }
    }
    return true
  }

  /// The pixels of a tile with the stroke, with 16 bits a channel; nil if the stroke neither read nor painted it. Pixels that
  /// the stroke did not change have their first value; pixels outside `bounds` are transparent.
  public func tile(at place: MyPaintTilePlace) -> Tile? {
    let local = MyPaintTilePlace(column: place.column - origin.column, row: place.row - origin.row)
    guard var tile = tiles[local]?.copied() else { return nil }
    let pixels = PixelRect(x: place.column * Tile.size, y: place.row * Tile.size, width: Tile.size, height: Tile.size)
    guard !bounds.contains(pixels) else { return tile }
    tile.withMutableDeepPixels { inside in
      for y in 0..<Tile.size {
        for x in 0..<Tile.size where !bounds.contains(x: pixels.minX + x, y: pixels.minY + y) {
          inside[y << Tile.shift | x] = .clear
        }
      }
    }
    return tile
  }
}
