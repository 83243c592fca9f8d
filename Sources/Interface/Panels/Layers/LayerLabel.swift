import Document
import Language
import Paint
import Toolkit

/// How labels of layers are shown.
extension Layer.Label {
  var title: String {
    switch self {
    case .none: translated("No label")
    case .red: translated("Red", context: "label")
    case .orange: translated("Orange", context: "label")
    case .yellow: translated("Yellow", context: "label")
    case .green: translated("Green", context: "label")
    case .cyan: translated("Cyan", context: "label")
    case .blue: translated("Blue", context: "label")
    case .violet: translated("Violet", context: "label")
    case .grey: translated("Grey", context: "label")
    }
  }

  /// The colour of its strip, on dark and bright panels; nil for none.
  var colour: Colour? {
    switch self {
    case .none: nil
    case .red: Colour(rgb: 0xE5484D)
    case .orange: Colour(rgb: 0xE8792A)
    case .yellow: Colour(rgb: 0xC79A00)
    case .green: Colour(rgb: 0x3F9E55)
    case .cyan: Colour(rgb: 0x1F9DAF)
    case .blue: Colour(rgb: 0x4A7DF0)
    case .violet: Colour(rgb: 0x9B5DE5)
    case .grey: Colour(rgb: 0x858790)
    }
  }
}
