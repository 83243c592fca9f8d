import Geometry
import Ink
import Input

/// What a canvas tool does with the pen's writing end. `CanvasTool.all` lists the tools.
protocol ToolBehaviour: Sendable {
  /// Whether the tool changes pixels. Control then makes it the eyedropper.
  var draws: Bool { get }

  /// Whether the tool selects pixels. The selection has a frame with handles then.
  var selects: Bool { get }

  /// Whether a press finishes lagging ink first: it changes the drawing at once, or what it does depends
  /// on its pixels.
  var waitsForInk: Bool { get }

  /// What the tool shows on the canvas while no gesture is in progress.
  func marks(in context: ToolContext) -> ToolMarks

  /// Follows the pen over the canvas while no gesture is in progress; the phase is `hover`, or `left` where it leaves.
  func hover(_ e: PointerEvent, in context: ToolContext) -> Effects

  /// Handles a key that no action has, while no gesture is in progress. Returns nil if the tool has no use for it.
  func press(_ key: KeyEvent, in context: ToolContext) -> Effects?

  /// Where text is typed, window px; nil if the tool takes none now.
  func caret(in context: ToolContext) -> Point?

  /// Takes typed text. Returns nil if the tool has no use for it.
  func type(_ text: String, in context: ToolContext) -> Effects?

  /// Puts the tool's work into effect, as Enter does; nil for none.
  func apply(in context: ToolContext) -> Effects?

  /// Takes the tool's work back, as Escape does; nil if there is none.
  func cancel(in context: ToolContext) -> Effects?

  /// Starts a gesture, or does all of the tool's work at once. No gesture is in progress.
  func press(_ e: PointerEvent, in context: ToolContext) -> Effects

  /// The brush whose outline is shown under the pen; nil for tools without a width.
  func outlinedBrush(in context: ToolContext) -> Brush?
}

extension ToolBehaviour {
  var draws: Bool { false }
  var selects: Bool { false }
  var waitsForInk: Bool { true }

  func outlinedBrush(in context: ToolContext) -> Brush? { nil }
  func marks(in context: ToolContext) -> ToolMarks { ToolMarks() }
  func hover(_ e: PointerEvent, in context: ToolContext) -> Effects { Effects() }
  func press(_ key: KeyEvent, in context: ToolContext) -> Effects? { nil }
  func caret(in context: ToolContext) -> Point? { nil }
  func type(_ text: String, in context: ToolContext) -> Effects? { nil }
  func apply(in context: ToolContext) -> Effects? { nil }
  func cancel(in context: ToolContext) -> Effects? { nil }
}
