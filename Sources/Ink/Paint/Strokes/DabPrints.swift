import Geometry
import Ink

/// The prints at each place of a stroke of dabs: its tip, with the differences by chance.
///
/// Chance depends on the seed and the number of the place alone.
struct DabPrints {
  private let variation: Brush.Variation
  private let tip: Brush.ImageTip?
  private let hardness: Double
  private let seed: UInt64
  /// How this copy of the stroke was turned and mirrored.
  private let map: Affine

  /// - Parameter map: the map from the stroke to this copy of it; it only moves, turns and mirrors.
  init(_ dabs: Brush.Dabs, _ tip: Brush.Tip, seed: Int, map: Affine) {
    (variation, hardness, self.seed, self.map) = (dabs.variation, dabs.hardness, UInt64(seed), map)
    if case .image(let image) = tip { self.tip = image } else { self.tip = nil }
  }

  /// Reports the prints of a place, in order.
  func forEach(at place: DabWalk.Place, _ body: (Dab) -> Void) {
    guard tip != nil || variation != Brush.Variation() else {
      return body(.round(place.center, radius: place.radius, strength: place.strength, hardness: hardness))
    }
    for turn in 0..<variation.count {
      var chance = DabChance(seed: seed, number: UInt64(place.number) << 4 | UInt64(turn))
      let across = chance.balanced() * variation.scatter
      let along = chance.balanced() * (variation.scattersAlong ? variation.scatter : 0)
      let radius = place.radius * (1 - chance.share() * variation.size)
      let strength = place.strength * (1 - chance.share() * variation.strength)
      let heading = place.heading == .zero ? map(Vector(1, 0)) : place.heading
      // The normal of a mirror image is the other one.
      let side = map.determinant < 0 ? -1.0 : 1.0
      let normal = Vector(-heading.dy * side, heading.dx * side)
      let center = place.center + (normal * across + heading * along) * (2 * place.radius)
      guard let tip else {
        body(.round(center, radius: radius, strength: strength, hardness: hardness))
        continue
      }
      let number = image(tip, heading, place.number &* variation.count &+ turn, &chance)
      let angle = place.direction + side * chance.balanced() * tip.angleJitter * .pi
      let isFlipped = (across: tip.flipsAcross && chance.share() < 0.5, down: tip.flipsDown && chance.share() < 0.5)
      let print = TipPrint(
        tip.images.pyramid(number), radius: radius, roundness: tip.roundness, angle: angle,
        isFlippedAcross: isFlipped.across, isFlippedDown: isFlipped.down != (side < 0))
      body(.image(center, strength: strength * print.share, print))
    }
  }

  /// The number of the picture of a print.
  private func image(_ tip: Brush.ImageTip, _ heading: Vector, _ number: Int, _ chance: inout DabChance) -> Int {
    let count = tip.images.count
    let random = chance.share()
    switch tip.choice {
    case .sequence: return number % count
    case .chance: return min(count - 1, Int(random * Double(count)))
    case .direction:
      // As the stroke itself went, not this copy of it.
      let own = Vector(map.a * heading.dx + map.b * heading.dy, map.c * heading.dx + map.d * heading.dy)
      let turns = (own.direction + .quarterTurn).radians / (2 * .pi)
      return (Int((turns * Double(count)).rounded()) % count + count) % count
    }
  }
}

/// A print of a tip.
enum Dab {
  /// A soft or hard disc.
  case round(Point, radius: Double, strength: Double, hardness: Double)
  /// A picture.
  case image(Point, strength: Double, TipPrint)

  /// The pixels that it may change.
  var pixels: PixelRect {
    let (center, x, y) =
      switch self {
      case .round(let center, let radius, _, _): (center, radius + 0.5, radius + 0.5)
      case .image(let center, _, let print): (center, print.reach.dx, print.reach.dy)
      }
    return PixelRect(
      covering: Rect(minX: center.x - x, minY: center.y - y, maxX: center.x + x, maxY: center.y + y))
  }
}

/// The random numbers of one print: a sequence of its own (SplitMix64).
struct DabChance {
  private var state: UInt64

  init(seed: UInt64, number: UInt64) {
    state = (seed &+ 1) &* 0xD6E8_FEB8_6659_FD93 ^ number &* 0xA076_1D64_78BD_642F
  }

  /// A number in 0..<1.
  mutating func share() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((z ^ (z >> 31)) >> 11) / Double(UInt64(1) << 53)
  }

  /// A number in -1..<1.
  mutating func balanced() -> Double { 2 * share() - 1 }
}
