import Files
import Geometry
import Ink
import Language
import Paint
import Raster

/// Drawings as SVG and PDF.
extension Document {
  /// How far lines may be from their true shape, canvas px: seen at four times the size still no more than a tenth of a pixel.
  private static let vectorTolerance = 0.02
  /// The most pixels of what is no lines, where nobody asked for more.
  private static let usualArea = 100_000_000.0

  /// Writes the drawing as lines where it is lines, else as images of `scale` px for a px of the canvas.
  ///
  /// A layer that is only lines (`VectorLayers`) becomes paths; any other an image of it. Where the format cannot say how a layer is
  /// combined with what is under it, this layer and all under it become one image. The page is as large as the paper: canvas px
  /// are those of an inch that the drawing's resolution says, else `ExportOptions.standardDensity`.
  func exportVectors(
    _ file: AtomicFile, _ options: ExportOptions, scale wanted: Double, title: String, filler: CoverageFiller,
    memory: Int?, progress: ExportProgress
  ) throws(ExportError) {
    let picture = try selected(options)
    let page = try picture.page(options)
    let lines = VectorLayers(of: self, format: options.format)
    let shown = picture.layers.indices.filter { picture.layers[$0].isVisible }
    let flattened = shown.last { VectorLayers.blend(picture.layers[$0].blend, in: options.format) == nil }
    let needsImages = shown.contains { $0 <= flattened ?? -1 || lines.items[picture.layers[$0].id] == nil }

    // Its pixels, where any are wanted.
    var (large, scale) = (picture, 1.0)
    if needsImages {
      scale =
        options.fineness == nil ? min(wanted, max(1, (Self.usualArea / Double(width * height)).squareRoot())) : wanted
      if options.fineness == nil {
        scale = min(scale, max(1, Double(ImageLimits.standard.side - 1) / Double(max(width, height))))
      }
      scale = max(1, scale)
      try checkSize(scale)
      try checkMemory(scale, memory)
      if scale > 1 {
        large = try enlarged(by: scale, filler: filler, progress: progress.part(0, 0.7)).selected(options)
      }
    }

    var failure: FileError?
    let unit = (options.format == .svg ? 96 : 72) / (knownDensity ?? ExportOptions.standardDensity)
    do {
      let surface = try VectorSurface(
        options.format == .svg ? .svg : .pdf, width: Double(page.width) * unit, height: Double(page.height) * unit,
        title: title
      ) { bytes in
        do throws(FileError) { try file.write(bytes.bindMemory(to: UInt8.self).span) } catch {
          failure = error
          return false
        }
        return true
      }
      surface.scale(unit, origin: Double(page.minX), Double(page.minY))
      let drawing = VectorDrawing(surface: surface, lines: lines, canvas: bounds, format: options.format)
      let rest = progress.part(needsImages && scale > 1 ? 0.7 : 0, 1)
      var first = 0
      if let flattened {
        try drawing.drawFlattened(large, upTo: flattened, scale: scale)
        first = flattened + 1
      } else if picture.isPaperShown {
        surface.fill(Rect(bounds), colour: picture.paper)
      }
      for (number, i) in shown.filter({ $0 >= first }).enumerated() {
        try rest.report(Double(number) / Double(shown.count + 1))
        try drawing.draw(picture.layers[i], image: large.layers[i].image, scale: scale, tolerance: Self.vectorTolerance)
      }
      try surface.finish()
      try progress.report(1)
    } catch let error as ExportError {
      throw error
    } catch {
      if let failure { throw .file(failure) }
      throw .file(FileError(.write, file.path, fault: "\(error)"))
    }
  }

  /// What of the canvas is on the page, px.
  private func page(_ options: ExportOptions) throws(ExportError) -> PixelRect {
    guard options.isCropped else { return bounds }
    let ink = inkBounds
    guard !ink.isEmpty else { throw .refused(translated("there is nothing in it that it could be cropped to")) }
    return ink
  }
}

/// Draws layers on a page.
private struct VectorDrawing {
  let surface: VectorSurface
  let lines: VectorLayers
  let canvas: PixelRect
  let format: ExportOptions.Format

  /// Draws a layer: as lines, or its image, `scale` px for one of the canvas.
  func draw(_ layer: Layer, image: TileGrid, scale: Double, tolerance: Double) throws {
    let (opacity, blend) = (Double(layer.alpha) / 255, VectorLayers.blend(layer.blend, in: format) ?? .over)
    guard let items = lines.items[layer.id] else {
      let box = image.tileBounds
      guard !box.isEmpty else { return }
      let pixels = try ImageSurface(box) { span, stride in
        image.copy(box, to: &span, stride: stride)
        // Not by a mask: those that Cairo 1.16 writes for images into SVG files are as much too small as the image is reduced.
        if layer.alpha < 255 { for i in span.indices { span[i] = Pixel.scaled(span[i], by: layer.alpha) } }
      }
      return surface.draw(
        pixels, at: Point(Double(box.minX) / scale, Double(box.minY) / scale), scale: scale, blend: blend)
    }
    draw(items, opacity, blend, tolerance)
  }

  private func draw(_ items: [VectorLayers.Item], _ opacity: Double, _ blend: VectorSurface.Blend, _ tolerance: Double)
  {
    // A sheet of its own where the whole is combined otherwise than its parts.
    let isPlain = opacity == 1 && blend == .over && items.allSatisfy { $0.isOver }
    if !isPlain { surface.pushGroup() }
    for item in items {
      switch item {
      case .stroke(let stroke):
        let style = stroke.style.laid(by: stroke.brush)
        guard style.opacity > 0 else { continue }
        surface.fill(
          stroke.outline(onCanvas: canvas, tolerance: tolerance), colour: style.color,
          opacity: Double(style.opacity) / 255, blend: VectorLayers.blend(of: stroke, in: format) ?? .over)
      case .group(let items, let alpha, let blend):
        draw(items, Double(alpha) / 255, VectorLayers.blend(blend, in: format) ?? .over, tolerance)
      }
    }
    if !isPlain { surface.popGroup(opacity: opacity, blend: blend) }
  }

  /// Draws the paper and all layers up to one as one image.
  func drawFlattened(_ picture: Document, upTo last: Int, scale: Double) throws {
    var lower = picture
    lower.setStack(Array(picture.layers[...last]), active: 0, paper: picture.paper, isPaperShown: picture.isPaperShown)
    let box = lower.bounds
    let pixels = try ImageSurface(box) { span, stride in lower.flatten(box, to: &span, start: 0, stride: stride) }
    surface.draw(pixels, at: .zero, scale: scale, blend: .over)
  }
}

extension VectorLayers.Item {
  /// Whether it is laid over what is under it in the plain way.
  fileprivate var isOver: Bool {
    switch self {
    case .stroke(let stroke): stroke.style.laid(by: stroke.brush).blend == .over
    case .group(_, _, let blend): blend == .sourceOver
    }
  }
}

extension ImageSurface {
  /// An image of the size of a rectangle, whose pixels are written as rows of words.
  fileprivate convenience init(_ box: PixelRect, _ body: (inout MutableSpan<UInt32>, _ stride: Int) -> Void)
    throws(PaintError)
  {
    try self.init(width: box.width, height: box.height)
    let words = stride / 4
    withMutableBytes { bytes in
      bytes.withUnsafeMutableBytes { buffer in
        var span = buffer.bindMemory(to: UInt32.self).mutableSpan
        body(&span, words)
      }
    }
  }
}

extension TileGrid {
  /// The rectangle around all tiles that exist.
  fileprivate var tileBounds: PixelRect {
    var box = PixelRect.empty
    for index in 0..<(columns * rows) where self[index] != nil { box = box.union(bounds(ofTile: index)) }
    return box
  }
}
