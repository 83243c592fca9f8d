/// How a stroke mixes paint. New strokes mix exactly; the others are those of older files.
public enum PaintMixing: UInt8, Sendable, CaseIterable {
  /// With 8 bits a channel, pigments as libmypaint does it.
  case shallow = 0
  /// With 16 bits a channel, pigments as libmypaint does it, which changes even grounds.
  case deep = 16
  /// With 16 bits a channel, pigments so that even grounds stay even.
  case exact = 17
}
