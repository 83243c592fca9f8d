import Geometry

@testable import Raster

extension Pyramid {
  /// All pixels of a level, row by row, with `blank` where it has no tile.
  func pixels(level k: Int, blank: UInt32) -> [UInt32] {
    let bounds = bounds(ofLevel: k)
    var words = [UInt32](repeating: 0, count: bounds.area)
    var span = words.mutableSpan
    copy(level: k, bounds, blank: blank, to: &span, start: 0, stride: bounds.width)
    return words
  }
}
