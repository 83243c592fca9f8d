import Synchronization
import Threads

/// The hand that moves a pen on a thread of its own, so that watching never delays it: a delayed hand would flatter
/// the program, as it would send the pen on only when the program is idle.
///
/// Life: 1. made with its way; 2. `start`; 3. `join` when `hasEnded`, or to wait for that; 4. its results are read.
///
/// Unchecked: between `start` and `join` its thread alone uses pen and results, but for `hasEnded`, which is behind a
/// lock; before and after, its maker's thread alone does.
final class PenHand: @unchecked Sendable {
  /// When it sent the pen to each of the points.
  private(set) var sent: [MonotonicTime] = []
  /// When it lifted the pen.
  private(set) var lifted = MonotonicTime(nanoseconds: 0)
  /// Why it could not go on, nil where it could.
  private(set) var failure: RigError?
  private let pen: VirtualPen
  private let points: [PenPoint]
  private let rate: Double
  private let isHovering: Bool
  private let ended = Mutex(false)
  private var thread: Worker?

  /// A hand for one stroke.
  /// - Parameters:
  ///   - points: its way, at least one point.
  ///   - rate: points per second.
  ///   - isHovering: whether the pen only hovers there.
  init(pen: VirtualPen, points: [PenPoint], rate: Double, isHovering: Bool = false) {
    self.pen = pen
    self.points = points
    self.rate = rate
    self.isHovering = isHovering
  }

  /// Whether the stroke is drawn.
  var hasEnded: Bool { ended.withLock { $0 } }

  /// Begins.
  func start() throws(RigError) {
    thread = Worker { [self] in run() }
    guard thread != nil else { throw RigError("The system grants no thread.") }
  }

  /// Waits for the end.
  func join() { thread?.join() }

  private func run() {
    do {
      try draw()
    } catch {
      failure = error
    }
    ended.withLock { $0 = true }
  }

  private func draw() throws(RigError) {
    sent.reserveCapacity(points.count)
    let begin = MonotonicTime.after(seconds: 0.02)
    for (index, point) in points.enumerated() {
      begin.advanced(bySeconds: Double(index) / rate).sleepUntil()
      sent.append(.now)
      try pen.move(x: point.x, y: point.y, pressure: isHovering ? 0 : point.pressure)
      if index == 0, !isHovering { try pen.press() }
    }
    begin.advanced(bySeconds: Double(points.count) / rate).sleepUntil()
    lifted = .now
    guard !isHovering else { return }
    try pen.release()
    // Gone at once, so that what a program shows under a pen that hovers is not taken for ink.
    try pen.proximityOut()
  }
}
