import Document
import Geometry
import Language
import Paint

extension LayerListView {
  /// Margins before and after the text of a row, and the width of a lock before the text, px at 96
  /// dpi.
  private static let textMargins = (start: 64.0, end: 30.0)
  private static let lockWidth = 13.0

  /// The available width for text in a row, window px.
  private var textWidth: Double {
    Double(contentFrame.width) - theme.px(Self.textMargins.start + Self.textMargins.end)
  }

  /// The second line of a layer's row, or of the paper's row (nil).
  func summaryLine(of item: LayerItem?) -> TextLine {
    let room = textWidth - (item?.isLocked ?? false ? theme.px(Self.lockWidth) : 0)
    return context.line(item?.summary ?? HexColour.text(paper), size: 11, maxWidth: room)
  }

  func drawRows(on painter: Painter) {
    painter.saved {
      painter.clip(to: frame)
      for row in 0..<rowCount where painter.shows(Rect(frame(of: row))) { draw(row, on: painter) }
      drawGap(on: painter)
    }
  }

  private func draw(_ row: Int, on painter: Painter) {
    let item = items.indices.contains(row) ? items[row] : nil
    let r = Rect(frame(of: row))
    let isActive = item != nil && item?.id == active
    if isActive || row == hovered {
      let lit = Rect(inside(frame(of: row), 6, 2, Double(frame(of: row).width) / theme.scale - 12, Self.rowHeight - 4 + extraRowHeight))
      painter.fill(.roundedRect(lit, radius: theme.px(8)), isActive ? colours.pressed : colours.hover)
      if isActive { painter.outline(lit, radius: theme.px(8), theme) }
    }
    let isVisible = item?.isVisible ?? isPaperShown
    drawPicture(item, on: painter, Rect(pictureFrame(of: row)), isVisible: isVisible)
    let x = r.minX + theme.px(Self.textMargins.start)
    // Usually only the thumbnail has changed. 4 px for letters that extend beyond their box.
    guard painter.shows(Rect(minX: x - theme.px(4), minY: r.minY, maxX: r.maxX, maxY: r.maxY)) else { return }
    if item == nil || item?.id != renamed {
      painter.draw(
        context.line(item?.name ?? translated("Paper"), maxWidth: textWidth),
        at: Point(x, r.minY + theme.px(19 + extraRowHeight * 0.15)),
        isVisible ? colours.text : colours.dim)
      let lock = item?.isLocked ?? false
      if lock {
        Icon.lock.draw(
          on: painter, center: Point(x + theme.px(5), r.minY + theme.px(31 + extraRowHeight * 0.7)), colours.dim, theme,
          size: 14
        )
      }
      painter.draw(
        summaryLine(of: item),
        at: Point(x + (lock ? theme.px(Self.lockWidth) : 0), r.minY + theme.px(35 + extraRowHeight * 0.7)), colours.dim)
    }
    // A closed eye: hidden layers differ in shape, not in shade only.
    (isVisible ? Icon.eye : .closedEye).draw(
      on: painter, center: visibilityRing(of: row), isVisible ? colours.text : colours.dim, theme, size: 20)
  }

  func pictureFrame(of row: Int) -> PixelRect { inside(frame(of: row), 14, (Self.rowHeight - 32 + extraRowHeight) / 2, 44, 32) }

  private func drawPicture(_ item: LayerItem?, on painter: Painter, _ box: Rect, isVisible: Bool) {
    painter.saved {
      painter.clip(to: .roundedRect(box, radius: theme.px(4)))
      painter.fill(.rect(box), Colour(rgb: paper))
      if let item, let image = picture(of: item) {
        let scale = min(box.width / Double(image.width), box.height / Double(image.height))
        painter.translate(
          box.minX + (box.width - Double(image.width) * scale) / 2,
          box.minY + (box.height - Double(image.height) * scale) / 2)
        painter.transform(.scale(scale, scale))
        painter.draw(image, at: .zero, opacity: isVisible ? 1 : 0.35)
      }
    }
    painter.stroke(
      .roundedRect(box.insetBy(theme.px(0.5)), radius: theme.px(4)), StrokeStyle(width: theme.px(1)),
      colours.outline ?? colours.text.faded(by: 0.16))
  }

  /// A layer's thumbnail as a Cairo surface, cached.
  private func picture(of item: LayerItem) -> ImageSurface? {
    guard let thumbnail = item.thumbnail else { return nil }
    if let known = pictures[item.id], known.thumbnail == thumbnail { return known.image }
    guard let image = try? ImageSurface(width: thumbnail.width, height: thumbnail.height) else { return nil }
    image.withMutableBytes { bytes in
      for y in 0..<thumbnail.height {
        for x in 0..<thumbnail.width {
          bytes.storeBytes(
            of: thumbnail.pixels[y * thumbnail.width + x], toByteOffset: y * image.stride + 4 * x, as: UInt32.self)
        }
      }
    }
    pictures[item.id] = (thumbnail, image)
    return image
  }

  private func drawGap(on painter: Painter) {
    guard let gap else { return }
    let r = Rect(frame(of: gap))
    painter.fill(
      .roundedRect(
        Rect(
          x: r.minX + theme.px(10), y: (r.minY - theme.px(1.5)).rounded(), width: r.width - theme.px(20),
          height: theme.whole(3)), radius: theme.px(1.5)), colours.accent)
  }
}

extension Icon {
  static let eye = Icon(
    "eye", "M2.8,12c2.4,-4.2 5.6,-6.3 9.2,-6.3s6.8,2.1 9.2,6.3c-2.4,4.2 -5.6,6.3 -9.2,6.3s-6.8,-2.1 -9.2,-6.3z",
    filled: "M9.1,12a2.9,2.9 0 1 0 5.8,0a2.9,2.9 0 1 0 -5.8,0z")
  static let closedEye = Icon(
    "closedEye", "M2.8,10.5c2.4,3.6 5.6,5.4 9.2,5.4s6.8,-1.8 9.2,-5.4M12,16v3.2M7,14.9l-1.6,2.8M17,14.9l1.6,2.8")
  static let lock = Icon("lock", "M8,11v-3a4,4 0 0 1 8,0v3", filled: "M6,11h12v8.5h-12z")
}
