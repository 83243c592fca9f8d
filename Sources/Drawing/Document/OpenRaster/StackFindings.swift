import Archive

/// What the parser of `stack.xml` finds that is not in the `RasterStack`.
struct StackFindings: Hashable {
  /// Messages about content that changes the picture.
  var notes: [String] = []
  /// What saving loses of the list. The attributes are below.
  var losses = FileLosses()
  /// Unknown attributes with a content.
  var attributes: [XMLElement.Attribute] = []
  /// The images of elements that are left out.
  var sources: Set<String> = []

  /// Notes an element that is left out, with everything in it.
  mutating func leaveOut(_ element: XMLElement) {
    losses.elements[element.name, default: 0] += 1
    addSources(of: element)
  }

  private mutating func addSources(of element: XMLElement) {
    if let source = element["src"] { sources.insert(source) }
    for child in element.children { addSources(of: child) }
  }

  /// Notes the attributes of an element that are not in `known`. Declarations, versions and values
  /// for "none" are no content.
  mutating func noteAttributes(of element: XMLElement, known: Set<String>) {
    for attribute in element.attributes where !known.contains(attribute.name) {
      let name = attribute.name
      if name == "version" || name.hasSuffix(":version") || name == "xmlns" || name.hasPrefix("xmlns:") { continue }
      if ["", "0", "false", "no", "none"].contains(attribute.value.lowercased()) { continue }
      attributes.append(attribute)
    }
  }
}
