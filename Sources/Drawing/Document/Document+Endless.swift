import Geometry
import Ink
import Raster

/// Endless canvases.
///
/// An endless canvas is a grid of a fixed size whose edges are far away. Everything on it costs by
/// what is painted, because a grid needs no memory where nothing is. So it never has to
/// grow, and a position means the same for as long as the drawing exists.
extension Document {
  /// Width and height of an endless canvas, px. No other canvas has this size.
  public static let endlessSide = Recording.endlessSide
  /// The largest scale at which strokes from an endless canvas are drawn again: a larger grid would
  /// have more tiles than an edit can name.
  static let largestEndlessScale = 16.0
  /// The margin around what is drawn in exported pictures and saved files, px.
  public static let endlessMargin = 32
  /// The middle of an endless canvas, where drawings begin.
  public static let endlessMiddle = Point(Double(endlessSide / 2), Double(endlessSide / 2))

  /// Whether the canvas is endless.
  public var isEndless: Bool { Self.isEndless(width: width, height: height) }

  /// Whether a canvas of this size, px, is endless.
  public static func isEndless(width: Int, height: Int) -> Bool { width == endlessSide && height == endlessSide }

  /// The smallest rectangle around the paint of all layers, hidden ones, drafts and the floating selection
  /// included; empty without paint. O(tiles).
  public var drawnBounds: PixelRect {
    var box = floating.map { $0.bounds.intersection(bounds) } ?? .empty
    // The colour over a selection is no paint.
    for layer in layers where layer.purpose.isInk { box = box.union(layer.image.paintedBounds) }
    return box
  }

  /// The whole canvas, or what is drawn on an endless one; empty for an empty endless one.
  public var shownBounds: PixelRect { isEndless ? drawnBounds : bounds }

  /// The part of the canvas that files and pictures show: all of it, or what is drawn on an endless
  /// one with a margin. On an empty endless canvas, one px in the middle.
  public var frame: PixelRect {
    guard isEndless else { return bounds }
    let drawn = drawnBounds
    if drawn.isEmpty { return PixelRect(x: width / 2, y: height / 2, width: 1, height: 1) }
    return drawn.grown(by: Self.endlessMargin).intersection(bounds)
  }

  /// The drawing on a canvas of the size of its `frame`, after an edit that cuts it.
  public var framed: Document {
    var copy = self
    copy.takesNotes = false
    // A picture may be larger than a canvas.
    _ = copy.perform(.resize(frame), images: nil)
    return copy
  }

  /// The operation that makes a canvas with edges endless. The drawing comes to the middle, moved
  /// by whole tiles, so its tiles stay shared with the history.
  public var endlessOperation: CanvasOperation { .resize(Self.endlessPart(width: width, height: height)) }

  /// The endless canvas that has a canvas with edges in its middle, in px of that one.
  static func endlessPart(width: Int, height: Int) -> PixelRect {
    func start(_ size: Int) -> Int { -(((endlessSide - size) / 2) & ~(Tile.size - 1)) }
    return PixelRect(x: start(width), y: start(height), width: endlessSide, height: endlessSide)
  }

  /// A mask of a rectangle of the canvas.
  public func mask(of rect: PixelRect) -> Mask {
    if rect == bounds { return Mask(width: width, height: height, isFull: true) }
    var mask = Mask(width: width, height: height)
    mask.fill(rect)
    return mask
  }

  /// The whole tiles that a rectangle touches, px, without those outside the canvas.
  func tiled(_ rect: PixelRect) -> PixelRect {
    let range = TileRange(rect.intersection(bounds))
    return PixelRect(
      minX: range.columns.lowerBound << Tile.shift, minY: range.rows.lowerBound << Tile.shift,
      maxX: range.columns.upperBound << Tile.shift, maxY: range.rows.upperBound << Tile.shift
    ).intersection(bounds)
  }
}
