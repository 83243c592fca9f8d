import Geometry
import Raster

/// The pixels that the layers of a drawing's OpenRaster file have outside the canvas. They are written back when
/// the drawing is saved. They are in no edit and never change.
///
/// 1. They have the places that they had when the file was opened. `Document.canvasMap` leads from there to the
///    present canvas: after crops, flips and quarter turns they are beside it as before. While the image is
///    scaled they have no place, and are not written.
/// 2. Where the present canvas is, the layers' own pixels count. A canvas that becomes larger shows what comes
///    into it, in the edit that makes it larger.
package struct OutsidePixels: Sendable, Equatable {
  /// The largest distance of a side of an image from the corner of the canvas, px.
  package static let farthest = 1_000_000

  /// Pixels of one image in the file. Those on the canvas are transparent.
  package struct Part: Sendable, Equatable {
    package var image: TileGrid
    /// The column of the image's corner on the canvas that was opened, px.
    package var x: Int
    /// The row of the image's corner, px.
    package var y: Int

    package init(image: TileGrid, x: Int, y: Int) { (self.image, self.x, self.y) = (image, x, y) }

    /// The place that the image has after `map`, px of the present canvas; not nil for a map of whole pixels.
    func bounds(after map: Affine) -> PixelRect? {
      let corners = [(x, y), (x + image.width, y + image.height)].map { map(Point(Double($0.0), Double($0.1))) }
      let sides = corners.flatMap { [$0.x, $0.y] }
      let limit = Double(OutsidePixels.farthest)
      guard sides.allSatisfy({ abs($0) <= limit }) else { return nil }
      let (xs, ys) = (corners.map { Int($0.x.rounded()) }.sorted(), corners.map { Int($0.y.rounded()) }.sorted())
      return PixelRect(minX: xs[0], minY: ys[0], maxX: xs[1], maxY: ys[1])
    }
  }

  /// By the IDs of the layers; none of those that have nothing.
  package var layers: [Layer.ID: [Part]] = [:]

  package init() {}

  /// Whether there are none.
  package var isEmpty: Bool { layers.isEmpty }

  /// The places of a layer's images after `map`, px of the present canvas; none if they have no place there.
  func places(of id: Layer.ID, by map: Affine) -> [PixelRect] {
    layers[id]?.compactMap { $0.arrangement(by: map, to: PixelRect(x: 0, y: 0, width: 1, height: 1))?.place } ?? []
  }

  /// The pixels of a layer in a rectangle, but not those in another one. Both are in px of the present canvas, to
  /// which `map` leads; the image begins at the corner of `rect`. Returns nil if all are transparent.
  func image(of id: Layer.ID, by map: Affine, in rect: PixelRect, without hidden: PixelRect) -> TileGrid? {
    var found: TileGrid?
    for part in layers[id] ?? [] {
      guard let (arrangement, place) = part.arrangement(by: map, to: rect),
        !place.intersection(rect).isEmpty, !hidden.contains(place.intersection(rect))
      else { continue }
      var image = arrangement(part.image)
      image.clear(hidden.offset(dx: -rect.minX, dy: -rect.minY))
      guard image.tileCount > 0 else { continue }
      if found == nil { found = image } else { found?.add(image) }
    }
    return found
  }
}

extension OutsidePixels.Part {
  /// The arrangement of the image on a grid that begins at the corner of `rect`, and its place on the canvas to
  /// which `map` leads, px; nil if it has none.
  fileprivate func arrangement(by map: Affine, to rect: PixelRect) -> (PixelArrangement, place: PixelRect)? {
    func shift(_ x: Int, _ y: Int) -> Affine { .translation(Vector(Double(x), Double(y))) }
    guard let place = bounds(after: map),
      let arrangement = PixelArrangement(
        shift(-rect.minX, -rect.minY) * map * shift(x, y), from: (image.width, image.height),
        to: (rect.width, rect.height))
    else { return nil }
    return (arrangement, place)
  }
}

extension TileGrid {
  /// Makes the pixels of a rectangle transparent.
  mutating func clear(_ rect: PixelRect) {
    for index in Array(tileIndices) {
      let square = bounds(ofTile: index)
      let part = square.intersection(rect)
      if part.isEmpty { continue }
      if part != square {
        let inner = part.offset(dx: -square.minX, dy: -square.minY)
        if self[index]?.isDeep ?? false {
          clear(inner, ofTile: index, DeepPixel.self)
        } else {
          clear(inner, ofTile: index, UInt32.self)
        }
      }
      if part == square || self[index]?.isTransparent ?? false { self[index] = nil }
    }
  }

  /// Makes a part of a tile transparent, px in the tile.
  private mutating func clear<P: TilePixel>(_ part: PixelRect, ofTile index: Int, _ depth: P.Type) {
    withMutableTile(index, as: P.self) { tile in
      for y in part.minY..<part.maxY { for x in part.minX..<part.maxX { tile[y << Tile.shift | x] = .clear } }
    }
  }

  /// Copies the pixels of an image of the same size that are not transparent.
  mutating func add(_ other: TileGrid) {
    for index in other.tileIndices {
      guard let tile = other[index] else { continue }
      guard self[index] != nil else {
        self[index] = tile
        continue
      }
      if isDeep(index, or: tile) { add(tile, at: index, DeepPixel.self) } else { add(tile, at: index, UInt32.self) }
    }
  }

  private mutating func add<P: TilePixel>(_ tile: Tile, at index: Int, _ depth: P.Type) {
    P.withRows(0..<Tile.size, of: tile) { new in
      withMutableTile(index, as: P.self) { pixels in
        for i in 0..<Tile.count where new[i] != .clear { pixels[i] = new[i] }
      }
    }
  }
}
