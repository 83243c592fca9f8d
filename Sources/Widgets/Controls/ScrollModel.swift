/// How far something tall is scrolled in a window of some height: plain numbers, px.
struct ScrollModel: Hashable {
  /// How tall what is looked at is, and the window that it is seen through.
  private(set) var content = 0
  private(set) var window = 0
  /// How much of it is above the window.
  private(set) var offset = 0

  /// The greatest offset.
  var most: Int { max(0, content - window) }
  /// Whether there is more than can be seen.
  var isNeeded: Bool { most > 0 }

  /// Takes other sizes; the offset stays as far as it can.
  mutating func resize(content: Int, window: Int) {
    (self.content, self.window) = (max(0, content), max(0, window))
    offset = min(offset, most)
  }

  /// Scrolls so that `offset` px are above.
  mutating func scroll(to offset: Double) {
    self.offset = offset.isFinite ? Int(max(0, min(Double(most), offset)).rounded()) : self.offset
  }

  /// Scrolls as little as shows what lies at `start ..< end`, its start where it is too tall.
  mutating func reveal(_ start: Int, _ end: Int) {
    if start < offset || end - start > window {
      scroll(to: Double(start))
    } else if end > offset + window {
      scroll(to: Double(end - window))
    }
  }

  /// Where the bar's thumb is on a track `length` px long, at least `least` px long itself.
  func thumb(on length: Int, least: Int) -> (start: Int, length: Int) {
    guard isNeeded, length > 0 else { return (0, length) }
    let size = min(length, max(least, length * window / content))
    return ((length - size) * offset / most, size)
  }

  /// The offset at which the thumb's start is `start` px along the track.
  func offset(forThumbAt start: Double, on length: Int, least: Int) -> Double {
    let way = length - thumb(on: length, least: least).length
    return way > 0 ? start / Double(way) * Double(most) : 0
  }
}
