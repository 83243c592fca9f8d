/// What was measured of a program while it painted with a brush of MyPaint; nil where it could not be.
struct PaintedFigures {
  /// Memory (PSS), MiB: before and after the painting.
  var idle: Double?
  var full: Double?
  /// Processor time for the painting, s: its own, and the X server's.
  var cost: Double?
  var serverCost: Double?
  /// Pixels of the screen that the painting changed, which shows whether programs painted alike.
  var inked: Int?
  /// Reasons for missing figures.
  var notes: [String] = []
}
