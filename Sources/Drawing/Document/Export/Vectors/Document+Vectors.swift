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

  /// Writes strokes as curves and everything else as images with `scale` pixels for each canvas px.
  ///
  /// A layer of strokes only (`VectorLayers`) becomes one path for each stroke, and a group stays one. If
  /// the format lacks a blend mode, layers are merged (`VectorPlan`), and clipped ones with their base. The size of the page follows the
  /// drawing's resolution, or else `ExportOptions.standardDensity`.
  func exportVectors(
    _ file: AtomicFile, _ options: ExportOptions, scale wanted: Double, title: String, filler: CoverageFiller,
    memory: Int?, progress: ExportProgress
  ) throws(ExportError) {
    let picture = try selected(options).mergingClippedAndMasked()
    let part = try picture.page(options)
    let lines = VectorLayers(of: self)
    let plan = VectorPlan(of: picture.layers)
    let needsImages = plan.steps.contains {
      switch $0 {
      case .image: true
      case .layer(let step): lines.items[SurfaceID(picture.layers[step.layer].id)] == nil
      case .begin, .end: false
      }
    }

    var (large, scale) = (picture, 1.0)
    if needsImages {
      scale = max(1, wanted)
      try checkSize(scale)
      try checkMemory(scale, memory)
      if scale > 1 {
        large = try enlarged(by: scale, filler: filler, progress: progress.part(0, 0.7)).selected(options)
          .mergingClippedAndMasked()
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
      if picture.isPaperShown, !plan.startsWithImage { try page.fill(bounds, colour: picture.paper) }
      try drawing.draw(plan, of: large, scale: scale, rest)
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

  /// Draws the layers of a drawing that is `scale` times as large as the page.
  func draw(_ plan: VectorPlan, of picture: Document, scale: Double, _ progress: ExportProgress) throws {
    let count = Double(max(1, plan.drawn))
    var number = 0.0
    for step in plan.steps {
      let share = progress.part(number / count, (number + 1) / count)
      switch step {
      case .begin(let group): try page.begin(group)
      case .end(let group): try page.end(group)
      case .layer(let step):
        try draw(picture.layers[step.layer], step, scale: scale, share)
        number += 1
      case .image(let index, let group):
        try share.report(0)
        try draw(picture.part(upTo: index, group: group), scale: scale)
        number += 1
      }
    }
  }

  private func draw(_ layer: Layer, _ step: LayerStep, scale: Double, _ progress: ExportProgress) throws {
    try progress.report(0)
    if let items = lines.items[SurfaceID(layer.id)] {
      let group = VectorGroup(
        layer: layer.shownName, opacity: Double(step.alpha) / 255, blend: step.blend,
        isIsolated: !items.allSatisfy(\.isOver))
      return try draw(items, group, progress)
    }
    let box = layer.image.tileBounds
    guard !box.isEmpty else { return }
    try page.draw(
      VectorImage(
        layer: layer.shownName, bounds: box, scale: scale, hasAlpha: true, alpha: step.alpha, blend: step.blend
      ) { part, target, stride in layer.image.copy(part, to: &target, stride: stride) })
  }

  private func draw(_ items: [VectorLayers.Item], _ group: VectorGroup, _ progress: ExportProgress) throws {
    try page.begin(group)
    for (number, item) in items.enumerated() {
      let share = progress.part(Double(number) / Double(items.count), Double(number + 1) / Double(items.count))
      try share.report(0)
      switch item {
      case .stroke(let stroke):
        let style = stroke.record.style.laid(by: stroke.record.brush)
        guard style.share > 0 else { continue }
        try page.fill(
          stroke.contours(tolerance: outlineTolerance, simplification: curveTolerance), colour: style.color,
          opacity: style.exactOpacity, blend: VectorLayers.blend(of: stroke.record) ?? .sourceOver)
      case .group(let items, let alpha, let blend):
        let group = VectorGroup(
          opacity: Double(alpha) / 255, blend: blend, isIsolated: !items.allSatisfy(\.isOver))
        try draw(items, group, share)
      }
    }
    try page.end(group)
  }

  /// Draws all layers of a drawing as one image.
  private func draw(_ picture: Document, scale: Double) throws {
    // Where no layer has a tile, no blend mode makes ink.
    let box =
      picture.isPaperShown
      ? picture.bounds
      : picture.layers.reduce(PixelRect.empty) { $0.union($1.image.tileBounds) }.intersection(picture.bounds)
    guard !box.isEmpty else { return }
    let shown = picture.layers.steps.filter { $0.kind == .layer }.map { picture.layers[$0.layer].shownName }
    try page.draw(
      VectorImage(
        layer: shown.joined(separator: ", "), bounds: box, scale: scale, hasAlpha: picture.hasAlpha, alpha: 255,
        blend: .sourceOver
      ) { part, target, stride in picture.flatten(part, to: &target, start: 0, stride: stride) })
  }
}

extension TileGrid {
  fileprivate var tileBounds: PixelRect {
    var box = PixelRect.empty
    for index in tileIndices { box = box.union(bounds(ofTile: index)) }
    return box
  }
}
