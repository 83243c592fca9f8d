import Document
import Geometry
import Ink
import Input
import Paint
import Raster

/// Choosing and setting tools, and the life of a gesture.
extension Session {
  /// Chooses a tool. A gesture in progress is finished, and a floating selection is merged into its
  /// layer.
  public func choose(_ tool: CanvasTool) -> Effects {
    if tool == self.tool {
      selecting.toolBefore = nil
      return Effects()
    }
    var effects = settle()
    symmetryState.isPlacingCenter = false
    (toolSettings.crop, gradientDraft) = (nil, nil)
    self.tool = tool
    effects.add(toolEffects)
    effects.adornmentsChanged = true
    return effects
  }

  /// Changes the tools' settings. They count from the next use on. Values out of range are clamped.
  public func apply(_ new: ToolSettings) -> Effects {
    let before = toolSettings
    toolSettings = new
    toolSettings.crop = allowedCrop(new.crop, else: before.crop)
    let filling = new.filling
    toolSettings.filling = FillSettings(
      tolerance: filling.tolerance, gap: filling.gap, source: filling.source, under: filling.under)
    if case .radial(let count, let isMirrored) = new.symmetry.kind {
      let folds = max(Symmetry.folds.lowerBound, min(Symmetry.folds.upperBound, count))
      toolSettings.symmetry.kind = .radial(count: folds, isMirrored: isMirrored)
    }
    if toolSettings == before { return Effects() }
    let symmetry = toolSettings.symmetry
    if symmetry.isActive { symmetryState.last = symmetry.kind } else { symmetryState.isPlacingCenter = false }
    var effects = toolEffects
    if new.gradient != before.gradient { effects.add(GradientDraft.follow(new.gradient, in: ToolContext(self))) }
    effects.adornmentsChanged =
      effects.adornmentsChanged || symmetry != before.symmetry || toolSettings.crop != before.crop
    return effects
  }

  /// Merges a floating selection into its layer or crops the canvas, as Enter does. A gesture in
  /// progress is finished.
  public func apply() -> Effects {
    if document.floating == nil, let effects = endReplacing() { return effects }
    return tool.behaviour.apply(in: ToolContext(self)) ?? settle()
  }

  /// Passes a key to the chosen tool. Returns nil if it has no use for it.
  func pressTool(_ e: KeyEvent) -> Effects? {
    e.isDown && active == nil ? tool.behaviour.press(e, in: ToolContext(self)) : nil
  }

  /// Passes typed text to the chosen tool.
  func type(_ text: String) -> Effects { tool.behaviour.type(text, in: ToolContext(self)) ?? Effects() }

  /// Finishes the gesture in progress and merges a floating selection into its layer.
  public func settle() -> Effects {
    var effects = finishGesture()
    selecting.corners = []
    effects.add(dropFloating())
    return effects
  }

  /// Handles a press of the pen's tip while no gesture is in progress.
  func press(_ e: PointerEvent) -> Effects {
    let tool = behaviour(of: e)
    var effects = tool.waitsForInk ? finishLagging() : Effects()
    effects.add(settleEdge())
    effects.add(tool.press(e, in: ToolContext(self)))
    // Its outline is hidden while a stroke is drawn.
    if isDrawing, document.selection != nil { effects.adornmentsChanged = true }
    return effects
  }

  /// The tool of a press: the chosen one, unless a held button, a key or the pen's end makes it
  /// another.
  private func behaviour(of e: PointerEvent) -> any ToolBehaviour {
    if isPanHeld { return HandTool() }
    if isPlacingCenter { return SymmetryCenterTool() }
    if e.sample.tool == .eraser { return BrushTool(erases: true) }
    if tool.draws, e.modifiers.isSuperset(of: [.control, .shift]) { return LayerPickTool() }
    return (tool.draws && e.modifiers.contains(.control) ? CanvasTool.eyedropper : tool).behaviour
  }

  /// Makes a gesture the one in progress.
  func begin(_ gesture: any Gesture) {
    assert(active == nil)
    active = ActiveGesture(gesture)
  }

  /// Draws everything that the gesture in progress has taken since the last call.
  /// - Parameter now: as for `flush`.
  func drawGesture(now: Double? = nil) -> Effects {
    hasNewSamples = false
    return active?.ink?.draw(now: now, in: ToolContext(self)) ?? Effects()
  }

  /// Finishes the gesture in progress, if any, and lagging ink, and keeps their results.
  func finishGesture() -> Effects {
    var effects = endGesture()
    effects.add(finishLagging())
    effects.add(settleEdge())
    return effects
  }

  /// Ends the gesture in progress, if any, and keeps its result. Its ink may lag.
  func endGesture() -> Effects {
    guard let active else { return Effects() }
    var effects = hasNewSamples && !(active.ink?.drawsAtEnd ?? false) ? drawGesture() : Effects()
    effects.add(end(active.gesture, .finished))
    return effects
  }

  /// Finishes the gesture in progress by lifting the pen. If the touch screen reports that a resting
  /// hand did it, what it drew is undone, so that redo brings it back.
  func finish(_ active: ActiveGesture, _ end: StrokeEnd, at e: PointerEvent) -> Effects {
    active.ink?.lift(at: e.sample.time)
    let count = document.history.recordedCount
    // It changes what was drawn, and has recorded nothing.
    if end == .overruled, active.gesture.undoCancels { return self.end(active.gesture, .cancelled) }
    guard end == .overruled, let earlier = active.ink?.earlierEdits else { return endGesture() }
    var effects = finishGesture()
    // A stroke outside the canvas is no edit.
    for _ in count..<document.history.recordedCount + earlier { effects.add(undoStep()) }
    return effects
  }

  private func end(_ gesture: any Gesture, _ end: GestureEnd) -> Effects {
    let wasDrawing = isDrawing
    active = nil
    hasNewSamples = false
    var effects = gesture.end(end, in: ToolContext(self))
    if wasDrawing, document.selection != nil { effects.adornmentsChanged = true }
    return effects
  }

  /// Cancels the gesture in progress, removes the floating selection, or makes the crop tool's frame
  /// the whole canvas: the drawing is as it was before. Returns nil if there is nothing to cancel; a
  /// stroke cannot be cancelled.
  public func cancel() -> Effects? {
    var effects: Effects
    if let gesture {
      guard gesture.isCancellable else { return nil }
      effects = end(gesture, .cancelled)
    } else if isPlacingCenter {
      return placeCenter(false)
    } else if document.floating != nil {
      effects = updated { $0.cancelFloating() }
    } else {
      return cancelReplacing() ?? tool.behaviour.cancel(in: ToolContext(self))
    }
    effects.adornmentsChanged = true
    effects.add(returnToTool())
    return effects
  }

  /// Handles Escape, Enter and, during a gesture, the modifier keys. Returns nil for any other key.
  func handleDuringGesture(_ e: KeyEvent) -> Effects? {
    switch (e.keysym, e.isDown) {
    case (Key.escape, true): return cancel()
    case (ModifierKey.enter, true), (ModifierKey.keypadEnter, true):
      return document.floating == nil ? nil : settle()
    default: break
    }
    guard let key = ModifierKey.modifier(of: e.keysym) else { return nil }
    let held = e.isDown ? e.modifiers.union(key) : e.modifiers.subtracting(key)
    return gesture?.hold(held, in: ToolContext(self))
  }

  /// Changes pixels of the document, and the smaller copies that the view shows.
  func updated(_ body: (inout Document) -> Region) -> Effects {
    var effects = Effects()
    effects.damage = body(&document)
    update(effects.damage)
    return effects
  }

  var adornmentEffects: Effects {
    var effects = Effects()
    effects.adornmentsChanged = true
    return effects
  }
}

/// Keys with a meaning during a gesture (values of X's keysymdef.h).
enum ModifierKey {
  static let enter: UInt32 = 0xFF0D
  static let keypadEnter: UInt32 = 0xFF8D

  /// The modifier of a key on the left or right of the keyboard; nil for other keys.
  static func modifier(of keysym: UInt32) -> Modifiers? {
    switch keysym {
    case 0xFFE1, 0xFFE2: .shift
    case 0xFFE3, 0xFFE4: .control
    case 0xFFE9, 0xFFEA: .alt
    default: nil
    }
  }
}
