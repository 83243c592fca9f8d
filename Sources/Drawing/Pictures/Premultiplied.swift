/// Pixels with their colour multiplied by their opacity, as in Cairo and X: 0xAARRGGBB in native
/// byte order (in memory B G R A on little-endian machines). Each colour is at most the alpha.
///
/// Both conversions round to nearest, halves up. With `a` alpha, `c` straight and `p` premultiplied
/// colour, 0 ... 255:
/// - `p = round(c * a / 255)` loses precision at low opacity: at alpha 16, about 16 steps remain.
/// - `c = round(p * 255 / a)` has an error of at most 1/2, which is at most a / 510 < 1/2 after
///   multiplying again. So a premultiplied pixel that is written and read is restored exactly.
/// - If `a` is 255, both are the identity. If `a` is 0, the colour is lost (0).
public enum Premultiplied {
  /// The premultiplied pixel of a straight colour; all values 0 ... 255.
  @inlinable public static func pixel(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) -> UInt32 {
    let a = UInt32(alpha)
    if a == 255 { return 0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }
    if a == 0 { return 0 }
    return a << 24 | scaled(red, a) << 16 | scaled(green, a) << 8 | scaled(blue, a)
  }

  /// The straight colour of a premultiplied pixel. A colour above the alpha counts as full.
  @inlinable public static func straight(_ pixel: UInt32) -> (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
    let a = pixel >> 24
    if a == 0 { return (0, 0, 0, 0) }
    let r = UInt8(truncatingIfNeeded: pixel >> 16)
    let g = UInt8(truncatingIfNeeded: pixel >> 8)
    let b = UInt8(truncatingIfNeeded: pixel)
    if a == 255 { return (r, g, b, 255) }
    return (divided(r, a), divided(g, a), divided(b, a), UInt8(truncatingIfNeeded: a))
  }

  /// round(c * a / 255), exact for t = c * a + 128 (Blinn, "Three wrongs make a right", 1995).
  @inlinable public static func scaled(_ c: UInt8, _ a: UInt32) -> UInt32 {
    let t = UInt32(c) * a + 128
    return (t + t >> 8) >> 8
  }

  /// round(p * 255 / a), at most 255.
  @inlinable public static func divided(_ p: UInt8, _ a: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: min(255, (UInt32(p) * 255 + a / 2) / a))
  }
}
