import Geometry
import Ink
import Pixels
import Raster

/// How operations of a drawing are performed on an enlarged copy of it.
///
/// Parameters are in px of the smaller drawing; the functions return what the larger one needs, or nil
/// for what cannot be done there exactly.
package final class Enlargement {
  /// Px of the larger drawing for one of the smaller, > 1.
  let scale: Double
  /// The canvas of the smaller drawing before the operation, px.
  var canvas: PixelRect
  /// The smaller drawing before the operation, for fills; nil if it is not needed.
  var before: Document?
  /// The layers whose content was drawn at the larger size. Others have enlarged pixels, whose soft
  /// edges a fill would not end under.
  var drawnLayers: Set<SurfaceID> = []
  /// The last mask that was enlarged.
  private var last: (small: Mask, large: Mask)?

  init(by scale: Double, of canvas: PixelRect) { (self.scale, self.canvas) = (scale, canvas) }

  /// A copy that goes on by itself.
  func copy() -> Enlargement {
    let copy = Enlargement(by: scale, of: canvas)
    (copy.before, copy.drawnLayers, copy.last) = (before, drawnLayers, last)
    return copy
  }

  /// The size of a canvas when it is enlarged, px.
  func size(of width: Int, _ height: Int) -> (width: Int, height: Int) {
    func side(_ v: Int) -> Int { max(1, Int(min(1e9, (Double(v) * scale).rounded()))) }
    return (side(width), side(height))
  }

  private func point(_ place: Point) -> Point { Point(place.x * scale, place.y * scale) }

  /// The mask with smooth edges.
  func mask(_ mask: Mask) -> Mask {
    if let last, last.small == mask { return last.large }
    let size = size(of: mask.width, mask.height)
    let large = mask.enlarged(by: scale, width: size.width, height: size.height)
    last = (mask, large)
    return large
  }

  /// The same gradient between the same places.
  func gradient(_ gradient: Gradient) -> Gradient {
    var gradient = gradient
    gradient.selection = gradient.selection.map { mask($0) }
    (gradient.from, gradient.to) = (point(gradient.from), point(gradient.to))
    return gradient
  }

  /// A symmetry about the same place.
  func symmetry(_ symmetry: Symmetry) -> Symmetry {
    var symmetry = symmetry
    symmetry.center = point(symmetry.center(onCanvas: canvas))
    return symmetry
  }

  /// The same move of lifted pixels; nil for pasted pixels, which exist at one size only, and if the
  /// enlarged mask is empty.
  func placing(_ placing: Placing) -> Placing? {
    guard case .lifted(let mask) = placing.source else { return nil }
    let large = self.mask(mask)
    if large.isEmpty { return nil }
    var placement = Placement(pivot: point(placing.placement.pivot))
    placement.translation = placing.placement.translation * scale
    (placement.scaleX, placement.scaleY) = (placing.placement.scaleX, placing.placement.scaleY)
    placement.rotation = placing.placement.rotation
    let strokes = placing.strokes.compactMap { $0.mapped(by: .scale(scale, scale), onCanvas: canvas) }
    return Placing(
      surface: placing.surface, source: .lifted(large), placement: placement, map: placement.map,
      strokes: strokes.count == placing.strokes.count ? strokes : [])
  }

  /// The area of a fill on the larger drawing, whose active layer is filled: where the fill arrived on
  /// the smaller one, up to the edges as they are now. So it leaves by no gap that was closed.
  func work(of fill: Filling, on large: Document) -> (any FillWork)? {
    guard var before, before.index(of: fill.surface) != nil else { return nil }
    let sampled =
      fill.filling.source.isMerged ? before.layers.filter { $0.isVisible }.surfaces : [fill.surface]
    guard drawnLayers.isSuperset(of: sampled) else { return nil }
    return before.on(fill.surface, within: fill.selection) { before -> (any FillWork)? in
      switch fill.erases ? .joints : fill.filling.rule {
      case .squares:
        return fill.squareArea(on: before).map { small in
          let area = FillArea(in: FillSample(of: large, fill.filling.source), like: small) { mask($0) }
          return FillPainter(area, colour: fill.colour, opacity: fill.opacity)
        }
      case .joints:
        var larger = fill
        larger.filling.under = Int((Double(fill.filling.under) * scale).rounded())
        return fill.area(on: before).map { small in
          larger.painter(of: AreaFill(on: fill.ground(of: large), like: small) { mask($0) })
        }
      }
    }
  }

  /// The largest mean difference of a tile's channels, levels, with which two pictures are the same at
  /// two sizes. Edges of ink differ, but a tile has few; an area that is filled in one of them only has
  /// tens.
  private static let largestDifference = 6

  /// Whether an image looks like a smaller one in some tiles of that.
  func looksSame(_ large: TileGrid, _ small: TileGrid, tiles: [Int]) -> Bool {
    var row = [UInt32](repeating: 0, count: Tile.size)
    return tiles.allSatisfy { tile in
      let square = small.bounds(ofTile: tile)
      let left = max(0, Int((Double(square.minX) * scale).rounded(.down)))
      let right = min(large.width, Int((Double(square.maxX) * scale).rounded(.up)))
      var reducer = AreaReducer(from: (large.width, large.height), to: (small.width, small.height))
      var sum = 0
      for y in square.minY..<square.maxY {
        var span = row.mutableSpan
        reducer.write(y, square.minX..<square.maxX, to: &span) { i, target in
          large.copy(
            PixelRect(minX: left, minY: i, maxX: right, maxY: i + 1), to: &target, start: left, stride: large.width)
        }
        for x in square.minX..<square.maxX { sum += Int(Pixel.distance(row[x - square.minX], small[x, y])) }
      }
      return sum <= Self.largestDifference * square.area
    }
  }

  /// The same change of the canvas. Where it is scaled, pixels are filtered.
  func canvas(_ operation: CanvasOperation) -> CanvasOperation? {
    switch operation {
    case .resize(let rect):
      let new = size(of: rect.width, rect.height)
      return .resize(
        PixelRect(
          x: Int((Double(rect.minX) * scale).rounded()), y: Int((Double(rect.minY) * scale).rounded()),
          width: new.width, height: new.height))
    case .scale: return nil
    case .flip, .turn, .setResolution: return operation
    }
  }
}
