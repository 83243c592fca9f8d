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
    if let recipe { return try write(recipe, to: &writer) }
    guard let mask else { return writer.write(true, "none") }
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
      if !wand.settings.samplesMerged { writer.write("layer", "sample") }
      if !wand.isContiguous { writer.write(false, "contiguous") }
    case .colour(var colour, let tolerance, let samplesMerged):
      try writer.code(color: &colour, "color")
      writer.write(Double(tolerance), "tolerance")
      if !samplesMerged { writer.write("layer", "sample") }
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

  static func read(_ reader: inout ScriptReader) throws(ScriptFault) -> Operation {
    let document = reader.document
    let isNone = try reader.flag("none") ?? false
    var given: [String] = isNone ? ["none"] : []
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
      add("color", .colour(colour, tolerance: 32, samplesMerged: true))
    }
    if reader.has("opacity-of") {
      var surface = SurfaceID(number: 0)
      try reader.code(&surface, "opacity-of")
      add("opacity-of", .opacity(surface))
    }
    // Those that were not given are known all the same.
    for name in ["wand", "opacity-of"] { _ = reader.member(name) }
    if let last = shapes.indices.last { try readSample(&shapes[last], &reader) }
    var recipe = SelectionRecipe(shapes.first ?? .present)
    recipe.isInverted = try reader.flag("invert") ?? false
    try reader.choose(&recipe.mode, Field("mode", standard: .replace))
    recipe.edge.smoothing = try reader.number("smooth", in: SelectionEdge.smoothings) ?? 0
    recipe.edge.border = try reader.number("border", in: SelectionEdge.borders) ?? 0
    recipe.edge.growth = try reader.number("grow", in: SelectionEdge.growths) ?? 0
    recipe.edge.feather = try reader.number("feather", in: SelectionEdge.feathers) ?? 0
    if given.count > 1 {
      throw ScriptFault(
        translated("{option} and {other} exclude each other", ["option": given[0], "other": given[1]]),
        at: reader.path(given[1]))
    }
    let edges = ["smooth", "border", "grow", "feather"]
    guard !given.isEmpty || recipe.isInverted || edges.contains(where: { reader.has($0) }) else {
      reader.lack(
        ScriptReader.oneOf(
          [
            "rectangle", "ellipse", "polygon", "mask", "all", "none", "wand", "color", "opacity-of", "invert",
          ] + edges))
      return .select(nil)
    }
    if isNone { return .select(nil) }
    // Without a selection the next operation would change the whole layer.
    guard let mask = recipe.mask(in: document), !mask.isEmpty else {
      throw ScriptFault(translated("this selects nothing"), isRefusal: true)
    }
    return .select(mask, recipe: recipe)
  }

  /// Reads what a shape compares colours by.
  private static func readSample(
    _ shape: inout SelectionRecipe.Shape, _ reader: inout ScriptReader
  ) throws(ScriptFault) {
    var (tolerance, samplesMerged) = (32, true)
    switch shape {
    case .wand(var wand):
      try reader.code(&tolerance, Field("tolerance", in: 0...255, standard: 32))
      try reader.code(&samplesMerged, Field("sample", standard: true, words: .init(yes: "all", no: "layer")))
      var gap = 0
      let gaps = Double(FillSettings.gaps.lowerBound)...Double(FillSettings.gaps.upperBound)
      try reader.code(&gap, Field("gap", .px, in: gaps, standard: 0))
      wand.settings = FillSettings(tolerance: tolerance, gap: gap, samplesMerged: samplesMerged)
      wand.isContiguous = try reader.flag("contiguous") ?? true
      shape = .wand(wand)
    case .colour(let colour, _, _):
      try reader.code(&tolerance, Field("tolerance", in: 0...255, standard: 32))
      try reader.code(&samplesMerged, Field("sample", standard: true, words: .init(yes: "all", no: "layer")))
      shape = .colour(colour, tolerance: tolerance, samplesMerged: samplesMerged)
    default: break
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
