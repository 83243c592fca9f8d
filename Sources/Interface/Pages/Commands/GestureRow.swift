import Geometry
import Input
import Language
import Paint
import Studio
import Toolkit

/// Something that pen, mouse or fingers do on the canvas without a key of its own, for the searches.
struct CanvasGesture: Hashable, Sendable {
  /// What it does.
  var title: String
  /// How it is made.
  var how: String

  /// The gestures with the buttons' present uses.
  static func all(_ settings: Settings) -> [CanvasGesture] {
    var all = [
      CanvasGesture(title: translated("Pick the colour there"), how: translated("Ctrl+click")),
      CanvasGesture(title: translated("Select the layer there"), how: translated("Ctrl+Shift+click")),
      CanvasGesture(title: translated("Change the brush's size"), how: translated("Shift+drag")),
      CanvasGesture(title: translated("Move the view"), how: translated("Space+drag")),
      CanvasGesture(title: translated("Zoom the view"), how: translated("Ctrl+Space+drag")),
      CanvasGesture(title: translated("Rotate the view"), how: translated("Shift+Space+drag")),
      CanvasGesture(title: translated("Zoom where the pointer is"), how: translated("wheel, or two fingers")),
    ]
    if settings.aids.hold > 0 {
      all.append(
        CanvasGesture(
          title: translated("Make a clear shape of the stroke"), how: translated("hold the pen still before lifting")))
    }
    all += touch(settings)
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

  /// What fingers do.
  private static func touch(_ settings: Settings) -> [CanvasGesture] {
    var all: [CanvasGesture] = []
    switch settings.touch {
    case .pan: all.append(CanvasGesture(title: translated("Move the view"), how: translated("touch with one finger")))
    case .draw: all.append(CanvasGesture(title: translated("Draw"), how: translated("touch with one finger")))
    case .none: break
    }
    switch settings.twoFingers {
    case .turn:
      all.append(
        CanvasGesture(title: translated("Move, zoom and rotate the view"), how: translated("touch with two fingers")))
    case .zoom:
      all.append(CanvasGesture(title: translated("Move and zoom the view"), how: translated("touch with two fingers")))
    case .none: break
    }
    if settings.fingerTaps == .undo {
      all.append(CanvasGesture(title: Action.undo.title, how: translated("tap with two fingers")))
      all.append(CanvasGesture(title: Action.redo.title, how: translated("tap with three fingers")))
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

  /// Whether its texts have all words of a search, or these are general words for gestures.
  func matches(_ words: [Substring]) -> Bool {
    SearchWords(title + " " + how + " " + translated("gesture touch pen mouse", context: "words of a search")).match(
      words)
  }
}

/// A row for a gesture or a setting: what it does, and at the right how it is made or where it is.
final class GestureRow: Widget {
  private let title: String
  private let how: String

  init(_ context: WidgetContext, _ title: String, _ how: String) {
    (self.title, self.how) = (title, how)
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
    let whole = context.line(title).width
    let how = context.line(how, size: 12, maxWidth: max(room / 2, room - whole.rounded(.up)))
    return (context.line(title, maxWidth: max(0, room - how.width)), how)
  }
}
