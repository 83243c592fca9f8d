import Desktop
import Testing

@testable import Fude

/// An event loop that only waits for workers.
struct TestLoop {
  let wakeup: Wakeup
  let background: Background

  init() throws {
    wakeup = try Wakeup()
    background = Background(wakeup: wakeup)
  }

  /// Delivers messages until there are as many outcomes as wanted, for at most two minutes.
  /// - Parameter begin: starts jobs, whose outcomes go to the closure that it gets.
  func outcomes<Outcome>(_ count: Int, _ begin: (@escaping (Outcome) -> Void) -> Void) throws -> [Outcome] {
    var outcomes: [Outcome] = []
    begin { outcomes.append($0) }
    let deadline = ContinuousClock.now + .seconds(120)
    while outcomes.count < count, ContinuousClock.now < deadline {
      wakeup.wait(seconds: 1)
      background.deliver()
    }
    try #require(outcomes.count == count, "only \(outcomes.count) of \(count) outcomes in two minutes")
    return outcomes
  }

  /// Delivers messages until a condition holds, for at most two minutes.
  func wait(until holds: () -> Bool) throws {
    let deadline = ContinuousClock.now + .seconds(120)
    while !holds(), ContinuousClock.now < deadline {
      wakeup.wait(seconds: 1)
      background.deliver()
    }
    try #require(holds(), "nothing changed in two minutes")
  }

  /// The outcome of one job.
  func outcome<Outcome>(_ begin: (@escaping (Outcome) -> Void) -> Void) throws -> Outcome { try outcomes(1, begin)[0] }
}
