import Archive
import Language

/// What is missing of a layer's image in a file.
enum ImageDamage: Hashable {
  /// Some of the pixels; the others are whole.
  case part
  /// All pixels.
  case all
}

/// The damaged or missing images of a file, and what is shown of them. Has the names of their layers.
struct FileDamage: Hashable {
  /// The layers whose image was drawn again from the history.
  var redrawn: [String] = []
  /// The layers whose image is damaged and shown in part.
  var cut: [String] = []
  /// The layers whose image is missing, or too damaged to show any row.
  var empty: [String] = []
  /// The layers whose mask is damaged, so that it is off.
  var masks: [String] = []
  /// Whether the paper's colour is not known.
  var hasLostPaper = false

  /// The largest number of names in a sentence.
  private static let mostNames = 8

  /// The message; nil if nothing is damaged.
  var message: String? {
    var all: [String] = []
    if !redrawn.isEmpty {
      all.append(
        translated(
          "The image of {count} layer is damaged and was drawn again from the undo history: {names}.",
          other: "The images of {count} layers are damaged and were drawn again from the undo history: {names}.",
          count: redrawn.count, ["names": Self.list(redrawn)]))
    }
    if !cut.isEmpty {
      all.append(
        translated(
          "The image of {count} layer is damaged, and only a part of it is shown: {names}.",
          other: "The images of {count} layers are damaged, and only parts of them are shown: {names}.",
          count: cut.count, ["names": Self.list(cut)]))
    }
    if !empty.isEmpty {
      all.append(
        translated(
          "The image of {count} layer is damaged or missing, and the layer is empty: {names}.",
          other: "The images of {count} layers are damaged or missing, and the layers are empty: {names}.",
          count: empty.count, ["names": Self.list(empty)]))
    }
    if !masks.isEmpty {
      all.append(
        translated(
          "The mask of {count} layer is damaged or missing, and is off: {names}.",
          other: "The masks of {count} layers are damaged or missing, and are off: {names}.",
          count: masks.count, ["names": Self.list(masks)]))
    }
    if hasLostPaper {
      all.append(translated("The image of the paper is damaged or missing. Its colour may have been another one."))
    }
    return all.isEmpty ? nil : all.joined(separator: " ")
  }

  private static func list(_ names: [String]) -> String {
    names.prefix(mostNames).map { "\"\(ArchiveError.quotable($0))\"" }.joined(separator: ", ")
      + (names.count > mostNames ? ", ..." : "")
  }
}
