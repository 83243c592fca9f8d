import Document
import Geometry
import Language
import Paint
import Studio

/// A change of strokes to compute.
struct ChangeJob: Sendable {
  var change: BackgroundChange
  var document: Document
  /// The part of the canvas that is seen, px.
  var seen: PixelRect

  /// Computes the change.
  func outcome(_ progress: JobProgress) -> Result<BackgroundChange, ChangeFault> {
    guard let filler = CoverageFiller() else { return .failure(.memoryIsShort) }
    var computed = change
    do throws(ChangeFault) {
      try computed.compute(for: document, seen: seen, filler: filler) { progress.report($0) }
      return .success(computed)
    } catch { return .failure(error) }
  }
}
