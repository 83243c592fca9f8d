import Archive
import Document
import Geometry
import Journal
import Language
import Raster

/// `{"op": "select", "rectangle": [100, 100, 400, 300], "mode": "add"}`: what a selection consists of, and how it joins
/// the present one.
enum SelectingScript {
  /// How new pixels join those that are selected.
  private enum Mode: String, WordChoice, CaseIterable { case replace, add, subtract, intersect }

  static func write(_ mask: Mask?, to writer: inout ScriptWriter) throws(ArchiveError) {
    guard let mask else { return writer.write(true, "none") }
    try writer.write(members: mask)
  }

  static func read(_ reader: inout ScriptReader) throws(ScriptFault) -> Operation {
    let document = reader.document
    var mode = Mode.replace
    try reader.choose(&mode, Field("mode", standard: .replace))
    let (width, height) = (document.width, document.height)
    var mask = Mask(width: width, height: height)
    var given: [String] = []
    if let rectangle = try reader.rectangle("rectangle") {
      given.append("rectangle")
      mask.fill(rectangle.intersection(mask.extent))
    }
    if let corners = try reader.points("polygon", atLeast: 3, in: -1e7...1e7) {
      given.append("polygon")
      mask.fill(polygon: corners)
    }
    if let read = try reader.maskBytes(width: width, height: height) {
      given.append("mask")
      mask = read
    }
    if try reader.flag("all") ?? false {
      given.append("all")
      mask.fill(document.shownBounds)
    }
    let isNone = try reader.flag("none") ?? false
    if isNone { given.append("none") }
    if given.count > 1 {
      throw ScriptFault(
        translated("{option} and {other} exclude each other", ["option": given[0], "other": given[1]]),
        at: reader.path(given[1]))
    }
    guard !given.isEmpty else {
      reader.lack(ScriptReader.oneOf(["rectangle", "polygon", "mask", "all", "none"]))
      return .select(nil)
    }
    if isNone { return .select(nil) }
    if mode != .replace {
      // Without a selection, all pixels can be painted.
      var present = document.selection ?? Mask(width: width, height: height, isFull: mode != .add)
      switch mode {
      case .add: present.formUnion(mask)
      case .subtract: present.subtract(mask)
      case .intersect: present.formIntersection(mask)
      case .replace: break
      }
      mask = present
    }
    // Without a selection the next operation would change the whole layer.
    guard !mask.isEmpty else { throw ScriptFault(translated("this selects nothing"), isRefusal: true) }
    return .select(mask)
  }
}
