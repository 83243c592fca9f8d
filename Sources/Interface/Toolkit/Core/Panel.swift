import Geometry
import Input
import Paint
import Raster

/// A widget that floats on the drawing: rounded background, shadow, and a cached picture.
///
/// Invalidated parts of the picture are drawn when they are next shown. So a panel costs nothing
/// while ink is drawn elsewhere, and a copy of a few pixels where ink runs under it.
open class Panel: Widget {
  /// Whether it is hidden with the other panels (`Stage.setPanelsShown`); popups and notices stay.
  open var isHideable: Bool { true }
  /// Whether input outside of it is blocked while it is open.
  open var isModal: Bool { false }
  open var closesOutside: Bool { false }
  /// Opacity, 0...1; lower while the pen draws near.
  public var opacity = 1.0 { didSet { if opacity != oldValue { reportDamage(drawnFrame) } } }

  /// Whether a pen that is pressed on it and leaves it draws on the canvas below.
  open var yieldsToStrokes: Bool { false }
  /// Whether it must use as little height as possible; set by the layout, respected by `size`.
  public var isCollapsed = false
  /// The focused widget before it was opened.
  weak var focusBefore: Widget?
  /// The widget to focus when it opens; nil for the first focusable one.
  open var firstFocus: Widget? { nil }
  /// The place of a popup for its size, if it depends on the window's size.
  var ownPlace: ((_ width: Int, _ height: Int) -> PixelRect)?
  /// The widget that opened it; pressing that again closes it.
  public weak var opener: Widget?

  /// The place that the layout gives it, for the right hand, and whether it is shown there.
  public final var home = (frame: PixelRect.empty, isShown: false)
  /// The handle that moves it, partly outside of its frame; nil if it cannot be moved.
  public private(set) final var handle: Widget?

  private var picture: ImageSurface?
  private var pictureFrame = PixelRect.empty
  private var stale = Region()

  /// Radius of its corners, px at 96 dpi.
  open var cornerRadius: Double { 14 }

  open override var takesTouch: Bool { true }

  open override var drawnFrame: PixelRect {
    guard !frame.isEmpty else { return .empty }
    let shape = PixelRect(covering: theme.panelShadow.bounds(of: Rect(frame))).grown(by: 1)
    return handle.map { shape.union($0.drawnFrame) } ?? shape
  }

  /// Controls come first, then the handle, whose target is partly outside of the frame.
  open override func hit(_ p: Point) -> Widget? {
    let found = super.hit(p)
    if let found, found !== self { return found }
    if let handle, !isHidden, handle.contains(p) { return handle }
    return found
  }

  open override func invalidate(_ rect: PixelRect? = nil) {
    let rect = (rect ?? drawnFrame)
    guard !rect.isEmpty else { return }
    stale.add(rect)
    reportDamage(rect)
  }

  private func reportDamage(_ rect: PixelRect) { context.stage?.damage(rect, by: self) }

  /// Draws background and shadow; the children are drawn on top.
  open override func draw(on painter: Painter) {
    // Popups over other panels are opaque.
    painter.panel(Rect(frame), radius: theme.px(cornerRadius), theme, isOpaque: !isHideable)
  }

  /// Shows the part within `dirty`; first draws outdated parts of the picture.
  public final func show(on painter: Painter, dirty: PixelRect) {
    let frame = drawnFrame
    let part = frame.intersection(dirty)
    guard !isHidden, !part.isEmpty else { return }
    guard let picture = refreshedPicture(frame) else {
      // Without memory for a picture it draws directly.
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

  /// Another button, pressed before, is released while it is the uppermost popup.
  open func release(_ button: PointerButton, _ touch: Touch) {}

  /// The parts that no notice may cover while it is modal.
  open var clearFrames: [PixelRect] { [frame] }

  /// Whether a point is in the panel or its handle, or at most `margin` px beside them. So a press
  /// that just misses the panel does not draw.
  public final func isNear(_ p: Point, margin: Double) -> Bool {
    guard takesTouch, !isHidden else { return false }
    let shape = handle.map { Rect(frame.union($0.frame)) } ?? Rect(frame)
    guard shape.insetBy(-margin).contains(p) else { return false }
    func isIn(_ p: Point) -> Bool { contains(p) || handle?.contains(p) ?? false }
    // A panel need not be a rectangle.
    return isIn(p) || Self.directions.contains { isIn(p + $0 * margin) }
  }

  private static let directions = (0..<8).map { Vector(length: 1, direction: Angle(degrees: 45 * Double($0))) }

  // MARK: Moving

  /// Adds the handle that moves it, once.
  public final func addHandle(_ handle: Widget) {
    self.handle = handle
    add(handle)
  }

  /// Whether the program wants it shown.
  open var isOpen: Bool { true }

  /// The size of the panel where the user has moved it, in `room`, window px; nil if it does not
  /// fit. Sets its form unless it is nil.
  open func spread(within room: (width: Int, height: Int)) -> (width: Int, height: Int)? {
    let size = size(within: room.width)
    return size.width <= room.width && size.height <= room.height ? size : nil
  }

  /// The part of a frame of this size whose place is kept, from its upper left
  /// corner.
  open func anchor(_ width: Int, _ height: Int) -> PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }
  /// The part of a frame of this size that must be visible, from its upper left corner.
  open func visible(_ width: Int, _ height: Int) -> PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }
  /// The part of the frame that the handle is below, window px.
  open var solidFrame: PixelRect { frame }

  /// Places it at a frame from the layout.
  open func put(at frame: PixelRect) { place(frame) }

  /// Frees the picture, for a panel that is hidden for a long time.
  public final func forgetPicture() { (picture, stale) = (nil, Region()) }
}
