import Geometry
import Raster

/// A drawing: sheets of one size over paper, and the way back through everything that was done to it.
///
/// Every change is an `Edit` that the history keeps; `undo` and `redo` walk through them and give back the very pixels.
/// All sizes and places are canvas px from the upper left corner of the canvas.
public struct Document: Sendable {
  /// The largest width and height of a canvas, px.
  public static let largestSide = 32767
  /// The most pixels of a canvas.
  public static let largestArea = 1 << 30

  /// Width, px.
  public let width: Int
  /// Height, px.
  public let height: Int
  /// The paper's colour, 0xRRGGBB.
  public var paper: UInt32
  /// The sheets, lowest first; never empty.
  public private(set) var layers: [Layer]
  /// The sheet that is drawn on.
  public private(set) var activeLayer = 0
  /// What was done and undone.
  public private(set) var history = History()

  /// A drawing with one empty sheet, or nil for a size that is not between 1 px and the largest.
  public init?(width: Int, height: Int, paper: UInt32 = 0xFDFCF9) {
    guard Self.isAllowed(width: width, height: height) else { return nil }
    self.width = width
    self.height = height
    self.paper = paper & 0xFF_FFFF
    layers = [Layer(name: "Ink", width: width, height: height)]
  }

  /// Whether a canvas may have this size.
  public static func isAllowed(width: Int, height: Int) -> Bool {
    (1...largestSide).contains(width) && (1...largestSide).contains(height) && width * height <= largestArea
  }

  /// The whole canvas.
  public var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

  /// The active sheet's pixels, for drawing that ends with `record` (see `StrokeInProgress`).
  var activeImage: TileGrid {
    _read { yield layers[activeLayer].image }
    _modify { yield &layers[activeLayer].image }
  }

  /// Takes up an edit whose effect the layer already shows; what was undone before can no longer be redone.
  /// An edit that changes nothing is not kept.
  mutating func record(_ edit: Edit) {
    guard !edit.isEmpty else { return }
    history.record(edit)
  }

  /// Takes back the last edit and returns the pixels that may have changed; nil where there is nothing to take back.
  public mutating func undo() -> Region? {
    guard var edit = history.popUndo() else { return nil }
    let region = edit.swap(into: &layers)
    history.pushRedo(edit)
    return region
  }

  /// Does the last undone edit again and returns the pixels that may have changed; nil where there is none.
  public mutating func redo() -> Region? {
    guard var edit = history.popRedo() else { return nil }
    let region = edit.swap(into: &layers)
    history.pushUndo(edit)
    return region
  }

  /// Empties the active sheet, as an edit that can be undone. Returns the pixels that may have changed.
  public mutating func clearActiveLayer() -> Region {
    var edit = Edit(layer: activeLayer, name: "Clear")
    for i in 0..<(activeImage.columns * activeImage.rows) {
      if let tile = activeImage[i], !tile.isTransparent { edit.remember(tile: i, as: nil) }
    }
    let region = edit.swap(into: &layers)
    record(edit)
    return region
  }

  /// Puts an image on the active sheet before anything was drawn, without an edit: how a file becomes a drawing.
  /// `row` gives each row from the top as `width` premultiplied pixels.
  public mutating func load(row y: Int, pixels: Span<UInt32>) {
    precondition(y >= 0 && y < height && pixels.count == width, "a row of the canvas's width inside the canvas")
    for column in 0..<activeImage.columns {
      let left = column << Tile.shift
      let right = min(width, left + Tile.size)
      let index = activeImage.index(column: column, row: y >> Tile.shift)
      if activeImage[index] == nil {
        var isBlank = true
        for x in left..<right where pixels[x] != 0 { isBlank = false }
        if isBlank { continue }
      }
      activeImage.withMutableTile(index) { tile in
        for x in left..<right { tile[(y & (Tile.size - 1)) << Tile.shift | (x - left)] = pixels[x] }
      }
    }
  }

  /// Writes the composed drawing's pixels in `rect`, opaque, on paper, to `target`, `stride` words a row, the first at
  /// word `start`. Outside the canvas pixels are 0.
  public func compose(_ rect: PixelRect, to target: inout MutableSpan<UInt32>, start: Int, stride: Int) {
    target.fill(rect, with: 0, start: start, stride: stride)
    let inside = rect.intersection(bounds)
    guard !inside.isEmpty else { return }
    let first = start + (inside.minY - rect.minY) * stride + inside.minX - rect.minX
    target.fill(inside, with: Pixel.opaque(paper), start: first, stride: stride)
    for layer in layers { layer.image.lay(inside, over: &target, start: first, stride: stride) }
  }
}
