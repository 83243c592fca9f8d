import Geometry
import Paint
import Raster

/// A widget that floats on the drawing: rounded ground, shadow, and a picture of itself, so that showing it again costs
/// a copy of its pixels.
///
/// Its picture is drawn anew where it was invalidated, at the moment when that part is shown. So a panel costs nothing
/// while ink is drawn elsewhere, and a copy of a few pixels where ink runs under it.
class Panel: Widget {
  /// Whether it is shown with the others and hidden by Tab: popups and messages are not.
  var isHideable: Bool { true }
  /// Whether presses outside of it are its own too: while a dialog is open nothing else can be used.
  var isModal: Bool { false }
  /// Whether it goes away when something is pressed outside of it.
  var closesOutside: Bool { false }
  /// How strongly it is shown, 0...1: panels near a pen that draws fade.
  var opacity = 1.0 { didSet { if opacity != oldValue { reportDamage(drawnFrame) } } }

  /// Whether it must do with as little height as it can: set by the layout, and followed by `size`.
  var isCollapsed = false
  /// What had the keys before it was opened.
  weak var focusBefore: Widget?
  /// What gets the keys when it is opened; nil for the first that can.
  var firstFocus: Widget? { nil }
  /// Its place as a popup, for its size, where that follows from the window's.
  var ownPlace: ((_ width: Int, _ height: Int) -> PixelRect)?
  /// What opened it and closes it when pressed again.
  weak var opener: Widget?

  private var picture: ImageSurface?
  private var pictureFrame = PixelRect.empty
  private var stale = Region()

  /// Radius of its corners, px at 96 dpi.
  var cornerRadius: Double { 14 }

  override var takesTouch: Bool { true }

  override var drawnFrame: PixelRect {
    frame.isEmpty ? .empty : PixelRect(covering: theme.panelShadow.bounds(of: Rect(frame))).grown(by: 1)
  }

  /// All places that are its own: those that it draws on, and those where it takes touches.
  var reach: PixelRect { drawnFrame }

  override func invalidate(_ rect: PixelRect? = nil) {
    let rect = (rect ?? drawnFrame)
    guard !rect.isEmpty else { return }
    stale.add(rect)
    reportDamage(rect)
  }

  private func reportDamage(_ rect: PixelRect) { context.overlay?.damage(rect, by: self) }

  /// Draws ground and shadow; the children come on top.
  override func draw(on painter: Painter) {
    // What opens over other panels lets nothing of them through.
    painter.panel(Rect(frame), radius: theme.px(cornerRadius), theme, isOpaque: !isHideable)
  }

  /// Shows the part within `dirty`, drawing anew first what is out of date.
  final func show(on painter: Painter, dirty: PixelRect) {
    let frame = drawnFrame
    let part = frame.intersection(dirty)
    guard !isHidden, !part.isEmpty else { return }
    guard let picture = refreshedPicture(frame) else {
      // There is no memory for a picture.
      painter.saved {
        painter.clip(to: part)
        drawTree(on: painter, dirty: part)
      }
      return
    }
    painter.saved {
      painter.clip(to: part)
      painter.draw(picture, at: Point(Double(frame.minX), Double(frame.minY)), opacity: opacity)
    }
  }

  private func refreshedPicture(_ frame: PixelRect) -> ImageSurface? {
    if picture == nil || picture?.width != frame.width || picture?.height != frame.height {
      picture = try? ImageSurface(width: frame.width, height: frame.height)
      stale = Region(frame)
    } else if pictureFrame != frame {
      stale = Region(frame)
    }
    pictureFrame = frame
    stale.clip(to: frame)
    guard let picture, !stale.isEmpty else { return picture }
    guard let painter = try? Painter(picture) else { return nil }
    painter.translate(Double(-frame.minX), Double(-frame.minY))
    for rect in stale.rects {
      painter.saved {
        painter.clip(to: rect)
        painter.clear()
        drawTree(on: painter, dirty: rect)
      }
    }
    stale.removeAll()
    return (try? painter.check()) == nil ? nil : picture
  }

  /// Whether it counts its picture in memory; a panel that is away for long forgets it.
  final func forgetPicture() { (picture, stale) = (nil, Region()) }
}
