import Document
import Geometry
import Ink
import Paint
import Pixels
import Raster

/// A drawing as strokes and images, which are drawn on a page from bottom to top.
struct VectorDrawing {
  /// The maximum distance of an outline from the exact swept shape, canvas px.
  private static let outlineTolerance = 0.02
  /// The maximum distance of exported curves from the outline, canvas px. With the rounding of at
  /// most 0.0071 px, the total error is below 0.05 px.
  private static let curveTolerance = 0.02

  /// The drawing without clipping and masks.
  let picture: Document
  /// Its strokes.
  let lines: VectorLayers
  /// The layers that keep their pixels.
  let pixels: PixelLayers
  /// The same drawing with `scale` pixels for each of its own; nil if images have its own pixels.
  var large: (picture: Document, scale: Double)?

  /// Whether a layer is an image that has more detail at a larger size.
  func needsLarge(_ layer: Layer) -> Bool {
    lines.items[SurfaceID(layer.id)] == nil && !pixels.layers.contains(layer.id)
  }

  func draw(_ plan: VectorPlan, on page: any VectorPage, _ progress: ExportProgress) throws {
    let count = Double(max(1, plan.drawn))
    var number = 0.0
    for step in plan.steps {
      let share = progress.part(number / count, (number + 1) / count)
      switch step {
      case .begin(let group): try page.begin(group)
      case .end(let group): try page.end(group)
      case .layer(let step):
        try draw(step, on: page, share)
        number += 1
      case .image(let index, let group):
        try share.report(0)
        try draw(picture.part(upTo: index, group: group), index, group, on: page)
        number += 1
      }
    }
  }

  private func draw(_ step: LayerStep, on page: any VectorPage, _ progress: ExportProgress) throws {
    try progress.report(0)
    var (layer, scale) = (picture.layers[step.layer], 1.0)
    if let items = lines.items[SurfaceID(layer.id)] {
      let group = VectorGroup(
        layer: layer.shownName, opacity: Double(step.alpha) / 255, blend: step.blend,
        isIsolated: !items.allSatisfy(\.isOver))
      return try draw(items, group, on: page, progress)
    }
    if let large, needsLarge(layer) { (layer, scale) = (large.picture.layers[step.layer], large.scale) }
    let box = layer.image.tileBounds
    guard !box.isEmpty else { return }
    try page.draw(
      VectorImage(
        layer: layer.shownName, bounds: box, scale: scale, hasAlpha: true, alpha: step.alpha, blend: step.blend
      ) { part, target, stride in layer.image.copy(part, to: &target, stride: stride) })
  }

  private func draw(
    _ items: [VectorLayers.Item], _ group: VectorGroup, on page: any VectorPage, _ progress: ExportProgress
  ) throws {
    try page.begin(group)
    for (number, item) in items.enumerated() {
      let share = progress.part(Double(number) / Double(items.count), Double(number + 1) / Double(items.count))
      try share.report(0)
      switch item {
      case .stroke(let stroke):
        let style = stroke.record.style.laid(by: stroke.record.brush)
        guard style.share > 0 else { continue }
        try page.fill(
          stroke.contours(tolerance: Self.outlineTolerance, simplification: Self.curveTolerance), colour: style.colour,
          opacity: style.exactOpacity, blend: VectorLayers.blend(of: stroke.record) ?? .sourceOver)
      case .group(let items, let alpha, let blend):
        let group = VectorGroup(
          opacity: Double(alpha) / 255, blend: blend, isIsolated: !items.allSatisfy(\.isOver))
        try draw(items, group, on: page, share)
      }
    }
    try page.end(group)
  }

  /// Draws a part of the drawing (`Document.part`) as one image.
  private func draw(_ part: Document, _ index: Int, _ group: Int?, on page: any VectorPage) throws {
    var (picture, scale) = (part, 1.0)
    if let large, !pixels.containAll(of: part.layers) {
      (picture, scale) = (large.picture.part(upTo: index, group: group), large.scale)
    }
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
