import Desktop
import Input
import Raster
import Studio
import Widgets

/// The event loop.
extension App {
  /// Shows the window and runs the event loop to its end. Returns the exit status.
  func run() -> Int32 {
    window.setPointerShape(.crosshair)
    window.show()
    showReadings()
    showState()
    showTitle()
    changes.follow()
    removeLeftovers()
    frame.damage.add(overlay.takeDamage())
    frame.idleDeadline = dueBesideInk
    while ending.status == nil {
      drawFrame()
      if !frame.isFastPath { readers.begin() }
      if !frame.isFastPath || session.hasMadeTiles { refiner.refine() }
      let ink = Self.earliest(session.deadline, brushEditor.editing?.pad?.session.deadline)
      let due = Self.earliest(Self.earliest(decoder.deadline, ink), frame.idleDeadline)
      // Writing samples of a stroke does not leave the fast path.
      pump.wait(deadline: Self.earliest(due, drawing.noted.deadline).map { batch.start + .seconds($0) })
      batch.events.empty()
      batch.received = now
      frame.beginBatch(isDue: due.map { batch.received >= $0 } ?? false)
      pump.drain(into: &batch.events)
      image.completed(pump.newestSerial)
      // Taken from the end, so that no event is copied.
      batch.events.reverse()
      while ending.status == nil, let event = batch.events.popLast() { handle(event) }
      if background.deliver(isInGesture: session.keepsInputsWaiting) { leaveFastPath() }
      takeResults()
      endBatch()
    }
    finish()
    return ending.status ?? 0
  }

  /// When the loop must wake without an event, apart from the deadlines of a stroke; nil while
  /// nothing is due, so that an idle program sleeps.
  private var dueBesideInk: Double? {
    let thumbnails = session.isDrawing ? nil : session.thumbnailDeadline
    let dialog = session.isDrawing ? nil : files.deadline
    return Self.earliest(
      Self.earliest(
        Self.earliest(overlay.nextDeadline, dialog), Self.earliest(workDeadline, referenceDeadline)),
      Self.earliest(Self.earliest(progress.deadline, thumbnails), remembering.deadline))
  }

  /// The earlier of two times; nil stands for never.
  static func earliest(_ a: Double?, _ b: Double?) -> Double? {
    guard let a, let b else { return a ?? b }
    return min(a, b)
  }

  /// Ends an iteration of the event loop. Ink is drawn and presented first, then everything else is
  /// brought up to date.
  ///
  /// The fast path ends after the frame. Almost every iteration in which a pen moves takes it,
  /// because nothing else can have changed.
  private func endBatch() {
    batch.inputs.empty()
    decoder.tick(now: batch.received, into: &batch.inputs)
    for input in batch.inputs { take(input) }
    let effects = session.flush(now: batch.received)
    if !session.isDrawing, !effects.isEmpty { frame.leaveFastPath() }
    carryOut(effects)
    passWaiting()
    brushEditor.flushScratch(now: batch.received)
    marks.showCursor()
    marks.showRope()
    // Undo and redo are shown before the panels and the journal follow.
    if session.isDrawing || frame.hasOnlyCanvasDamage {
      frame.damage.add(overlay.takeDamage())
      drawFrame()
    }
    if frame.isFastPath, session.isDrawing || !frame.isDirty(.panels), penMeter.observer == nil {
      noteUnfinished()
      showReadings()
      frame.damage.add(overlay.takeDamage())
      return
    }
    clipboard.follow()
    changes.follow()
    writeWaitingFiles()
    noteChanges()
    noteUnfinished()
    noteReferences()
    noteWork()
    noteRemembered()
    marks.showAdornments()
    overlay.tick(now: batch.received)
    followTextInput()
    showReadings()
    showState()
    brushEditor.follow()
    brushes.follow()
    progress.follow()
    files.follow()
    showTitle()
    let changed = overlay.takeDamage()
    frame.damage.add(changed)
    readers.tell(!changed.isEmpty, title: windowState.title, isActive: windowState.isActive)
    frame.idleDeadline = dueBesideInk
  }

  /// Stops the workers and keeps an unsaved drawing.
  private func finish() {
    workplace.isEnding = true
    batch.inputs.empty()
    decoder.windowLost(into: &batch.inputs)
    for input in batch.inputs { take(input) }
    carryOut(session.settle())
    finishChange()
    files.desktop.withdraw()
    screenColour.finish()
    readers.finish()
    background.finish()
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
  /// Removes all elements and keeps the memory. Faster than `removeAll` for a few elements of a
  /// known type.
  mutating func empty() {
    while popLast() != nil {}
  }
}
