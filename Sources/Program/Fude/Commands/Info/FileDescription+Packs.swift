import Document
import Files
import Geometry
import Ink
import Library

/// Descriptions of packs of brushes and of brushes' prints.
extension FileDescription {
  static func describePack(_ path: String, _ facts: inout Facts) throws(FileError) {
    let pack = try BrushPack(at: path)
    begin("brush pack", path, &facts)
    facts.add("name", .text(pack.name))
    var brushes: [Facts] = []
    for file in pack.files {
      var brush = Facts()
      brush.add("name", .text(PathText.shown(PathText.stem(of: file.path))))
      if BrushFile.format(start: file.bytes.prefix(64), path: file.path) == .mypaint {
        if let paint = try? MyPaintBrush(parsing: file.bytes) {
          brush.add("engine", .text("mypaint"))
          brush.add("size", .rounded(paint.fullWidth(ofRadius: paint.radius), places: 3))
        }
      } else if let read = try? Brush(parsing: file.bytes, pictures: TipPicture.images) {
        brush.add("engine", .text("fude"))
        brush.add("size", .rounded(read.fullWidth, places: 3))
        brush.add("tip", .text(read.tipName))
        brush.add("ink", .text(read.inkName))
        addPrints(of: read, to: &brush)
      }
      if !file.left.isEmpty { brush.add("left", .texts(item: "feature", file.left.sorted().map(\.name))) }
      brushes.append(brush)
    }
    facts.add("brushes", .list(item: "brush", brushes))
    let leftOut = pack.leftOut.map { left in
      var facts = Facts()
      facts.add("name", .text(left.name))
      facts.add("fault", .text(left.fault))
      return facts
    }
    if !leftOut.isEmpty { facts.add("left-out", .list(item: "brush-left-out", leftOut)) }
  }

  /// Adds what dabs and pictures of tips have.
  static func addPrints(of brush: Brush, to facts: inout Facts) {
    if brush.minimumShare < 1, brush.dabs != nil {
      facts.add("width-minimum", .rounded(brush.minimumShare, places: 3))
    }
    guard let dabs = brush.dabs else { return }
    if brush.flow.minimumShare < 1 { facts.add("flow-minimum", .rounded(brush.flow.minimumShare, places: 3)) }
    facts.add("spacing", .rounded(dabs.spacing, places: 3))
    let variation = dabs.variation
    if variation.scatter > 0 { facts.add("scatter", .rounded(variation.scatter, places: 3)) }
    if variation.count > 1 { facts.add("prints", .integer(variation.count)) }
    if variation.size > 0 { facts.add("size-jitter", .rounded(variation.size, places: 3)) }
    if variation.strength > 0 { facts.add("flow-jitter", .rounded(variation.strength, places: 3)) }
    guard case .image(let tip) = brush.tip else { return }
    facts.add("pictures", .text("\(tip.images.width)x\(tip.images.height)x\(tip.images.count)"))
    if tip.images.count > 1 { facts.add("choice", .text(tip.choice.rawValue)) }
    facts.add("turn", .text(tip.turning.rawValue))
    if tip.angle != .zero { facts.add("angle", .rounded(tip.angle.degrees, places: 3)) }
    if tip.roundness < 1 { facts.add("roundness", .rounded(tip.roundness, places: 3)) }
    if tip.angleJitter > 0 { facts.add("angle-jitter", .rounded(tip.angleJitter, places: 3)) }
  }
}

extension Brush {
  /// The kind of its tip, as `fude info` names it.
  var tipName: String {
    switch rendering {
    case .mypaint: return "mypaint"
    case .outline, .dabs, .spray: break
    }
    return switch tip {
    case .round: "round"
    case .flat: "flat"
    case .image: "image"
    }
  }

  /// The kind of its ink, as `fude info` names it.
  var inkName: String {
    switch rendering {
    case .outline: "outline"
    case .dabs: "dabs"
    case .spray: "spray"
    case .mypaint: "mypaint"
    }
  }
}
