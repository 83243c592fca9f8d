import Geometry
import Ink
import Input

/// Measures strokes for the status strip: how hard the pen was pressed at most, how it leaned, and how long its samples took
/// to the screen.
///
/// Its life, over and over:
/// 1. `take` for each step of a pointer on the canvas: a few sums, no allocation.
/// 2. `frameSent` when a frame with it has gone to the server, and where `wantsTime` said so before, `frameShown` with the time
///    when the server has it. To be told of every frame would wake the program as often again.
/// 3. When the stroke has ended: `readings` has its peak, its mean and the median of the times. Until then they stay as they
///    were: nothing is repainted while ink is drawn.
///
/// It reads no clock; times are seconds since an origin of the caller's.
public struct StrokeGauge: Sendable {
  /// The last stroke's greatest pressure, or that of a pen that hovers, 0...1; nil while no pen is known.
  public private(set) var pressure: Double?
  /// The last stroke's mean tilt, or that of a pen that hovers; nil while no pen is known.
  public private(set) var tilt: StatusReadings.Tilt?
  /// The median time of the last stroke's frames from event to screen, s; nil before the first stroke.
  public private(set) var latency: Double?

  /// Whether a stroke is under way.
  private var isDrawing = false
  private var peak = 0.0
  /// The sum of the pens' projections onto the surface, for the mean of their directions, and of their leans.
  private var lean = Vector.zero
  private var leanSum = 0.0
  private var count = 0
  /// When the first step came that no frame was sent with yet, and that of the frame that is on its way.
  private var waiting: Double?
  private var sent: Double?
  /// Frames by their time in tenths of a millisecond; the last counts all longer ones.
  private var frames = [UInt32](repeating: 0, count: 1000)
  private var frameCount: UInt32 = 0
  /// How many frames of the stroke were sent.
  private var sentCount = 0
  /// Whether the frame that is about to be sent is to be timed: the first three of a stroke and every sixteenth.
  public private(set) var wantsTime = false
  /// Until when a stroke's figures stay although the pen hovers.
  private var end = 0.0

  /// How many frames at a stroke's beginning are timed, so that a dot has a figure as well, and which of the others: each wakes the
  /// program once more.
  private static let (timedFirst, timedEvery) = (3, 16)
  /// Seconds that the figures of a stroke stay although the pen hovers on.
  static let patience = 2.0

  /// A gauge that knows nothing yet.
  public init() {}

  /// Takes a step of a pointer on the canvas that came at `now`.
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

  /// A frame with all that came so far has gone to the server.
  public mutating func frameSent() {
    guard waiting != nil else { return }
    if wantsTime { sent = waiting }
    sentCount += 1
    waits(since: nil)
  }

  private mutating func waits(since time: Double?) {
    waiting = time
    // Kept, as it is asked for in each frame.
    wantsTime = time != nil && (sentCount < Self.timedFirst || sentCount % Self.timedEvery == 0)
  }

  /// The server has shown the frame that was sent, at `now`.
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
      // What has no pressure and no tilt shows none.
      (pressure, tilt) = (nil, nil)
      latency = median
      return
    }
    pressure = peak
    if count > 0 { tilt = Self.tilt(.quarterTurn - Angle(radians: leanSum / Double(count)), lean.direction) }
    latency = median
    end = now + Self.patience
  }

  /// The middle one of the frames' times, s; nil without a frame.
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
