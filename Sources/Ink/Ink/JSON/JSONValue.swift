/// A value of a JSON text.
package enum JSONValue: Equatable, Sendable {
  case null
  case boolean(Bool)
  case number(Double)
  case text(String)
  case list([JSONValue])
  /// Members in the order of the text.
  case object([Member])

  package struct Member: Equatable, Sendable {
    package var name: String
    package var value: JSONValue

    package init(name: String, value: JSONValue) { (self.name, self.value) = (name, value) }
  }

  /// The member of an object; nil where there is none.
  /// - Throws: if there are several.
  func member(_ name: String) throws(MyPaintBrushError) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    let matching = members.filter { $0.name == name }
    guard matching.count <= 1 else { throw .repeated(field: name) }
    return matching.first?.value
  }
}
