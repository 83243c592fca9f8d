import Document
import Geometry
import Ink
import Input
import Language
import Raster

/// Sets the new edges of the canvas by a frame with handles. Enter or the Crop button applies it.
///
/// The frame may reach beyond the canvas; the canvas then grows there.
struct CropTool: ToolBehaviour {
  private static let action: Action = .init(
    "crop", Message("Crop"), .tools, "Shift+C",
    also: Message("trim canvas size frame handles", context: "search words")
  ) { $0.choose(.crop) }
  static let tool: CanvasTool = .init(
    "crop", Message("Crop"),
    action: action, group: .areas,
    icon: CanvasTool.Icon(
      "M7,2.8v14.2h14.2M2.8,7h14.2v14.2"), CropTool())

  func press(_ e: PointerEvent, in context: ToolContext) -> Effects {
    let place = e.sample.position
    var handle = frame(in: context).handle(at: place, in: context.view, scale: context.interfaceScale)
    // Moving the whole canvas's frame is hardly wanted.
    if handle == .inside, context.toolSettings.crop == nil { handle = nil }
    context.begin(
      CropDrag(handle, at: place, modifiers: e.modifiers, before: context.toolSettings.crop, rect: context.cropRect))
    return Effects()
  }

  func marks(in context: ToolContext) -> ToolMarks {
    ToolMarks(frame: frame(in: context), shadesOutside: true)
  }

  private func frame(in context: ToolContext) -> SelectionFrame {
    SelectionFrame(rect: Rect(context.cropRect), map: .identity, rotates: false)
  }

  func apply(in context: ToolContext) -> Effects? { context.applyCrop() }

  /// Makes the frame the whole canvas.
  func cancel(in context: ToolContext) -> Effects? {
    context.toolSettings.crop == nil ? nil : context.crop(to: nil)
  }

  /// An arrow key moves the frame by 1 canvas px; with Control its right or lower edge; with Shift by 10 px.
  func press(_ e: KeyEvent, in context: ToolContext) -> Effects? {
    guard let arrow = Vector.arrow(e.keysym),
      e.modifiers.subtracting([.shift, .control]).isEmpty
    else { return nil }
    let step = e.modifiers.contains(.shift) ? 10 : 1
    let (dx, dy) = (Int(arrow.dx) * step, Int(arrow.dy) * step)
    var rect = context.cropRect
    if e.modifiers.contains(.control) {
      rect.maxX = max(rect.minX + 1, rect.maxX + dx)
      rect.maxY = max(rect.minY + 1, rect.maxY + dy)
    } else {
      rect = rect.offset(dx: dx, dy: dy)
    }
    return context.crop(to: rect)
  }
}

/// The frame of the new canvas being dragged: by a handle, as a whole, or drawn anew outside of it.
final class CropDrag: Gesture {
  /// The handle under the touch; nil draws a new frame.
  private let handle: SelectionFrame.Handle?
  /// The touch, window px.
  private let start: Point
  /// The newest position, window px.
  private var now: Point
  /// Shift keeps the proportions, Alt or Control keeps the middle.
  private var modifiers: Modifiers
  /// The frame that Escape brings back; nil for the whole canvas.
  private let before: PixelRect?
  /// The frame before the drag, canvas px.
  private let rect: PixelRect
  private var hasMoved = false

  /// The distance from an edge of the canvas at which the frame's edge jumps to it, window px.
  private static let snap = 6.0

  /// A drag that starts at a window position.
  init(
    _ handle: SelectionFrame.Handle?, at start: Point, modifiers: Modifiers, before: PixelRect?, rect: PixelRect
  ) {
    (self.handle, self.start, now, self.modifiers) = (handle, start, start, modifiers)
    (self.before, self.rect) = (before, rect)
  }

  func move(_ e: PointerEvent, in context: ToolContext) -> Effects {
    (now, modifiers) = (e.sample.position, e.modifiers)
    if start.distance(to: now) >= FrameDrag.slop { hasMoved = true }
    return hasMoved ? context.crop(to: frame(in: context)) : Effects()
  }

  func hold(_ modifiers: Modifiers, in context: ToolContext) -> Effects? {
    self.modifiers = modifiers
    return hasMoved ? context.crop(to: frame(in: context)) : Effects()
  }

  func end(_ end: GestureEnd, in context: ToolContext) -> Effects {
    end == .cancelled ? context.crop(to: before) : context.adornmentEffects
  }

  /// The new frame, canvas px, at least 1 px on a side.
  private func frame(in context: ToolContext) -> PixelRect {
    let view = context.view
    let (from, to) = (view.windowToCanvas(start), view.windowToCanvas(now))
    if handle == .inside { return moved(by: to - from) }
    let canvas = Rect(context.document.bounds)
    let reach = Self.snap * context.interfaceScale / view.zoom
    let isCentred = !modifiers.isDisjoint(with: [.alt, .control])
    guard let at = handle?.place else {
      return Self.rounded(drawn(from, to, isCentred: isCentred), snappedTo: canvas, within: reach, x: true, y: true)
    }
    var new = Rect(rect)
    let way = to - from
    if at.x < 0 { new.minX += way.dx } else if at.x > 0 { new.maxX += way.dx }
    if at.y < 0 { new.minY += way.dy } else if at.y > 0 { new.maxY += way.dy }
    if isCentred { new = mirrored(new, at) }
    if modifiers.contains(.shift) { new = proportional(new, at, isCentred: isCentred) }
    let isFree = !modifiers.contains(.shift)
    return Self.rounded(
      new, snappedTo: canvas, within: reach, x: isFree && at.x != 0, y: isFree && at.y != 0)
  }

  private func moved(by way: Vector) -> PixelRect {
    var way = way
    if modifiers.contains(.shift) { way = abs(way.dx) > abs(way.dy) ? Vector(way.dx, 0) : Vector(0, way.dy) }
    return rect.offset(dx: Int(way.dx.rounded()), dy: Int(way.dy.rounded()))
  }

  /// A frame drawn from a corner, or from its middle. Shift makes it a square.
  private func drawn(_ from: Point, _ to: Point, isCentred: Bool) -> Rect {
    var way = to - from
    if modifiers.contains(.shift) {
      let side = max(abs(way.dx), abs(way.dy))
      way = Vector(way.dx < 0 ? -side : side, way.dy < 0 ? -side : side)
    }
    let (a, b) = (isCentred ? from - way : from, from + way)
    return Rect(minX: min(a.x, b.x), minY: min(a.y, b.y), maxX: max(a.x, b.x), maxY: max(a.y, b.y))
  }

  /// Moves the edges opposite of the dragged ones, so that the middle stays.
  private func mirrored(_ new: Rect, _ at: (x: Double, y: Double)) -> Rect {
    var both = new
    let middle = Rect(rect).center
    if at.x < 0 { both.maxX = 2 * middle.x - new.minX } else if at.x > 0 { both.minX = 2 * middle.x - new.maxX }
    if at.y < 0 { both.maxY = 2 * middle.y - new.minY } else if at.y > 0 { both.minY = 2 * middle.y - new.maxY }
    return both
  }

  /// Gives a frame the proportions before the drag. The edges opposite of the dragged ones stay, or
  /// the middle.
  private func proportional(_ new: Rect, _ at: (x: Double, y: Double), isCentred: Bool) -> Rect {
    let (x, y) = (new.width / Double(rect.width), new.height / Double(rect.height))
    let factor = max(0, at.x == 0 ? y : at.y == 0 ? x : abs(x - 1) > abs(y - 1) ? x : y)
    let (width, height) = (Double(rect.width) * factor, Double(rect.height) * factor)
    let old = Rect(rect)
    let left =
      isCentred || at.x == 0 ? old.center.x - width / 2 : at.x < 0 ? old.maxX - width : old.minX
    let top =
      isCentred || at.y == 0 ? old.center.y - height / 2 : at.y < 0 ? old.maxY - height : old.minY
    return Rect(minX: left, minY: top, maxX: left + width, maxY: top + height)
  }

  /// Whole px, at least one, with edges near the canvas's on them.
  private static func rounded(_ rect: Rect, snappedTo canvas: Rect, within reach: Double, x: Bool, y: Bool) -> PixelRect
  {
    func edge(_ value: Double, _ low: Double, _ high: Double, _ snaps: Bool) -> Int {
      let limit = 1e9
      let near = snaps ? [low, high].first { abs($0 - value) <= reach } : nil
      return Int((near ?? max(-limit, min(limit, value))).rounded())
    }
    let (left, right) = (
      edge(min(rect.minX, rect.maxX), canvas.minX, canvas.maxX, x),
      edge(max(rect.minX, rect.maxX), canvas.minX, canvas.maxX, x)
    )
    let (top, bottom) = (
      edge(min(rect.minY, rect.maxY), canvas.minY, canvas.maxY, y),
      edge(max(rect.minY, rect.maxY), canvas.minY, canvas.maxY, y)
    )
    return PixelRect(minX: left, minY: top, maxX: max(right, left + 1), maxY: max(bottom, top + 1))
  }
}
