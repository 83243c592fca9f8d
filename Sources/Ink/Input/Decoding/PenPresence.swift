/// Whether a pen is near, or was a moment ago, so that a touch is probably the hand that holds it.
///
/// A pen is near from its proximity event until it leaves. Not every driver reports proximity, and
/// the event may go to another program. So every event of a pen counts for `memory` too, and a near
/// pen that is silent for `timeout` counts as put down. Times are the server's, ms, unwrapped.
struct PenPresence: Sendable {
  /// How long after a pen was near touches are ignored, ms.
  static let memory: Int64 = 500
  /// How long a silent pen counts as near, ms.
  static let timeout: Int64 = 30_000

  private var near: Set<Int> = []
  private var lastSign: Int64?

  mutating func noteEvent(at time: Int64) { lastSign = max(lastSign ?? time, time) }

  mutating func came(_ source: Int, at time: Int64) {
    near.insert(source)
    noteEvent(at: time)
  }

  mutating func went(_ source: Int, at time: Int64) {
    near.remove(source)
    noteEvent(at: time)
  }

  mutating func forget(_ source: Int) { near.remove(source) }

  /// Whether a touch at `time` is to be ignored.
  func covers(_ time: Int64) -> Bool {
    guard let lastSign else { return false }
    return time - lastSign < (near.isEmpty ? Self.memory : Self.timeout)
  }
}
