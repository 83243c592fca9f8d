import Archive
import Files
import Geometry
import Ink
import Language
import Pictures
import Raster

/// A picture of a tip as another program's file has it.
struct ForeignTip {
  var width: Int
  var height: Int
  /// Coverage, 0 none ... 255 full, row by row.
  var mask: [UInt8]
  /// Whether it paints in colours.
  var hasColours = false
  var name = ""
  /// Distance between prints as a share of the longer side.
  var spacing = 0.25

  /// A tip of straight pixels of 8 bits, in the order red, green, blue, alpha. The darker and the more opaque a pixel
  /// is, the more it covers. If all are white, only their opacity counts.
  init(width: Int, height: Int, rgba: ArraySlice<UInt8>) {
    (self.width, self.height) = (width, height)
    mask = []
    mask.reserveCapacity(rgba.count / 4)
    for at in stride(from: rgba.startIndex, to: rgba.endIndex - 3, by: 4) {
      let (red, green, blue, alpha) = (Int(rgba[at]), Int(rgba[at + 1]), Int(rgba[at + 2]), Int(rgba[at + 3]))
      if alpha > 0, red != green || green != blue { hasColours = true }
      let luma = (299 * red + 587 * green + 114 * blue + 500) / 1000
      mask.append(UInt8(truncatingIfNeeded: ((255 - luma) * alpha + 127) / 255))
    }
    if mask.allSatisfy({ $0 == 0 }) {
      mask = stride(from: rgba.startIndex + 3, to: rgba.endIndex, by: 4).map { rgba[$0] }
    }
  }

  /// A tip by its values.
  init(width: Int, height: Int, mask: [UInt8]) { (self.width, self.height, self.mask) = (width, height, mask) }

  /// A tip of a PNG image; its pixels count as those of `init(width:height:rgba:)`. Values are coverage as they are,
  /// whatever colours the image says that they are.
  init(png: [UInt8], budget: inout PixelBudget) throws(ArchiveError) {
    let limits = ImageLimits(side: PixelBudget.sides.upperBound, area: budget.available)
    let result: Result<TileGrid, PNGFault> = png.withUnsafeBufferPointer { buffer in
      do throws(PNGFault) { return .success(try PNGDecoder(lent: buffer, limits: limits).image()) } catch {
        return .failure(error)
      }
    }
    let image: TileGrid
    do throws(PNGFault) { image = try result.get() } catch { throw .fault(error.error(.read, "").fault) }
    try budget.use(width: image.width, height: image.height)
    (width, height) = (image.width, image.height)
    mask = [UInt8](repeating: 0, count: width * height)
    var row = [UInt32](repeating: 0, count: width)
    var opacity: [UInt8] = []
    for y in 0..<height {
      var span = row.mutableSpan
      image.copy(PixelRect(x: 0, y: y, width: width, height: 1), to: &span, stride: width)
      for x in 0..<width {
        let pixel = row[x]
        mask[y * width + x] = TipPicture.coverage(pixel)
        opacity.append(UInt8(truncatingIfNeeded: pixel >> 24))
        if pixel >> 16 & 255 != pixel >> 8 & 255 || pixel >> 8 & 255 != pixel & 255 { hasColours = true }
      }
    }
    if mask.allSatisfy({ $0 == 0 }) { mask = opacity }
  }

  /// The tip mirrored left to right, top to bottom or both.
  func mirrored(across: Bool, down: Bool) -> ForeignTip {
    guard across || down else { return self }
    var mirrored = self
    for y in 0..<height {
      for x in 0..<width {
        mirrored.mask[y * width + x] = mask[(down ? height - 1 - y : y) * width + (across ? width - 1 - x : x)]
      }
    }
    return mirrored
  }
}

/// The pictures of a brush, in a form that tips can have.
struct ForeignPictures {
  let images: TipImages
  /// The size that they had, px.
  let width: Int
  let height: Int
  /// Whether they paint in colours.
  var hasColours = false
  var name = ""
  /// Distance between prints as a share of the longer side.
  var spacing = 0.25
  var choice = Brush.ImageTip.Choice.sequence
  /// What was not taken over.
  var left: Set<ForeignBrushes.Feature> = []

  /// Pictures of tips, each in the middle of the largest size. Only the first `TipImages.mostImages` count.
  /// - Throws: if there is none, they are empty, or have too many pixels.
  init(_ tips: [ForeignTip], budget: inout PixelBudget) throws(ArchiveError) {
    guard let first = tips.first else { throw .fault(translated("it contains no brush")) }
    let shown = tips.prefix(TipImages.mostImages)
    (width, height) = (shown.map(\.width).max() ?? 0, shown.map(\.height).max() ?? 0)
    var masks = first.mask
    // One tip uses its own pixels, which were counted when it was read.
    if shown.count > 1 {
      masks = [UInt8](repeating: 0, count: try budget.use(width: width, height: height, count: shown.count))
      for (number, tip) in shown.enumerated() {
        let (left, top) = ((width - tip.width) / 2, (height - tip.height) / 2 + number * height)
        for y in 0..<tip.height {
          let at = (top + y) * width + left
          masks.replaceSubrange(at..<(at + tip.width), with: tip.mask[(y * tip.width)..<((y + 1) * tip.width)])
        }
      }
    }
    guard let images = TipImages.fitting(width: width, height: height, count: shown.count, masks: masks) else {
      throw .fault(translated("its tip is empty"))
    }
    self.images = images
    hasColours = tips.contains(where: \.hasColours)
    (name, spacing) = (first.name, first.spacing)
    if tips.count > shown.count { left.insert(.manyPictures) }
  }

  /// The longer side, px.
  var size: Double { Double(max(width, height)) }

  /// A brush that prints them in their own size. Its prints do not add up; pressure changes their strength from a tenth
  /// on, as GIMP's usual dynamics do.
  var plainBrush: Brush {
    var tip = Brush.ImageTip(images)
    tip.choice = choice
    var brush = Brush(size: size, minimumShare: 1)
    brush.name = "tip"
    brush.tip = .image(tip)
    brush.rendering = .dabs(Brush.Dabs(spacing: Self.spacing(share: spacing)))
    brush.flow.minimumShare = 0.1
    return brush
  }

  /// The distance between prints of an image tip as a share of the radius.
  /// - Parameter share: the distance as a share of the diameter.
  static func spacing(share: Double, within range: ClosedRange<Double> = Brush.Dabs.imageSpacings) -> Double {
    share.isFinite ? max(range.lowerBound, min(range.upperBound, 2 * share)) : range.lowerBound
  }
}
