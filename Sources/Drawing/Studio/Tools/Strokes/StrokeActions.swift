import Document
import Language

/// The actions on strokes that were drawn.
public enum StrokeActions {
  /// All of them, in the menu's order.
  static let all: [Action] =
    [
      .recolourStrokes, .rebrushStrokes, .deleteStrokes, duplicate, replace, join, closeGaps, toLayer, up, down, top,
      bottom,
      symmetry,
      ofColour, ofBrush, ofLayer, thin, since,
    ] + hands.map(\.action)

  /// What the pen can do with strokes, in the order of the bar.
  public static let hands: [(hand: StrokeHand, action: Action)] = [
    (.choose, hand(.choose, "take-strokes", Message("Take and place strokes"), "Alt+1")),
    (.bend, hand(.bend, "bend-strokes", Message("Bend strokes"), "Alt+2")),
    (.redraw, hand(.redraw, "redraw-strokes", Message("Draw parts of strokes again"), "Alt+3")),
    (.thicken, hand(.thicken, "thicken-strokes", Message("Thicken strokes"), "Alt+4")),
    (.thin, hand(.thin, "narrow-strokes", Message("Thin strokes"), "Alt+5")),
    (.cut, hand(.cut, "cut-strokes", Message("Cut strokes and move their ends"), "Alt+6")),
  ]

  private static func hand(_ hand: StrokeHand, _ name: String, _ title: Message, _ key: String) -> Action {
    Action(name, title, .strokes, key, also: Message("line correct edit vector", context: "search words")) {
      $0.choose(hand)
    }
  }

  static let replace = Action(
    "replace-strokes", Message("Draw strokes in the place of the chosen ones"), .strokes, "Alt+R",
    also: Message("replace again redo correct", context: "search words")
  ) { $0.beginReplacing() }
  public static let closeGaps = Action(
    "close-gaps", Message("Close the gaps of fills that flow out"), .strokes, "Alt+G",
    also: Message("leak hole outline", context: "search words")
  ) { $0.closeGaps() }
  static let join = Action(
    "join-strokes", Message("Join two strokes"), .strokes, "Alt+J",
    also: Message("connect line ends", context: "search words")
  ) { $0.joinStrokes() }
  static let symmetry = Action(
    "strokes-symmetry", Message("Symmetry of the strokes on or off"), .strokes, "Alt+Y",
    also: Message("mirror copies repeat", context: "search words")
  ) { $0.changeSymmetryOfStrokes() }

  static let duplicate = Action(
    "duplicate-strokes", Message("Duplicate the strokes"), .strokes, "Ctrl+Shift+D",
    also: Message("copy double", context: "search words")
  ) { $0.duplicateStrokes() }
  static let toLayer = Action(
    "strokes-to-layer", Message("Bring the strokes to this layer"), .strokes, "Ctrl+Shift+L",
    also: Message("move other", context: "search words")
  ) { $0.bringStrokesToLayer() }
  static let up = Action(
    "strokes-up", Message("Strokes above the next one"), .strokes, "Alt+Page_Up",
    also: Message("order raise forward arrange", context: "search words"), repeats: true
  ) { $0.arrangeStrokes(.up) }
  static let down = Action(
    "strokes-down", Message("Strokes below the next one"), .strokes, "Alt+Page_Down",
    also: Message("order lower backward arrange", context: "search words"), repeats: true
  ) { $0.arrangeStrokes(.down) }
  static let top = Action(
    "strokes-to-top", Message("Strokes to the top of the layer"), .strokes, "Alt+Home",
    also: Message("order front arrange", context: "search words")
  ) { $0.arrangeStrokes(.top) }
  static let bottom = Action(
    "strokes-to-bottom", Message("Strokes to the bottom of the layer"), .strokes, "Alt+End",
    also: Message("order back arrange", context: "search words")
  ) { $0.arrangeStrokes(.bottom) }

  static let ofColour = Action(
    "strokes-of-colour", Message("Choose strokes of the same colour"), .strokes, "Alt+C",
    also: Message("select similar color", context: "search words")
  ) { $0.chooseStrokes(.colour) }
  static let ofBrush = Action(
    "strokes-of-brush", Message("Choose strokes of the same brush"), .strokes, "Alt+B",
    also: Message("select similar", context: "search words")
  ) { $0.chooseStrokes(.brush) }
  static let ofLayer = Action(
    "strokes-of-layer", Message("Choose all strokes of the same layer"), .strokes, "Alt+L",
    also: Message("select similar", context: "search words")
  ) { $0.chooseStrokes(.layer) }
  static let thin = Action(
    "thin-strokes", Message("Choose strokes that are as thin or thinner"), .strokes, "Alt+T",
    also: Message("select size width fine", context: "search words")
  ) { $0.chooseStrokes(.thinness) }
  static let since = Action(
    "strokes-since", Message("Choose all strokes since this one"), .strokes, "Alt+S",
    also: Message("select later newer time", context: "search words")
  ) { $0.chooseStrokes(.age) }
}
