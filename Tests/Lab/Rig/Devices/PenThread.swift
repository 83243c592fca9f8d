import Synchronization
import Threads

/// Moves a virtual pen along a path on its own thread, so that measuring never delays the pen.
///
/// Call `start`, then `join`, then read the results.
///
/// Unchecked: between `start` and `join` only its thread uses the pen and the results, except
/// `hasEnded`, which a lock guards. Before and after, only the creating thread does.
final class PenThread: @unchecked Sendable {
  private(set) var sent: [MonotonicTime] = []
  private(set) var lifted = MonotonicTime(nanoseconds: 0)
  private(set) var failure: RigError?
  private let pen: VirtualPen
  private let points: [PenPoint]
  private let rate: Double
  private let isHovering: Bool
  private let ended = Mutex(false)
  private var thread: Worker?

  /// Prepares one stroke.
  /// - Parameters:
  ///   - points: the path, at least one point.
  ///   - rate: points per second.
  ///   - isHovering: whether the pen hovers instead of drawing.
  init(pen: VirtualPen, points: [PenPoint], rate: Double, isHovering: Bool = false) {
    self.pen = pen
    self.points = points
    self.rate = rate
    self.isHovering = isHovering
  }

  var hasEnded: Bool { ended.withLock { $0 } }

  func start() throws(RigError) {
    thread = Worker { [self] in run() }
    guard thread != nil else { throw RigError("The system cannot start a thread.") }
  }

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
    // Leave proximity, so that a pointer under a hovering pen is not taken for ink.
    try pen.proximityOut()
  }
}
