import Document
import Geometry
import Ink
import Language
import Paint
import Raster

/// Changes of strokes that were drawn: those that the stroke tool has chosen, those in the selection, or the last one of
/// the active layer.
///
/// 1. An action, or a control, requests `.computeChange`. The program passes `strokeChange`, `settledDocument` and
///   `seenPixels` to a worker.
/// 2. `take` gets what the worker computed. If that is a preview, it is shown over the drawing, and the worker has to go
///   on, to the newest value if a control has set another one meanwhile.
/// 3. `adoptChange` shows it, unless something is being drawn or a control is held. If the artist drew on meanwhile, the
///   worker has to go on.
extension Session {
  /// The change that a worker has to compute, or has computed; nil for none.
  public var strokeChange: BackgroundChange? { changing?.change }

  /// Whether a change is computed and not shown yet.
  public var hasComputedChange: Bool { changing.map { $0.isComputed && !($0.live?.isHeld ?? false) } ?? false }

  /// Gives strokes the colour in use.
  func recolourStrokes() -> Effects { changeStrokes { $0.colour = style.colour } }

  /// Draws strokes again with the brush in use.
  func rebrushStrokes() -> Effects {
    changeStrokes(unless: refusal(of: brush)) { ($0.brush, $0.size) = (brush, brush.fullWidth) }
  }

  func deleteStrokes() -> Effects { changeStrokes { $0.deletes = true } }

  /// Begins the change of strokes that `body` sets up, unless there is a refusal.
  private func changeStrokes(unless refusal: Effects? = nil, _ body: (inout StrokeChange) -> Void) -> Effects {
    var effects = settle()
    let chosen = chosenForChange
    // A worker has not found yet where they are. Others are not meant.
    if chosen.isEmpty, hasChosenStrokes { return effects }
    let refusal = changing != nil ? Self.busy : (chosen.isEmpty ? drawingRefusal : refusalOfChosen) ?? refusal
    if let refusal {
      effects.add(refusal)
      return effects
    }
    var change = StrokeChange()
    body(&change)
    let recorded = document.history.recordedCount
    if chosen.isEmpty {
      var filter = StrokeFilter()
      filter.surface = document.activeSurface
      filter.hasInk = !change.deletes
      if let selection = document.selection { filter.selection = selection } else { filter.takesLast = true }
      changing = ChangingStrokes(
        change: BackgroundChange(filter, change), hasSelection: document.selection != nil, recorded: recorded)
    } else {
      changing = ChangingStrokes(
        change: BackgroundChange(chosen, change), keys: strokePicking.chosen, recorded: recorded)
    }
    changing?.deletes = change.deletes
    effects.requests.append(.computeChange)
    return effects
  }

  /// Brings the chosen strokes above or below others of their layer.
  func arrangeStrokes(_ order: StrokeOrder) -> Effects {
    changeChosen { BackgroundChange($0, .order(order)) }
  }

  /// Makes one stroke of the two that are chosen.
  func joinStrokes() -> Effects {
    let chosen = chosenForChange
    if hasChosenStrokes, chosen.count != 2 {
      return Effects(.message(translated("Two strokes of one layer can be joined: choose both.")))
    }
    return changeChosen { BackgroundChange($0, .join) }
  }

  /// Repeats the chosen strokes by the symmetry that is on, or no longer by any.
  func changeSymmetryOfStrokes() -> Effects {
    var change = StrokeChange()
    if chosenStrokes?.isSymmetric ?? false {
      change.symmetry = Symmetry()
    } else if toolSettings.symmetry.isActive {
      change.symmetry = toolSettings.symmetry
      change.symmetry?.center = toolSettings.symmetry.center(onCanvas: document.bounds)
    } else if hasChosenStrokes {
      return Effects(.message(translated("Turn symmetry on first: the strokes are repeated by it.")))
    }
    return changeChosen { BackgroundChange($0, change) }
  }

  /// Has the fills close gaps through which they flow out since the last change of strokes.
  func closeGaps() -> Effects {
    guard let leaks else { return Effects(.message(translated("No fill flows out through a new gap."))) }
    if changing != nil { return Self.busy }
    var effects = settle()
    self.leaks = nil
    changing = ChangingStrokes(
      change: BackgroundChange(closing: leaks), isErasing: true, recorded: document.history.recordedCount)
    effects.requests.append(.computeChange)
    return effects
  }

  /// Draws the chosen strokes a second time, and chooses the copies.
  func duplicateStrokes() -> Effects {
    var change = StrokeChange()
    change.duplicates = true
    return changeChosen { BackgroundChange($0, change) }
  }

  /// Draws the chosen strokes on the active layer instead.
  func bringStrokesToLayer() -> Effects {
    if let refusal = drawingRefusal { return refusal }
    var change = StrokeChange()
    change.layer = document.activeID
    return changeChosen { BackgroundChange($0, change) }
  }

  /// Begins a change of the chosen strokes that is no value of a control.
  private func changeChosen(_ change: ([KnownStroke]) -> BackgroundChange) -> Effects {
    var effects = settle()
    let chosen = chosenForChange
    // A worker has not found yet where they are.
    if chosen.isEmpty, hasChosenStrokes { return effects }
    let none = needsChoice
    let refusal =
      chosen.isEmpty ? Effects(.message(none)) : changing != nil ? Self.busy : refusalOfChosen
    if let refusal {
      effects.add(refusal)
      return effects
    }
    changing = ChangingStrokes(
      change: change(chosen), keys: strokePicking.chosen, recorded: document.history.recordedCount)
    effects.requests.append(.computeChange)
    return effects
  }

  var needsChoice: String {
    let key = CanvasTool.strokes.action.flatMap { settings.keys.label(for: $0) } ?? ""
    return translated("Choose strokes first: press {key} and tap them.", ["key": key])
  }

  static var busy: Effects { Effects(.message(translated("Other strokes are still being changed."))) }

  /// The strokes that the stroke tool has chosen; none with another tool.
  private var chosenForChange: [KnownStroke] { tool == .strokes ? strokePicking.chosenStrokes(in: document) : [] }

  /// Whether the stroke tool has chosen strokes.
  var hasChosenStrokes: Bool { tool == .strokes && !strokePicking.chosen.isEmpty }

  /// Why the chosen strokes cannot be changed where they are; nil if they can.
  var refusalOfChosen: Effects? {
    Set(strokePicking.chosenStrokes.compactMap(\.place)).lazy.compactMap { self.document.refusalOfDrawing(on: $0) }
      .first
      .map { Effects(.message($0)) }
  }

  /// Changes the chosen strokes as a control says, beside what others have said; nothing if none is chosen. What is set
  /// until `settleChosenStrokes` is one step of undo. A slider that is back where it began leaves all as they were.
  public func changeChosenStrokes(_ change: StrokeChange) -> Effects {
    guard let before = ChosenStrokes(strokePicking.chosenStrokes, strokePicking.noted), tool == .strokes else {
      return Effects()
    }
    var value = heldStrokeChange
    // What a hand has done comes first.
    switch (value.shape, change.shape) {
    case (nil, _), (.calm?, .calm?), (_, nil): break
    default: return Self.busy
    }
    let isBack = changing?.live?.isHeld ?? false
    value.add(change)
    if isBack, change.size == before.size { value.size = nil }
    if isBack, change.opacity == before.opacity { value.opacity = nil }
    if isBack, change.smoothing == before.smoothing { value.smoothing = nil }
    if isBack, change.stabiliser != nil, change.stabiliser == before.stabiliser { value.stabiliser = nil }
    if value.harder == 0 { value.harder = nil }
    if case .calm(0)? = value.shape { value.shape = nil }
    return changeChosenStrokes(to: value)
  }

  /// The same with all that controls have said.
  func changeChosenStrokes(to value: StrokeChange) -> Effects {
    let chosen = chosenForChange
    if chosen.isEmpty { return Effects() }
    if var live = changing?.live {
      guard changing?.keys == strokePicking.chosen else { return Self.busy }
      let before = live.value
      live.value = value
      live.isHeld = true
      if live.value != before { live.next = BackgroundChange(chosen, live.value, showsResult: true) }
      changing?.live = live
      // The worker goes on by itself unless it has finished.
      return isComputingChange ? Effects() : computeNext()
    }
    // A frame that is dragged goes on.
    var effects = gesture == nil ? settle() : Effects()
    if let refusal = changing != nil ? Self.busy : refusalOfChosen {
      effects.add(refusal)
      return effects
    }
    changing = ChangingStrokes(
      change: BackgroundChange(chosen, value, showsResult: true), keys: strokePicking.chosen,
      recorded: document.history.recordedCount, live: ChangingStrokes.Live(value: value, isHeld: true))
    isComputingChange = true
    effects.adornmentsChanged = true
    effects.requests.append(.computeChange)
    return effects
  }

  /// Ends what controls are changing: none is held any more.
  public func settleChosenStrokes() -> Effects {
    guard changing?.live?.isHeld ?? false else { return Effects() }
    changing?.live?.isHeld = false
    return isComputingChange ? Effects() : computeNext()
  }

  /// Has a worker compute the newest value of a control, or the rest of a change whose preview is shown.
  private func computeNext() -> Effects {
    guard let live = changing?.live else { return Effects() }
    if let next = live.next {
      changing?.change = next
      changing?.live?.next = nil
      changing?.isComputed = false
    } else if changing?.isComputed ?? true || live.isHeld {
      return Effects()
    }
    isComputingChange = true
    return Effects(.computeChange)
  }

  /// Takes what a worker computed for `strokeChange`; nothing of a change that was cancelled.
  /// - Parameter begun: the change as the worker got it.
  public func take(_ result: Result<BackgroundChange, ChangeFault>, of begun: BackgroundChange) -> Effects {
    guard changing?.change.isSame(as: begun) ?? false else { return Effects() }
    isComputingChange = false
    switch result {
    case .success(let change):
      changing?.change = change
      changing?.isComputed = change.isComputed
      if changing?.live != nil {
        var effects = show(change.preview)
        effects.add(computeNext())
        return effects
      }
      if change.isComputed { return Effects() }
      var effects = show(change.preview)
      effects.requests.append(.computeChange)
      return effects
    case .failure(let fault):
      return endChange(.message(Self.sentence(fault)))
    }
  }

  /// The drawing as it is shown, with the preview of a change.
  var shownDocument: Document { changing?.preview?.shown(on: document) ?? document }

  /// Whether a preview is shown.
  var isPreviewing: Bool { changing?.preview != nil }

  /// A region that changed, canvas px, with what shows otherwise because of it.
  func grown(_ region: Region) -> Region { changing?.preview?.grown(region, of: document) ?? region }

  /// Shows another preview, or none.
  private func show(_ preview: ChangePreview?) -> Effects {
    var effects = Effects()
    let before = changing?.preview
    guard before != nil || preview != nil else { return effects }
    changing?.preview = preview
    document.exchangeShown()
    for preview in [before, preview] { if let preview { effects.damage.add(preview.region(of: document)) } }
    update(effects.damage)
    return effects
  }

  /// Ends a change that is not shown, or is shown by other means.
  private func endChange(_ request: Effects.Request?) -> Effects {
    var effects = show(nil)
    effects.adornmentsChanged = changing?.live != nil
    changing = nil
    isComputingChange = false
    if let request { effects.requests.append(request) }
    return effects
  }

  /// Gives up the change.
  public func cancelChange() -> Effects {
    erasures = []
    return changing == nil ? Effects() : endChange(.message(Self.sentence(.isCancelled)))
  }

  /// Whether undo means the change that is being computed: no edit was made since.
  var undoMeansChange: Bool {
    changing.map { $0.recorded == document.history.recordedCount && document.floating == nil } ?? false
  }

  /// Shows the computed change; nothing while something is drawn or floats. Requests the computation to go on if
  /// there are new edits.
  public func adoptChange() -> Effects {
    guard let computed = changing, hasComputedChange, gesture == nil, lagging.isEmpty, document.floating == nil else {
      return Effects()
    }
    let result = computed.change.result
    guard computed.change.changesAny else {
      if computed.live == nil, result.refused.isEmpty, result.sameCount == 0, hasFileHistory {
        changing?.isComputed = false
        changing?.waitsForHistory = true
        return Effects(.message(Self.fileHistoryHint))
      }
      let isBack = computed.live != nil && result.refused.isEmpty
      return endChange(isBack ? nil : .message(computed.sentenceOfNone))
    }
    // Shown from here on, or computed again.
    changing?.isComputed = false
    var isAdopted = false
    let keys = computed.change.newKeys(in: document)
    let leaking = computed.change.leakingFills(in: document)
    var effects = change { () -> Region? in
      let region = document.adopt(computed.change)
      isAdopted = region != nil
      return region
    }
    guard isAdopted else { return Effects(.computeChange) }
    var sentence = computed.sentence
    if computed.hasSelection, hasFileHistory {
      sentence = translated(
        "{done}; older ones were not reached, because the drawing's history is not read yet", ["done": sentence])
    }
    // What a control does is seen.
    let isQuiet = (computed.live != nil || computed.isErasing) && result.refused.isEmpty
    if computed.deletes, computed.keys == strokePicking.chosen { strokePicking.choose([]) }
    strokePicking.noteChange(of: computed.keys, computed.live?.value, keys, in: document)
    leaks = FillLeaks(leaking, in: document)
    let leak = leaks.map { leaks in
      let text = translated(
        "{count} fill flows out through a gap.", other: "{count} fills flow out through a gap.", count: leaks.count)
      return Effects.Request.undoableLeak(text, gap: leaks.gap)
    }
    effects.add(endChange(leak ?? (isQuiet ? nil : .undoable(sentence))))
    effects.add(eraseNext())
    return effects
  }

  /// Whether a change of strokes waits for older history.
  public var changeWaitsForHistory: Bool { changing?.waitsForHistory ?? false }

  /// Computes a change again that waited for the history.
  /// - Parameter isLast: whether no edit was recorded since it was requested; another edit cancels it.
  func resumeChange(isLast: Bool) -> Effects {
    guard changeWaitsForHistory, let waiting = changing else { return Effects() }
    guard isLast else { return cancelChange() }
    changing?.change = waiting.change.begunAgain
    changing?.waitsForHistory = false
    changing?.recorded = document.history.recordedCount
    return Effects(.computeChange)
  }

  private static func sentence(_ fault: ChangeFault) -> String {
    switch fault {
    case .isCancelled: translated("The change of strokes was cancelled.")
    case .doesNotFit:
      translated("The strokes were not changed: the drawing was changed meanwhile, or does not allow it.")
    case .memoryIsShort: translated("The strokes were not changed: there is not enough memory.")
    case .isUnreadable: translated("The strokes were not changed: the drawing's history cannot be read.")
    }
  }
}
