import Archive

/// What the parser of `stack.xml` finds that is not in the `RasterStack`.
struct StackFindings: Hashable {
  /// Messages about content that changes the picture.
  var notes: [FileNote] = []
  /// What saving loses of the list. The attributes are below.
  var losses = FileLosses()
  /// Unknown attributes that are left out.
  var attributes: [XMLElement.Attribute] = []
  /// The images of elements that are left out.
  var sources: Set<String> = []
  /// What of the limits for unknown content is left.
  var budget = ForeignBudget()
  /// The values of kept attributes, which may be names of files.
  var values: Set<String> = []

  /// Returns an unknown element for keeping, with the declarations of its namespaces that are in
  /// `scope`. Returns nil, and notes what is lost, if it is too large.
  mutating func keep(_ element: XMLElement, scope: [XMLElement.Attribute]) -> XMLElement? {
    var kept = element
    kept.attributes += Self.declarations(scope, for: element)
    guard budget.admits(kept) else {
      leaveOut(element)
      return nil
    }
    var open = [kept]
    while let next = open.popLast() {
      values.formUnion(next.attributes.map(\.value))
      open += next.children
    }
    return kept.withoutLines
  }

  /// Returns the attributes of an element that are not in `known`, as above.
  mutating func keepAttributes(
    of element: XMLElement, known: Set<String>, scope: [XMLElement.Attribute] = []
  ) -> [XMLElement.Attribute] {
    let unknown = element.attributes.filter { !known.contains($0.name) }
    var kept: [XMLElement.Attribute] = []
    for attribute in unknown + Self.declarations(scope, for: XMLElement("", unknown)) {
      if budget.admits(attribute) {
        kept.append(attribute)
        values.insert(attribute.value)
      } else {
        leaveOut(attribute)
      }
    }
    return kept
  }

  /// Notes an element that is left out, with everything in it.
  mutating func leaveOut(_ element: XMLElement) {
    // A layer is only unknown if it has no pixels.
    if element.name == "layer" { losses.emptyLayers += 1 } else { losses.elements[element.name, default: 0] += 1 }
    addSources(of: element)
  }

  private mutating func addSources(of element: XMLElement) {
    if let source = element["src"] { sources.insert(source) }
    for child in element.children { addSources(of: child) }
  }

  /// Notes an attribute that is left out. Declarations, versions and values for "none" are no content.
  mutating func leaveOut(_ attribute: XMLElement.Attribute) {
    let name = attribute.name
    if name == "version" || name.hasSuffix(":version") || name == "xmlns" || name.hasPrefix("xmlns:") { return }
    if ["", "0", "false", "no", "none"].contains(attribute.value.lowercased()) { return }
    attributes.append(attribute)
  }

  /// The declarations that an element uses and does not have.
  private static func declarations(
    _ scope: [XMLElement.Attribute], for element: XMLElement
  ) -> [XMLElement.Attribute] {
    scope.filter { element[$0.name] == nil && element.uses(prefix: $0.name.dropFirst(6) + ":", besides: "") }
  }
}

extension XMLElement {
  /// The declarations of namespaces with a prefix.
  var declarations: [Attribute] { attributes.filter { $0.name.hasPrefix("xmlns:") } }

  /// Whether it or an element in it has a name with a prefix, other than one attribute's.
  func uses(prefix: some StringProtocol, besides known: String) -> Bool {
    name.hasPrefix(prefix) || attributes.contains { $0.name.hasPrefix(prefix) && $0.name != known }
      || children.contains { $0.uses(prefix: prefix, besides: known) }
  }

  /// The same element as one that was not read from a file.
  var withoutLines: XMLElement {
    XMLElement(name, attributes, children: children.map(\.withoutLines), texts: texts)
  }
}
