import Geometry
import Raster

/// Pixels that are moved, scaled and rotated above a layer before they are merged into it.
///
/// 1. `Document.lift` lifts the selected pixels off the layer, or `Document.float` adds a clipping.
/// 2. `Document.place` moves it repeatedly, always computed from the original pixels.
/// 3. `Document.drop` merges it as one edit, or `Document.cancelFloating` restores the layer
///    exactly.
///
/// Pixels are sampled bilinearly in premultiplied colours. At half size or less, a smaller copy is
/// sampled (Williams, "Pyramidal parametrics", 1983). After moves by whole px and quarter turns,
/// pixels are copied exactly.
///
/// Of a pixel that is selected in part, this part is lifted off. Where it was lifted, both parts are added again, so the
/// drawing looks the same.
public struct FloatingSelection: Sendable {
  /// The original pixels.
  public let clipping: Clipping
  /// Their current placement.
  public private(set) var placement: Placement
  /// Whether it was lifted off the layer, not pasted.
  public let isLifted: Bool
  /// Whether some of the pixels have 16 bits a channel.
  let isDeep: Bool
  private let isHard: Bool
  /// Has lifted the pixels off the layer, and will place them.
  var writer: LayerWriter
  /// The map from original to current positions; `back` is its inverse.
  public private(set) var map = Affine.identity
  private var back = Affine.identity
  /// The canvas px that it may cover.
  public private(set) var bounds = PixelRect.empty
  private var level = 0
  /// The strokes to draw where it is dropped, mapped; nil if they are still to be found.
  var strokes: [StrokeRecord]?
  private var pyramid: Pyramid
  private let source: ClippingSource

  init(_ clipping: Clipping, isLifted: Bool, writer: LayerWriter) {
    (self.clipping, self.isLifted, self.writer) = (clipping, isLifted, writer)
    isDeep = clipping.image.hasDeepTiles
    isHard = clipping.mask.isHard
    source = ClippingSource(image: clipping.image)
    pyramid = Pyramid(width: clipping.image.width, height: clipping.image.height)
    placement = Placement(pivot: Rect(clipping.bounds).center)
    place(placement)
  }

  /// The operation that places it as it is now.
  var placing: Placing {
    Placing(
      surface: writer.surface, source: isLifted ? .lifted(clipping.mask) : .pasted(clipping), placement: placement,
      map: map, strokes: strokes ?? [])
  }

  mutating func place(_ new: Placement) { place(new, map: new.map) }

  /// Moves it by a map, as `new` was computed when it was done.
  mutating func place(_ new: Placement, map: Affine) {
    guard let back = map.inverse else { return }
    (placement, self.map, self.back) = (new, map, back)
    // Interpolation reaches beyond the pixels by half a px, or by half a texel of the level.
    let reach = isCopied ? 0.0 : 1 + abs(map.determinant).squareRoot()
    bounds = PixelRect(covering: map.bounds(of: Rect(clipping.bounds)).insetBy(-reach))
    level = isCopied ? 0 : ViewRenderer.level(forScale: abs(map.determinant).squareRoot())
    if level > 0 {
      let around = clipping.bounds
      pyramid.prepare(
        level: level,
        PixelRect(
          minX: around.minX >> level, minY: around.minY >> level, maxX: around.maxX >> level + 1,
          maxY: around.maxY >> level + 1), from: source)
    }
  }

  var isUnmoved: Bool { map == .identity }

  /// The tiles of an image on which its pixels may be. O(tiles of the clipping, before and after).
  func tiles(on image: TileGrid) -> Set<Int> {
    let reach = isCopied ? 0 : 1 + Double(1 << level) * abs(map.determinant).squareRoot()
    let area = bounds.intersection(image.bounds)
    var tiles: Set<Int> = []
    for tile in clipping.image.tileIndices {
      let square = map.bounds(of: Rect(clipping.image.bounds(ofTile: tile))).insetBy(-reach)
      image.forEachTile(in: PixelRect(covering: square).intersection(area)) { tiles.insert($0) }
    }
    return tiles
  }

  /// Whether pixels are copied without interpolation.
  var isCopied: Bool { map.isExact }

  /// Composites its pixels over a tile of an image, in 16 bits if either is deep.
  func composite(ofTile index: Int, onto image: inout TileGrid) {
    let square = image.bounds(ofTile: index)
    if isDeep || image[index]?.isDeep ?? false {
      image.withMutableTile(index, as: DeepPixel.self) {
        composite(square, over: &$0, start: 0, stride: Tile.size)
      }
      if let tile = image[index] { image[index] = tile.narrowed }
    } else {
      image.withMutableTile(index) { composite(square, over: &$0, start: 0, stride: Tile.size) }
    }
  }

  /// Composites its pixels in `rect` over `target`, in its depth, from pixel `start`, `stride` pixels a row.
  func composite<P: FloatingPixel>(_ rect: PixelRect, over target: inout MutableSpan<P>, start: Int, stride: Int) {
    let part = rect.intersection(bounds)
    guard !part.isEmpty else { return }
    target.requireRoom(for: rect, start: start, stride: stride)
    if map.a == 1, map.b == 0, map.c == 0, map.d == 1 {
      let from = part.offset(dx: -Int(map.tx), dy: -Int(map.ty))
      let first = start + (part.minY - rect.minY) * stride + part.minX - rect.minX
      if isLifted, isUnmoved, !isHard { return add(from, to: &target, start: first, stride) }
      P.composite(from, of: clipping.image, over: &target, start: first, stride: stride)
      return
    }
    // In squares, so each one reads few texels at any rotation.
    var texels: [P] = []
    let side = Tile.size
    for y in Swift.stride(from: part.minY & ~(side - 1), to: part.maxY, by: side) {
      for x in Swift.stride(from: part.minX & ~(side - 1), to: part.maxX, by: side) {
        let square = PixelRect(x: x, y: y, width: side, height: side).intersection(part)
        let first = start + (square.minY - rect.minY) * stride + square.minX - rect.minX
        sample(square, over: &target, start: first, stride, &texels)
      }
    }
  }

  /// Adds pixels to the parts of them that were not lifted.
  private func add<P: FloatingPixel>(_ rect: PixelRect, to target: inout MutableSpan<P>, start: Int, _ stride: Int) {
    var row = [P](repeating: .clear, count: rect.width)
    for y in 0..<rect.height {
      let from = PixelRect(x: rect.minX, y: rect.minY + y, width: rect.width, height: 1)
      var span = row.mutableSpan
      P.read(from, level: 0, of: clipping.image, pyramid, to: &span, start: 0, stride: rect.width)
      let first = start + y * stride
      for x in 0..<rect.width { target[first + x] = P.sum(row[x], target[first + x]) }
    }
  }

  private func sample<P: FloatingPixel>(
    _ square: PixelRect, over target: inout MutableSpan<P>, start: Int, _ stride: Int, _ texels: inout [P]
  ) {
    let shrink = 1 / Double(1 << level)
    let view = Affine.scale(shrink, shrink) * back
    let wanted = PixelRect(covering: view.bounds(of: Rect(square))).grown(by: 2)
    let image = level == 0 ? source.bounds : pyramid.bounds(ofLevel: level)
    let patch = wanted.intersection(image)
    let shown = PixelRect(
      minX: patch.minX << level, minY: patch.minY << level, maxX: patch.maxX << level, maxY: patch.maxY << level)
    guard !patch.isEmpty, !source.isBlank(shown) else { return }
    texels.removeAll(keepingCapacity: true)
    texels.append(contentsOf: repeatElement(.clear, count: wanted.area))
    var span = texels.mutableSpan
    let from = (patch.minY - wanted.minY) * wanted.width + patch.minX - wanted.minX
    P.read(
      patch, level: level, of: clipping.image, pyramid, to: &span, start: from, stride: wanted.width)
    for y in square.minY..<square.maxY {
      let to = start + (y - square.minY) * stride
      for x in square.minX..<square.maxX {
        // Computed from the position itself, so a pixel does not depend on the drawn rectangle.
        let place = view(Point(Double(x) + 0.5, Double(y) + 0.5))
        let u = Int(((place.x - 0.5) * 256).rounded()) - wanted.minX << 8
        let v = Int(((place.y - 0.5) * 256).rounded()) - wanted.minY << 8
        let at = (v >> 8) * wanted.width + u >> 8
        let (fx, fy) = (UInt32(truncatingIfNeeded: u & 255), UInt32(truncatingIfNeeded: v & 255))
        let upper = P.between(span[unchecked: at], span[unchecked: at + 1], fx)
        let lower = P.between(span[unchecked: at + wanted.width], span[unchecked: at + wanted.width + 1], fx)
        let new = P.between(upper, lower, fy)
        let i = to + x - square.minX
        if new != .clear { target[unchecked: i] = P.laid(new, over: target[unchecked: i]) }
      }
    }
  }
}
