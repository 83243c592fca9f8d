import Raster
import Studio

/// What a frame had no time for.
extension App {
  /// Has what the window shows hastily made exact, unless that is being done.
  func refineView() {
    let level = session.placement?.level ?? 0
    if refiner.isBusy, refiner.level == level { return }
    guard let job = session.lendView() else {
      // Seen from elsewhere nothing is missing.
      if refiner.isBusy { refiner.stop() }
      return
    }
    refiner.begin(job, level: level)
  }

  /// Shows what came of it.
  func takeRefined() {
    let deliveries = refiner.take()
    if !deliveries.isEmpty { carryOut(session.adopt(deliveries)) }
  }
}
