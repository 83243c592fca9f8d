import Paint

/// The colours with which a mask is drawn on, and those of the layers meanwhile, 0xRRGGBB. Masks begin with
/// black, which hides, and white: a dark ink would not hide all.
struct MaskColours {
  typealias Pair = (ink: UInt32, background: UInt32)

  /// Those that the mask had last.
  private var mask: Pair = MaskColours.standard
  /// Those of the layers while a mask is drawn on; nil while a layer is.
  private(set) var layer: Pair?

  /// Those of a mask that has had none.
  static let standard: Pair = (0, 0xFF_FFFF)

  /// The colours after a mask or a layer has become what is drawn on; nil if neither has.
  /// - Parameter present: the colours that are shown.
  mutating func change(from present: Pair, toMask isMask: Bool) -> Pair? {
    if isMask == (layer != nil) { return nil }
    if let layer {
      (mask, self.layer) = (present, nil)
      return layer
    }
    layer = present
    return mask
  }

  /// Replaces those of the layers while a mask is drawn on. Returns false otherwise.
  mutating func set(layer colours: Pair) -> Bool {
    if layer != nil { layer = colours }
    return layer != nil
  }
}
