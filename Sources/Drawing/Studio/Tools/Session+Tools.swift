import Document
import Geometry
import Ink
import Input
import Language
import Paint
import Raster

/// What pressing, dragging and lifting do with each tool.
extension Session {
  /// Takes up a tool. What floats is laid down; a gesture in progress ends and is kept.
  public func choose(_ tool: CanvasTool) -> Effects {
    if tool == self.tool { return Effects() }
    var effects = finishGesture()
    effects.add(dropFloating())
    isPlacingCenter = false
    self.tool = tool
    effects.add(toolEffects)
    effects.adornmentsChanged = true
    return effects
  }

  /// Has the tools work otherwise from their next use on. Values out of range are clamped.
  public func apply(_ new: ToolSettings) -> Effects {
    let before = toolSettings
    toolSettings = new
    let filling = new.filling
    toolSettings.filling = Filling(
      tolerance: filling.tolerance, gap: filling.gap, samplesMerged: filling.samplesMerged)
    if case .radial(let count, let isMirrored) = new.symmetry.kind {
      let folds = max(Symmetry.folds.lowerBound, min(Symmetry.folds.upperBound, count))
      toolSettings.symmetry.kind = .radial(count: folds, isMirrored: isMirrored)
    }
    if toolSettings == before { return Effects() }
    let symmetry = toolSettings.symmetry
    if symmetry.isActive { lastSymmetry = symmetry.kind } else { isPlacingCenter = false }
    var effects = toolEffects
    effects.adornmentsChanged = symmetry != before.symmetry
    return effects
  }

  /// Lays down what floats, as Enter does; a gesture in progress ends and is kept.
  public func apply() -> Effects { settle() }

  /// Ends what is in progress and lays down what floats, so that nothing is on its way any more.
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

  /// The pen touches and nothing is in progress.
  func press(_ e: PointerEvent) -> Effects {
    if startsStroke(e) { return beginStroke(e) }
    if isPanHeld { return beginViewDrag(e, button: .contact) }
    if isPlacingCenter {
      gesture = .centering(before: toolSettings.symmetry.center)
      return setSymmetryCenter(e.sample.position)
    }
    if tool == .eyedropper || (tool.draws && e.modifiers.contains(.control)) {
      gesture = .picking
      return pick(at: e.sample.position)
    }
    if let kind = tool.shape {
      if let refusal = drawingRefusal { return refusal }
      let sample = toCanvas(e.sample)
      let shape = ShapeInProgress(brush: brush, style: style, filler: filler, symmetry: toolSettings.symmetry)
      gesture = .shape(
        ShapeDrag(kind, shape, at: sample, modifiers: e.modifiers))
      hasNewSamples = true
      return Effects()
    }
    switch tool {
    case .brush, .eraser:
      gesture = .resizing(BrushResize(start: e.sample, size: size))
      return adornmentEffects
    case .fill: return fill(at: e.sample.position)
    case .hand: return beginViewDrag(e, button: .contact)
    default: return beginSelecting(e)
    }
  }

  /// Starts to pan, zoom or rotate the view.
  func beginViewDrag(_ e: PointerEvent, button: PointerButton) -> Effects {
    gesture = .moveView(ViewDrag(e, button: button))
    return Effects()
  }

  /// The pen moves while it touches, and neither draws a stroke nor moves the view.
  func drag(_ e: PointerEvent) -> Effects {
    switch gesture {
    case .picking: return pick(at: e.sample.position)
    case .shape(var drag):
      gesture = .none
      drag.move(to: toCanvas(e.sample), modifiers: e.modifiers)
      gesture = .shape(drag)
      hasNewSamples = true
      return Effects()
    case .resizing(let drag):
      var effects = setSize(drag.size(at: e.sample, zoom: view.zoom))
      effects.adornmentsChanged = true
      return effects
    case .selecting(var drag):
      gesture = .none
      drag.add(view.windowToCanvas(e.sample.position), modifiers: e.modifiers)
      gesture = .selecting(drag)
      return adornmentEffects
    case .moving(var drag):
      drag.move(to: e.sample.position, modifiers: e.modifiers)
      gesture = .moving(drag)
      hasNewSamples = true
      return Effects()
    case .centering: return setSymmetryCenter(e.sample.position)
    case .none, .stroke, .moveView: return Effects()
    }
  }

  /// The pen is lifted from such a gesture.
  func lift(_ e: PointerEvent) -> Effects { finishDrag() }

  /// Draws what has come of a figure or of a move since the last call.
  func flushDrag() -> Effects {
    hasNewSamples = false
    var effects = Effects()
    switch gesture {
    case .shape(var drag):
      gesture = .none
      effects.damage = drag.draw(on: &document)
      gesture = .shape(drag)
    case .moving(let drag): effects = place(drag)
    default: break
    }
    update(effects.damage)
    return effects
  }

  /// Ends a gesture that is neither a stroke nor a move of the view, and keeps what came of it.
  func finishDrag() -> Effects {
    var effects = hasNewSamples ? flushDrag() : Effects()
    let ended = gesture
    gesture = .none
    switch ended {
    case .shape(var drag):
      let region = drag.finish(on: &document)
      effects.damage.add(region)
      effects.historyChanged = true
      effects.add(remember(style.color))
      update(region)
    case .picking:
      if let colour = pick?.colour { style.color = colour }
      pick = nil
      effects.add(toolEffects)
      effects.adornmentsChanged = true
    case .selecting(let drag): effects.add(finish(drag))
    case .moving, .resizing: effects.adornmentsChanged = true
    case .centering:
      isPlacingCenter = false
      effects.add(toolEffects)
    case .none, .stroke, .moveView: break
    }
    return effects
  }

  /// Breaks off the gesture in progress, or puts back what floats: all is as it was before. A stroke goes on. Returns nil
  /// where there is nothing to break off.
  public func cancel() -> Effects? {
    var effects = Effects()
    let broken = gesture
    switch broken {
    case .stroke: return nil
    case .none where isPlacingCenter: return placeCenter(false)
    case .none:
      if document.floating == nil { return nil }
      effects.damage = document.takeBack()
    case .moveView: gesture = .none
    case .shape(var drag):
      gesture = .none
      effects.damage = drag.cancel(on: &document)
    case .picking:
      gesture = .none
      pick = nil
      effects.toolsChanged = true
    case .selecting: gesture = .none
    case .moving(let drag):
      gesture = .none
      if let before = drag.floated {
        effects.damage = document.place(before)
      } else {
        effects.damage = document.takeBack()
      }
    case .resizing(let drag):
      gesture = .none
      effects = setSize(drag.size)
    case .centering(let before):
      gesture = .none
      isPlacingCenter = false
      toolSettings.symmetry.center = before
      effects = toolEffects
    }
    hasNewSamples = false
    effects.adornmentsChanged = true
    update(effects.damage)
    return effects
  }

  /// Escape breaks off, Enter lays down what floats, and keys held count while a figure is dragged. Returns nil for any
  /// other key.
  func handleDuringGesture(_ e: KeyEvent) -> Effects? {
    switch (e.keysym, e.isDown) {
    case (Key.escape, true): return cancel()
    case (ModifierKey.enter, true), (ModifierKey.keypadEnter, true):
      return document.floating == nil ? nil : settle()
    default: break
    }
    guard let own = ModifierKey.modifier(of: e.keysym), case .shape(var drag) = gesture else { return nil }
    gesture = .none
    drag.hold(e.isDown ? e.modifiers.union(own) : e.modifiers.subtracting(own))
    gesture = .shape(drag)
    hasNewSamples = true
    return Effects()
  }

  private func fill(at place: Point) -> Effects {
    let canvas = view.windowToCanvas(place)
    guard Rect(document.bounds).contains(canvas) else { return Effects() }
    if let selection = document.selection, !selection[Int(canvas.x), Int(canvas.y)] {
      return Effects(.message(translated("There is nothing selected where you fill")))
    }
    if let refusal = drawingRefusal { return refusal }
    var effects = change {
      document.fill(at: canvas, colour: style.color, opacity: style.opacity, toolSettings.filling)
    }
    effects.add(remember(style.color))
    return effects
  }

  var adornmentEffects: Effects {
    var effects = Effects()
    effects.adornmentsChanged = true
    return effects
  }
}

/// Keys that count while something is dragged (values of X's keysymdef.h).
enum ModifierKey {
  static let enter: UInt32 = 0xFF0D
  static let keypadEnter: UInt32 = 0xFF8D

  /// What a key on the left or right of the keyboard holds.
  static func modifier(of keysym: UInt32) -> Modifiers? {
    switch keysym {
    case 0xFFE1, 0xFFE2: .shift
    case 0xFFE3, 0xFFE4: .control
    case 0xFFE9, 0xFFEA: .alt
    default: nil
    }
  }
}
