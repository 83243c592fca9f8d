/// The scroll position of tall content in a viewport, px.
public struct ScrollModel: Hashable {
  /// Heights of the content and of the viewport.
  public private(set) var content = 0
  public private(set) var window = 0
  /// The height of the content above the viewport.
  public private(set) var offset = 0

  public var most: Int { max(0, content - window) }
  var isNeeded: Bool { most > 0 }

  public mutating func resize(content: Int, window: Int) {
    (self.content, self.window) = (max(0, content), max(0, window))
    offset = min(offset, most)
  }

  /// Scrolls to an offset, clamped to the range; ignores NaN and infinity.
  public mutating func scroll(to offset: Double) {
    self.offset = offset.isFinite ? Int(max(0, min(Double(most), offset)).rounded()) : self.offset
  }

  /// Scrolls by the least distance that shows `start ..< end`, or its start if it is taller than
  /// the viewport.
  public mutating func reveal(_ start: Int, _ end: Int) {
    if start < offset || end - start > window {
      scroll(to: Double(start))
    } else if end > offset + window {
      scroll(to: Double(end - window))
    }
  }

  /// The thumb's place on a track of `length` px; the thumb is at least `least` px long.
  func thumb(on length: Int, least: Int) -> (start: Int, length: Int) {
    guard isNeeded, length > 0 else { return (0, length) }
    let size = min(length, max(least, length * window / content))
    return ((length - size) * offset / most, size)
  }

  /// The offset at which the thumb starts at `start` px of the track.
  public func offset(forThumbAt start: Double, on length: Int, least: Int) -> Double {
    let way = length - thumb(on: length, least: least).length
    return way > 0 ? start / Double(way) * Double(most) : 0
  }
}
