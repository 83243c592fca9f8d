import Desktop
import Document
import Language
import Paint
import Pictures
import Storage
import Studio

/// An image to scale on a worker.
struct ScalingJob: Sendable {
  var document: Document
  /// The new size, px.
  var width: Int
  var height: Int
  /// The resolution to set after the scaling; nil if it stays.
  var resolution: Resolution?
  /// The number of the drawing (`OpenDrawing.number`).
  var drawing: Int

  /// Scales the image.
  func outcome(_ progress: JobProgress) -> ScalingOutcome {
    var outcome = ScalingOutcome(resolution: resolution, drawing: drawing)
    guard let filler = CoverageFiller() else {
      outcome.result = .failure(.refused(translated("there is not enough memory for drawing")))
      return outcome
    }
    do throws(ExportError) {
      let scaled = try document.scaledWithFileHistory(
        width: width, height: height, filler: filler, progress: ExportProgress { progress.report($0) })
      outcome.result = .success(scaled)
    } catch { outcome.result = .failure(error) }
    return outcome
  }
}

/// The result of a `ScalingJob`.
struct ScalingOutcome: Sendable {
  var result: Result<ScaledLayers, ExportError> = .failure(.cancelled)
  var resolution: Resolution?
  var drawing: Int
}
