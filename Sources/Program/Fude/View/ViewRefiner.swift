import Raster
import Studio

/// Replaces what a frame had no time for, parts that it showed as sketches.
final class ViewRefiner {
  private let place: Workplace
  /// The exact pixels that are being computed, their level of the pyramid, and `FrameScheduler.forgotten`; nil for
  /// none.
  private var refining: (run: BackgroundRun, level: Int, forgotten: Int)?

  init(_ place: Workplace) { self.place = place }

  /// Seconds between two messages of exact pixels; each causes a frame.
  private static let refiningInterval = Duration.milliseconds(30)

  /// Starts to replace the sketches in the window by exact pixels, unless that is in progress.
  func refine() {
    let level = place.session.placement?.level ?? 0
    // What is computed for another drawing or canvas is of no use.
    if let refining, refining.forgotten != place.frame.forgotten { stop() }
    if let refining, refining.run.isRunning, refining.level == level { return }
    guard let job = place.session.makePyramidJob() else {
      // Seen from elsewhere nothing is missing.
      stop()
      return
    }
    stop()
    let run = place.background.run { progress, send in
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
    } receive: { [self, forgotten = place.frame.forgotten] (results: [PyramidResult]) in
      if !results.isEmpty, forgotten == place.frame.forgotten { place.carryOut(place.session.adopt(results)) }
    }
    refining = (run, level, place.frame.forgotten)
  }

  /// Drops the exact pixels that are being computed.
  private func stop() {
    refining?.run.cancel()
    refining = nil
  }
}
