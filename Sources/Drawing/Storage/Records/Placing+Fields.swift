import Document
import Geometry
import Ink
import Language
import Paint
import Raster

extension Placing: Fielded {
  /// A reader begins with a source of the right kind, as the word of the operation says.
  mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&surface, "layer")
    switch source {
    case .lifted(let mask):
      var selection: Mask? = mask
      try coder.code(&selection, "selection")
      guard let selection, !selection.isEmpty else {
        return try coder.check(false, translated("a selection is encoded incorrectly"))
      }
      source = .lifted(selection)
    case .pasted(var clipping):
      try coder.code(&clipping, "picture")
      source = .pasted(clipping)
    }
    try coder.code(&placement, "placement")
    try coder.code(&map, linear: Self.factors)
    try coder.check(map.isNearly(placement.map), translated("a number is out of range"))
    try coder.code(&strokes, "strokes", like: StrokeRecord(brush: Brush(), style: InkStyle()))
    try coder.check(strokes.isEmpty || !isPaste && hasPossibleStrokes, translated("an operation is unknown"))
  }
}

extension Placing {
  /// The factors of its map.
  private static let factors = -1e3...1e3

  /// Whether a reader takes its record.
  var isInRange: Bool {
    let (pivot, way) = (placement.pivot, placement.translation)
    return [pivot.x, pivot.y, way.dx, way.dy, map.tx, map.ty].allSatisfy(Placement.reach.contains)
      && [map.a, map.b, map.c, map.d].allSatisfy(Self.factors.contains)
  }
}

extension Placement: Fielded {
  /// The range of positions, px.
  static let reach = -1e9...1e9

  mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    let reach = Self.reach
    var pivot = pivot
    try coder.code(&pivot, Field("pivot", .px, in: reach))
    var (moved, factors, angle) = (translation, (scaleX, scaleY), rotation.radians)
    try coder.code(&moved.dx, Field("right", .px, in: reach, standard: 0))
    try coder.code(&moved.dy, Field("down", .px, in: reach, standard: 0))
    try coder.code(&factors.0, Field("scale-x", in: -1e3...1e3, standard: 1))
    try coder.code(&factors.1, Field("scale-y", in: -1e3...1e3, standard: 1))
    try coder.code(&angle, Field("angle", .angle, in: -1e6...1e6, standard: 0))
    self = Placement(pivot: pivot)
    (translation, scaleX, scaleY, rotation) = (moved, factors.0, factors.1, Angle(radians: angle))
  }
}

extension Clipping: Fielded {
  mutating func visit<Coder: FieldCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    var (width, height) = (image.width, image.height)
    try coder.code(&width, Field("width", .px, in: 1...Double(Document.endlessSide)))
    try coder.code(&height, Field("height", .px, in: 1...Double(Document.endlessSide)))
    try coder.check(
      Document.isAllowed(width: width, height: height),
      translated("its canvas of {width} x {height} px is not possible", ["width": width, "height": height]))
    let outer = coder.canvas
    coder.canvas = (width, height)
    defer { coder.canvas = outer }
    var selection: Mask? = mask
    try coder.code(&selection, "selection")
    var image = coder.reads ? TileGrid(width: width, height: height) : image
    try coder.code(&image, "pixels", limit: TileGrid.mostTilesInFile)
    guard coder.reads else { return }
    guard let selection, let clipping = Clipping(of: image, selection, isCut: true) else {
      return try coder.check(false, translated("a selection is encoded incorrectly"))
    }
    self = clipping
  }
}

extension FieldCoder {
  /// A map of positions, as fields of the value that has it.
  mutating func code(
    _ map: inout Affine, linear: ClosedRange<Double>, shift: ClosedRange<Double> = Placement.reach
  ) throws(Failure) {
    try code(&map.a, Field("a", in: linear, standard: 1))
    try code(&map.b, Field("b", in: linear, standard: 0))
    try code(&map.c, Field("c", in: linear, standard: 0))
    try code(&map.d, Field("d", in: linear, standard: 1))
    try code(&map.tx, Field("tx", .px, in: shift, standard: 0))
    try code(&map.ty, Field("ty", .px, in: shift, standard: 0))
  }
}

extension Affine {
  /// Whether two maps of placed pixels differ only as systems compute angles differently.
  func isNearly(_ other: Affine) -> Bool {
    let linear = [(a, other.a), (b, other.b), (c, other.c), (d, other.d)]
    guard linear.allSatisfy({ abs($0 - $1) <= 1e-9 }) else { return false }
    // Moves by whole px are rounded.
    let isExact = [a, b, c, d].allSatisfy { $0 == 0 || abs($0) == 1 }
    return !isExact && abs(tx - other.tx) <= 1e-2 && abs(ty - other.ty) <= 1e-2
      || isExact && abs(tx - other.tx) <= 1 && abs(ty - other.ty) <= 1 && tx == tx.rounded() && ty == ty.rounded()
  }
}
