import Geometry

/// Watches whether the pen of a stroke is held still. A sample costs one assignment, a batch of
/// samples one comparison.
struct StrokeHold {
  /// The newest position of the pen, window px.
  var place: Point
  /// Where the pen came to rest.
  private var anchor: Point
  /// When `flush` saw it there first, s; nil before.
  private var since: Double?
  /// When `flush` saw the newest sample, s.
  private(set) var newest = 0.0
  /// Whether the hold has been used.
  private var isDone = false

  /// How far a pen that is held still may move, px of a design for 96 dpi.
  static let reach = 4.0

  init(at place: Point) { (self.place, anchor) = (place, place) }

  /// Notes the samples of a batch at the time `now`, s.
  mutating func flush(now: Double, isNew: Bool, scale: Double) {
    if isNew || since == nil { newest = now }
    guard since == nil || place.distance(to: anchor) > Self.reach * scale else { return }
    (anchor, since, isDone) = (place, now, false)
  }

  /// When the pen will have been held still for `time` s; nil if that hold has been used.
  func deadline(after time: Double) -> Double? { isDone ? nil : since.map { $0 + time } }

  /// Uses the hold: the next one begins when the pen has moved.
  mutating func use() { isDone = true }
}
