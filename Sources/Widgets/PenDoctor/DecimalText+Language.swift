import Input
import Language

extension DecimalText {
  /// A number, or text with numbers, with the language's decimal separator. Reports and files
  /// always use a full stop.
  static func shown(_ text: String) -> String {
    let separator = Language.decimalSeparator
    return separator == "." ? text : text.replacing(".", with: separator)
  }

  /// A number with at most two decimals and the language's decimal separator.
  static func shown(_ number: Double) -> String { shown(short(number)) }
}
