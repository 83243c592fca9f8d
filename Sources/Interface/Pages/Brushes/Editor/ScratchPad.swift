import Geometry
import Language
import Paint
import Toolkit

/// The field for trying the brush. The program draws its strokes (`Overlay.drawScratch`).
final class ScratchPad: Widget {
  private var picture: ImageSurface?
  /// Whether anything was drawn.
  private(set) var isUsed = false

  override init(_ context: WidgetContext) {
    super.init(context)
    hasTip = false
  }

  override var label: String { translated("Field for trying the brush") }
  override var takesTouch: Bool { true }
  override var access: Access { Access(role: .canvas) }

  override func size(within width: Int) -> (width: Int, height: Int) { (width, context.whole(200)) }

  /// Calls a body with its pixels, row by row, that draws some rectangles of them, px from its
  /// corner.
  func draw(_ rects: [PixelRect], isUsed: Bool, _ body: (inout MutableSpan<UInt32>, _ stride: Int) -> Void) {
    if picture?.width != frame.width || picture?.height != frame.height {
      picture = try? ImageSurface(width: max(1, frame.width), height: max(1, frame.height), format: .xrgb32)
    }
    if isUsed != self.isUsed {
      self.isUsed = isUsed
      invalidate()
    }
    guard let picture else { return }
    picture.withMutableBytes { bytes in
      bytes.withUnsafeMutableBytes { raw in
        var pixels = raw.bindMemory(to: UInt32.self).mutableSpan
        body(&pixels, picture.stride / 4)
      }
    }
    for rect in rects where !rect.isEmpty {
      invalidate(rect.offset(dx: frame.minX, dy: frame.minY).intersection(frame))
    }
  }

  override func draw(on painter: Painter) {
    let r = Rect(frame)
    let shape = Path.roundedRect(r, radius: theme.px(9))
    painter.fill(shape, colours.hover)
    painter.saved {
      painter.clip(to: shape)
      if let picture { painter.draw(picture, at: Point(r.minX, r.minY)) }
      if !isUsed {
        painter.draw(
          context.line(translated("Draw here"), size: 13), at: Point(r.center.x, r.minY + theme.px(26)),
          anchor: .middle, Colour(rgb: 0x70_7070))
      }
    }
    painter.outline(r, radius: theme.px(9), theme)
  }
}
