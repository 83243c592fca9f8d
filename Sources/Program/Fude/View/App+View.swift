import Raster
import Studio

/// What a frame had no time for.
extension App {
  /// Starts to replace the sketches in the window by exact pixels, unless that is in progress.
  func refineView() {
    let level = session.placement?.level ?? 0
    if workers.refiner.isBusy, workers.refiner.level == level { return }
    guard let job = session.makePyramidJob() else {
      // Seen from elsewhere nothing is missing.
      if workers.refiner.isBusy { workers.refiner.stop() }
      return
    }
    workers.refiner.begin(job, level: level)
  }

  /// Shows the exact pixels.
  func takeRefined() {
    let deliveries = workers.refiner.take()
    if !deliveries.isEmpty { carryOut(session.adopt(deliveries)) }
  }
}
