import Desktop
import Document
import Language
import Paint
import Studio
import Widgets

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
      let scaled = try document.scaled(
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

/// Scaling of the image. `ScalePage` is open meanwhile.
extension App {
  /// Scales the image on a worker.
  func scaleImage(width: Int, height: Int, resolution: Resolution?) {
    carryOut(session.settle())
    let job = ScalingJob(
      document: session.settledDocument, width: width, height: height, resolution: resolution,
      drawing: drawing.number)
    workers.scaler.cancel()
    workers.scaler.add(job) { [self] in take($0) }
  }

  private func take(_ outcome: ScalingOutcome) {
    // At the end the drawing stays as it was when it was decided whether it is kept.
    guard outcome.drawing == drawing.number, !workplace.isEnding else { return }
    switch outcome.result {
    case .success(let scaled):
      overlay.closeScaling()
      carryOut(session.perform(scaled))
      if let resolution = outcome.resolution { carryOut(session.perform(.setResolution(resolution))) }
    case .failure(.cancelled): break
    case .failure(let error):
      overlay.closeScaling()
      show(message: translated("The image was not scaled: {fault}.", ["fault": "\(error)"]))
    }
  }
}
