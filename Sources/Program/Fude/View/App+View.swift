import Raster
import Studio

/// What a frame had no time for: parts that it showed as sketches.
extension App {
  /// Seconds between two messages of exact pixels; each causes a frame.
  private static let refiningInterval = Duration.milliseconds(30)

  /// Starts to replace the sketches in the window by exact pixels, unless that is in progress.
  func refineView() {
    let level = session.placement?.level ?? 0
    // What is computed for another drawing or canvas is of no use.
    if let refining, refining.forgotten != frame.forgotten { stopRefining() }
    if let refining, refining.run.isRunning, refining.level == level { return }
    guard let job = session.makePyramidJob() else {
      // Seen from elsewhere nothing is missing.
      stopRefining()
      return
    }
    stopRefining()
    let run = background.run { progress, send in
      var job = job
      var results: [PyramidResult] = []
      var last = ContinuousClock.now
      job.run(
        isWanted: { !progress.isCancelled },
        deliver: {
          results.append($0)
          let now = ContinuousClock.now
          guard last.duration(to: now) >= Self.refiningInterval else { return }
          send(results)
          (results, last) = ([], now)
        })
      send(results)
    } receive: { [self, forgotten = frame.forgotten] (results: [PyramidResult]) in
      if !results.isEmpty, forgotten == frame.forgotten { carryOut(session.adopt(results)) }
    }
    refining = (run, level, frame.forgotten)
  }

  /// Drops the exact pixels that are being computed.
  private func stopRefining() {
    refining?.run.cancel()
    refining = nil
  }
}
