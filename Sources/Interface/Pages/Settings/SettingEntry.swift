import Toolkit

/// A row of the page of settings, for the searches of commands and keys.
struct SettingEntry: Hashable {
  /// Where it is.
  var part: SettingsPage.Part
  /// Its number among the rows of the part.
  var row: Int
  /// Its name.
  var title: String
  /// What the page says about it, and its options.
  var about: String

  /// Whether its texts have all words of a search.
  func matches(_ words: [Substring]) -> Bool { SearchWords(title + " " + about + " " + part.title).match(words) }
}

/// The words of a text that a search looks through.
struct SearchWords {
  private let text: String
  private let words: [Substring]

  init(_ text: String) {
    self.text = text.lowercased()
    words = self.text.split { !$0.isLetter && !$0.isNumber }
  }

  /// Whether each word of a search begins a word of the text; in languages that write no blanks, whether it is anywhere in
  /// it.
  func match(_ query: [Substring]) -> Bool {
    query.allSatisfy { word in
      let word = word.lowercased()
      return words.contains { $0.hasPrefix(word) }
        || word.contains { !$0.isASCII && $0.isLetter } && text.contains(word)
    }
  }
}
