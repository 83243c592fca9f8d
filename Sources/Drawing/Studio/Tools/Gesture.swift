import Document
import Input

/// One use of a tool: from the press that starts it to the release, or to Escape.
///
/// `Session.begin` makes a gesture active. From then on the session passes it the pointer's moves.
/// It calls `end` once; the gesture is idle again, and the object is not used any more.
protocol Gesture: AnyObject {
  /// The button whose release ends the gesture; `.contact` is the pen's tip.
  var button: PointerButton { get }

  /// Takes a move of the pointer. A gesture that draws sets `session.hasNewSamples` and draws in
  /// `draw`.
  func move(_ e: PointerEvent, in session: Session) -> Effects

  /// Takes a change of the held modifiers while the pointer rests. Returns nil if they do not
  /// matter.
  func hold(_ modifiers: Modifiers, in session: Session) -> Effects?

  /// Draws everything taken since the last call. The session calls it once for a batch of events.
  func draw(in session: Session) -> Effects

  /// Ends the gesture. Everything taken before is drawn, unless the gesture is cancelled.
  func end(_ end: GestureEnd, in session: Session) -> Effects

  /// Removes from a copy of the document what the gesture shows before it ends.
  func withdraw(from document: inout Document)
}

/// How a gesture ends.
enum GestureEnd {
  /// By its release. The result is kept.
  case finished
  /// By Escape. The drawing is as it was before the gesture.
  case cancelled
}

/// What the pointer does on the canvas.
enum ToolState {
  /// Nothing, or hovering.
  case idle
  /// Drawing a stroke. A case of its own, because it is looked up several times for each sample.
  case drawing(StrokeGesture)
  case active(any Gesture)

  /// Whether no gesture is in progress.
  var isIdle: Bool { if case .idle = self { true } else { false } }

  /// The gesture in progress, if it is no stroke.
  var gesture: (any Gesture)? { if case .active(let gesture) = self { gesture } else { nil } }
}

extension Gesture {
  var button: PointerButton { .contact }

  func hold(_ modifiers: Modifiers, in session: Session) -> Effects? { nil }

  func draw(in session: Session) -> Effects { Effects() }

  func withdraw(from document: inout Document) {}
}
