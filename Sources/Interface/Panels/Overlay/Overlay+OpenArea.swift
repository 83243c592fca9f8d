import Geometry
import Toolkit

/// The part of the window that panels leave free.
extension Overlay {
  /// The distance of the free part from panels, and its least side, px at 96 dpi.
  private static let (openGap, leastOpenSide) = (8.0, 120.0)

  /// The largest rectangle of the window without panels, window px; nil where there is none of a useful size. The
  /// strip at the top, in which the options of the tool come and go, is left out as a whole.
  public var openArea: PixelRect? {
    var taken = panels.filter { $0 !== preview && $0 !== selectionBar && !$0.isHidden }.map {
      $0.frame.grown(by: context.whole(Self.openGap))
    }
    if bar.home.isShown {
      let height = bar.home.frame.maxY + context.whole(Self.openGap)
      taken.append(PixelRect(x: 0, y: 0, width: size.width, height: height))
    }
    if let known = knownOpenArea, known.taken == taken, known.size == size { return known.area }
    let area = Self.largestFree(in: bounds, besides: taken)
    let isUseful = min(area.width, area.height) >= context.whole(Self.leastOpenSide)
    knownOpenArea = (taken, size, isUseful ? area : nil)
    return knownOpenArea?.area
  }

  /// The largest rectangle in `whole` that touches none of the others; empty if there is none. O(n^5), for a few.
  static func largestFree(in whole: PixelRect, besides others: [PixelRect]) -> PixelRect {
    let others = others.map { $0.intersection(whole) }.filter { !$0.isEmpty }
    func sides(_ ends: [Int], _ low: Int, _ high: Int) -> [Int] { Set(ends + [low, high]).sorted() }
    let xs = sides(others.flatMap { [$0.minX, $0.maxX] }, whole.minX, whole.maxX)
    let ys = sides(others.flatMap { [$0.minY, $0.maxY] }, whole.minY, whole.maxY)
    var best = PixelRect.empty
    for (i, left) in xs.enumerated() {
      for right in xs[(i + 1)...] {
        for (j, top) in ys.enumerated() {
          for bottom in ys[(j + 1)...] where (right - left) * (bottom - top) > best.width * best.height {
            let rect = PixelRect(minX: left, minY: top, maxX: right, maxY: bottom)
            if !others.contains(where: { $0.intersects(rect) }) { best = rect }
          }
        }
      }
    }
    return best
  }
}
