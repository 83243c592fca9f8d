import Document
import Files
import Geometry
import Language
import Paint
import Raster

extension Document {
  /// Writes strokes as curves and everything else as images with `scale` pixels for each canvas px. If the format
  /// `keepsPixels`, a layer whose strokes are unknown (`PixelLayers`) is an image of its own pixels.
  ///
  /// A layer of strokes only (`VectorLayers`) becomes one path for each stroke, and a group stays one. If
  /// the format lacks a blend mode, layers are merged (`VectorPlan`), and clipped ones with their base. The
  /// size of the page follows the drawing's resolution, or else `ExportOptions.standardDensity`.
  func exportVectors(
    _ file: AtomicFile, _ format: FormatWriter.Lines, _ options: ExportOptions, scale wanted: Double, title: String,
    filler: CoverageFiller,
    memory: Int?, progress: ExportProgress
  ) throws(ExportError) {
    let chosen = try selected(options)
    let picture = chosen.mergingClippedAndMasked()
    let part = try picture.page(options)
    let lines = VectorLayers(of: self)
    let plan = VectorPlan(of: picture.layers)
    let pixels = format.keepsPixels ? PixelLayers(of: self, first: lines.first) : PixelLayers()
    var drawing = VectorDrawing(picture: picture, lines: lines, pixels: pixels)
    // What merging replaced, and what is in a larger image.
    var parts = Set(chosen.layers.map(\.id)).subtracting(picture.layers.map(\.id))
    var needsLarge = false
    for step in plan.steps {
      switch step {
      case .image(let index, let group):
        let part = picture.part(upTo: index, group: group)
        if pixels.containAll(of: part.layers) { continue }
        parts.formUnion(part.layers.map(\.id))
        needsLarge = true
      case .layer(let step):
        needsLarge = needsLarge || drawing.needsLarge(picture.layers[step.layer])
      case .begin, .end: break
      }
    }
    if needsLarge {
      let scale = max(1, wanted)
      let unneeded = pixels.unread.subtracting(parts)
      try checkSize(scale)
      try checkMemory(scale, memory, without: unneeded)
      if scale > 1 {
        drawing.large = (
          try enlarged(by: scale, without: unneeded, filler: filler, progress: progress.part(0, 0.7))
            .selected(options).mergingClippedAndMasked(), scale
        )
      }
    }

    let unit = format.unitsPerInch / (knownDensity ?? ExportOptions.standardDensity)
    do {
      let page = try format.page(file, part, unit, title)
      let rest = progress.part(drawing.large == nil ? 0 : 0.7, 1)
      if picture.isPaperShown, !plan.startsWithImage { try page.fill(bounds, colour: picture.paper) }
      try drawing.draw(plan, on: page, rest)
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
