import Raster

/// The edge of a drawing's selection while it is being set.
///
/// An edge that was set last is set again, and `settle` replaces that step. Otherwise `settle` adds a step.
public struct EdgeDraft: Sendable {
  /// The edge that is wanted.
  public var edge: SelectionEdge
  /// The selection before it was begun.
  public let earlier: Mask
  /// The selection without an edge.
  private let plain: Mask
  /// How that was made.
  private let recipe: SelectionRecipe
  private let replacesLast: Bool

  /// Nil if nothing is selected, or something floats.
  public init?(of document: borrowing Document) {
    guard let selection = document.selection, document.floating == nil else { return nil }
    earlier = selection
    if let recipe = Self.lastRecipe(of: document) {
      var (before, bare) = (copy document, recipe)
      before.takesNotes = false
      bare.edge = SelectionEdge()
      if before.undo() != nil, let mask = bare.mask(in: before) {
        (edge, plain, self.recipe, replacesLast) = (recipe.edge, mask, bare, true)
        return
      }
    }
    (edge, plain, recipe, replacesLast) = (SelectionEdge(), selection, SelectionRecipe(.present), false)
  }

  /// The edge of a drawing's selection that was set last; an edge that stays as it is for none.
  public static func edge(of document: borrowing Document) -> SelectionEdge {
    lastRecipe(of: document)?.edge ?? SelectionEdge()
  }

  /// How the present selection was made, if that was the last step and set its edge.
  private static func lastRecipe(of document: borrowing Document) -> SelectionRecipe? {
    guard document.history.redoCount == 0, let last = document.history.lastDone, !last.isJoined,
      case .select(let mask?, let recipe?) = last.head, !recipe.edge.isNone, mask == document.selection
    else { return nil }
    return recipe
  }

  /// The selection with the edge; nil if that would be empty, or larger than memory.
  public var mask: Mask? { edge.applied(to: plain).flatMap { $0.isEmpty ? nil : $0 } }

  /// Selects with the edge, as a step. The drawing must have the selection from before.
  /// - Returns: whether there is such a selection; nothing is changed otherwise.
  public func settle(in document: inout Document) -> Bool {
    guard document.selection == earlier, let mask else { return false }
    if replacesLast { _ = document.undo() }
    var made = recipe
    made.edge = edge
    if mask != document.selection { document.select(mask, made) }
    return true
  }
}
