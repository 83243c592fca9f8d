import Document
import Geometry
import Language
import Paint
import Studio
import Toolkit

extension LayerListView {
  /// The margin before a row's picture, px at 96 dpi.
  private var pictureMargin: Double { isDense ? 11 : 14 }
  /// The margins around a row's text and the width of a mark beside it, px at 96 dpi.
  private static let textMargins = (start: 6.0, end: 30.0)
  private static let lockWidth = 13.0
  /// The distance of a mask's picture from the layer's, px at 96 dpi.
  private static let maskGap = 4.0

  private func item(ofRow row: Int) -> LayerItem? { items.indices.contains(row) ? items[row] : nil }

  /// The width of a layer's picture and that of its mask, px at 96 dpi.
  func picturesWidth(of item: LayerItem?) -> Double {
    item?.mask == nil ? pictureSize.width : 2 * pictureSize.width + Self.maskGap
  }

  /// The available width for text in a row, window px.
  private func textWidth(_ row: Int) -> Double {
    Double(contentFrame.width)
      - theme.px(pictureMargin + picturesWidth(of: item(ofRow: row)) + Self.textMargins.start + Self.textMargins.end)
      - indent(of: row)
  }

  /// The second line of a layer's row, or of the paper's row (nil). In a dense row, what differs from a
  /// usual layer, for the right end of the line, shortened if it has no room beside the name; nil if nothing does.
  func summaryLine(of item: LayerItem?, row: Int) -> TextLine? {
    if isDense {
      guard let item, let words = item.difference else { return nil }
      // More than the name has, if both the opacity and the mode differ.
      let room = textWidth(row) * (item.percent == nil || item.percent == words ? 0.45 : 0.6)
      let line = context.line(words, size: 10, maxWidth: room)
      guard line.isShortened, let percent = item.percent else { return line }
      // The opacity is never shortened.
      if context.line(percent + " M\u{2026}", size: 10).width <= room { return line }
      let short = context.line(percent, size: 10)
      return short.width <= room ? short : nil
    }
    let room = textWidth(row) - marksWidth(of: item)
    return context.line(item?.summary ?? HexColour.text(paper), size: 11, maxWidth: room)
  }

  /// The icons before the second line of a layer's row.
  private func marks(of item: LayerItem?) -> [Icon] {
    guard let item else { return [] }
    return (item.hasChosenStrokes ? [Icon(.strokes)] : []) + (item.isLocked ? [.lock] : [])
      + (item.isAlphaLocked ? [.alphaLock] : [])
  }

  /// The width of these icons, window px.
  private func marksWidth(of item: LayerItem?) -> Double { theme.px(Double(marks(of: item).count) * Self.lockWidth) }

  func drawRows(on painter: Painter) {
    painter.saved {
      painter.clip(to: frame)
      for row in 0..<rowCount where painter.shows(Rect(frame(of: row))) { draw(row, on: painter) }
      drawTarget(on: painter)
    }
  }

  private func draw(_ row: Int, on painter: Painter) {
    let item = item(ofRow: row)
    let r = Rect(frame(of: row))
    let isActive = item != nil && item?.id == active
    if isActive || row == hovered || item?.isChosen ?? false {
      let lit = litFrame(of: row)
      painter.fill(
        .roundedRect(lit, radius: theme.px(8)), isActive || item?.isChosen ?? false ? colours.pressed : colours.hover)
      if isActive, hasSeveral {
        painter.stroke(.roundedRect(lit, radius: theme.px(8)), StrokeStyle(width: theme.px(1.5)), colours.accent)
      }
      if isActive { painter.outline(lit, radius: theme.px(8), theme) }
    }
    if let colour = item?.label.colour {
      painter.fill(.roundedRect(labelFrame(of: row), radius: theme.px(1.5)), colour)
    }
    let isVisible = item?.isVisible ?? isPaperShown
    let picture = Rect(pictureFrame(of: row))
    drawPicture(
      item.flatMap { self.picture(of: SurfaceID($0.id), $0.thumbnail) }, on: painter, picture,
      over: Colour(rgb: paper), isShown: isVisible)
    if let item, let mask = item.mask, let frame = maskFrame(of: row) {
      drawMask(mask, of: item, on: painter, Rect(frame), beside: picture, isActive: isActive)
    }
    if item?.isClipped ?? false { drawClip(on: painter, beside: Rect(pictureFrame(of: row))) }
    if let item, item.isGroup { drawArrow(on: painter, row, isFolded: item.isFolded) }
    let x = r.minX + theme.px(pictureMargin + picturesWidth(of: item) + Self.textMargins.start) + indent(of: row)
    // Usually only the thumbnail has changed. 4 px for letters that extend beyond their box.
    guard painter.shows(Rect(minX: x - theme.px(4), minY: r.minY, maxX: r.maxX, maxY: r.maxY)) else { return }
    if item == nil || item?.id != renamed {
      drawText(of: item, row, on: painter, at: x, isVisible ? colours.text : colours.dim)
    }
    let eye = isVisible ? Icon.eye : .closedEye
    eye.draw(on: painter, center: visibilityRing(of: row), isVisible ? colours.text : colours.faint, theme, size: 20)
  }

  private func drawText(of item: LayerItem?, _ row: Int, on painter: Painter, at x: Double, _ ink: Colour) {
    let (r, width, marks) = (Rect(frame(of: row)), textWidth(row), marksWidth(of: item))
    let name = item?.name ?? translated("Paper")
    let summary = summaryLine(of: item, row: row)
    guard isDense else {
      painter.draw(
        context.line(name, maxWidth: width), at: Point(x, r.minY + theme.px(18 + extraRowHeight * 0.15)), ink)
      drawMarks(of: item, on: painter, at: Point(x, r.minY + theme.px(29 + extraRowHeight * 0.7)))
      if let summary {
        painter.draw(summary, at: Point(x + marks, r.minY + theme.px(33 + extraRowHeight * 0.7)), colours.dim)
      }
      return
    }
    let end = (summary?.width ?? 0) + marks
    let y = r.center.y + theme.px(4.5 * theme.textScale)
    painter.draw(
      context.line(name, size: 12, maxWidth: width - end - (end > 0 ? theme.px(4) : 0)), at: Point(x, y), ink)
    drawMarks(of: item, on: painter, at: Point(x + width - end, r.center.y))
    if let summary { painter.draw(summary, at: Point(x + width, y), anchor: .end, colours.dim) }
  }

  private func drawMarks(of item: LayerItem?, on painter: Painter, at p: Point) {
    for (number, mark) in marks(of: item).enumerated() {
      let x = p.x + theme.px(5 + Double(number) * Self.lockWidth)
      mark.draw(on: painter, center: Point(x, p.y), colours.dim, theme, size: 14)
    }
  }

  /// The strip of a row's label, at the left edge.
  private func labelFrame(of row: Int) -> Rect {
    let r = frame(of: row)
    return Rect(inside(r, 2, 2, 3, Double(r.height) / theme.scale - 4))
  }

  /// The part of a row that is lit if it is chosen.
  private func litFrame(of row: Int) -> Rect {
    let r = frame(of: row)
    let margin = isDense ? 1.0 : 2
    return Rect(inside(r, 6, margin, Double(r.width) / theme.scale - 12, Double(r.height) / theme.scale - 2 * margin))
  }

  func pictureFrame(of row: Int) -> PixelRect {
    let (width, height) = pictureSize
    return inside(
      frame(of: row), pictureMargin + indent(of: row) / theme.scale,
      (Double(frame(of: row).height) / theme.scale - height) / 2, width, height)
  }

  /// The frame of the picture of a layer's mask; nil without one.
  func maskFrame(of row: Int) -> PixelRect? {
    guard item(ofRow: row)?.mask != nil else { return nil }
    let picture = pictureFrame(of: row)
    return picture.offset(dx: picture.width + context.whole(Self.maskGap), dy: 0)
  }

  /// Draws a mask as it shows the layer: where it is white. A line is around the picture that is drawn on.
  private func drawMask(
    _ mask: LayerItem.Mask, of item: LayerItem, on painter: Painter, _ box: Rect, beside picture: Rect, isActive: Bool
  ) {
    drawPicture(
      self.picture(of: SurfaceID(item.id, .mask), mask.thumbnail), on: painter, box, over: Colour(rgb: 0xFF_FFFF),
      isShown: mask.isOn)
    if !mask.isOn {
      var cross = Path()
      cross.move(to: Point(box.minX, box.maxY))
      cross.line(to: Point(box.maxX, box.minY))
      painter.stroke(cross, StrokeStyle(width: theme.px(2)), Colour(rgb: 0xD0_2020))
    }
    guard isActive else { return }
    painter.stroke(
      .roundedRect((mask.isActive ? box : picture).insetBy(-theme.px(0.5)), radius: theme.px(4.5)),
      StrokeStyle(width: theme.px(2)), colours.accent)
  }

  private func drawPicture(
    _ image: ImageSurface?, on painter: Painter, _ box: Rect, over ground: Colour, isShown: Bool
  ) {
    painter.saved {
      painter.clip(to: .roundedRect(box, radius: theme.px(4)))
      painter.fill(.rect(box), ground)
      if let image {
        let scale = min(box.width / Double(image.width), box.height / Double(image.height))
        painter.translate(
          box.minX + (box.width - Double(image.width) * scale) / 2,
          box.minY + (box.height - Double(image.height) * scale) / 2)
        painter.transform(.scale(scale, scale))
        painter.draw(image, at: .zero, opacity: isShown ? 1 : 0.35)
      }
    }
    painter.stroke(
      .roundedRect(box.insetBy(theme.px(0.5)), radius: theme.px(4)), StrokeStyle(width: theme.px(1)),
      colours.outline ?? colours.text.faded(by: 0.16))
  }

  /// A thumbnail as a Cairo surface, cached.
  private func picture(of surface: SurfaceID, _ thumbnail: LayerThumbnail?) -> ImageSurface? {
    guard let thumbnail else { return nil }
    if let known = pictures[surface], known.thumbnail == thumbnail { return known.image }
    guard let image = try? ImageSurface(width: thumbnail.width, height: thumbnail.height) else { return nil }
    image.withMutableBytes { bytes in
      for y in 0..<thumbnail.height {
        for x in 0..<thumbnail.width {
          bytes.storeBytes(
            of: thumbnail.pixels[y * thumbnail.width + x], toByteOffset: y * image.stride + 4 * x, as: UInt32.self)
        }
      }
    }
    pictures[surface] = (thumbnail, image)
    return image
  }

  /// A bar at the left of a clipped layer's picture that ends at the layer below.
  private func drawClip(on painter: Painter, beside picture: Rect) {
    painter.fill(
      .roundedRect(
        Rect(
          x: picture.minX - theme.px(5), y: picture.minY, width: theme.px(2.5),
          height: picture.height + theme.px(5)), radius: theme.px(1.25)), colours.accent)
  }

  private func drawArrow(on painter: Painter, _ row: Int, isFolded: Bool) {
    let (p, a) = (arrow(of: row), theme.px(3.5))
    let ends =
      isFolded
      ? (Point(p.x - a / 2, p.y - a), Point(p.x + a / 2, p.y), Point(p.x - a / 2, p.y + a))
      : (Point(p.x - a, p.y - a / 2), Point(p.x, p.y + a / 2), Point(p.x + a, p.y - a / 2))
    var path = Path()
    path.move(to: ends.0)
    path.line(to: ends.1)
    path.line(to: ends.2)
    painter.stroke(path, StrokeStyle(width: theme.px(1.5)), colours.text)
  }

  private func drawTarget(on painter: Painter) {
    switch target {
    case .gap(let gap, let depth):
      let r = Rect(frame(of: gap))
      let start = indent(ofDepth: depth)
      painter.fill(
        .roundedRect(
          Rect(
            x: r.minX + theme.px(10) + start, y: (r.minY - theme.px(1.5)).rounded(),
            width: r.width - theme.px(20) - start, height: theme.whole(3)), radius: theme.px(1.5)), colours.accent)
    case .group(let row):
      let lit = litFrame(of: row)
      painter.stroke(.roundedRect(lit, radius: theme.px(8)), StrokeStyle(width: theme.px(2)), colours.accent)
    case nil: break
    }
  }
}

extension Icon {
  static let eye = Icon(
    "eye", "M3,12c2.6,-4 5.6,-6 9,-6s6.4,2 9,6c-2.6,4 -5.6,6 -9,6s-6.4,-2 -9,-6z", filled: circle(12, 12, 3))
  /// A crossed eye: hidden layers differ in shape, not in shade only.
  static let closedEye = Icon(
    "closedEye", "M3,12c2.6,-4 5.6,-6 9,-6s6.4,2 9,6c-2.6,4 -5.6,6 -9,6s-6.4,-2 -9,-6zM4.5,19.5L19.5,4.5")

  /// SVG path data of a circle.
  private static func circle(_ x: Double, _ y: Double, _ radius: Double) -> String {
    "M\(x - radius),\(y)a\(radius),\(radius) 0 1 0 \(2 * radius),0a\(radius),\(radius) 0 1 0 \(-2 * radius),0z"
  }

  /// A lock on a checkerboard.
  static let alphaLock = Icon(
    "alphaLock", "M8,11v-3a4,4 0 0 1 8,0v3M6,11h12v8.5h-12z", filled: "M6,11h6v4.25h-6zM12,15.25h6v4.25h-6z")
  static let lock = Icon("lock", "M8,11v-3a4,4 0 0 1 8,0v3", filled: "M6,11h12v8.5h-12z")
}
