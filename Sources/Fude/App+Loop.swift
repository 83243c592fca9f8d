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
    restDue = dueBesideInk
    while exitStatus == nil {
      drawFrame()
      if !isTurnPlain { beginReaders() }
      if !isTurnPlain || session.hasMadeTiles { refineView() }
      let due = Self.earliest(Self.earliest(decoder.deadline, session.deadline), restDue)
      pump.wait(deadline: due.map { start + .seconds($0) })
      events.empty()
      received = now
      isTurnPlain = due.map { received < $0 } ?? true
      pump.drain(into: &events)
      image.completed(pump.newestSerial)
      // From the end, so that each is taken out rather than copied.
      events.reverse()
      while exitStatus == nil, let event = events.popLast() { handle(event) }
      endBatch()
    }
    finish()
    return exitStatus ?? 0
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
    inputs.empty()
    decoder.tick(now: received, into: &inputs)
    for input in inputs { take(input) }
    let effects = session.flush(now: received)
    if !session.isDrawing, !effects.isEmpty { isTurnPlain = false }
    carryOut(effects)
    showCursor()
    // A step back or forth likewise: panels that count it, and the journal, come after it. What lies on the canvas goes with it.
    if session.isDrawing || !canvasDamage.isEmpty && !isViewNew && !hasNewAdornments {
      damage.add(overlay.takeDamage())
      drawFrame()
    }
    if isTurnPlain, session.isDrawing || !isStateNew, observer == nil {
      showReadings()
      damage.add(overlay.takeDamage())
      return
    }
    placePieces()
    noteChanges()
    readPast()
    showAdornments()
    overlay.tick(now: received)
    followTextInput()
    showReadings()
    showState()
    showProgress()
    followDialog()
    showTitle()
    let changed = overlay.takeDamage()
    damage.add(changed)
    tellReaders(!changed.isEmpty)
    restDue = dueBesideInk
  }

  /// Keeps what is in no file, and waits for workers.
  private func finish() {
    inputs.empty()
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

extension Array {
  /// Removes all elements, one by one, and keeps the memory: of the few that a turn has it knows the type, where `removeAll` has the runtime look
  /// up how such are destroyed.
  mutating func empty() {
    while popLast() != nil {}
  }
}
