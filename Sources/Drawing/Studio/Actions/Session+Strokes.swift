import Document
import Geometry
import Ink
import Language
import Paint
import Raster

/// Changes of strokes that were drawn: those in the selection, or the last one of the active layer.
///
/// 1. An action requests `.computeChange`. The program passes `strokeChange`, `settledDocument` and `seenPixels` to a
///   worker.
/// 2. `take` gets what the worker computed. If that is a preview, it is shown over the drawing, and the worker has to go
///   on.
/// 3. `adoptChange` shows it, unless something is being drawn. If the artist drew on meanwhile, the worker has to go on.
extension Session {
  /// The change that a worker has to compute, or has computed; nil for none.
  public var strokeChange: BackgroundChange? { changing?.change }

  /// Whether a change is computed and not shown yet.
  public var hasComputedChange: Bool { changing?.isComputed ?? false }

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
    let refusal =
      changing != nil
      ? Effects(.message(translated("Other strokes are still being changed.")))
      : drawingRefusal ?? refusal
    if let refusal {
      effects.add(refusal)
      return effects
    }
    var (filter, change) = (StrokeFilter(), StrokeChange())
    body(&change)
    filter.surface = document.activeSurface
    filter.hasInk = !change.deletes
    if let selection = document.selection { filter.selection = selection } else { filter.takesLast = true }
    changing = ChangingStrokes(
      change: BackgroundChange(filter, change), deletes: change.deletes,
      hasSelection: document.selection != nil, recorded: document.history.recordedCount)
    effects.requests.append(.computeChange)
    return effects
  }

  /// Takes what a worker computed for `strokeChange`; nothing of a change that was cancelled.
  /// - Parameter begun: the change as the worker got it.
  public func take(_ result: Result<BackgroundChange, ChangeFault>, of begun: BackgroundChange) -> Effects {
    guard changing?.change.isSame(as: begun) ?? false else { return Effects() }
    switch result {
    case .success(let change):
      changing?.change = change
      changing?.isComputed = change.isComputed
      if change.isComputed { return Effects() }
      var effects = updatePreview(change)
      effects.requests.append(.computeChange)
      return effects
    case .failure(let fault):
      return endChange(.message(Self.sentence(fault)))
    }
  }

  /// The drawing as it is shown, with the preview of a change.
  var shownDocument: Document { changing?.change.preview?.shown(on: document) ?? document }

  /// Whether a preview is shown.
  var isPreviewing: Bool { changing?.change.preview != nil }

  /// A region that changed, canvas px, with what shows otherwise because of it.
  func grown(_ region: Region) -> Region { changing?.change.preview?.grown(region, of: document) ?? region }

  /// Shows a change's preview, or no longer.
  private func updatePreview(_ change: BackgroundChange) -> Effects {
    var effects = Effects()
    guard let preview = change.preview else { return effects }
    document.exchangeShown()
    effects.damage = preview.region(of: document)
    update(effects.damage)
    return effects
  }

  /// Ends a change that is not shown, or is shown by other means.
  private func endChange(_ request: Effects.Request) -> Effects {
    guard let ended = changing else { return Effects(request) }
    changing = nil
    var effects = updatePreview(ended.change)
    effects.requests.append(request)
    return effects
  }

  /// Gives up the change.
  public func cancelChange() -> Effects {
    changing == nil ? Effects() : endChange(.message(Self.sentence(.isCancelled)))
  }

  /// Whether undo means the change that is being computed: no edit was made since.
  var undoMeansChange: Bool {
    changing.map { $0.recorded == document.history.recordedCount && document.floating == nil } ?? false
  }

  /// Shows the computed change; nothing while something is drawn or floats. Requests the computation to go on if
  /// there are new edits.
  public func adoptChange() -> Effects {
    guard let computed = changing, computed.isComputed, gesture == nil, lagging.isEmpty, document.floating == nil else {
      return Effects()
    }
    let result = computed.change.result
    guard computed.change.changesAny else {
      if result.refused.isEmpty, result.sameCount == 0, hasFileHistory {
        changing?.isComputed = false
        changing?.waitsForHistory = true
        return Effects(.message(Self.fileHistoryHint))
      }
      return endChange(.message(sentence(ofNone: result, computed.hasSelection)))
    }
    // Shown from here on, or computed again.
    changing?.isComputed = false
    var isAdopted = false
    var effects = change { () -> Region? in
      let region = document.adopt(computed.change)
      isAdopted = region != nil
      return region
    }
    guard isAdopted else { return Effects(.computeChange) }
    var sentence = sentence(of: result, deletes: computed.deletes)
    if computed.hasSelection, hasFileHistory {
      sentence = translated(
        "{done}; older ones were not reached, because the drawing's history is not read yet", ["done": sentence])
    }
    effects.add(endChange(.undoable(sentence)))
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

  private func sentence(ofNone result: StrokeChangeResult, _ hasSelection: Bool) -> String {
    if let absence = result.absence { return Self.sentence(absence) }
    if !result.refused.isEmpty {
      return translated("The strokes cannot be changed in this way.")
    }
    if result.sameCount > 0 { return translated("The strokes are like that already.") }
    return !hasSelection
      ? translated("No stroke of this layer can be changed.")
      : translated("No stroke of this layer lies within the selection.")
  }

  private func sentence(of result: StrokeChangeResult, deletes: Bool) -> String {
    let count = result.count
    let done =
      deletes
      ? translated("{count} stroke is deleted", other: "{count} strokes are deleted", count: count)
      : translated("{count} stroke is changed", other: "{count} strokes are changed", count: count)
    if result.refused.isEmpty { return done }
    return translated(
      "{done}; {count} stroke cannot be changed in this way",
      other: "{done}; {count} strokes cannot be changed in this way",
      count: result.refused.count, ["done": done])
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
