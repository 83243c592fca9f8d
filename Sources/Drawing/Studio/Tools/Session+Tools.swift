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
    if tool == self.tool { return Effects() }
    var effects = settle()
    symmetryState.isPlacingCenter = false
    toolSettings.crop = nil
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
    toolSettings.filling = Filling(
      tolerance: filling.tolerance, gap: filling.gap, samplesMerged: filling.samplesMerged)
    if case .radial(let count, let isMirrored) = new.symmetry.kind {
      let folds = max(Symmetry.folds.lowerBound, min(Symmetry.folds.upperBound, count))
      toolSettings.symmetry.kind = .radial(count: folds, isMirrored: isMirrored)
    }
    if toolSettings == before { return Effects() }
    let symmetry = toolSettings.symmetry
    if symmetry.isActive { symmetryState.last = symmetry.kind } else { symmetryState.isPlacingCenter = false }
    var effects = toolEffects
    effects.adornmentsChanged = symmetry != before.symmetry || toolSettings.crop != before.crop
    return effects
  }

  /// Merges a floating selection into its layer or crops the canvas, as Enter does. A gesture in
  /// progress is finished.
  public func apply() -> Effects { tool == .crop ? applyCrop() : settle() }

  /// Finishes the gesture in progress and merges a floating selection into its layer.
  public func settle() -> Effects {
    var effects = finishGesture()
    effects.add(dropFloating())
    return effects
  }

  /// Whether a press draws a stroke.
  func startsStroke(_ e: PointerEvent) -> Bool {
    if isPanHeld || isPlacingCenter { return false }
    if e.sample.tool == .eraser { return true }
    return (tool == .brush || tool == .eraser) && !e.modifiers.contains(.control) && !e.modifiers.contains(.shift)
  }

  /// Handles a press of the pen's tip while no gesture is in progress.
  func press(_ e: PointerEvent) -> Effects {
    if startsStroke(e) { return beginStroke(e) }
    if isPanHeld { return CanvasTool.hand.behaviour.press(e, in: self) }
    if isPlacingCenter {
      begin(SymmetryCenterDrag(before: toolSettings.symmetry.center))
      return setSymmetryCenter(e.sample.position)
    }
    let pressed = tool.draws && e.modifiers.contains(.control) ? CanvasTool.eyedropper : tool
    return pressed.behaviour.press(e, in: self)
  }

  /// Makes a gesture the one in progress.
  func begin(_ gesture: any Gesture) {
    assert(toolState.isIdle)
    toolState = .active(gesture)
  }

  /// Draws everything that the gesture in progress has taken since the last call.
  func drawGesture() -> Effects {
    hasNewSamples = false
    return toolState.gesture?.draw(in: self) ?? Effects()
  }

  /// Finishes the gesture in progress, if any, and keeps its result.
  func finishGesture() -> Effects {
    switch toolState {
    case .idle: return Effects()
    case .drawing(let gesture): return finish(gesture)
    case .active(let gesture):
      var effects = hasNewSamples ? drawGesture() : Effects()
      toolState = .idle
      effects.add(gesture.end(.finished, in: self))
      return effects
    }
  }

  /// Cancels the gesture in progress, removes the floating selection, or makes the crop tool's frame
  /// the whole canvas: the drawing is as it was before. Returns nil if there is nothing to cancel; a stroke cannot be cancelled.
  public func cancel() -> Effects? {
    var effects = Effects()
    switch toolState {
    case .drawing: return nil
    case .idle where isPlacingCenter: return placeCenter(false)
    case .idle where tool == .crop: return toolSettings.crop == nil ? nil : crop(to: nil)
    case .idle:
      if document.floating == nil { return nil }
      effects = updated { $0.cancelFloating() }
    case .active(let gesture):
      toolState = .idle
      hasNewSamples = false
      effects = gesture.end(.cancelled, in: self)
    }
    effects.adornmentsChanged = true
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
    return toolState.gesture?.hold(held, in: self)
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
