import Files
import Language
import Paint
import Pixels
import Raster

/// The layers of a drawing at another size, computed on a worker. See `Document.scaledWithFileHistory` in Storage.
public struct ScaledLayers: Sendable {
  /// Width, px.
  public let width: Int
  /// Height, px.
  public let height: Int
  /// Whether strokes were drawn again from their samples.
  public let isRedrawn: Bool
  fileprivate let images: [SurfaceID: TileGrid]
  /// The state of the drawing that was scaled (`History.state`).
  fileprivate let state: Int
}

/// Scaling in two steps: `scaledWithFileHistory` (Storage) on a worker with a copy of the drawing, then `perform`.
extension Document {
  /// The layers at another size. Changes nothing.
  ///
  /// Where the image becomes larger in proportion, strokes of `history` are drawn again from their samples, not
  /// those of the history in the file. Otherwise pixels are filtered by `ImageScaler`: a smaller stroke
  /// has no detail that the present pixels lack.
  /// - Parameter memory: the memory limit, bytes; nil for the system's available memory.
  /// - Throws: if it is cancelled, or would need too much memory.
  package func scaled(
    width: Int, height: Int, filler: CoverageFiller, memory: Int? = nil, progress: ExportProgress = .none
  ) throws(ExportError) -> ScaledLayers {
    let state = history.state
    guard let factor = enlargement(to: width, height) else {
      return ScaledLayers(
        width: width, height: height, isRedrawn: false, images: try filtered(to: width, height, progress), state: state)
    }
    try checkMemory(factor, memory)
    let large = try enlarged(by: factor, filler: filler, progress: progress)
    let images = large.images
    return ScaledLayers(width: width, height: height, isRedrawn: true, images: images, state: state)
  }

  /// Scales the image by layers that `scaled` returned, as one edit.
  /// - Returns: the pixels that may have changed; nil, with nothing changed, if the picture was
  ///   changed since.
  public mutating func perform(_ scaled: ScaledLayers) -> Region? {
    guard history.state == scaled.state, surfaces.allSatisfy({ scaled.images[$0] != nil }) else { return nil }
    let operation = CanvasOperation.scale(width: scaled.width, height: scaled.height)
    guard refusal(of: operation) == nil else { return nil }
    return perform(operation, images: scaled.images)
  }

  /// The factor of an enlargement in proportion, > 1, to a size in px; nil for other sizes.
  package func enlargement(to width: Int, _ height: Int) -> Double? {
    guard !isEndless, width >= self.width, height >= self.height else { return nil }
    // A side that was typed gives the factor; the other one is rounded.
    let factors = [Double(width) / Double(self.width), Double(height) / Double(self.height)]
    return factors.first { $0 > 1 && size(enlargedBy: $0) == (width, height) }
  }

  private func filtered(
    to width: Int, _ height: Int, _ progress: ExportProgress
  ) throws(ExportError) -> [SurfaceID: TileGrid] {
    let scaler = ImageScaler(from: (self.width, self.height), to: (width, height))
    var images: [SurfaceID: TileGrid] = [:]
    let surfaces = surfaces
    for (number, surface) in surfaces.enumerated() {
      let part = progress.part(Double(number) / Double(surfaces.count), Double(number + 1) / Double(surfaces.count))
      guard let old = self.image(of: surface) else { continue }
      var image = TileGrid(width: width, height: height)
      let targets = scaler.targets(of: old)
      for (count, index) in targets.enumerated() {
        try part.report(Double(count) / Double(targets.count))
        image[index] = scaler.tile(image.bounds(ofTile: index), of: old)
      }
      images[surface] = image
    }
    return images
  }

  /// Throws if enlarging the drawing needs more memory than there is.
  /// - Parameter unneeded: layers that are not enlarged.
  public func checkMemory(
    _ scale: Double, _ memory: Int?, without unneeded: Set<Layer.ID> = []
  ) throws(ExportError) {
    guard scale > 1, let memory = memory ?? SystemMemory.available else { return }
    // An estimate: the present tiles, and half as many for a stroke being drawn.
    let bytes = Double(layers.reduce(0) { unneeded.contains($1.id) ? $0 : $0 + $1.image.memory }) * scale * scale * 1.5
    guard bytes < Double(memory) else {
      func gigabytes(_ bytes: Double) -> String { "\(max(0.1, (bytes / 1e8).rounded() / 10)) GB" }
      throw .refused(
        translated(
          "this size needs about {wanted} of memory, but only {free} are available",
          ["wanted": gigabytes(bytes), "free": gigabytes(Double(memory))]))
    }
  }
}
