import Document
import Geometry
import Ink
import Language
import Paint
import Raster

extension InkStyle.Blend: ListedChoice {
  public static let allCases: [InkStyle.Blend] = [.over, .erase, .multiply]

  var word: String {
    switch self {
    case .over: "over"
    case .erase: "erase"
    case .multiply: "multiply"
    }
  }
}

extension PaintMixing: ListedChoice {
  var word: String {
    switch self {
    case .shallow: "8-bits"
    case .deep: "16-bits"
    case .exact: "exact"
    case .exactWithLayersBelow: "exact-with-layers-below"
    }
  }
}

extension StrokeRecord: Fielded {
  mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&surface, "layer")
    try coder.code(&brush, "brush")
    try coder.code(&inputScale, Field("input-scale", in: 1e-6...1e6, standard: 1))
    try coder.code(color: &style.colour, "color", standard: 0)
    try coder.code(&style.share, Field("opacity", .share, in: 0...65535, standard: 65535))
    try coder.choose(&style.blend, Field("blend", standard: .over))
    try coder.code(&style.isExact, Field("is-exact", standard: true))
    try coder.code(&symmetry, "symmetry")
    try coder.code(&selection, "selection")
    try coder.code(
      &conditions.seed, Field("seed", in: 0...Double(PaintConditions.seeds.upperBound - 1), standard: 0))
    try coder.code(&conditions.rotation, "view-angle", standard: 0)
    try coder.code(&conditions.isMirrored, Field("view-is-mirrored", standard: false))
    try coder.choose(&conditions.mixing, Field("mixing", standard: .exact))
    try coder.code(&samples, "samples")
    var (from, to) = (part?.from, part?.to)
    let times = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
    try coder.code(&from, "from", .seconds, in: times)
    try coder.code(&to, "to", .seconds, in: times)
    try coder.code(&widths, "widths")
    guard coder.reads else { return }
    part = StrokePart(from: from, to: to)
    let isPossible = part != nil || from == nil && to == nil
    try coder.check(isPossible, translated("a part of a stroke ends before it begins"))
  }
}

extension Symmetry: Fielded {
  private enum Word: String, WordChoice, CaseIterable { case none, mirror, radial }

  mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    var (word, vertical, horizontal, count, isMirrored) = (Word.none, false, false, 2, false)
    switch kind {
    case .none: break
    case .mirror(let down, let across): (word, vertical, horizontal) = (.mirror, down, across)
    case .radial(let folds, let mirrors): (word, count, isMirrored) = (.radial, folds, mirrors)
    }
    try coder.choose(&word, Field("kind", standard: Word.none))
    switch word {
    case .none: kind = .none
    case .mirror:
      try coder.code(&vertical, Field("vertical", standard: false))
      try coder.code(&horizontal, Field("horizontal", standard: false))
      kind = .mirror(vertical: vertical, horizontal: horizontal)
    case .radial:
      try coder.code(&count, Field("count", in: -1e9...1e9))
      try coder.code(&isMirrored, Field("is-mirrored", standard: false))
      kind = .radial(count: count, isMirrored: isMirrored)
    }
    try coder.code(&center, "center", in: -1e9...1e9)
    try coder.code(&angle, "angle", standard: 0)
  }
}
