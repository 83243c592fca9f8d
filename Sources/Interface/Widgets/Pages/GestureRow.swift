import Geometry
import Language
import Paint
import Studio

/// Something that pen, mouse or fingers do on the canvas without a key of its own, for the page of
/// keys.
struct CanvasGesture: Hashable, Sendable {
  /// What it does.
  var title: String
  /// How it is made.
  var how: String

  /// The gestures with the buttons' present uses.
  static func all(_ settings: Settings) -> [CanvasGesture] {
    var all = [
      CanvasGesture(title: translated("Pick the colour there"), how: translated("Ctrl and press")),
      CanvasGesture(title: translated("Choose the layer whose ink is there"), how: translated("Ctrl, Shift and press")),
      CanvasGesture(title: translated("Change the brush's size"), how: translated("Shift and drag")),
      CanvasGesture(title: translated("Move the view"), how: translated("Space and drag")),
      CanvasGesture(title: translated("Zoom the view"), how: translated("Space with Ctrl and drag")),
      CanvasGesture(title: translated("Rotate the view"), how: translated("Space with Shift and drag")),
      CanvasGesture(title: translated("Zoom where the pointer is"), how: translated("wheel, or two fingers")),
    ]
    if settings.aids.hold > 0 {
      all.append(
        CanvasGesture(
          title: translated("Make a clear shape of the stroke"), how: translated("hold the pen still before lifting")))
    }
    let buttons = [
      (settings.mouseButtons.secondary, translated("right button")),
      (settings.mouseButtons.middle, translated("middle button")),
      (settings.penButtons.middle, translated("lower button of the pen")),
      (settings.penButtons.secondary, translated("upper button of the pen")),
    ]
    for (use, name) in buttons {
      if let title = title(of: use) { all.append(CanvasGesture(title: title, how: name)) }
    }
    return all
  }

  private static func title(of use: Settings.ButtonUse) -> String? {
    switch use {
    case .nothing: nil
    case .pan: translated("Move the view")
    case .pick: translated("Pick the colour there")
    case .popUp: translated("Brushes and colours where the pointer is")
    case .erase: translated("Erase while it is held")
    case .action(let action): action.title
    }
  }

  /// Whether all words begin words of the gesture.
  func matches(_ words: [Substring]) -> Bool {
    let own = (title + " " + how).lowercased().split { !$0.isLetter && !$0.isNumber }
    return words.allSatisfy { word in own.contains { $0.hasPrefix(word.lowercased()) } }
  }
}

/// A row for a gesture: what it does, and how it is made at the right.
final class GestureRow: Widget {
  private let gesture: CanvasGesture

  init(_ context: WidgetContext, _ gesture: CanvasGesture) {
    self.gesture = gesture
    super.init(context)
  }

  override func draw(on painter: Painter) {
    let r = Rect(frame)
    let baseline = (r.center.y + theme.px(5)).rounded()
    let start = (r.minX + theme.px(46)).rounded()
    let (title, how) = lines(within: r.width)
    painter.draw(how, at: Point(r.maxX - theme.px(17), baseline), anchor: .end, colours.dim)
    painter.draw(title, at: Point(start, baseline), colours.text)
  }

  /// The texts in a row of a width. If it is too narrow for both, each keeps at least its half.
  func lines(within width: Double) -> (title: TextLine, how: TextLine) {
    let room = max(0, width - theme.px(46 + 30))
    let title = context.line(gesture.title).width
    let how = context.line(gesture.how, size: 12, maxWidth: max(room / 2, room - title.rounded(.up)))
    return (context.line(gesture.title, maxWidth: max(0, room - how.width)), how)
  }
}
