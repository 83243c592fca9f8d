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
    frame.damage.add(overlay.takeDamage())
    frame.idleDeadline = dueBesideInk
    while ending.status == nil {
      drawFrame()
      if !frame.isFastPath { beginReaders() }
      if !frame.isFastPath || session.hasMadeTiles { refineView() }
      let due = Self.earliest(Self.earliest(decoder.deadline, session.deadline), frame.idleDeadline)
      pump.wait(deadline: due.map { batch.start + .seconds($0) })
      batch.events.empty()
      batch.received = now
      frame.beginBatch(isDue: due.map { batch.received >= $0 } ?? false)
      pump.drain(into: &batch.events)
      image.completed(pump.newestSerial)
      // From the end, so that each is taken out rather than copied.
      batch.events.reverse()
      while ending.status == nil, let event = batch.events.popLast() { handle(event) }
      endBatch()
    }
    finish()
    return ending.status ?? 0
  }

  /// When the loop must wake without an event, beside what the pen in hand waits for: nil while nothing does, so that an idle program sleeps.
  private var dueBesideInk: Double? {
    let thumbnails = session.isDrawing ? nil : session.thumbnailDeadline
    let dialog = session.isDrawing ? nil : dialogDeadline
    return Self.earliest(
      Self.earliest(overlay.nextDeadline, dialog), Self.earliest(progressDeadline, thumbnails))
  }

  /// The earlier one of two times, of which either may not be.
  static func earliest(_ a: Double?, _ b: Double?) -> Double? {
    guard let a, let b else { return a ?? b }
    return min(a, b)
  }

  /// Does what is due after all events of a turn: stuck presses become dots, ink is drawn and put on the window before anything
  /// else, messages go.
  ///
  /// Of a hundred turns in which a pen moves, all but one or two are plain: they end with the frame. All that could follow would find
  /// that nothing is new, but to look costs as much as to draw: a processor that slept has none of it at hand.
  private func endBatch() {
    batch.inputs.empty()
    decoder.tick(now: batch.received, into: &batch.inputs)
    for input in batch.inputs { take(input) }
    let effects = session.flush(now: batch.received)
    if !session.isDrawing, !effects.isEmpty { frame.leaveFastPath() }
    carryOut(effects)
    showCursor()
    // A step back or forth likewise: panels that count it, and the journal, come after it. What lies on the canvas goes with it.
    if session.isDrawing || frame.hasOnlyCanvasDamage {
      frame.damage.add(overlay.takeDamage())
      drawFrame()
    }
    if frame.isFastPath, session.isDrawing || !frame.isDirty(.panels), penMeter.observer == nil {
      showReadings()
      frame.damage.add(overlay.takeDamage())
      return
    }
    placePieces()
    noteChanges()
    readPast()
    showAdornments()
    overlay.tick(now: batch.received)
    followTextInput()
    showReadings()
    showState()
    showProgress()
    followDialog()
    showTitle()
    let changed = overlay.takeDamage()
    frame.damage.add(changed)
    tellReaders(!changed.isEmpty)
    frame.idleDeadline = dueBesideInk
  }

  /// Keeps what is in no file, and waits for workers.
  private func finish() {
    batch.inputs.empty()
    decoder.windowLost(into: &batch.inputs)
    for input in batch.inputs { take(input) }
    carryOut(session.settle())
    workers.dialogs.takeBack()
    workers.history.stop()
    workers.refiner.stop()
    workers.screenReaders.stop()
    awaitExports()
    awaitSaves()
    if let recorder, let sentence = recorder.save() {
      say(sentence)
      ending.status = 1
    }
    keepDrawing()
    keepSettings()
    keepClipboard()
  }
}

extension Array {
  /// Removes all elements, one by one, and keeps the memory: of the few that a turn has it knows the type, where `removeAll` has the runtime look
  /// up how such are destroyed.
  mutating func empty() {
    while popLast() != nil {}
  }
}
