import Document
import Language

/// A message about content of a file that Fude changes or leaves out. Names are as they are shown.
enum FileNote: Hashable {
  case groupTakenApart(String)
  case layerWithoutPixels(String)
  case layerCut(String)
  case unknownMode(layer: String, mode: String)
  case unsupported(element: String, name: String)
  /// A message without a name.
  case other(String)

  /// The message.
  var text: String {
    switch self {
    case .groupTakenApart(let group):
      translated(
        "The group \"{group}\" was taken apart, and may look different: groups can be nested {count} deep at most.",
        ["group": group, "count": LayerTree.mostDepth])
    case .layerWithoutPixels(let layer):
      translated("The layer \"{layer}\" has no pixels and is not shown.", ["layer": layer])
    case .layerCut(let layer):
      translated("The layer \"{layer}\" was cut at the canvas's edge.", ["layer": layer])
    case .unknownMode(let layer, let mode):
      translated("The layer \"{layer}\" is blended normally: {mode} is not known.", ["layer": layer, "mode": mode])
    case .unsupported(let element, let name):
      translated(
        "The {element} \"{name}\" is not shown: Fude does not support it.", ["element": element, "name": name])
    case .other(let text): text
    }
  }

  /// The same message without its name: equal for messages that differ only in that.
  private var kind: FileNote {
    switch self {
    case .groupTakenApart: .groupTakenApart("")
    case .layerWithoutPixels: .layerWithoutPixels("")
    case .layerCut: .layerCut("")
    case .unknownMode(_, let mode): .unknownMode(layer: "", mode: mode)
    case .unsupported(let element, _): .unsupported(element: element, name: "")
    case .other: self
    }
  }

  /// Merges messages that differ only in the name into one with the number of others.
  static func condensed(_ notes: [FileNote]) -> [String] {
    var kinds: [(kind: FileNote, first: FileNote, others: Int)] = []
    var places: [FileNote: Int] = [:]
    for note in notes {
      if let at = places[note.kind] {
        kinds[at].others += 1
      } else {
        places[note.kind] = kinds.count
        kinds.append((note.kind, note, 0))
      }
    }
    return kinds.map { kind in
      kind.others == 0
        ? kind.first.text
        : translated(
          "{note} The same applies to {count} more.", other: "{note} The same applies to {count} more.",
          count: kind.others, ["note": kind.first.text])
    }
  }
}
