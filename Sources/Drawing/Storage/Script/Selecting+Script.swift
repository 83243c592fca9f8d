import Archive
import Document
import Geometry
import Ink
import Journal
import Language
import Raster

/// `{"op": "select", "rectangle": [100, 100, 400, 300], "mode": "add", "feather": 8}`: what a selection consists of, how it
/// joins the present one, and its edge.
enum SelectingScript {
  static func write(
    _ mask: Mask?, _ recipe: SelectionRecipe?, to writer: inout ScriptWriter
  ) throws(ArchiveError) {
    // A script refuses to select nothing by a recipe.
    let isEmpty = mask?.isEmpty ?? false
    if let recipe, !isEmpty { return try write(recipe, to: &writer) }
    guard let mask, !isEmpty else { return writer.write(true, "none") }
    try writer.write(members: mask)
  }

  private static func write(_ recipe: SelectionRecipe, to writer: inout ScriptWriter) throws(ArchiveError) {
    switch recipe.shape {
    case .present: break
    case .all: writer.write(true, "all")
    case .rectangle(let rect):
      writer.write([rect.minX, rect.minY, rect.width, rect.height].map { Double($0) }, "rectangle")
    case .ellipse(let rect): writer.write([rect.minX, rect.minY, rect.width, rect.height], "ellipse")
    case .polygon(var corners): writer.code(&corners, "polygon", in: SelectionRecipe.places)
    case .mask(let mask): writer.write(bytes: try MaskCoding.encoded(mask), "mask")
    case .wand(let wand):
      writer.write([wand.place.x, wand.place.y], "wand")
      writer.write(Double(wand.settings.tolerance), "tolerance")
      if wand.settings.gap > 0 { writer.write(Double(wand.settings.gap), "gap") }
      if wand.settings.rule != .joints { writer.write(wand.settings.rule.rawValue, "rule") }
      if wand.settings.source != .all { writer.write(wand.settings.source.rawValue, "sample") }
      if !wand.isContiguous { writer.write(false, "contiguous") }
    case .colour(var colour, let tolerance, let source):
      try writer.code(color: &colour, "color")
      writer.write(Double(tolerance), "tolerance")
      if source != .all { writer.write(source.rawValue, "sample") }
    case .opacity(var surface): writer.code(&surface, "opacity-of")
    }
    if recipe.isInverted { writer.write(true, "invert") }
    if recipe.mode != .replace { writer.write(recipe.mode.rawValue, "mode") }
    if recipe.edge.smoothing != 0 { writer.write(recipe.edge.smoothing, "smooth") }
    if recipe.edge.border != 0 { writer.write(recipe.edge.border, "border") }
    if recipe.edge.growth != 0 || recipe.shape == .present && !recipe.isInverted && recipe.edge.isNone {
      writer.write(recipe.edge.growth, "grow")
    }
    if recipe.edge.feather != 0 { writer.write(recipe.edge.feather, "feather") }
  }

  /// The keys with which a selection can be changed later.
  static let changeableKeys =
    [
      "rectangle", "ellipse", "polygon", "wand", "color", "opacity-of", "all", "tolerance", "sample", "gap",
      "contiguous",
      "invert", "mode",
    ] + edgeKeys

  /// The recipe with the values that are given; all others stay.
  static func changed(
    _ recipe: SelectionRecipe, _ reader: inout ScriptReader
  ) throws(ScriptFault) -> SelectionRecipe {
    var recipe = recipe
    let (given, shapes) = try shapes(&reader)
    try checkAlone(given, reader)
    if let shape = shapes.first { recipe.shape = shape.like(recipe.shape) }
    try readSample(&recipe.shape, &reader)
    recipe.isInverted = try reader.flag("invert") ?? recipe.isInverted
    try reader.choose(&recipe.mode, Field("mode", standard: recipe.mode))
    try readEdge(&recipe.edge, &reader)
    return recipe
  }

  private static let edgeKeys = ["smooth", "border", "grow", "feather"]

  /// Reads what becomes of the edge. Values that are not given stay.
  private static func readEdge(_ edge: inout SelectionEdge, _ reader: inout ScriptReader) throws(ScriptFault) {
    edge.smoothing = try reader.number("smooth", in: SelectionEdge.smoothings) ?? edge.smoothing
    edge.border = try reader.number("border", in: SelectionEdge.borders) ?? edge.border
    edge.growth = try reader.number("grow", in: SelectionEdge.growths) ?? edge.growth
    edge.feather = try reader.number("feather", in: SelectionEdge.feathers) ?? edge.feather
  }

  /// Only one of the keys that say what is selected can be given.
  private static func checkAlone(_ given: [String], _ reader: ScriptReader) throws(ScriptFault) {
    guard given.count > 1 else { return }
    throw ScriptFault(
      translated("{option} and {other} exclude each other", ["option": given[0], "other": given[1]]),
      at: reader.path(given[1]))
  }

  /// The shapes that are given, and their keys.
  private static func shapes(
    _ reader: inout ScriptReader
  ) throws(ScriptFault) -> (given: [String], shapes: [SelectionRecipe.Shape]) {
    let document = reader.document
    var given: [String] = []
    var shapes: [SelectionRecipe.Shape] = []
    func add(_ name: String, _ shape: SelectionRecipe.Shape) {
      given.append(name)
      shapes.append(shape)
    }
    if let rectangle = try reader.rectangle("rectangle") { add("rectangle", .rectangle(rectangle)) }
    if let ellipse = try reader.ellipse("ellipse") { add("ellipse", .ellipse(ellipse)) }
    if let corners = try reader.points("polygon", atLeast: 3, in: SelectionRecipe.places) {
      add("polygon", .polygon(corners))
    }
    if let mask = try reader.maskBytes(width: document.width, height: document.height) { add("mask", .mask(mask)) }
    if try reader.flag("all") ?? false { add("all", .all) }
    if reader.has("wand") {
      var place = Point.zero
      try reader.code(&place, Field("wand", .px, in: SelectionRecipe.places))
      add("wand", .wand(SelectionRecipe.Wand(at: place)))
    }
    if let text = try reader.text("color") {
      guard let colour = ScriptColour.value(text) else {
        throw reader.fault("color", .text(text), translated("a colour such as #1d1f24"))
      }
      add("color", .colour(colour, tolerance: 32, source: .all))
    }
    if reader.has("opacity-of") {
      var surface = SurfaceID(number: 0)
      try reader.code(&surface, "opacity-of")
      add("opacity-of", .opacity(surface))
    }
    // Those that were not given are known all the same.
    for name in ["wand", "opacity-of"] { _ = reader.member(name) }
    return (given, shapes)
  }

  static func read(_ reader: inout ScriptReader) throws(ScriptFault) -> Operation {
    let document = reader.document
    let isNone = try reader.flag("none") ?? false
    let found = try shapes(&reader)
    let given = (isNone ? ["none"] : []) + found.given
    var shapes = found.shapes
    if let last = shapes.indices.last { try readSample(&shapes[last], &reader) }
    var recipe = SelectionRecipe(shapes.first ?? .present)
    recipe.isInverted = try reader.flag("invert") ?? false
    try reader.choose(&recipe.mode, Field("mode", standard: .replace))
    try readEdge(&recipe.edge, &reader)
    try checkAlone(given, reader)
    guard !given.isEmpty || recipe.isInverted || edgeKeys.contains(where: { reader.has($0) }) else {
      reader.lack(
        ScriptReader.oneOf(
          [
            "rectangle", "ellipse", "polygon", "mask", "all", "none", "wand", "color", "opacity-of", "invert",
          ] + edgeKeys))
      return .select(nil)
    }
    if isNone { return .select(nil) }
    // Without a selection the next operation would change the whole layer.
    guard let mask = recipe.mask(in: document), !mask.isEmpty else {
      throw ScriptFault(translated("this selects nothing"), isRefusal: true)
    }
    return .select(mask, recipe: recipe)
  }

  /// Reads what a shape compares colours by. Values that are not given stay.
  private static func readSample(
    _ shape: inout SelectionRecipe.Shape, _ reader: inout ScriptReader
  ) throws(ScriptFault) {
    func read(_ tolerance: inout Int, _ source: inout FillSource) throws(ScriptFault) {
      try reader.code(&tolerance, Field("tolerance", in: 0...255, standard: tolerance))
      try reader.choose(&source, Field("sample", standard: source))
    }
    switch shape {
    case .wand(var wand):
      try read(&wand.settings.tolerance, &wand.settings.source)
      let gaps = Double(FillSettings.gaps.lowerBound)...Double(FillSettings.gaps.upperBound)
      try reader.code(&wand.settings.gap, Field("gap", .px, in: gaps, standard: wand.settings.gap))
      try reader.choose(&wand.settings.rule, Field("rule", standard: wand.settings.rule))
      wand.isContiguous = try reader.flag("contiguous") ?? wand.isContiguous
      shape = .wand(wand)
    case .colour(let colour, var tolerance, var source):
      try read(&tolerance, &source)
      shape = .colour(colour, tolerance: tolerance, source: source)
    default: break
    }
  }
}

extension SelectionRecipe.Shape {
  /// The shape with the values by which another one compares colours.
  fileprivate func like(_ other: SelectionRecipe.Shape) -> SelectionRecipe.Shape {
    switch (self, other) {
    case (.wand(let wand), .wand(var other)):
      other.place = wand.place
      return .wand(other)
    case (.colour(let colour, _, _), .colour(_, let tolerance, let source)):
      return .colour(colour, tolerance: tolerance, source: source)
    default: return self
    }
  }
}

extension ScriptReader {
  /// A rectangle around an ellipse, moved with the script; nil if it is missing.
  fileprivate mutating func ellipse(_ name: String) throws(ScriptFault) -> Rect? {
    guard let value = member(name) else { return nil }
    let form = translated("a list [x, y, width, height], the last two above 0")
    let sides = try numbers(value, name, count: 4, in: SelectionRecipe.places, form: form, at: path(name))
    guard sides[2] > 0, sides[3] > 0 else { throw fault(name, value, form) }
    return Rect(x: sides[0] + use.shift.dx, y: sides[1] + use.shift.dy, width: sides[2], height: sides[3])
  }
}
