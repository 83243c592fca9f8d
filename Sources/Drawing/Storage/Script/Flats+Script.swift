import Document
import Ink
import Language

/// `{"op": "flats", "layer": "Flats", "gap": 24}`: the areas of line art get flat colours, each by a fill.
enum FlatsScript {
  /// The gap that is closed where a script says nothing, px.
  private static let gap = 24

  /// Reads it as the fills of the drawing's areas. A layer that is missing is added below the line art.
  static func read(_ reader: inout ScriptReader) throws(ScriptFault) -> [Operation] {
    let name = try reader.text("layer") ?? Flats.layerName
    guard !name.isEmpty else {
      throw reader.fault("layer", .text(name), translated("a text of at least one character"))
    }
    var settings = FillSettings(gap: gap, source: .reference)
    try reader.code(
      &settings.gap,
      Field("gap", .px, in: Double(FillSettings.gaps.lowerBound)...Double(FillSettings.gaps.upperBound), standard: gap))
    try reader.code(&settings.tolerance, Field("tolerance", in: 0...255, standard: 32))
    try reader.code(
      &settings.under,
      Field(
        "under", .px, in: Double(FillSettings.unders.lowerBound)...Double(FillSettings.unders.upperBound), standard: 2))
    try reader.choose(&settings.source, Field("sample", standard: .reference))
    if reader.isLacking { return [] }
    var drawing = reader.document
    var operations: [Operation] = []
    drawing.takesNotes = false
    if name.hasPrefix("#") || drawing.layers.contains(where: { $0.name == name }) {
      var layer = drawing.activeID
      if reader.has("layer") {
        try reader.code(&layer, "layer")
      } else {
        layer = try ScriptLayers.layer(named: name, in: drawing)
      }
      _ = drawing.activate(layer)
    } else {
      for addition in Flats.addition(to: drawing, name: name) {
        operations.append(.layer(addition))
        _ = drawing.perform(addition)
      }
    }
    var flats = Flats(on: drawing, settings)
    while flats.findNext() {}
    return operations + flats.finish(on: drawing).map { .fill($0) }
  }
}
