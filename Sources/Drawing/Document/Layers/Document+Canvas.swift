import Files
import Geometry
import Language
import Pictures
import Pixels
import Raster

/// Operations on the canvas.
extension Document {
  /// The message that explains why an operation is impossible; nil if it is possible.
  public func refusal(of operation: CanvasOperation) -> String? {
    switch operation {
    case .flip, .turn: return nil
    case .scale where isEndless: return translated("An endless canvas cannot be scaled: give it a size first")
    case .setResolution(let new):
      return new.x.isFinite && new.y.isFinite && new.x > 0 && new.y > 0
        ? nil : translated("A resolution must be more than 0")
    case .resize, .scale:
      let (width, height) = operation.size(from: (width, height))
      var isPossible = Self.isAllowed(width: width, height: height)
      if case .scale = operation, Self.isEndless(width: width, height: height) { isPossible = false }
      guard isPossible else {
        return translated(
          "A canvas of {width} x {height} px is not possible: each side can have 1 to {side} px, and the area {area} megapixels at most",
          ["width": width, "height": height, "side": Self.largestSide, "area": Self.largestArea >> 20])
      }
      return layers.count <= Self.mostLayers(width: width, height: height)
        ? nil
        : translated(
          "A drawing of this size can have {count} layer at most",
          other: "A drawing of this size can have {count} layers at most",
          count: Self.mostLayers(width: width, height: height))
    }
  }

  /// Whether an operation leaves everything as it is.
  private func changesNothing(_ operation: CanvasOperation) -> Bool {
    switch operation {
    case .resize(let rect): rect == bounds
    case .scale(let width, let height): width == self.width && height == self.height
    case .flip: false
    case .turn(let quarters): quarters & 3 == 0
    case .setResolution(let new): new == resolution
    }
  }

  /// Drops the floating selection and performs an operation as one edit.
  /// - Returns: the pixels that may have changed; nil if the operation is refused or changes nothing.
  public mutating func perform(_ operation: CanvasOperation) -> Region? {
    refusal(of: operation) == nil ? perform(operation, images: nil) : nil
  }

  /// Performs an operation, as above. It must not be refused, or the canvas is an enlarged one.
  /// - Parameter images: the pixels after it, which are not computed then.
  public mutating func perform(_ operation: CanvasOperation, images: [SurfaceID: TileGrid]?) -> Region? {
    if changesNothing(operation) { return nil }
    let dropped = drop()
    var before = LayerStack(of: self)
    let oldSelection = selection
    let old = (width: width, height: height)
    let new = operation.size(from: old)
    let map = operation.map(from: old) * canvasMap
    var hasImages = false
    // The arrangement back, if no pixel is lost.
    var back: PixelArrangement?
    if let arrangement = operation.arrangement(from: old) {
      if keepsPixels(operation) { back = arrangement.inverse }
      layers.replaceAll { surface, image in images?[surface] ?? arrangement(image) }
      if images != nil {
        hasImages = true
      } else if case .resize(let rect) = operation {
        hasImages = showOutside(in: rect, by: map)
      }
      // Only one side has the pixels from outside.
      if hasImages { back = nil }
      selection = selection.map { arrangement($0) }
    } else if case .scale = operation {
      let scaler = ImageScaler(from: old, to: new)
      layers.replaceAll { surface, image in images?[surface] ?? scaler(image) }
      selection = selection.map { scaler($0) }
    } else if case .setResolution(let resolution) = operation {
      self.resolution = resolution
    }
    if selection?.isEmpty ?? false { selection = nil }
    setSize(width: new.width, height: new.height)
    canvasMap = map
    setLayers(layers)
    if case .setResolution = operation {
      before.dropCommonPixels(with: self)
    } else {
      before.keepPixels(arrangedBy: back, with: self)
    }
    var edit = Edit(.canvas(operation), surface: nil)
    edit.remember(stack: before)
    edit.hasImages = hasImages
    if oldSelection != selection { edit.remember(selection: oldSelection) }
    record(edit)
    var region = Region(bounds)
    region.add(dropped)
    return region
  }

  /// Whether all painted pixels are on the canvas after a rearrangement.
  private func keepsPixels(_ operation: CanvasOperation) -> Bool {
    guard case .resize(let rect) = operation else { return true }
    return rect.contains(bounds) || surfaces.allSatisfy { rect.contains(image(of: $0)?.paintedBounds ?? .empty) }
  }

  /// A drawing that is a picture: of its size, with one layer.
  /// - Parameters:
  ///   - resolution: that of the picture; nil if it has none.
  ///   - path: the file, for the message.
  /// - Throws: if the picture is too large for a canvas.
  public init(of image: TileGrid, _ resolution: Resolution?, path: String) throws(FileError) {
    guard var document = Document(width: image.width, height: image.height) else {
      throw FileError(.read, path, fault: Self.tooLarge(width: image.width, height: image.height))
    }
    if let resolution { document.resolution = resolution }
    document.activeImage = image
    self = document
  }

  /// The message about a picture of a size that no canvas has.
  public static func tooLarge(width: Int, height: Int) -> String {
    translated("it is {width} x {height} px large, too large for a canvas", ["width": width, "height": height])
  }
}
