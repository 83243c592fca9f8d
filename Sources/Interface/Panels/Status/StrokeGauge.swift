import Geometry
import Ink
import Input
import Toolkit

/// Measures for the status strip: the tilt of a hovering pen, and the latency of the last stroke.
///
/// 1. `take` handles each step of a pointer on the canvas: O(1), no allocation.
/// 2. Call `frameSent` when a frame was sent to the server. If `wantsTime` was true before, also
/// call `frameShown` when the server has shown it; timing every frame would wake the program more
/// often.
/// 3. When the stroke has ended, `latency` is its result. It does not change during a stroke, so
/// that nothing is redrawn while ink is drawn.
///
/// Times are seconds of the caller's clock.
public struct StrokeGauge: Sendable {
  /// The tilt of the hovering pen; nil while the pen draws or is away, is upright, or measures no
  /// tilt.
  public private(set) var tilt: StatusReadings.Tilt?
  /// The median time of the last stroke's frames from event to screen, s; nil before the first
  /// stroke.
  public private(set) var latency: Double?

  private var isDrawing = false
  /// The time of the first step that no frame was sent for yet, and that of the frame in flight.
  private var waiting: Double?
  private var sent: Double?
  /// Histogram of latencies in tenths of a millisecond; the last bin counts all longer ones.
  private var frames = [UInt32](repeating: 0, count: 1000)
  private var frameCount: UInt32 = 0
  private var sentCount = 0
  /// Whether the next frame is to be timed: the first three of a stroke and every sixteenth.
  public private(set) var wantsTime = false
  /// The number of timed frames at a stroke's beginning, so that a dot has a result too, and the
  /// interval of later ones. Each timed frame wakes the program once more.
  private static let (timedFirst, timedEvery) = (3, 16)
  /// Creates a gauge without results.
  public init() {}

  /// Handles a step of a pointer on the canvas at the time `now`.
  public mutating func take(_ event: PointerEvent, at now: Double) {
    switch event.phase {
    case .down:
      (isDrawing, tilt) = (true, nil)
      frames.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
      (frameCount, sent, sentCount) = (0, nil, 0)
      waits(since: now)
    case .drag: if isDrawing, waiting == nil { waits(since: now) }
    case .up: finish()
    case .hover: if !isDrawing { tilt = Self.tilt(event.sample) }
    case .left: tilt = nil
    case .press, .release: break
    }
  }

  /// A frame with all steps so far was sent to the server.
  public mutating func frameSent() {
    guard waiting != nil else { return }
    if wantsTime { sent = waiting }
    sentCount += 1
    waits(since: nil)
  }

  private mutating func waits(since time: Double?) {
    waiting = time
    wantsTime = time != nil && (sentCount < Self.timedFirst || sentCount % Self.timedEvery == 0)
  }

  /// The server has shown the sent frame, at `now`.
  public mutating func frameShown(at now: Double) {
    guard let start = sent else { return }
    sent = nil
    let tenths = max(0, (now - start) * 10_000)
    guard tenths.isFinite else { return }
    frames[min(frames.count - 1, Int(min(tenths, 1e6)))] += 1
    frameCount += 1
  }

  private mutating func finish() {
    guard isDrawing else { return }
    isDrawing = false
    waits(since: nil)
    latency = median
  }

  /// The median of the frames' latencies, s; without a frame the previous one.
  private var median: Double? {
    guard frameCount > 0 else { return latency }
    var before: UInt32 = 0
    for (i, frames) in frames.enumerated() {
      before += frames
      if before * 2 >= frameCount { return (Double(i) + 0.5) / 10_000 }
    }
    return nil
  }

  private static func tilt(_ sample: PenSample) -> StatusReadings.Tilt? {
    guard sample.tool != .mouse, sample.tool != .touch, sample.altitude != .quarterTurn else { return nil }
    return StatusReadings.Tilt(lean: .quarterTurn - sample.altitude, azimuth: sample.azimuth)
  }
}
