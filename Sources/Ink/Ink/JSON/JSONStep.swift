/// A step from a value of a JSON text to a part of it.
package enum JSONStep: Hashable, Sendable {
  /// To the value of a member of an object.
  case member(String)
  /// To the name of a member of an object.
  case name(String)
  /// To an item of a list, from 0.
  case item(Int)
}
