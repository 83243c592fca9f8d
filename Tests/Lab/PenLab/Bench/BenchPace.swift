/// How fast a pen goes and how often it reports while latency is measured.
enum BenchPace: String, CaseIterable {
  case usual = "200"
  case fast = "1000"

  /// Positions a second.
  var rate: Double { self == .usual ? 200 : 1000 }
  /// Px a second.
  var speed: Double { self == .usual ? 800 : 2000 }
  /// In words.
  var name: String { "\(rate.decimal(0)) Hz" }
}
