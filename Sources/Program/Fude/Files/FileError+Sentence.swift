import Files
import Language

extension FileError {
  /// The message as a complete sentence.
  var sentence: String { translated("{sentence}.", ["sentence": description.capitalisedAtStart]) }
}

extension StringProtocol {
  /// The text with a capital letter at its start.
  var capitalisedAtStart: String { prefix(1).uppercased() + dropFirst() }
}
