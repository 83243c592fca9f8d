import Document
import Language
import Pages
import Panels
import Pictures
import Studio
import Toolkit

/// Changes of the whole drawing that workers compute while the artist draws on: other strokes in the past, another
/// size, and the history from before the drawing was opened.
final class ChangeDesk: Part {
  private let place: Workplace
  private let strokes: JobQueue<ChangeJob, Result<BackgroundChange, ChangeFault>>
  private let indexing: JobQueue<StrokeIndexJob, StrokeIndex?>
  private let scaling: JobQueue<ScalingJob, ScalingOutcome>

  init(_ place: Workplace) {
    self.place = place
    strokes = JobQueue(place.background, atEnd: .areCancelled) { $0.outcome($1) }
    indexing = JobQueue(place.background, atEnd: .areLeft) { $0.index($1) }
    scaling = JobQueue(place.background, .betweenGestures, atEnd: .areCancelled) { $0.outcome($1) }
  }

  // MARK: Strokes

  /// Computes the session's change.
  func compute() {
    guard let change = place.session.strokeChange else { return }
    let job = ChangeJob(change: change, document: place.session.settledDocument, seen: place.session.seenPixels)
    strokes.add(job) { [self] in place.carryOut(place.session.take($0, of: change)) }
  }

  /// Cancels the change that is being computed, or waits to be shown.
  func cancel() {
    place.carryOut(place.session.cancelChange())
    strokes.cancelAll()
  }

  /// Shows a computed change, unless something is being drawn, and reads older history that is needed.
  func follow() {
    if place.overlay.owner == nil { place.carryOut(place.session.settleChosenStrokes()) }
    indexStrokes()
    // It would make a scaling useless that began before.
    if place.session.hasComputedChange, scaling.current == nil { place.carryOut(place.session.adoptChange()) }
    place.carryOut(place.session.continueStrokes())
    readHistory()
  }

  /// Finds where the strokes are, for the stroke tool.
  private func indexStrokes() {
    guard place.session.wantsStrokeIndex, indexing.current == nil else { return }
    let document = place.session.settledDocument
    let number = place.drawing.number
    indexing.add(StrokeIndexJob(document: document, earlier: place.session.strokeIndex)) { [self] index in
      guard place.drawing.number == number else { return }
      // Without the history there are none.
      place.carryOut(place.session.take(index ?? StrokeIndex(), of: document))
    }
  }

  /// Finds where the strokes are at once.
  private func findStrokes() {
    let document = place.session.settledDocument
    guard place.session.wantsStrokeIndex,
      let index = try? StrokeIndex(of: document, after: place.session.strokeIndex)
    else { return }
    place.carryOut(place.session.take(index, of: document))
  }

  /// The change of strokes, as a message; nil for none. After a preview its message stays.
  var task: LongTask? {
    strokes.current.map { current in
      LongTask(current.start, cancel: .cancelChange, continues: current.job.change.preview != nil) {
        translated("Changing strokes: {share} %", ["share": Int(current.progress.share * 100)])
      }
    }
  }

  /// Waits for a change and shows it, before the drawing is left.
  func finishChange() {
    guard place.session.strokesWillChange else { return }
    place.carryOut(place.session.settle())
    place.carryOut(place.session.settleChosenStrokes())
    // Again after a preview, for each use of the eraser that waits, and if something was being drawn when it was computed.
    for _ in 0..<64 where place.session.strokesWillChange {
      if place.session.strokeChange == nil { findStrokes() }
      strokes.finish()
      place.carryOut(place.session.adoptChange())
    }
    cancel()
  }

  // MARK: The size

  /// Scales the image on a worker.
  func scale(width: Int, height: Int, resolution: Resolution?) {
    place.carryOut(place.session.settle())
    let job = ScalingJob(
      document: place.session.settledDocument, width: width, height: height, resolution: resolution,
      drawing: place.drawing.number)
    scaling.cancel()
    scaling.add(job) { [self] in take($0) }
  }

  func cancelScaling() { scaling.cancel() }

  /// The scaling, which its page shows; nil for none.
  var scalingTask: LongTask? {
    scaling.current.map { current in
      LongTask(current.start) { [self] in
        place.overlay.showScaling(progress: current.progress.share)
        return nil
      }
    }
  }

  private func take(_ outcome: ScalingOutcome) {
    // At the end the drawing stays as it was when it was decided whether it is kept.
    guard outcome.drawing == place.drawing.number, !place.isEnding else { return }
    switch outcome.result {
    case .success(let scaled):
      place.overlay.closeScaling()
      place.carryOut(place.session.perform(scaled))
      if let resolution = outcome.resolution { place.carryOut(place.session.perform(.setResolution(resolution))) }
    case .failure(.cancelled): break
    case .failure(let error):
      place.overlay.closeScaling()
      place.show(message: translated("The image was not scaled: {fault}.", ["fault": "\(error)"]))
    }
  }

  // MARK: The history from before the drawing was opened

  /// The number of steps that undo can still reach below which older history is read.
  private static let reserve = 20

  /// Starts reading the file's history if undo may reach it soon, or a change of strokes or the stroke tool waits for it.
  private func readHistory() {
    guard place.session.hasFileHistory, place.drawing.readingHistory == nil,
      place.session.document.history.undoStepCount < Self.reserve || place.session.changeWaitsForHistory
        || place.session.wantsEarlierStrokes
    else { return }
    let document = place.session.settledDocument
    place.drawing.readingHistory = place.background.run { progress, send in
      if let outcome = HistoryReading(document, progress) { send(outcome) }
    } receive: { [self] (reading: HistoryReading) in
      place.drawing.readingHistory = nil
      take(reading)
    }
  }

  /// Adds the history that was read to undo.
  private func take(_ reading: HistoryReading) {
    place.overlay.withdraw(message: Session.fileHistoryHint)
    switch reading {
    case .read(let fileHistory): place.carryOut(place.session.graft(fileHistory))
    case .failed(let fault):
      place.carryOut(place.session.dropFileHistory())
      let sentence = translated("Earlier edits can no longer be undone: {fault}", ["fault": fault])
      place.say(sentence.prefix(1).lowercased() + sentence.dropFirst())
      place.show(message: translated("{sentence}.", ["sentence": sentence]))
    }
  }
}
