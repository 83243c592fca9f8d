import Document
import Language
import Storage

extension SavedHistory {
  /// Says that a file does not have the whole history.
  /// - Parameter file: the name of the file as it is shown.
  func statement(_ file: String) -> String {
    savedCount == 0
      ? translated(
        "{file} is saved without its undo step.", other: "{file} is saved without its {count} undo steps.",
        count: count, ["file": file])
      : translated(
        "{file} is saved with the last {saved} of {count} undo step.",
        other: "{file} is saved with the last {saved} of {count} undo steps.", count: count,
        ["file": file, "saved": savedCount])
  }

  /// The message about such a file: what happened, what it means, and where it can be changed.
  func message(_ file: String) -> String {
    let rest = translated("The missing steps can be undone until the drawing is closed.")
    let advice = isCut ? translated("The settings say how many are kept: Undo steps in files.") : nil
    return [statement(file), rest, advice].compactMap(\.self).joined(separator: " ")
  }
}
