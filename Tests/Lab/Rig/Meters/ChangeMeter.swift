import Glibc

/// Measures when a part of the screen changes.
///
/// It shows how soon a program responds to a key, and how many frames it shows while a pen moves.
/// It works with any program. Drawing that changes no pixel is ignored.
///
/// A time is when the server reported the drawing. The pixels are read afterwards, to see whether
/// they differ.
public struct ChangeMeter {
  /// The response to an action.
  public struct Response: Sendable, Hashable {
    /// Time from the action to the first change, s.
    public var first: Double
    /// Time from the action to the last change, s.
    public var last: Double
    /// Number of changes.
    public var changes: Int
  }

  /// The changes during a pen movement.
  public struct Motion: Sendable, Hashable {
    /// The time at which the pen's first position was sent.
    public var begin: MonotonicTime
    /// Times of the changes, in order, s since the first position was sent.
    public var changes: [Double]
    /// Times at which the positions were sent, s since the first.
    public var sent: [Double]
    /// Time at which the pen was lifted, s since the first position was sent.
    public var lifted: Double

    /// Seconds between successive changes, up to the lifting of the pen.
    public var intervals: [Double] {
      let during = changes.prefix { $0 <= lifted }
      return zip(during, during.dropFirst()).map { $1 - $0 }
    }

    /// Changes per second while the pen moved; 0 if there were fewer than two.
    public var changesPerSecond: Double {
      let during = changes.prefix { $0 <= lifted }
      guard let first = during.first, let last = during.last, last > first else { return 0 }
      return Double(during.count - 1) / (last - first)
    }

    /// Time from the lifting to the last change, s; 0 if nothing changed after it.
    public var settling: Double { max(0, (changes.last ?? 0) - lifted) }
  }

  private let screen: Screen
  private let area: Area
  private let pixels: SharedPixels

  /// Makes a meter for a part of the screen of the server at `display`. A small part slows the
  /// program less. Fails if the part is not on the screen.
  public init(display: String, area: Area) throws(RigError) {
    screen = try Screen(display: display)
    guard screen.area.contains(area), !area.isEmpty else {
      throw RigError("\(area) is not on the screen of \(screen.area).")
    }
    self.area = area
    pixels = try SharedPixels(screen.connection, width: area.width, height: area.height)
  }

  /// Performs an action and waits until the screen is stable.
  /// - Parameters:
  ///   - quiet: the time without changes after which the screen is stable, s.
  ///   - limit: the longest wait in total, s.
  ///   - act: sends events, without waiting for the server.
  /// - Returns: nil if nothing changed.
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

  /// Draws a stroke and records the changes until the screen is stable.
  /// - Parameters:
  ///   - points: the pen's path; it touches at the first point and leaves after the last.
  ///   - rate: points per second.
  ///   - quiet: the time without any drawing after the lifting, s.
  public func motion(of pen: VirtualPen, _ points: [PenPoint], rate: Double, quiet: Double = 0.3) throws(RigError)
    -> Motion
  {
    guard let place = points.first else { throw RigError("The pen's path has no points.") }
    try pen.hover(x: place.x, y: place.y)
    try screen.waitUntilQuiet(for: 0.3)
    var shown = try read()
    let thread = PenThread(pen: pen, points: points, rate: rate)
    try thread.start()
    var times: [MonotonicTime] = []
    var end: MonotonicTime?
    do {
      try watch(from: &shown) { seen in
        if case .change(let time) = seen { times.append(time) }
        guard thread.hasEnded else { return .after(seconds: 0.02) }
        if end == nil || seen != .nothing { end = .after(seconds: quiet) }
        return end ?? .now
      } until: {
        thread.hasEnded
      }
    } catch {
      thread.join()
      throw error
    }
    thread.join()
    if let failure = thread.failure { throw failure }
    try pen.synchronize()
    guard let first = thread.sent.first else { throw RigError("The pen was not moved.") }
    return Motion(
      begin: first, changes: times.map { $0.seconds(since: first) }, sent: thread.sent.map { $0.seconds(since: first) },
      lifted: thread.lifted.seconds(since: first))
  }

  /// The result of one look: no drawing, drawing that did not change the part, or a change.
  private enum Sight: Equatable {
    case nothing, drawing, change(MonotonicTime)
  }

  /// Checks the part after every drawing until a deadline has passed.
  /// - Parameters:
  ///   - note: receives each result, and from time to time `nothing`; returns the deadline.
  ///   - mayEnd: whether the deadline ends the watch; if not, it only limits one wait.
  private func watch(
    from shown: inout [UInt32], _ note: (Sight) -> MonotonicTime, until mayEnd: () -> Bool = { true }
  ) throws(RigError) {
    var seen = screen.drawings
    var deadline = note(.nothing)
    while true {
      screen.drainEvents()
      if screen.isLost { throw RigError("The connection to the X server was lost.") }
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

  /// Whether the part differs from `shown`, which is then updated.
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
