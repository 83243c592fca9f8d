import Geometry
import Ink
import Language
import Paint
import Panels
import Toolkit

/// The pictures of a tip, and a button that chooses another one.
final class PictureRow: BrushPropertyRow {
  private let picture: TipView
  private let button: Button
  private let remover: Button

  override init(_ context: WidgetContext, _ property: BrushProperty) {
    picture = TipView(context)
    button = Button(context)
    remover = Button(context)
    super.init(context, property)
    button.face = .text(translated("Choose a picture…"))
    button.onPress = { context.post(.edit(.choosePicture)) }
    remover.face = .icon(.cancel)
    remover.title = translated("Without a picture: a round tip")
    remover.onPress = { [weak self] in self?.context.changeBrush { $0.with(\.tip, .round).valid } }
    addControls([picture, button, remover])
    remover.hasTip = true
  }

  override func update(_ brush: Brush) {
    picture.images = brush.tipImages
    remover.isEnabled = brush.tipImages != nil
  }
}

/// Shows the first picture of a tip, as its print looks on paper.
private final class TipView: Widget {
  var images: TipImages? {
    didSet {
      guard images != oldValue else { return }
      (surface, shown) = (nil, nil)
      invalidate()
    }
  }
  private var surface: ImageSurface?
  private var shown: TipImages?

  override func size(within width: Int) -> (width: Int, height: Int) { (context.whole(56), context.whole(56)) }

  override func draw(on painter: Painter) {
    let shape = Path.roundedRect(Rect(frame), radius: theme.px(6))
    painter.fill(shape, Colour(rgb: 0xFF_FFFF))
    guard let images else { return }
    if shown != images {
      shown = images
      surface = Self.surface(of: images)
    }
    guard let surface else { return }
    let inside = Rect(frame).insetBy(theme.px(4))
    let factor = min(inside.width / Double(surface.width), inside.height / Double(surface.height))
    painter.saved {
      painter.clip(to: shape)
      painter.translate(
        inside.center.x - factor * Double(surface.width) / 2, inside.center.y - factor * Double(surface.height) / 2)
      painter.transform(.scale(factor, factor))
      painter.draw(surface, at: .zero)
    }
  }

  private static func surface(of images: TipImages) -> ImageSurface? {
    BrushPictures.surface(
      images.width, images.height,
      images.masks.prefix(images.width * images.height).map { mask in
        let level = UInt32(255 - mask)
        return 0xFF00_0000 | level << 16 | level << 8 | level
      })
  }
}
