/// An element of an XML document with all that is in it, but for text.
public struct XMLElement: Hashable, Sendable {
  /// A name with its value.
  public struct Attribute: Hashable, Sendable {
    /// The name, with its prefix if it has one: "mypaint:background-tile".
    public var name: String
    /// The value, without escapes.
    public var value: String

    /// An attribute by its parts.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The name, with its prefix if it has one.
  public var name: String
  /// Its attributes, in the document's order; no name twice.
  public var attributes: [Attribute]
  /// The elements in it, in the document's order.
  public var children: [XMLElement]
  /// The line on which it starts, 1 the first; 0 where it was not read.
  public var line: Int

  /// An element by its parts.
  public init(_ name: String, _ attributes: [Attribute] = [], children: [XMLElement] = [], line: Int = 0) {
    self.name = name
    self.attributes = attributes
    self.children = children
    self.line = line
  }

  /// The value of the attribute with a name; nil where there is none.
  public subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
}
