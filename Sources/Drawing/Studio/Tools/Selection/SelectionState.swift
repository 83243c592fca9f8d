import Document
import Geometry
import Raster

/// What the session remembers about the selection.
struct SelectionState {
  /// The outlines of a selection mask.
  var outlines: (mask: Mask, lines: [[Point]])?
  /// The steps of the floating selection.
  var steps = FloatingSteps()
  /// The selection whose outline is hidden; nil for none.
  var lineless: Mask?
  /// The edge that is being set; nil for none.
  var edge: EdgeDraft?
  /// Whether `edge` is not shown yet.
  var edgeIsNew = false
  /// What was drawn on before the selection was painted; nil if that is not known.
  var surfaceBefore: SurfaceID?
  /// The tool that comes back once the selection is painted; nil for the present one.
  var toolBeforeMask: CanvasTool?
  /// The corners of a polygon that is being drawn, canvas px.
  var corners: [Point] = []
  /// How that polygon will join the selection.
  var cornerMode = SelectionRecipe.Mode.replace
  /// Where the pen is while a polygon is drawn, canvas px; nil if it is away.
  var cornerAhead: Point?
  /// The tool that comes back once what was pasted no longer floats; nil for the present one.
  var toolBefore: CanvasTool?
}

/// The placements of the floating selection before each of its steps. So a move, a scale and a
/// rotation are undone one after the other while it floats.
///
/// The first step lifts the selection. Undo of that one is an edit of the document.
struct FloatingSteps {
  /// The placements that undo restores, oldest first.
  private(set) var done: [Placement] = []
  /// The placements that redo restores, the next one last.
  private(set) var undone: [Placement] = []

  /// Records a step that began at a placement; nil if it lifted the selection.
  mutating func add(from placement: Placement?) {
    undone = []
    if let placement { done.append(placement) } else { done = [] }
  }

  /// Returns the placement before the last step; nil if there is none.
  mutating func undo(from now: Placement) -> Placement? {
    guard let last = done.popLast() else { return nil }
    undone.append(now)
    return last
  }

  /// The placement after all undone steps; nil without one.
  var last: Placement? { undone.first }

  /// Returns the placement after the last undone step; nil if there is none.
  mutating func redo(from now: Placement) -> Placement? {
    guard let next = undone.popLast() else { return nil }
    done.append(now)
    return next
  }
}

extension Session {
  /// Chooses the tool from before a paste again if nothing floats any more.
  func returnToTool() -> Effects {
    guard document.floating == nil, let before = selecting.toolBefore else { return Effects() }
    selecting.toolBefore = nil
    tool = before
    var effects = toolEffects
    effects.adornmentsChanged = true
    return effects
  }

  /// Undoes or redoes the last step of the floating selection; nil if there is none.
  func stepFloating(_ step: (inout FloatingSteps, Placement) -> Placement?) -> Effects? {
    var effects = finishGesture()
    guard let piece = document.floating, let placement = step(&selecting.steps, piece.placement) else {
      return effects.isEmpty ? nil : effects
    }
    effects.add(updated { $0.place(placement) })
    effects.panelsChanged = true
    effects.adornmentsChanged = true
    return effects
  }

  /// The steps of the floating selection that undo and redo reach before the document's edits.
  var floatingSteps: (undo: Int, redo: Int) {
    document.floating == nil ? (0, 0) : (selecting.steps.done.count + 1, selecting.steps.undone.count)
  }
}
