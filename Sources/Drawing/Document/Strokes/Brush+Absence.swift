import Ink
import MyPaint

extension Brush {
  /// Why strokes of the brush cannot be painted here, without a capital and a full stop; nil if they can.
  public var absence: String? {
    guard paint != nil, case .failure(let absence) = MyPaintLibrary.loaded else { return nil }
    return "\(absence)"
  }
}
