import Desktop
import Input
import Pages
import Panels
import Raster
import Studio
import Toolkit

/// The event loop.
extension App {
  /// Shows the window and runs the event loop to its end. Returns the exit status.
  func run() -> Int32 {
    window.setPointerShape(.crosshair)
    window.show()
    showReadings()
    showState()
    parts.windows.followPanels()
    parts.changes.follow()
    parts.files.removeLeftovers()
    frame.damage.add(overlay.takeDamage())
    frame.idleDeadline = dueBesideInk
    // Nothing of the first frame is known yet.
    var isMotion = false
    while ending.status == nil {
      drawFrame()
      if !isMotion { parts.readers.begin() }
      if !isMotion || session.hasMadeTiles { parts.refiner.refine() }
      isMotion = runBatch()
    }
    finish()
    return ending.status ?? 0
  }

  /// Waits for events and handles them all. Ink is drawn and presented first, then everything else is brought up to date.
  ///
  /// Here it is decided whether the iteration takes the fast path, which ends after the frame: each step says whether
  /// it did no more than move a pointer, hovering or drawing. Almost every iteration in which a pen moves takes it,
  /// because nothing else can have changed.
  /// - Returns: whether it took it.
  private func runBatch() -> Bool {
    var isMotion = !receive()
    while ending.status == nil, let event = batch.events.popLast() { isMotion = handle(event) && isMotion }
    if background.deliver(isInGesture: session.keepsInputsWaiting) {
      frame.mark(.panels)
      isMotion = false
    }
    if batch.hasResults, !session.keepsInputsWaiting {
      batch.hasResults = false
      parts.readers.takeRequests()
    }
    isMotion = endInk() && isMotion
    isMotion = isMotion && (session.isDrawing || !frame.isDirty(.panels)) && !parts.pens.isObserving
    if isMotion { endMotion() } else { endBatch() }
    return isMotion
  }

  /// Waits for events, and takes them all. Returns whether something other than ink is due.
  private func receive() -> Bool {
    let ink = Self.earliest(session.deadline, parts.brushEditor.inkDeadline)
    let due = Self.earliest(Self.earliest(parts.pens.decoder.deadline, ink), frame.idleDeadline)
    // Writing samples of a stroke does not leave the fast path.
    pump.wait(deadline: Self.earliest(due, drawing.noted.deadline).map { batch.start + .seconds($0) })
    batch.events.empty()
    workplace.received = now
    pump.drain(into: &batch.events)
    image.completed(pump.newestSerial)
    // Taken from the end, so that no event is copied.
    batch.events.reverse()
    return due.map { workplace.received >= $0 } ?? false
  }

  /// When the loop must wake without an event, apart from the deadlines of a stroke; nil while
  /// nothing is due, so that an idle program sleeps.
  private var dueBesideInk: Double? {
    let thumbnails = session.isDrawing ? nil : session.thumbnailDeadline
    return Self.earliest(Self.earliest(overlay.nextDeadline, thumbnails), parts.deadline)
  }

  /// The earlier of two times; nil stands for never.
  static func earliest(_ a: Double?, _ b: Double?) -> Double? {
    guard let a, let b else { return a ?? b }
    return min(a, b)
  }

  /// Ends an iteration in which a pointer only moved.
  private func endMotion() {
    parts.journal.noteUnfinished()
    showReadings()
    frame.damage.add(overlay.takeDamage())
  }

  /// Ends any other iteration.
  private func endBatch() {
    for part in parts.all { part.follow() }
    overlay.tick(now: workplace.received)
    followTextInput()
    showReadings()
    showState()
    for part in parts.all { part.followPanels() }
    let changed = overlay.takeDamage()
    frame.damage.add(changed)
    parts.readers.tell(!changed.isEmpty, title: parts.windows.title, isActive: parts.windows.isActive)
    frame.idleDeadline = dueBesideInk
  }

  /// Gives the session the inputs that are due by now, and shows their ink. Returns whether a pointer only moved.
  private func endInk() -> Bool {
    batch.inputs.empty()
    parts.pens.decoder.tick(now: workplace.received, into: &batch.inputs)
    var isMotion = true
    for input in batch.inputs { isMotion = take(input) && isMotion }
    let effects = session.flush(now: workplace.received)
    isMotion = isMotion && (session.isDrawing || effects.isEmpty)
    carryOut(effects)
    isMotion = passWaiting() && isMotion
    parts.brushEditor.flushScratch()
    parts.marks.showCursor()
    parts.marks.showRope()
    // Undo and redo are shown before the panels and the journal follow.
    if session.isDrawing || frame.hasOnlyCanvasDamage {
      frame.damage.add(overlay.takeDamage())
      drawFrame()
    }
    return isMotion
  }

  /// Ends the program at the user's request. Where the drawing cannot be kept, the program asks
  /// what to do instead.
  func close() {
    if parts.brushEditor.isChanged {
      // The next request goes on after the answer.
      workplace.carryOut(overlay.leaveBrushEditor([.perform(.quit)]))
    } else if parts.drawings.mayEnd() {
      quit()
    }
  }

  /// Ends the program without asking.
  func quit() {
    ending.isByUser = true
    ending.status = 0
  }

  /// Stops the workers and keeps an unsaved drawing.
  private func finish() {
    workplace.isEnding = true
    batch.inputs.empty()
    parts.pens.decoder.windowLost(into: &batch.inputs)
    for input in batch.inputs { _ = take(input) }
    carryOut(session.settle())
    parts.drawings.finishChange()
    background.finish()
    if let recorder, let sentence = recorder.save() {
      say(sentence)
      ending.status = 1
    }
    if !parts.drawings.end(isByUser: ending.isByUser) { ending.status = 1 }
    background.finish()
    for part in parts.all { part.finish() }
    keepClipboard()
  }

  /// Lets a clipboard manager store what was copied. The window is hidden meanwhile.
  private func keepClipboard() {
    guard connection.isAlive, window.storeClipboard() else { return }
    window.hide()
    // The clipboard service gives up on a silent manager; this limit is for one that never
    // finishes.
    let deadline = ContinuousClock.now + .seconds(30)
    while connection.isAlive, ContinuousClock.now < deadline {
      pump.wait(deadline: deadline)
      batch.events.removeAll(keepingCapacity: true)
      pump.drain(into: &batch.events)
      for case .clipboardStored in batch.events { return }
    }
  }
}

extension Array {
  /// Removes all elements and keeps the memory. Faster than `removeAll` for a few elements of a
  /// known type.
  mutating func empty() {
    while popLast() != nil {}
  }
}
