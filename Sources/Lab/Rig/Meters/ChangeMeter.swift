import Glibc

/// Times when a part of the screen changes: how soon a program answers to a key, and how many
/// frames it shows while a pen moves. Works on any program; what is drawn without changing a pixel
/// counts as nothing.
///
/// Times are those at which the server told of the drawing; the pixels are read after that, to see
/// whether they differ.
public struct ChangeMeter {
  /// When the part changed after something was done.
  public struct Response: Sendable, Hashable {
    /// From the doing to the first change, s.
    public var first: Double
    /// From the doing to the last change, s: then all was as it stayed.
    public var last: Double
    /// How many changes were seen.
    public var changes: Int
  }

  /// What was seen while a pen moved.
  public struct Motion: Sendable, Hashable {
    /// When the pen's first position was sent.
    public var begin: MonotonicTime
    /// When the part changed, s since the pen's first position was sent; in order.
    public var changes: [Double]
    /// When each position was sent, s since the first.
    public var sent: [Double]
    /// When the pen was lifted, s since the first.
    public var lifted: Double

    /// Seconds between a change and the next, of the changes up to the lifting.
    public var intervals: [Double] {
      let during = changes.prefix { $0 <= lifted }
      return zip(during, during.dropFirst()).map { $1 - $0 }
    }

    /// Changes a second while the pen moved; 0 where there were not two.
    public var changesPerSecond: Double {
      let during = changes.prefix { $0 <= lifted }
      guard let first = during.first, let last = during.last, last > first else { return 0 }
      return Double(during.count - 1) / (last - first)
    }

    /// From the lifting to the last change, s; 0 where nothing changed after it.
    public var settling: Double { max(0, (changes.last ?? 0) - lifted) }
  }

  private let screen: Screen
  private let area: Area
  private let pixels: SharedPixels

  /// A meter of a part of the screen of the server at `display`. The smaller the part, the less
  /// reading it takes from the program. Fails where it is not on the screen.
  public init(display: String, area: Area) throws(RigError) {
    screen = try Screen(display: display)
    guard screen.area.contains(area), !area.isEmpty else {
      throw RigError("\(area) is not on the screen of \(screen.area).")
    }
    self.area = area
    pixels = try SharedPixels(screen.connection, width: area.width, height: area.height)
  }

  /// Does something and waits until what is shown has come to rest.
  /// - Parameters:
  ///   - quiet: for how long nothing must change then, s.
  ///   - limit: how long to wait for the first change, and for the rest after it, s.
  ///   - act: sends events, without waiting for the server.
  /// - Returns: nil where nothing changed.
  public func response(quiet: Double = 0.2, limit: Double = 5, to act: () throws(RigError) -> Void)
    throws(RigError) -> Response?
  {
    screen.drainEvents()
    var shown = try read()
    var times: [MonotonicTime] = []
    let start = MonotonicTime.now
    try act()
    let limits = start.advanced(bySeconds: limit)
    try watch(from: &shown) { seen in
      if case .change(let time) = seen { times.append(time) }
      let end = times.last?.advanced(bySeconds: quiet) ?? limits
      return min(end, limits)
    }
    guard let first = times.first, let last = times.last else { return nil }
    return Response(first: first.seconds(since: start), last: last.seconds(since: start), changes: times.count)
  }

  /// Draws a stroke and notes when the part changes, until the screen has come to rest.
  /// - Parameters:
  ///   - points: where the pen goes; it touches at the first and leaves after the last.
  ///   - rate: points per second.
  ///   - quiet: for how long nothing must be drawn anywhere after the lifting, s.
  public func motion(of pen: VirtualPen, _ points: [PenPoint], rate: Double, quiet: Double = 0.3) throws(RigError)
    -> Motion
  {
    guard let place = points.first else { throw RigError("The pen has nowhere to go.") }
    try pen.hover(x: place.x, y: place.y)
    try screen.waitUntilQuiet(for: 0.3)
    var shown = try read()
    let hand = PenThread(pen: pen, points: points, rate: rate)
    try hand.start()
    var times: [MonotonicTime] = []
    var end: MonotonicTime?
    do {
      try watch(from: &shown) { seen in
        if case .change(let time) = seen { times.append(time) }
        guard hand.hasEnded else { return .after(seconds: 0.02) }
        if end == nil || seen != .nothing { end = .after(seconds: quiet) }
        return end ?? .now
      } until: {
        hand.hasEnded
      }
    } catch {
      hand.join()
      throw error
    }
    hand.join()
    if let failure = hand.failure { throw failure }
    try pen.synchronize()
    guard let first = hand.sent.first else { throw RigError("The pen was not moved.") }
    return Motion(
      begin: first, changes: times.map { $0.seconds(since: first) }, sent: hand.sent.map { $0.seconds(since: first) },
      lifted: hand.lifted.seconds(since: first))
  }

  /// What was seen: nothing, something drawn that left the part as it was, or a change of it.
  private enum Sight: Equatable {
    case nothing, drawing, change(MonotonicTime)
  }

  /// Looks whenever something was drawn, until a deadline has passed.
  /// - Parameters:
  ///   - note: told of what was seen, and now and then of nothing; gives the deadline.
  ///   - mayEnd: whether the deadline counts; otherwise it only says when to ask again.
  private func watch(
    from shown: inout [UInt32], _ note: (Sight) -> MonotonicTime, until mayEnd: () -> Bool = { true }
  ) throws(RigError) {
    var seen = screen.drawings
    var deadline = note(.nothing)
    while true {
      screen.drainEvents()
      if screen.isLost { throw RigError("The X server has gone.") }
      if screen.drawings != seen {
        seen = screen.drawings
        let time = screen.lastDrawing
        deadline = note(try differs(from: &shown) ? .change(time) : .drawing)
        continue
      }
      if deadline.hasPassed {
        if mayEnd(), note(.nothing).hasPassed { return }
        deadline = note(.nothing)
      }
      screen.connection.waitForInput(before: deadline)
    }
  }

  private func read() throws(RigError) -> [UInt32] {
    try pixels.read(x: area.x, y: area.y) { Array($0) }
  }

  /// Whether the part looks different from `shown`, which becomes what it looks like.
  private func differs(from shown: inout [UInt32]) throws(RigError) -> Bool {
    try pixels.read(x: area.x, y: area.y) { now in
      shown.withUnsafeMutableBytes { shown in
        let bytes = UnsafeRawBufferPointer(now)
        guard let theirs = bytes.baseAddress, let ours = shown.baseAddress else { return false }
        guard memcmp(theirs, ours, bytes.count) != 0 else { return false }
        shown.copyMemory(from: bytes)
        return true
      }
    }
  }
}
