import Raster

/// What a fill does to pixels that mix ground and ink, by their distances from the ground.
struct FillMixing {
  /// The radius in which the strongest ink is searched, px.
  static let inkReach = 2

  /// The ground: the colour at the start.
  let seed: UInt32
  let tolerance: UInt32
  /// 0xFFRRGGBB.
  let colour: UInt32
  let opacity: UInt32
  /// Whether the pixels were transparent at the start.
  let isGroundClear: Bool
  /// The premultiplied pixel of the colour and opacity.
  let ink: UInt32
  /// Whether ground is removed, instead of getting the colour.
  let erases: Bool

  init(seed: UInt32, tolerance: UInt32, colour: UInt32, opacity: UInt8, isGroundClear: Bool, erases: Bool = false) {
    (self.seed, self.tolerance, self.isGroundClear, self.erases) = (seed, tolerance, isGroundClear, erases)
    self.colour = Pixel.opaque(colour & 0xFF_FFFF)
    self.opacity = UInt32(opacity)
    ink = Pixel.scaled(self.colour, by: UInt32(opacity))
  }

  /// What the fill does to a pixel.
  enum Paint {
    /// The ink covers the pixel.
    case over
    /// The ink lies under the pixel.
    case under
    /// The ink fills what is transparent.
    case gap
    /// Ink with this opacity, 0...255, is added to the pixel.
    case share(UInt32)
    /// The pixel becomes another one.
    case pixel(UInt32)
    /// This share of the pixel, 0...255, is removed.
    case removed(UInt32)

    func applied(to old: UInt32, _ ink: UInt32) -> UInt32 {
      switch self {
      case .over: Pixel.over(ink, old)
      case .under: Pixel.over(old, ink)
      case .gap: old &+ Pixel.scaled(ink, by: 255 - old >> 24)
      case .share(let share): old &+ Pixel.scaled(ink, by: share)
      case .pixel(let pixel): pixel
      case .removed(let share): Pixel.erased(old, by: share)
      }
    }

    func applied(to old: DeepPixel, _ ink: DeepPixel) -> DeepPixel {
      switch self {
      case .over: return ink.over(old)
      case .under: return old.over(ink)
      case .gap: return DeepPixel(old.channels &+ ink.scaled(by: DeepPixel.one - old.alpha).channels)
      case .share(let share):
        let part = min(DeepPixel(share << 24).alpha, DeepPixel.one - old.alpha)
        return DeepPixel(old.channels &+ ink.scaled(by: part).channels)
      case .pixel(let word): return DeepPixel(word)
      case .removed(let share): return old.scaled(by: DeepPixel.one - DeepPixel(share << 24).alpha)
      }
    }
  }

  /// What the fill does to a pixel that is completely ground.
  var whole: Paint { erases ? .removed(opacity) : .over }

  /// What the fill does to a pixel of the layer; `i` is its index in `distance`.
  func paint(_ old: UInt32, _ distance: [UInt8], _ i: Int, _ side: Int) -> Paint {
    let alpha = old >> 24
    let own = UInt32(distance[i])
    if erases { return removal(old, distance, i, side) }
    if own == 0 { return alpha < 255 && isGroundClear ? .under : .over }
    let (strongest, isEven) = inkNearby(distance, i, side)
    let ground = strongest > 0 ? (strongest - own) * 255 / strongest : 255
    if alpha < 255, isGroundClear {
      // Even translucent ink stays translucent: only the ground's share is filled. A line thinner
      // than a pixel counts as opaque ink: all its transparency is ground.
      let isTranslucent = isEven && strongest > tolerance && ground + 16 < 255 - alpha
      return isTranslucent ? .share(ground) : .gap
    }
    // Without ink nearby, the whole pixel is ground.
    if strongest <= tolerance { return .over }
    if alpha < 255 { return .under }
    let share = Int(Pixel.div255(ground * opacity))
    func channel(_ shift: UInt32) -> UInt32 {
      let (was, ground) = (Int(old >> shift & 255), Int(seed >> shift & 255))
      let change = (Int(colour >> shift & 255) - ground) * share
      let rounded = (change + (change < 0 ? -127 : 127)) / 255
      return UInt32(max(0, min(255, was + rounded))) << shift
    }
    return .pixel(0xFF00_0000 | channel(16) | channel(8) | channel(0))
  }

  /// How ground is removed from a pixel: all but its share of ink.
  private func removal(_ old: UInt32, _ distance: [UInt8], _ i: Int, _ side: Int) -> Paint {
    if isGroundClear { return .removed(0) }
    let own = UInt32(distance[i])
    let (strongest, _) = inkNearby(distance, i, side)
    guard own > 0, strongest > tolerance else { return whole }
    let share = Pixel.div255((strongest - own) * 255 / strongest * opacity)
    let alpha = (old >> 24) - min(old >> 24, Pixel.div255((seed >> 24) * share))
    func channel(_ shift: UInt32) -> UInt32 {
      let (was, ground) = (old >> shift & 255, Pixel.div255((seed >> shift & 255) * share))
      return min(alpha, was - min(was, ground)) << shift
    }
    return .pixel(alpha << 24 | channel(16) | channel(8) | channel(0))
  }

  /// The largest difference from the ground near a pixel, and whether a square of 2 x 2 px has it.
  private func inkNearby(_ distance: [UInt8], _ i: Int, _ side: Int) -> (strongest: UInt32, isEven: Bool) {
    let (y, x) = i.quotientAndRemainder(dividingBy: side)
    let rows = max(0, y - Self.inkReach)...min(side - 1, y + Self.inkReach)
    let columns = max(0, x - Self.inkReach)...min(side - 1, x + Self.inkReach)
    var strongest: UInt8 = 0
    for r in rows { for c in columns { strongest = max(strongest, distance[r * side + c]) } }
    let least = strongest > 4 ? strongest - 4 : 1
    for r in rows.dropLast() {
      for c in columns.dropLast() {
        let j = r * side + c
        if distance[j] >= least, distance[j + 1] >= least, distance[j + side] >= least, distance[j + side + 1] >= least
        {
          return (UInt32(strongest), true)
        }
      }
    }
    return (UInt32(strongest), false)
  }

  /// How far a mixture of ground and ink may be from a pixel, levels.
  private static let likeness = 24

  /// What the fill does to a pixel of the layer where others show lines, too; nil for nothing. What is no mixture of ground
  /// and the ink nearby is covered in the area and left alone beside it.
  /// - Parameters:
  ///   - pixels: those of the layer around it, as `distance`; `i` is its index in both.
  ///   - isArea: whether it is in the area, instead of beside it.
  func paint(_ pixels: [UInt32], _ distance: [UInt8], _ i: Int, _ side: Int, isArea: Bool) -> Paint? {
    if erases, isGroundClear { return .removed(0) }
    let alpha = pixels[i] >> 24
    if distance[i] == 0 || isGroundClear && alpha < 255 { return paint(pixels[i], distance, i, side) }
    // Where ground was transparent, none is in an opaque pixel.
    guard !isGroundClear, alpha == 255, isMixture(pixels, distance, i, side) else { return isArea ? whole : nil }
    return paint(pixels[i], distance, i, side)
  }

  private func isMixture(_ pixels: [UInt32], _ distance: [UInt8], _ i: Int, _ side: Int) -> Bool {
    let (y, x) = i.quotientAndRemainder(dividingBy: side)
    var strongest = i
    for r in max(0, y - Self.inkReach)...min(side - 1, y + Self.inkReach) {
      for c in max(0, x - Self.inkReach)...min(side - 1, x + Self.inkReach)
      where distance[r * side + c] > distance[strongest] {
        strongest = r * side + c
      }
    }
    let (own, most) = (Int(distance[i]), Int(distance[strongest]))
    return [24, 16, 8, 0].allSatisfy { shift in
      func channel(_ pixel: UInt32) -> Int { Int(pixel >> UInt32(shift) & 255) }
      let mixed = channel(seed) + (channel(pixels[strongest]) - channel(seed)) * own / max(1, most)
      return abs(channel(pixels[i]) - mixed) <= Self.likeness
    }
  }
}
