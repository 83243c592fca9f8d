/// The speed and report rate of the pen in latency measurements.
enum BenchPace: String, CaseIterable {
  case usual = "200"
  case fast = "1000"

  /// Positions per second.
  var rate: Double { self == .usual ? 200 : 1000 }
  /// Speed in px/s.
  var speed: Double { self == .usual ? 800 : 2000 }
  var name: String { "\(rate.decimal(0)) Hz" }
}
