/// An XML element with its attributes and children, and its text if that is asked for.
public struct XMLElement: Hashable, Sendable {
  /// An attribute.
  public struct Attribute: Hashable, Sendable {
    /// The name with its prefix, such as "mypaint:background-tile".
    public var name: String
    /// The value, without escapes.
    public var value: String

    /// Makes an attribute from its values.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Text in an element.
  public struct Text: Hashable, Sendable {
    /// The number of child elements before it.
    public var index: Int
    /// The text, without escapes.
    public var text: String

    /// Makes a text from its values.
    public init(_ text: String, at index: Int = 0) { (self.index, self.text) = (index, text) }
  }

  /// The name with its prefix.
  public var name: String
  /// The attributes, in the document's order; names are unique.
  public var attributes: [Attribute]
  /// The child elements, in the document's order.
  public var children: [XMLElement]
  /// The texts, in the document's order; without space between elements that has no text beside it.
  public var texts: [Text]
  /// The line on which the element starts, from 1; 0 if it was not read from a file.
  public var line: Int

  /// Makes an element from its values.
  public init(
    _ name: String, _ attributes: [Attribute] = [], children: [XMLElement] = [], texts: [Text] = [], line: Int = 0
  ) {
    self.name = name
    self.attributes = attributes
    self.children = children
    self.texts = texts
    self.line = line
  }

  /// The value of an attribute; nil if it is missing.
  public subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
}
