/// How finely a pixel is looked at when ink is turned into coverage.
///
/// A row of pixels is cut into sub-scanlines. On each of them ink is a set of intervals whose ends lie on a grid, so sets can
/// be united without error; a pixel's coverage is the length of what lies in it, summed over its sub-scanlines.
enum Subpixels {
  /// Sub-scanlines a pixel; line k of a row runs (k + 1/2) / 16 px below its upper edge.
  static let lines = 16
  /// Places on a sub-scanline a pixel.
  static let units = 256
  /// `units` as a power of two.
  static let unitShift = 8
  /// Units across a tile, and as a power of two.
  static let tileUnits = 64 * units
  static let tileShift = 14
}
