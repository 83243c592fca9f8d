import Ink
import Paint

/// Strokes on one layer that are one operation, in their order: what a stroke became that was cut, or those that took the
/// place of one. At least one; all are drawn on the same pixels.
public struct StrokeSeries: Sendable, Equatable {
  /// The strokes.
  public let strokes: [StrokeRecord]
  /// The pixels with the strokes.
  public let surface: SurfaceID

  /// Nil without strokes, or if they are not on the same pixels.
  public init?(_ strokes: [StrokeRecord]) {
    guard let surface = strokes.first?.surface, strokes.allSatisfy({ $0.surface == surface }) else { return nil }
    (self.strokes, self.surface) = (strokes, surface)
  }

  private init(strokes: [StrokeRecord], on surface: SurfaceID) { (self.strokes, self.surface) = (strokes, surface) }

  /// The same strokes on the same pixels, each changed.
  func map<Failure: Error>(_ body: (StrokeRecord) throws(Failure) -> StrokeRecord) throws(Failure) -> StrokeSeries {
    var strokes = strokes
    for index in strokes.indices {
      strokes[index] = try body(strokes[index])
      strokes[index].surface = surface
    }
    return StrokeSeries(strokes: strokes, on: surface)
  }

  /// One stroke without samples, for readers.
  package static let blank: StrokeSeries = {
    let stroke = StrokeRecord(brush: Brush(), style: InkStyle())
    return StrokeSeries(strokes: [stroke], on: stroke.surface)
  }()
}
