import Document
import Geometry
import Ink
import Input

/// One use of a tool: from the press that starts it to the release, or to Escape.
///
/// `Session.begin` makes a gesture active. From then on the session passes it the pointer's moves.
/// It calls `end` once; the session then has no gesture, and the object is not used any more.
protocol Gesture: AnyObject {
  // MARK: events

  /// The button whose release ends the gesture; `.contact` is the pen's tip.
  var button: PointerButton { get }

  /// The pen's end that the gesture keeps, whatever buttons are held later; nil for the end of each
  /// event.
  var penEnd: Tool? { get }

  /// Takes a move of the pointer. A gesture that draws sets `session.hasNewSamples` and draws in
  /// `draw`.
  func move(_ e: PointerEvent, in session: Session) -> Effects

  /// Takes a change of the held modifiers while the pointer rests. Returns nil if they do not
  /// matter.
  func hold(_ modifiers: Modifiers, in session: Session) -> Effects?

  // MARK: drawing

  /// Draws everything taken since the last call. The session calls it once for a batch of events.
  /// - Parameter now: as for `Session.flush`.
  func draw(now: Double?, in session: Session) -> Effects

  /// When the gesture wants `wake` without an event, s on the clock of `Session.flush`; nil for
  /// never.
  var deadline: Double? { get }

  /// Does what is due at `deadline`, and changes `deadline`. If there are new samples, the session
  /// calls `draw` instead.
  func wake(now: Double, in session: Session) -> Effects

  /// Whether keys, wheels and buttons of tablets wait for the gesture's end (`WaitingInputs`): it draws
  /// on the canvas, and would be cut or jump. Not if it moves the view.
  var keepsInputsWaiting: Bool { get }

  // MARK: the end

  /// Takes the time at which the pen's tip is lifted, s on the samples' clock. `end` follows.
  func lift(at time: Double)

  /// Whether `end` draws what `draw` has not drawn yet.
  var drawsAtEnd: Bool { get }

  /// Ends the gesture. Everything taken before is drawn, unless the gesture is cancelled or
  /// `drawsAtEnd`.
  func end(_ end: GestureEnd, in session: Session) -> Effects

  /// Whether Escape cancels the gesture. Otherwise Escape has its meaning without a gesture.
  var isCancellable: Bool { get }

  /// The number of edits that the press recorded before this gesture. They are undone together with
  /// the gesture's own edit if a resting hand made the press. nil keeps all edits.
  var earlierEdits: Int? { get }

  // MARK: what it shows

  /// Removes from a copy of the document what the gesture shows before it ends.
  func withdraw(from document: inout Document)

  /// Whether ink follows the pen, so that almost every event changes pixels.
  var draws: Bool { get }

  /// Whether that ink is removed.
  var erases: Bool { get }

  /// Whether that ink is blended from what is there.
  var blends: Bool { get }

  /// The stroke so far, for the journal; nil for none.
  var record: StrokeRecord? { get }

  /// The brush for recordings of the samples; nil if nothing is drawn along them.
  var recordedBrush: Recording.Brush? { get }

  /// The rope that pulls the ink, window px; nil for none.
  func rope(in session: Session) -> (pen: Point, ink: Point)?

  /// The colour that the gesture picks; nil if it picks none.
  var pick: ColourPick? { get }

  /// The outline of the area that the gesture selects, a polyline in canvas px; empty for none.
  var selectionDraft: [Point] { get }

  /// The sample, window px, at which a brush that is being resized shows its outline; nil for none.
  var resizePlace: PenSample? { get }
}

/// How a gesture ends.
enum GestureEnd {
  /// By its release. The result is kept.
  case finished
  /// By Escape. The drawing is as it was before the gesture.
  case cancelled
}

extension Gesture {
  var button: PointerButton { .contact }
  var penEnd: Tool? { nil }
  var deadline: Double? { nil }
  var keepsInputsWaiting: Bool { true }
  var drawsAtEnd: Bool { false }
  var isCancellable: Bool { true }
  var earlierEdits: Int? { nil }
  var draws: Bool { false }
  var erases: Bool { false }
  var blends: Bool { false }
  var record: StrokeRecord? { nil }
  var recordedBrush: Recording.Brush? { nil }
  var pick: ColourPick? { nil }
  var selectionDraft: [Point] { [] }
  var resizePlace: PenSample? { nil }

  func hold(_ modifiers: Modifiers, in session: Session) -> Effects? { nil }

  func draw(now: Double?, in session: Session) -> Effects { Effects() }

  func wake(now: Double, in session: Session) -> Effects { Effects() }

  func lift(at time: Double) {}

  func withdraw(from document: inout Document) {}

  func rope(in session: Session) -> (pen: Point, ink: Point)? { nil }
}
