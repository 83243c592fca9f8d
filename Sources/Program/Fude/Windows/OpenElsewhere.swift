import Files
import Language

/// The file is open in another window, which was raised.
struct OpenElsewhere: Error, CustomStringConvertible {
  var path: String
  /// The message after the program's name.
  var description: String { translated("{path} is open in another window", ["path": FileError.printable(path)]) }
  /// The message as a sentence of its own.
  var sentence: String {
    translated("{file} is open in another window.", ["file": FileError.printable(PathText.name(of: path))])
  }
}
