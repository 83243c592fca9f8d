import Archive
import Document
import Pixels

extension RasterStack {
  /// The XML of the stack.
  func xml() -> [UInt8] {
    // The elements of each depth that are in no group yet, lowest first.
    var levels: [[(node: RasterNode, element: XMLElement)]] = [[]]
    for node in nodes {
      while levels.count < node.depth + 2 { levels.append([]) }
      var element = Self.element(node)
      if node.isGroup {
        element.children = Self.children(levels[node.depth + 1]) + node.foreign.own.children
        levels[node.depth + 1] = []
      }
      levels[node.depth].append((node, element))
    }
    precondition(levels.dropFirst().allSatisfy(\.isEmpty), "every layer is in its group")
    let isClipped = nodes.contains { $0.clipping == .toBase || !$0.foreign.stack.attributes.isEmpty }
    var outer = XMLElement("stack", children: foreign.highest + Self.children(levels[0]) + foreign.stack.lowest)
    outer.add(foreign.stack.attributes)
    var image = XMLElement(
      "image",
      [
        .init("version", "0.0.3"), .init("w", "\(width)"), .init("h", "\(height)"),
        .init("xres", Self.text(density.x)), .init("yres", Self.text(density.y)),
      ] + (origin.map { [.init(Self.originName, "\($0.x) \($0.y)")] } ?? []),
      children: foreign.image.above + [outer] + foreign.image.inside)
    image.add(foreign.image.attributes)
    if isClipped, image[Self.drawpile.name] == nil { image.attributes.insert(Self.drawpile, at: 0) }
    return XMLWriter.document(image)
  }

  /// The declaration of Drawpile's namespace.
  static let drawpile = XMLElement.Attribute("xmlns:drawpile", "http://drawpile.net/")

  /// The elements of a group's contents, highest first. A base and its clipped layers are one stack.
  private static func children(_ siblings: [(node: RasterNode, element: XMLElement)]) -> [XMLElement] {
    var elements: [XMLElement] = []
    var rest = siblings[...]
    while var (node, element) = rest.popFirst() {
      let clipped = rest.prefix { $0.node.clipping == .toBase }
      let own = node.foreign.own.above
      if node.clipping != nil {
        element.set(.init(clippedName, "true"))
        elements.append(element)
      } else if clipped.isEmpty, node.foreign.stack.attributes.isEmpty {
        elements.append(element)
      } else {
        rest.removeFirst(clipped.count)
        var stack = RasterNode(name: node.name, content: .group(isIsolated: true))
        (stack.opacity, stack.isVisible) = (node.opacity, node.isVisible)
        (node.opacity, node.isVisible) = (1, true)
        // A group that passes through keeps its mode, which has no effect.
        if node.content != .group(isIsolated: false) {
          (stack.blend, node.blend) = (node.blend, .sourceOver)
          (stack.foreign.mode, node.foreign.mode) = (node.foreign.mode, nil)
        }
        stack.foreign.own = node.foreign.stack
        var outer = self.element(stack)
        outer.set(.init(clippingName, "true"))
        outer.children = clipped.reversed().flatMap { $0.node.foreign.own.above + [Self.clipped($0.node, $0.element)] }
        var base = self.element(node)
        base.children = element.children
        outer.children += own + [base]
        elements.append(outer)
        elements += node.foreign.stack.above.reversed()
        continue
      }
      elements += (node.foreign.stack.above + own).reversed()
    }
    return elements.reversed()
  }

  /// The element of a clipped layer in the stack of its base.
  private static func clipped(_ node: RasterNode, _ element: XMLElement) -> XMLElement {
    var node = node
    let isPlain = node.blend == .sourceOver && node.foreign.mode == nil
    if isPlain { node.blend = .sourceAtop }
    var clipped = self.element(node)
    if !isPlain { clipped.set(.init(alphaPreserveName, "true")) }
    clipped.children = element.children
    return clipped
  }

  /// The element of a node, without the nodes that a group contains.
  private static func element(_ node: RasterNode) -> XMLElement {
    let place: [XMLElement.Attribute] = [.init("x", "\(node.x)"), .init("y", "\(node.y)")]
    var element: XMLElement
    switch node.content {
    case .layer(let source):
      element = XMLElement(
        "layer", [.init("name", node.name), .init("src", source)] + place, children: node.foreign.own.children)
    case .group(let isIsolated):
      element = XMLElement("stack", [.init("name", node.name), .init("isolation", isIsolated ? "isolate" : "auto")])
    case .pieces(let pieces):
      element = XMLElement(
        "stack", [.init("name", node.name), .init("isolation", "isolate"), .init(piecesName, "true")] + place,
        children: pieces.reversed().map(Self.element))
    }
    element.attributes += [
      .init("opacity", text(node.opacity)), .init("visibility", node.isVisible ? "visible" : "hidden"),
      .init(
        "composite-op",
        (node.blend == .sourceOver ? node.foreign.mode : nil)
          ?? node.blend.rawValue),
    ]
    element.attributes += RasterAttribute.all.compactMap { row in
      row.text(node.properties).map { .init(row.name, $0) }
    }
    if let masked = node.masked { element.attributes.append(.init(maskedName, masked.text)) }
    if let part = node.clippedPart { element.attributes.append(.init(clippedPartName, part.rawValue)) }
    if node.isSelected { element.attributes.append(.init("selected", "true")) }
    element.add(node.foreign.own.attributes)
    return element
  }

  /// The shortest decimal that reads back as the same number.
  private static func text(_ value: Double) -> String {
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension XMLElement {
  /// Adds the attributes whose names it does not have.
  fileprivate mutating func add(_ more: [Attribute]) { for one in more where self[one.name] == nil { set(one) } }

  fileprivate mutating func set(_ attribute: Attribute) {
    attributes.removeAll { $0.name == attribute.name }
    attributes.append(attribute)
  }
}
