import Input
import Language

extension DecimalText {
  /// A number, or words with numbers in them, as people write them: reports and files have a full stop always.
  static func shown(_ text: String) -> String {
    let separator = Language.decimalSeparator
    return separator == "." ? text : text.replacing(".", with: separator)
  }

  /// The same of a number with two digits at most.
  static func shown(_ number: Double) -> String { shown(short(number)) }
}
