import Glibc
import Synchronization

extension LatencyMeter {
  /// The hand that moves the pen on a thread of its own, so that watching never delays it: a delayed hand would flatter
  /// the program, as it would send the pen on only when the program is idle.
  ///
  /// Unchecked: between `start` and `join` its thread alone uses pen and results, but for `hasEnded`, which is behind a
  /// lock; before and after, its maker's thread alone does.
  final class Hand: @unchecked Sendable {
    /// Where it sent the pen, and when.
    private(set) var sent: [LatencyReport.Sent] = []
    /// When it lifted the pen.
    private(set) var lifted = MonotonicTime(nanoseconds: 0)
    /// Why it could not go on, nil where it could.
    private(set) var failure: RigError?
    private let pen: VirtualPen
    private let stroke: Stroke
    private let ended = Mutex(false)
    private var thread: pthread_t = 0
    private var isRunning = false

    /// A hand for one stroke.
    init(pen: VirtualPen, stroke: Stroke) {
      self.pen = pen
      self.stroke = stroke
    }

    /// Whether the stroke is drawn.
    var hasEnded: Bool { ended.withLock { $0 } }

    /// Begins.
    func start() throws(RigError) {
      let box = Unmanaged.passRetained(self)
      let code = pthread_create(
        &thread, nil,
        { argument in
          if let argument { Unmanaged<Hand>.fromOpaque(argument).takeRetainedValue().run() }
          return nil
        }, box.toOpaque())
      guard code == 0 else {
        box.release()
        throw .system("Cannot start a thread", code: code)
      }
      isRunning = true
    }

    /// Waits for the end.
    func join() {
      guard isRunning else { return }
      isRunning = false
      pthread_join(thread, nil)
    }

    private func run() {
      do {
        try draw()
      } catch {
        failure = error
      }
      ended.withLock { $0 = true }
    }

    private func draw() throws(RigError) {
      let count = max(1, Int(Double(stroke.end - stroke.start) / stroke.speed * stroke.rate))
      let y = Double(stroke.y) + 0.5
      sent.reserveCapacity(count + 1)
      let begin = MonotonicTime.after(seconds: 0.02)
      for index in 0...count {
        let x = Double(stroke.start) + Double(stroke.end - stroke.start) * Double(index) / Double(count)
        begin.advanced(bySeconds: Double(index) / stroke.rate).sleepUntil()
        sent.append(LatencyReport.Sent(time: .now, x: x))
        try pen.move(x: x, y: y, pressure: stroke.isHovering ? 0 : stroke.pressure)
        if index == 0, !stroke.isHovering { try pen.press() }
      }
      begin.advanced(bySeconds: Double(count + 1) / stroke.rate).sleepUntil()
      lifted = .now
      if !stroke.isHovering { try pen.release() }
    }
  }
}
