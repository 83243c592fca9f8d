import Document
import Export
import Files
import Geometry
import Paint
import Panels
import Storage
import Toolkit

/// A row for a folder or drawing: icon or small picture, name, and at the right date and size, or its
/// folder.
final class FileRow: Widget {
  struct Item: Hashable {
    /// The path from the root on.
    var path: String
    var isFolder = false
    /// Bytes, and seconds since 1970; nil if unknown.
    var size: Int?
    var modified: Int?
    /// Whether its folder is shown, because rows have different folders.
    var showsFolder = false

    var name: String { PathText.name(of: path) }
  }

  let item: Item
  private let preview: FilePreview?

  init(_ context: WidgetContext, _ item: Item, _ preview: FilePreview? = nil) {
    (self.item, self.preview) = (item, preview)
    super.init(context)
  }

  /// The heights of rows, px at 96 dpi: usually, and where pictures tell more than names.
  static let (height, tallHeight) = (36.0, 60.0)
  /// Largest width and height of the picture in a row of a height, px at 96 dpi.
  static func pictureSide(inHeight height: Double) -> Double { height - 6 }

  override func draw(on painter: Painter) {
    let r = Rect(frame)
    let baseline = (r.center.y + theme.px(5)).rounded()
    let middle = Point(r.minX + theme.px(4) + r.height / 2, r.center.y)
    if !draw(preview?.picture, at: middle, on: painter) {
      (item.isFolder ? Icon.open : Icon.picture).draw(on: painter, center: middle, colours.dim, theme, size: 20)
    }
    let start = (r.minX + theme.px(8) + r.height).rounded()
    var end = r.maxX - theme.px(12)
    if item.showsFolder {
      let line = context.line(
        RecentFiles.shown(item.path).folder, size: 12, maxWidth: (end - start) * 0.5, ellipsis: .middle)
      painter.draw(line, at: Point(end, baseline), anchor: .end, colours.dim)
      end -= line.width + theme.px(12)
    }
    // In columns, so that dates are aligned; a narrow list has fewer.
    if let size = item.size, !item.isFolder, r.width > theme.px(260 * theme.textScale) {
      painter.draw(
        context.line(FileFacts.size(size), size: 12), at: Point(end, baseline), anchor: .end, colours.dim)
    }
    if item.size != nil { end -= theme.px(64 * theme.textScale) }
    if let modified = item.modified ?? preview?.modified, r.width > theme.px(360 * theme.textScale) {
      painter.draw(
        context.line(FileFacts.date(modified), size: 12), at: Point(end - theme.px(8), baseline), anchor: .end,
        colours.dim)
      end -= theme.px(126 * theme.textScale)
    }
    painter.draw(
      context.line(RecentFiles.shown(item.path).name, maxWidth: max(0, end - theme.px(8) - start), ellipsis: .middle),
      at: Point(start, baseline), colours.text)
  }

  /// Draws the picture of a drawing. Returns false if there is none.
  private func draw(_ picture: Miniature?, at middle: Point, on painter: Painter) -> Bool {
    guard let picture, let surface = picture.surface else { return false }
    let side = theme.px(Self.pictureSide(inHeight: Double(frame.height) / theme.scale))
    let scale = min(side / Double(picture.width), side / Double(picture.height))
    let (width, height) = (Double(picture.width) * scale, Double(picture.height) * scale)
    let box = Rect(x: middle.x - width / 2, y: middle.y - height / 2, width: width, height: height)
    painter.saved {
      painter.translate(box.minX, box.minY)
      painter.transform(.scale(scale, scale))
      painter.draw(surface, at: .zero)
    }
    painter.stroke(.rect(box), StrokeStyle(width: theme.px(1)), colours.outline ?? colours.text.faded(by: 0.3))
    return true
  }
}
