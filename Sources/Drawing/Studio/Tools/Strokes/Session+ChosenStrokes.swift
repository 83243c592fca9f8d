import Document
import Geometry
import Ink
import Language
import Paint
import Raster

/// Finding and choosing strokes.
extension Session {
  /// Whether the index of strokes is not that of the drawing, and the tool needs it.
  public var wantsStrokeIndex: Bool {
    (tool == .strokes || tool == .eraser && toolSettings.erasing != nil || !erasures.isEmpty
      || replacing?.end != nil)
      && !isInGesture
      && document.floating == nil && strokePicking.stamp != StrokePicking.Stamp(document)
  }

  /// The index as of the last time.
  public var strokeIndex: StrokeIndex { strokePicking.index }

  /// Takes the index of a drawing as it was.
  public func take(_ index: StrokeIndex, of indexed: Document) -> Effects {
    let stamp = StrokePicking.Stamp(indexed)
    // Edits were put before those that it has.
    if stamp != StrokePicking.Stamp(document),
      indexed.history.done.first?.content !== document.history.done.first?.content
    {
      return Effects()
    }
    strokePicking.take(index, for: stamp, isCurrent: stamp == StrokePicking.Stamp(document))
    var effects = adornmentEffects
    effects.panelsChanged = true
    effects.add(eraseNext())
    effects.add(replaceStrokes())
    return effects
  }

  /// Whether the history from before the drawing was opened is needed to choose strokes.
  public var wantsEarlierStrokes: Bool {
    (tool == .strokes || toolSettings.erasing != nil || !erasures.isEmpty) && hasFileHistory
  }

  /// The paths of strokes that the tool shows; none while a control changes the strokes.
  var strokeMarks: StrokeMarks {
    if changing?.live != nil || strokePicking.noted?.movesLine ?? false { return StrokeMarks() }
    return StrokeMarks(chosen: strokePicking.chosenLines(), hovered: strokePicking.hoveredEntry?.lines ?? [])
  }

  /// Forgets where the pen was over the canvas: it is over a panel.
  public func leaveCanvas() -> Effects { strokePicking.leave() ? adornmentEffects : Effects() }

  /// What the chosen strokes are changed to, and their index does not have yet.
  var pendingStrokeChange: StrokeChange? {
    guard let live = changing?.live, changing?.keys == strokePicking.chosen else { return strokePicking.noted }
    var pending = strokePicking.noted ?? StrokeChange()
    pending.add(live.value)
    return pending
  }

  /// The frame around the chosen strokes, which moves, scales and turns them; nil if none is chosen.
  var strokeFrame: SelectionFrame? {
    guard let bounds = strokePicking.chosenBounds else { return nil }
    return SelectionFrame(
      rect: bounds, map: pendingStrokeChange?.map(about: bounds.center) ?? .identity, hasSides: false)
  }

  /// All that controls have said of the chosen strokes and is not recorded yet.
  var heldStrokeChange: StrokeChange {
    (changing?.keys == strokePicking.chosen ? changing?.live?.value : nil) ?? StrokeChange()
  }

  /// Whether the places of the chosen strokes are known, but for what `heldStrokeChange` says.
  var knowsPlacesOfChosen: Bool { strokePicking.noted == nil && isIndexCurrent }

  var isIndexCurrent: Bool { strokePicking.stamp == StrokePicking.Stamp(document) }

  var strokeReach: StrokePicking.Reach {
    StrokePicking.Reach(
      isOnAllLayers: toolSettings.takesStrokesOfAllLayers, slop: 6 * interfaceScale / view.zoom)
  }

  /// Changes which strokes are chosen.
  func chooseStrokes(_ body: (inout StrokePicking, borrowing Document) -> Void) -> Effects {
    body(&strokePicking, document)
    var effects = adornmentEffects
    effects.panelsChanged = true
    return effects
  }

  /// Chooses the stroke drawn after the chosen ones, or before.
  func stepStroke(forward: Bool) -> Effects {
    var effects = choose(.strokes)
    guard isIndexCurrent else { return effects.adding(Self.stillFinding) }
    let reach = strokeReach
    effects.add(chooseStrokes { picking, document in picking.step(forward: forward, reach, document) })
    effects.add(sayChosen())
    return effects
  }

  private static var stillFinding: Effects.Request {
    .message(translated("The strokes of the drawing are still being found."))
  }

  /// Says which strokes were chosen without the pen.
  private func sayChosen() -> Effects {
    let (chosen, total) = (strokePicking.chosenStrokes, strokePicking.index.entries.count)
    if chosen.count == 1, let stroke = chosen.first {
      return Effects(
        .message(
          translated(
            "Stroke {number} of {total} is chosen.", ["number": stroke.number, "total": total])))
    }
    return Effects(
      .message(
        translated("{count} stroke is chosen.", other: "{count} strokes are chosen.", count: chosen.count)))
  }

  /// Chooses all strokes that are like the chosen ones.
  func chooseStrokes(_ kind: StrokePicking.Likeness) -> Effects {
    guard isIndexCurrent else { return Effects(Self.stillFinding) }
    let reach = strokeReach
    var effects = chooseStrokes { picking, document in picking.choose(kind, reach, document) }
    effects.add(sayChosen())
    return effects
  }

  /// The strokes that are chosen, for controls; nil if none is.
  public var chosenStrokes: ChosenStrokes? {
    tool == .strokes
      ? ChosenStrokes(strokePicking.chosenStrokes, pendingStrokeChange, held: heldStrokeChange) : nil
  }

  /// Chooses the stroke tool, and what it does.
  func choose(_ hand: StrokeHand) -> Effects {
    var effects = choose(.strokes)
    toolSettings.strokeHand = hand
    effects.add(toolEffects)
    effects.adornmentsChanged = true
    return effects
  }

  // MARK: Erasing

  /// Chooses the eraser, for pixels or for strokes.
  func chooseEraser(_ extent: StrokeExtent?) -> Effects {
    var effects = choose(.eraser)
    toolSettings.erasing = extent
    effects.add(toolEffects)
    return effects
  }

  /// The strokes in reach of the eraser that a line touches, as far as they are found.
  func strokesTouched(by touch: StrokeTouch, but others: Set<StrokeKey>) -> [StrokeIndex.Entry] {
    let (index, reach) = (strokePicking.index, strokeReach)
    return index.touched(by: touch, in: document) { stroke in
      stroke.hasInk && !others.contains(stroke.key) && strokePicking.isThere(stroke, reach, document)
        && stroke.place.map { document.refusalOfDrawing(on: $0) == nil } ?? false
    }.map { index.entries[$0] }
  }

  /// Erases strokes that a line touched, as soon as they are found.
  func eraseStrokes(_ touch: StrokeTouch, _ extent: StrokeExtent) -> Effects {
    erasures.append(
      StrokeErasure(
        touch: touch, extent: extent, surface: toolSettings.takesStrokesOfAllLayers ? nil : document.activeSurface,
        recorded: document.history.recordedCount))
    return hasFileHistory ? Effects(.message(Self.fileHistoryHint)) : eraseNext()
  }

  /// Begins what the eraser did first and is not begun yet, if the strokes are found.
  func eraseNext() -> Effects {
    // Older ones may be meant.
    guard let erasure = erasures.first, changing == nil, isIndexCurrent, !hasFileHistory else { return Effects() }
    erasures.removeFirst()
    let index = strokePicking.index
    let touched = index.touched(by: erasure.touch, in: document) { stroke in
      guard stroke.hasInk, let place = stroke.place,
        document.history.done[stroke.key.edit].serial <= erasure.recorded
      else { return false }
      if let surface = erasure.surface { return place == surface }
      return strokePicking.isThere(stroke, strokeReach, document) && document.refusalOfDrawing(on: place) == nil
    }
    if touched.isEmpty { return eraseNext() }
    var change = StrokeChange()
    change.shape = .erase(erasure.touch, erasure.extent)
    changing = ChangingStrokes(
      change: BackgroundChange(touched.map { index.known($0) }, change, index: index), isErasing: true,
      recorded: document.history.recordedCount)
    return Effects(.computeChange)
  }

  /// Why the chosen strokes cannot be reshaped now: others are being changed, or their places are not found yet.
  var refusalOfReshaping: Effects? {
    if changing != nil { return Self.busy }
    return knowsPlacesOfChosen ? nil : Effects(Self.stillFinding)
  }

  /// Sets how far the hand reaches that bends strokes.
  func setStrokeReach(_ reach: Double) -> Effects {
    let range = ToolSettings.strokeReaches
    toolSettings.strokeReach = max(range.lowerBound, min(range.upperBound, reach))
    var effects = toolEffects
    effects.adornmentsChanged = true
    return effects
  }

  // MARK: Replacing

  /// Has the strokes that are drawn from now on take the place of the chosen ones, until `endReplacing`.
  func beginReplacing() -> Effects {
    var effects = settle()
    let chosen = strokePicking.chosenStrokes(in: document)
    guard hasChosenStrokes, let surface = strokePicking.chosenStrokes.first?.place else {
      return effects.adding(.message(needsChoice))
    }
    if changing != nil {
      effects.add(Self.busy)
      return effects
    }
    if Set(strokePicking.chosenStrokes.map(\.place)).count > 1 {
      return effects.adding(.message(translated("Strokes of one layer can be replaced at a time.")))
    }
    guard strokePicking.chosenStrokes.allSatisfy({ $0.isDrawn(onCanvasOf: document) }) else {
      return effects.adding(
        .message(translated("Strokes from before the canvas or the layers were changed cannot be replaced.")))
    }
    if let refusal = refusalOfChosen {
      effects.add(refusal)
      return effects
    }
    guard knowsPlacesOfChosen, !chosen.isEmpty else { return effects.adding(Self.stillFinding) }
    replacing = ReplacingStrokes(
      strokes: chosen, keys: strokePicking.chosen, lines: strokePicking.chosenLines(), surface: surface,
      recorded: document.history.recordedCount)
    if surface != document.activeSurface { effects.add(activate(layer: surface.layer)) }
    effects.add(choose(.brush))
    return effects.adding(
      .message(
        translated("Draw what takes the place of the chosen strokes. Enter ends that, Escape leaves them.")))
  }

  /// Has the new strokes take the place of the old ones, as soon as they are found; nil if none are being replaced.
  func endReplacing() -> Effects? {
    guard replacing != nil, replacing?.end == nil, tool.usesBrush || tool == .eraser else { return nil }
    var effects = settle()
    replacing?.end = document.history.recordedCount
    effects.add(choose(.strokes))
    effects.add(replaceStrokes())
    effects.adornmentsChanged = true
    return effects
  }

  /// Leaves the strokes that were to be replaced, and the new ones; nil if none were.
  func cancelReplacing() -> Effects? {
    guard replacing != nil, tool.usesBrush || tool == .eraser else { return nil }
    replacing = nil
    return adornmentEffects.adding(.message(translated("The old strokes stay, and the new ones, too.")))
  }

  private func replaceStrokes() -> Effects {
    guard let ending = replacing, let end = ending.end, changing == nil, isIndexCurrent, !isInGesture else {
      return Effects()
    }
    replacing = nil
    let index = strokePicking.index
    let new = index.entries.indices.filter {
      let stroke = index.entries[$0].stroke
      let serial = document.history.done[stroke.key.edit].serial
      return serial > ending.recorded && serial <= end && stroke.place == ending.surface && stroke.hasInk
    }
    if new.isEmpty { return Effects(.message(translated("Nothing was drawn, so the strokes stay."))) }
    changing = ChangingStrokes(
      change: BackgroundChange(ending.strokes, .replaced(by: new.map { index.known($0) })), keys: ending.keys,
      recorded: document.history.recordedCount)
    return Effects(.computeChange)
  }

  /// Goes on with what the eraser did and with strokes that are replaced, as far as that has waited.
  public func continueStrokes() -> Effects {
    var effects = eraseNext()
    effects.add(replaceStrokes())
    return effects
  }

  /// Whether strokes are being changed, or will be, so that files have to wait.
  public var strokesWillChange: Bool { changing != nil || !erasures.isEmpty || replacing?.end != nil }
}
