import Document
import Files
import Toolkit

/// A name in a folder, as it is typed.
struct PathEntry: Hashable {
  /// The folder, from the root on.
  let folder: String
  /// The typed part of a name in the folder; empty after a slash.
  let name: String

  /// - Parameters:
  ///   - text: as typed: from the root, from the home ("~"), or from `base`.
  ///   - base: the folder that is shown, from the root on.
  init(_ text: String, base: String, home: String?) {
    guard text != "~", text != "..", text != "." else {
      (folder, name) = (PathText.absolute(text, base: base, home: home), "")
      return
    }
    let slash = text.utf8.lastIndex(of: UInt8(ascii: "/"))
    let head = slash.map { String(text[...$0]) } ?? ""
    folder = head.isEmpty ? base : PathText.absolute(head, base: base, home: home)
    name = slash.map { String(text[text.utf8.index(after: $0)...]) } ?? text
  }

  /// Whether a name begins with the typed one, ignoring case.
  func fits(_ other: String) -> Bool { other.lowercased().hasPrefix(name.lowercased()) }

  /// The name as completed by Tab: the common prefix of all matching entries, and a slash after a
  /// single folder; nil if there is nothing to add.
  func completed(from entries: [FolderListing.Entry]) -> String? {
    guard !name.isEmpty else { return nil }
    // Entries with the same case take precedence.
    let exact = entries.filter { $0.name.hasPrefix(name) }
    let fitting = exact.isEmpty ? entries.filter { fits($0.name) } : exact
    guard let first = fitting.first else { return nil }
    var common = Array(first.name)
    for entry in fitting.dropFirst() {
      let count = zip(common, entry.name).prefix { $0.0 == $0.1 }.count
      common.removeLast(common.count - count)
    }
    var text = String(common)
    if fitting.count == 1, first.isFolder { text += "/" }
    return text.count < name.count || text == name ? nil : text
  }
}
