import Geometry
import Ink
import Input

/// Measures strokes for the status strip: greatest pressure, mean tilt, and median latency.
///
/// 1. `take` handles each step of a pointer on the canvas: O(1), no allocation.
/// 2. Call `frameSent` when a frame was sent to the server. If `wantsTime` was true before, also
/// call `frameShown` when the server has shown it; timing every frame would wake the program more
/// often.
/// 3. When the stroke has ended, the properties have its results. They do not change during a
/// stroke, so that nothing is redrawn while ink is drawn.
///
/// Times are seconds of the caller's clock.
public struct StrokeGauge: Sendable {
  /// The last stroke's greatest pressure, or that of a hovering pen, 0...1; nil while no pen is
  /// known.
  public private(set) var pressure: Double?
  /// The last stroke's mean tilt, or that of a hovering pen; nil while no pen is known.
  public private(set) var tilt: StatusReadings.Tilt?
  /// The median time of the last stroke's frames from event to screen, s; nil before the first
  /// stroke.
  public private(set) var latency: Double?

  private var isDrawing = false
  private var peak = 0.0
  /// Sums for the mean: the projections of the pen onto the surface, and the angles from the
  /// normal.
  private var lean = Vector.zero
  private var leanSum = 0.0
  private var count = 0
  /// The time of the first step that no frame was sent for yet, and that of the frame in flight.
  private var waiting: Double?
  private var sent: Double?
  /// Histogram of latencies in tenths of a millisecond; the last bin counts all longer ones.
  private var frames = [UInt32](repeating: 0, count: 1000)
  private var frameCount: UInt32 = 0
  private var sentCount = 0
  /// Whether the next frame is to be timed: the first three of a stroke and every sixteenth.
  public private(set) var wantsTime = false
  /// The results of a stroke stay until this time although the pen hovers.
  private var end = 0.0

  /// The number of timed frames at a stroke's beginning, so that a dot has a result too, and the
  /// interval of later ones. Each timed frame wakes the program once more.
  private static let (timedFirst, timedEvery) = (3, 16)
  /// Seconds that the results of a stroke stay although the pen hovers.
  static let timeout = 2.0

  /// Creates a gauge without results.
  public init() {}

  /// Handles a step of a pointer on the canvas at the time `now`.
  public mutating func take(_ event: PointerEvent, at now: Double) {
    switch event.phase {
    case .down:
      isDrawing = true
      (peak, lean, leanSum, count) = (0, .zero, 0, 0)
      frames.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
      (frameCount, sent, sentCount) = (0, nil, 0)
      waits(since: nil)
      add(event, at: now)
    case .drag: if isDrawing { add(event, at: now) }
    case .up: finish(event, at: now)
    case .hover:
      guard event.sample.tool != .mouse, event.sample.tool != .touch, !isDrawing, now >= end else { return }
      pressure = event.sample.pressure
      tilt = Self.tilt(event.sample.altitude, event.sample.azimuth)
    case .left: if !isDrawing, now >= end { (pressure, tilt) = (nil, nil) }
    case .press, .release: break
    }
  }

  private mutating func add(_ event: PointerEvent, at now: Double) {
    let sample = event.sample
    peak = max(peak, sample.pressure)
    let away = Angle.quarterTurn - sample.altitude
    leanSum += away.radians
    lean = lean + Vector(length: away.sine, direction: sample.azimuth)
    count += 1
    if waiting == nil { waits(since: now) }
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

  private mutating func finish(_ event: PointerEvent, at now: Double) {
    guard isDrawing else { return }
    isDrawing = false
    waits(since: nil)
    guard event.sample.tool != .mouse, event.sample.tool != .touch else {
      // Mouse and touch have no pressure or tilt.
      (pressure, tilt) = (nil, nil)
      latency = median
      return
    }
    pressure = peak
    if count > 0 { tilt = Self.tilt(.quarterTurn - Angle(radians: leanSum / Double(count)), lean.direction) }
    latency = median
    end = now + Self.timeout
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

  private static func tilt(_ altitude: Angle, _ azimuth: Angle) -> StatusReadings.Tilt {
    StatusReadings.Tilt(lean: .quarterTurn - altitude, azimuth: azimuth)
  }
}
