import Files
import Geometry
import Ink
import Language
import Paint
import Raster

extension Document {
  /// The maximum distance of an outline from the exact swept shape, canvas px.
  private static let outlineTolerance = 0.02
  /// The maximum distance of exported curves from the outline, canvas px. With the rounding of at
  /// most 0.0071 px, the total error is below 0.05 px.
  private static let curveTolerance = 0.02
  /// The maximum number of pixels of images if the user chose no resolution.
  private static let usualArea = 100_000_000.0

  /// Writes strokes as curves and everything else as images with `scale` pixels for each canvas px.
  ///
  /// A layer of strokes only (`VectorLayers`) becomes one path for each stroke. If the format lacks
  /// the blend mode of a layer, it and all layers below become one image. The size of the page
  /// follows the drawing's resolution, or else `ExportOptions.standardDensity`.
  func exportVectors(
    _ file: AtomicFile, _ options: ExportOptions, scale wanted: Double, title: String, filler: CoverageFiller,
    memory: Int?, progress: ExportProgress
  ) throws(ExportError) {
    let picture = try selected(options)
    let part = try picture.page(options)
    let lines = VectorLayers(of: self)
    let shown = picture.layers.indices.filter { picture.layers[$0].isVisible }
    let flattened = shown.last { !VectorLayers.isKnown(picture.layers[$0].blend) }
    let needsImages = shown.contains { $0 <= flattened ?? -1 || lines.items[SurfaceID(picture.layers[$0].id)] == nil }

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

    let unit = (options.format == .svg ? 96 : 72) / (knownDensity ?? ExportOptions.standardDensity)
    do {
      let page: any VectorPage =
        options.format == .svg
        ? SVGPage(file, showing: part, unit: unit, title: title)
        : try PDFPage(file, showing: part, unit: unit, title: title)
      let drawing = VectorDrawing(
        page: page, lines: lines, outlineTolerance: Self.outlineTolerance, curveTolerance: Self.curveTolerance)
      let rest = progress.part(needsImages && scale > 1 ? 0.7 : 0, 1)
      var first = 0
      if let flattened {
        try drawing.drawFlattened(large, upTo: flattened, scale: scale)
        first = flattened + 1
      } else if picture.isPaperShown {
        try page.fill(bounds, colour: picture.paper)
      }
      let drawn = shown.filter { $0 >= first }
      for (number, i) in drawn.enumerated() {
        let share = rest.part(Double(number) / Double(drawn.count), Double(number + 1) / Double(drawn.count))
        try drawing.draw(picture.layers[i], image: large.layers[i].image, scale: scale, share)
      }
      try page.finish()
      try progress.report(1)
    } catch let error as ExportError {
      throw error
    } catch let error as FileError {
      throw .file(error)
    } catch {
      throw .file(FileError(.write, file.path, fault: "\(error)"))
    }
  }

  private func page(_ options: ExportOptions) throws(ExportError) -> PixelRect {
    guard options.isCropped else { return bounds }
    let ink = inkBounds
    guard !ink.isEmpty else { throw .refused(translated("it is empty, so it cannot be cropped")) }
    return ink
  }
}

private struct VectorDrawing {
  let page: any VectorPage
  let lines: VectorLayers
  let outlineTolerance: Double
  let curveTolerance: Double

  func draw(_ layer: Layer, image: TileGrid, scale: Double, _ progress: ExportProgress) throws {
    try progress.report(0)
    if let items = lines.items[SurfaceID(layer.id)] {
      let group = VectorGroup(
        layer: layer.shownName, opacity: Double(layer.alpha) / 255, blend: layer.blend,
        isPlain: items.allSatisfy { $0.isOver })
      return try draw(items, group, progress)
    }
    let box = image.tileBounds
    guard !box.isEmpty else { return }
    try page.draw(
      VectorImage(
        layer: layer.shownName, bounds: box, scale: scale, hasAlpha: true, alpha: layer.alpha, blend: layer.blend
      ) { part, target, stride in image.copy(part, to: &target, stride: stride) })
  }

  private func draw(_ items: [VectorLayers.Item], _ group: VectorGroup, _ progress: ExportProgress) throws {
    try page.begin(group)
    for (number, item) in items.enumerated() {
      let share = progress.part(Double(number) / Double(items.count), Double(number + 1) / Double(items.count))
      try share.report(0)
      switch item {
      case .stroke(let stroke):
        let style = stroke.record.style.laid(by: stroke.record.brush)
        guard style.opacity > 0 else { continue }
        try page.fill(
          stroke.contours(tolerance: outlineTolerance, simplification: curveTolerance), colour: style.color,
          opacity: Double(style.opacity) / 255, blend: VectorLayers.blend(of: stroke.record) ?? .sourceOver)
      case .group(let items, let alpha, let blend):
        let group = VectorGroup(
          opacity: Double(alpha) / 255, blend: blend, isPlain: items.allSatisfy { $0.isOver })
        try draw(items, group, share)
      }
    }
    try page.end(group)
  }

  func drawFlattened(_ picture: Document, upTo last: Int, scale: Double) throws {
    var lower = picture
    var layers = picture.layers
    layers.keepFirst(last + 1)
    lower.setStack(layers, active: 0, plane: .pixels, paper: picture.paper, isPaperShown: picture.isPaperShown)
    let names = lower.layers.filter(\.isVisible).map(\.shownName).joined(separator: ", ")
    try page.draw(
      VectorImage(
        layer: names, bounds: lower.bounds, scale: scale, hasAlpha: lower.hasAlpha, alpha: 255, blend: .sourceOver
      ) { part, target, stride in lower.flatten(part, to: &target, start: 0, stride: stride) })
  }
}

extension VectorLayers.Item {
  fileprivate var isOver: Bool {
    switch self {
    case .stroke(let stroke): stroke.record.style.laid(by: stroke.record.brush).blend == .over
    case .group(_, _, let blend): blend == .sourceOver
    }
  }
}

extension TileGrid {
  fileprivate var tileBounds: PixelRect {
    var box = PixelRect.empty
    for index in tileIndices { box = box.union(bounds(ofTile: index)) }
    return box
  }
}
