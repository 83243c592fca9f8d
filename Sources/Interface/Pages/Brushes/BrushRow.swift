import Geometry
import Language
import Paint
import Panels
import Studio
import Toolkit

/// A row of the list of brushes: icon, title, a picture of its stroke, and buttons for favourites
/// and for the menu. The brush in use has a dot.
final class BrushRow: Widget {
  let name: String
  /// Whether the brush can paint. If not, it is grey; choosing it says why.
  let isUsable: Bool
  private let star: Button
  private let more: Button
  /// What the brush is called.
  private var title = "" { didSet { if title != oldValue { invalidate() } } }

  /// The height, px at 96 dpi.
  static let height = 46.0

  init(_ context: WidgetContext, _ name: String, isUsable: Bool, openMenu: @escaping (Widget) -> Void) {
    (self.name, self.isUsable) = (name, isUsable)
    star = Button(context)
    more = Button(context)
    super.init(context)
    add(star)
    add(more)
    star.onPress = { [weak self] in self?.toggleFavourite() }
    (more.face, more.title, more.actsOnPress) = (.icon(.dots), translated("More", context: "about a brush"), true)
    more.onPress = { [weak self] in
      if let self { openMenu(self.more) }
    }
    show()
  }

  override func show() {
    super.show()
    title = context.title(ofBrush: name)
    for button in [star, more] { button.subject = title }
    let isFavourite = context.state.settings.shelf.isFavourite(name)
    star.face = .icon(isFavourite ? .starred : .star)
    star.title = isFavourite ? translated("Remove from the favourites") : translated("Add to the favourites")
  }

  enum Part { case star, more }

  func button(_ part: Part) -> Button { part == .star ? star : more }

  /// Which of its buttons has the focus; nil for none.
  var focus: (name: String, button: Part)? {
    star.isFocused ? (name, .star) : more.isFocused ? (name, .more) : nil
  }

  private func toggleFavourite() {
    var settings = context.state.settings
    settings.shelf.setFavourite(name, !settings.shelf.isFavourite(name))
    post(.changeSettings(settings))
  }

  override func layOut() {
    let side = context.whole(30)
    let top = frame.minY + (frame.height - side) / 2
    more.place(PixelRect(x: frame.maxX - side - context.whole(4), y: top, width: side, height: side))
    star.place(PixelRect(x: more.frame.minX - side, y: top, width: side, height: side))
  }

  /// Where the picture is, window px.
  private var place: PixelRect {
    let (width, height) = (context.whole(BrushPicture.listed.width), context.whole(BrushPicture.listed.height))
    return PixelRect(
      x: star.frame.minX - context.whole(4) - width, y: frame.minY + (frame.height - height) / 2, width: width,
      height: height)
  }

  /// The picture of its stroke; nil if the brush cannot paint.
  var picture: BrushPicture? {
    guard isUsable else { return nil }
    let place = place
    return BrushPicture(
      brush: name, width: place.width, height: place.height, ink: Settings.ink,
      paper: Settings.paper)
  }

  override func draw(on painter: Painter) {
    let r = Rect(frame)
    let ink = isUsable ? colours.text : colours.disabled
    let mark = Point(r.minX + theme.px(20), r.center.y)
    if context.state.tool == .brush, context.state.brush == name {
      painter.fill(.circle(center: mark, radius: theme.px(4)), isUsable ? colours.accent : colours.disabled)
    } else {
      ToolItem.item(ofBrush: name)?.icon.draw(on: painter, center: mark, ink, theme, size: 20)
    }
    let start = (r.minX + theme.px(38)).rounded()
    painter.draw(
      context.line(title, maxWidth: max(0, Double(place.minX) - theme.px(8) - start)),
      at: Point(start, (r.center.y + theme.px(5)).rounded()), ink)
    guard let picture, let pictures = context.overlay?.brushPictures else { return }
    let shape = Path.roundedRect(Rect(place), radius: theme.px(6))
    guard let surface = pictures.surface(picture) else {
      // Its place until it is drawn.
      if !pictures.has(picture) { painter.fill(shape, colours.hover) }
      return
    }
    painter.saved {
      painter.clip(to: shape)
      painter.draw(surface, at: Point(Double(place.minX), Double(place.minY)))
    }
  }
}
