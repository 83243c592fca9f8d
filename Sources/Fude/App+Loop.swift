import Desktop
import Input
import Raster
import Studio
import Widgets

/// The event loop.
extension App {
  /// Shows the window and works until the end. Returns the exit status.
  func run() -> Int32 {
    window.setPointerShape(.crosshair)
    window.show()
    showReadings()
    showState()
    showTitle()
    readPast()
    damage.add(overlay.takeDamage())
    while exitStatus == nil {
      drawFrame()
      beginReaders()
      refineView()
      pump.wait(deadline: nextDeadline)
      events.removeAll(keepingCapacity: true)
      received = now
      pump.drain(into: &events)
      image.completed(pump.newestSerial)
      for event in events where exitStatus == nil { handle(event) }
      endBatch()
    }
    finish()
    return exitStatus ?? 0
  }

  /// When the loop must wake without an event: nil while nothing waits, so that an idle program sleeps.
  private var nextDeadline: ContinuousClock.Instant? {
    let thumbnails = session.isDrawing ? nil : session.thumbnailDeadline
    let dialog = session.isDrawing ? nil : dialogDeadline
    let first = Self.earliest(
      Self.earliest(decoder.deadline, session.deadline),
      Self.earliest(
        Self.earliest(overlay.nextDeadline, dialog), Self.earliest(progressDeadline, thumbnails)))
    return first.map { start + .seconds($0) }
  }

  /// The earlier one of two times, of which either may not be.
  static func earliest(_ a: Double?, _ b: Double?) -> Double? {
    guard let a, let b else { return a ?? b }
    return min(a, b)
  }

  /// Does what is due after all events of a turn: stuck presses become dots, ink is drawn and put on the window before anything
  /// else, messages go.
  private func endBatch() {
    inputs.removeAll(keepingCapacity: true)
    decoder.tick(now: now, into: &inputs)
    for input in inputs { take(input) }
    carryOut(session.flush(now: now))
    showCursor()
    if session.isDrawing {
      damage.add(overlay.takeDamage())
      drawFrame()
    }
    placePieces()
    noteChanges()
    readPast()
    showAdornments()
    overlay.tick(now: now)
    followTextInput()
    showReadings()
    showState()
    showProgress()
    followDialog()
    showTitle()
    let changed = overlay.takeDamage()
    damage.add(changed)
    tellReaders(!changed.isEmpty)
  }

  /// Keeps what is in no file, and waits for workers.
  private func finish() {
    inputs.removeAll(keepingCapacity: true)
    decoder.windowLost(into: &inputs)
    for input in inputs { take(input) }
    carryOut(session.settle())
    asker.takeBack()
    pasts.stop()
    refiner.stop()
    readers.stop()
    awaitExports()
    awaitSaves()
    if let recorder, let sentence = recorder.save() {
      say(sentence)
      exitStatus = 1
    }
    keepDrawing()
    keepSettings()
    keepClipboard()
  }
}
