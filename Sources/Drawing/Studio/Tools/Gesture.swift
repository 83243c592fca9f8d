import Document
import Geometry
import Ink
import Input

/// One use of a tool: from the press that starts it to the release, or to Escape.
///
/// `ToolContext.begin` makes a gesture active. From then on the session passes it the pointer's moves.
/// It calls `end` once; the session then has no gesture, and the object is not used any more. A gesture that
/// draws on the canvas before its end is an `InkGesture`.
protocol Gesture: AnyObject {
  /// The button whose release ends the gesture; `.contact` is the pen's tip. Nil if it ends by itself.
  var button: PointerButton? { get }

  /// Whether keys, wheels and buttons of tablets wait for the gesture's end (`WaitingInputs`): it draws
  /// on the canvas, and would be cut or jump. Not if it moves the view.
  var keepsInputsWaiting: Bool { get }

  /// Whether Escape cancels the gesture. Otherwise Escape has its meaning without a gesture.
  var isCancellable: Bool { get }

  /// Whether undo cancels the gesture: it changes what was drawn, and has recorded nothing yet.
  var undoCancels: Bool { get }

  /// What the gesture shows on the canvas beside its ink.
  var marks: ToolMarks { get }

  /// Takes a move of the pointer.
  func move(_ e: PointerEvent, in context: ToolContext) -> Effects

  /// Takes a change of the held modifiers while the pointer rests. Returns nil if they do not
  /// matter.
  func hold(_ modifiers: Modifiers, in context: ToolContext) -> Effects?

  /// Ends the gesture. Everything taken before is drawn, unless the gesture is cancelled or `drawsAtEnd`.
  func end(_ end: GestureEnd, in context: ToolContext) -> Effects
}

/// A gesture that draws on the canvas before its end. `move` takes samples (`ToolContext.awaitDrawing`); `draw` draws
/// them.
protocol InkGesture: Gesture {
  /// Whether ink is blended from what is there.
  var blends: Bool { get }

  /// When the gesture wants `wake` without an event, s on the clock of `Session.flush`; nil for
  /// never.
  var deadline: Double? { get }

  /// Whether `end` draws what `draw` has not drawn yet.
  var drawsAtEnd: Bool { get }

  /// The number of edits that the press recorded before this gesture. They are undone together with
  /// the gesture's own edit if a resting hand made the press. nil keeps all edits.
  var earlierEdits: Int? { get }

  /// Draws everything taken since the last call. The session calls it once for a batch of events.
  /// - Parameter now: as for `Session.flush`.
  func draw(now: Double?, in context: ToolContext) -> Effects

  /// Does what is due at `deadline`, and changes `deadline`. If there are new samples, the session
  /// calls `draw` instead.
  func wake(now: Double, in context: ToolContext) -> Effects

  /// Takes the time at which the pen's tip is lifted, s on the samples' clock. `end` follows.
  func lift(at time: Double)

  /// Removes from a copy of the document what the gesture shows before it ends.
  func withdraw(from document: inout Document)
}

/// A gesture whose ink follows the pen, so that almost every event changes pixels.
protocol PenGesture: InkGesture {
  /// The pen's end that the gesture keeps, whatever buttons are held later; nil for the end of each
  /// event.
  var penEnd: Tool? { get }

  /// Whether ink is removed.
  var erases: Bool { get }

  /// The stroke so far, for the journal; nil for none.
  var record: StrokeRecord? { get }

  /// The brush for recordings of the samples; nil if nothing is drawn along them.
  var recordedBrush: Recording.Brush? { get }

  /// The rope that pulls the ink, window px; nil for none.
  func rope(in context: ToolContext) -> (pen: Point, ink: Point)?
}

/// How a gesture ends.
enum GestureEnd {
  /// By its release. The result is kept.
  case finished
  /// By Escape. The drawing is as it was before the gesture.
  case cancelled
}

extension Gesture {
  var button: PointerButton? { .contact }
  var keepsInputsWaiting: Bool { true }
  var isCancellable: Bool { true }
  var undoCancels: Bool { false }
  var marks: ToolMarks { ToolMarks() }

  func hold(_ modifiers: Modifiers, in context: ToolContext) -> Effects? { nil }
}

extension InkGesture {
  var blends: Bool { false }
  var deadline: Double? { nil }
  var drawsAtEnd: Bool { false }
  var earlierEdits: Int? { nil }

  func wake(now: Double, in context: ToolContext) -> Effects { Effects() }

  func lift(at time: Double) {}

  func withdraw(from document: inout Document) {}
}
