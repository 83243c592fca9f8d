/// A text is not JSON, or no such JSON as is read.
package enum JSONFault: Error, Equatable {
  /// The number of the byte at which it shows, from 0.
  case notJSON(byte: Int)
  /// Lists and objects are nested too deeply.
  case tooDeep(byte: Int, limit: Int)
}
