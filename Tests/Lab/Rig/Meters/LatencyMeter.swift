import Glibc

/// Measures how soon ink follows a pen, as the user sees it.
///
/// A thread moves the pen along a row of the screen. The calling thread reads the row whenever the
/// server has drawn. It works with any program, whatever the row shows before the stroke.
public struct LatencyMeter {
  /// The stroke to draw, from left to right.
  public struct Stroke: Sendable, Hashable {
    /// The row of the screen, px.
    public var y: Int
    /// Where it starts, px.
    public var start = 500
    /// Where it ends, px; at least 100 px to the right of the start.
    public var end = 1300
    /// Speed, px per second.
    public var speed = 800.0
    /// Positions per second.
    public var rate = 200.0
    /// Pressure, 0...1.
    public var pressure = 0.6
    /// Whether the pen only hovers. The meter then follows what the program shows under the pen.
    public var isHovering = false
    /// Time without drawing before the stroke, s.
    public var quiet = 0.3
    /// Time for which the screen is watched after the lifting, s. Must be longer than a program
    /// needs for its last ink.
    public var timeout = 1.0

    /// The default stroke along row `y`.
    public init(y: Int) {
      self.y = y
    }
  }

  private let pen: VirtualPen
  private let screen: Screen
  /// The smallest change of brightness that counts as ink, 0...255.
  private let threshold: Int

  // The row that is read extends beyond the stroke by this much, for the size of brushes.
  private static let margin = (before: 30, after: 60)
  // While the row is first read, the pen waits at this distance.
  private static let aside = 150.0
  // The ink may begin at most this far from the row's start.
  private static let lead = 40
  private let gap: Int
  // This share of a stroke is not counted: at first, programs decide whether it is a stroke.
  private static let uncounted = 0.1

  /// Makes a meter for a pen on the server at `display`.
  /// - Parameters:
  ///   - threshold: the smallest change of brightness that counts as ink, 0...255.
  ///   - gap: the widest gap in the ink, px. Brushes like charcoal leave gaps.
  public init(pen: VirtualPen, display: String, threshold: Int = 48, gap: Int = 3) throws(RigError) {
    self.pen = pen
    self.gap = gap
    self.threshold = threshold
    screen = try Screen(display: display)
  }

  /// Draws a stroke and measures it. Fails if no ink appears.
  public func measure(_ stroke: Stroke) throws(RigError) -> LatencyReport {
    let left = stroke.start - Self.margin.before
    let row = try SharedPixels(screen.connection, width: stroke.end + Self.margin.after - left)
    guard screen.area.contains(Area(x: left, y: stroke.y, width: row.width, height: 1)), stroke.speed > 0,
      stroke.rate > 0, stroke.end - stroke.start >= 100
    else { throw RigError("The stroke along row \(stroke.y) does not fit the screen of \(screen.area).") }

    let y = Double(stroke.y) + 0.5
    // Read the row while the pen is elsewhere. Anything shown at the pen, such as a brush outline,
    // is not part of it.
    let aside = y > Self.aside ? y - Self.aside : y + Self.aside
    try pen.hover(x: Double(stroke.start), y: aside)
    try screen.waitUntilQuiet(for: stroke.quiet)
    let before = try row.read(x: left, y: stroke.y) { $0.map(Image.luma) }
    try pen.move(x: Double(stroke.start), y: y)
    try pen.synchronize()
    try screen.waitUntilQuiet(for: stroke.quiet / 3)

    let count = max(1, Int(Double(stroke.end - stroke.start) / stroke.speed * stroke.rate))
    let way = PenPoint.line(
      from: PenPoint(x: Double(stroke.start), y: y, pressure: stroke.pressure),
      to: PenPoint(x: Double(stroke.end), y: y, pressure: stroke.pressure), count: count)
    let thread = PenThread(pen: pen, points: way, rate: stroke.rate, isHovering: stroke.isHovering)
    try thread.start()
    let fronts: [LatencyReport.Front]
    do {
      fronts = try watch(row, left: left, stroke, before: before, until: thread)
    } catch {
      thread.join()
      throw error
    }
    thread.join()
    if stroke.isHovering { try pen.proximityOut() }
    try pen.synchronize()
    if let failure = thread.failure { throw failure }
    let sent = zip(thread.sent, way).map { LatencyReport.Sent(time: $0, x: $1.x) }
    let counted = sent.dropFirst(Int(Double(sent.count) * Self.uncounted))
    let report = LatencyReport(sent: Array(counted), fronts: fronts, end: Double(stroke.end), lift: thread.lifted)
    guard let report else { throw RigError("No ink was seen along row \(stroke.y) of the screen.") }
    return report
  }

  /// Checks the row after every drawing until the pen's thread has ended and the screen is quiet.
  private func watch(
    _ row: SharedPixels, left: Int, _ stroke: Stroke, before: [Int], until thread: PenThread
  ) throws(RigError) -> [LatencyReport.Front] {
    var fronts: [LatencyReport.Front] = []
    var end: MonotonicTime?
    var seen = screen.drawings
    while true {
      screen.drainEvents()
      if screen.isLost { throw RigError("The connection to the X server was lost.") }
      if screen.drawings != seen {
        seen = screen.drawings
        let x = try row.read(x: left, y: stroke.y) { pixels in
          let front = stroke.isHovering ? lastChange(in: pixels, before) : front(of: pixels, before: before)
          return front.map { left + $0 }
        }
        if fronts.last?.x != x || fronts.isEmpty { fronts.append(LatencyReport.Front(time: .now, x: x)) }
        continue
      }
      if end == nil, thread.hasEnded { end = .after(seconds: stroke.timeout) }
      if let end, end.hasPassed { return fronts }
      screen.connection.waitForInput(before: end ?? .after(seconds: 0.02))
    }
  }

  private func lastChange(in pixels: UnsafeBufferPointer<UInt32>, _ before: [Int]) -> Int? {
    pixels.indices.last { abs(Image.luma(pixels[$0]) - before[$0]) > threshold }
  }

  /// The last inked column connected to the start.
  private func front(of pixels: UnsafeBufferPointer<UInt32>, before: [Int]) -> Int? {
    var last: Int?
    var hole = 0
    for x in 0..<pixels.count {
      if abs(Image.luma(pixels[x]) - before[x]) > threshold {
        last = x
        hole = 0
      } else {
        hole += 1
        if hole > (last == nil ? Self.lead : gap) { break }
      }
    }
    return last
  }
}
