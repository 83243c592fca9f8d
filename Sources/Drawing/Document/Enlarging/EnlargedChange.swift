import Geometry
import Pixels
import Raster

/// Applies a pixel change of an image to its enlarged version, which may contain finer ink.
///
/// - Paint added under existing pixels is computed from both states and added under the finer ink:
///   after = before + (1 - opacity of before) · paint.
/// - Elsewhere the enlarged state after the edit replaces the pixels, completely inside changed
///   pixels. The share falls to 0 at half a small pixel outside them.
struct EnlargedChange {
  private let before: TileGrid
  private let after: TileGrid
  private let scale: Double

  init(from before: TileGrid, to after: TileGrid, scale: Double) {
    (self.before, self.after, self.scale) = (before, after, scale)
  }

  /// Above this opacity, 0...255, the paint below a pixel cannot be computed reliably.
  private static let opaque: Float = 250

  func apply(to large: inout TileGrid, tiles indices: [Int]) {
    if after.tileCount == 0 {
      // Also remove ink that is too faint to be visible in the small image.
      large = TileGrid(width: large.width, height: large.height)
      return
    }
    var touched: Set<Int> = []
    let reach = Int(scale.rounded(.up)) + 1
    for index in indices {
      let square = before.bounds(ofTile: index)
      let around = PixelRect(
        minX: Int(Double(square.minX) * scale) - reach, minY: Int(Double(square.minY) * scale) - reach,
        maxX: Int(Double(square.maxX) * scale) + reach, maxY: Int(Double(square.maxY) * scale) + reach)
      large.forEachTile(in: around) { touched.insert($0) }
    }
    for index in touched { change(tile: index, of: &large) }
  }

  private func change(tile: Int, of large: inout TileGrid) {
    let square = large.bounds(ofTile: tile)
    // One px more than the filter needs, for `growIntoBlank`.
    let source = SampleWindow.source(of: square, scale: scale, kernel: .mitchell).grown(by: 1)
    let isDeep = before.hasDeepTiles(in: source) || after.hasDeepTiles(in: source)
    let old = SampleWindow.values(source, of: before, isDeep: isDeep)
    let new = SampleWindow.values(source, of: after, isDeep: isDeep)
    guard old != new else { return }
    let found = Found(old, new, width: source.width)
    var pixels = SampleWindow.values(square, of: large)
    if found.hasReplaced { replace(&pixels, square, source, new, found) }
    if found.hasComposited { compositeUnder(&pixels, square, source, found) }
    large[tile] = SampleWindow.tile(
      pixels, width: square.width, isDeep: isDeep || large.hasDeepTiles(in: square))
  }

  private func replace(
    _ pixels: inout [SIMD4<Float>], _ square: PixelRect, _ source: PixelRect, _ new: [SIMD4<Float>], _ found: Found
  ) {
    let after = SampleWindow(source, values: new)
      .enlarged(to: square, scale: scale, kernel: .mitchell)
    let shares = SampleWindow(source, values: found.replaced.map { SIMD4(repeating: $0 ? 1 : 0) })
      .enlarged(to: square, scale: scale, kernel: .linear)
    for y in 0..<square.height {
      let row = Int((Double(square.minY + y) + 0.5) / scale) - source.minY
      for x in 0..<square.width {
        let i = y * square.width + x
        let column = Int((Double(square.minX + x) + 0.5) / scale) - source.minX
        let share = found.replaced[row * source.width + column] ? 1 : min(1, 2 * shares[i].x)
        if share > 0 { pixels[i] += (after[i] - pixels[i]) * share }
      }
    }
  }

  private func compositeUnder(_ pixels: inout [SIMD4<Float>], _ square: PixelRect, _ source: PixelRect, _ found: Found)
  {
    let laid = SampleWindow(source, values: found.laid).enlarged(to: square, scale: scale, kernel: .linear)
    let known = SampleWindow(source, values: found.known.map { SIMD4(repeating: $0) })
      .enlarged(to: square, scale: scale, kernel: .linear)
    for i in pixels.indices where known[i].x > 1e-3 {
      pixels[i] += laid[i] / known[i].x * max(0, 1 - pixels[i].w / 255)
    }
  }

  private struct Found {
    var replaced: [Bool]
    /// The paint added under each pixel, multiplied by `known`.
    var laid: [SIMD4<Float>]
    /// How reliably the paint is known, 0...1: the transparency of the pixel.
    var known: [Float]
    private(set) var hasReplaced = false
    private(set) var hasComposited = false

    init(_ old: [SIMD4<Float>], _ new: [SIMD4<Float>], width: Int) {
      replaced = [Bool](repeating: false, count: old.count)
      laid = [SIMD4<Float>](repeating: .zero, count: old.count)
      known = [Float](repeating: 0, count: old.count)
      for i in old.indices {
        let was = old[i]
        known[i] = was.w > EnlargedChange.opaque ? 0 : 1 - was.w / 255
        if old[i] == new[i] { continue }
        let more = new[i] - was
        // Opaque pixels hide the paint below them; rounding may change a level by 1.
        if was.w < 255, more.min() >= -1, more.w >= more.max() - 1 {
          hasComposited = true
          if known[i] > 0 { laid[i] = more.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255)) }
        } else {
          (replaced[i], hasReplaced) = (true, true)
        }
      }
      if hasReplaced { growIntoBlank(old, new, width) }
    }

    /// Also replaces transparent neighbours, to remove ink too faint for the small image.
    private mutating func growIntoBlank(_ old: [SIMD4<Float>], _ new: [SIMD4<Float>], _ width: Int) {
      let height = old.count / width
      let first = replaced
      for y in 0..<height {
        for x in 0..<width where old[y * width + x] == .zero && new[y * width + x] == .zero {
          search: for r in max(0, y - 1)...min(height - 1, y + 1) {
            for c in max(0, x - 1)...min(width - 1, x + 1) where first[r * width + c] {
              replaced[y * width + x] = true
              break search
            }
          }
        }
      }
    }
  }
}
