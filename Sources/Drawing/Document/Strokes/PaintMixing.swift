/// How a stroke mixes paint. New strokes mix exactly; those before are of older files.
public enum PaintMixing: UInt8, Sendable, CaseIterable {
  /// With 8 bits a channel, pigments as libmypaint does it.
  case shallow = 0
  /// With 16 bits a channel, pigments as libmypaint does it, which changes even grounds.
  case deep = 16
  /// With 16 bits a channel, pigments so that even grounds stay even.
  case exact = 17
  /// Exactly, and what is picked up has the visible layers below in it, too. The paper is none of them.
  case exactWithLayersBelow = 18

  /// Whether even grounds stay even.
  var isExact: Bool { self == .exact || self == .exactWithLayersBelow }
}
