import Archive

extension RasterStack {
  /// The XML of the stack.
  func xml() -> [UInt8] {
    // The elements of each depth that are in no group yet, lowest first.
    var levels: [[(node: RasterNode, element: XMLElement)]] = [[]]
    for node in nodes {
      while levels.count < node.depth + 2 { levels.append([]) }
      var element = Self.element(node)
      if node.isGroup {
        element.children = Self.children(levels[node.depth + 1])
        levels[node.depth + 1] = []
      }
      levels[node.depth].append((node, element))
    }
    precondition(levels.dropFirst().allSatisfy(\.isEmpty), "every layer is in its group")
    let isClipped = nodes.contains { $0.clipping == .toBase }
    let image = XMLElement(
      "image",
      (isClipped ? [.init("xmlns:drawpile", "http://drawpile.net/")] : []) + [
        .init("version", "0.0.3"), .init("w", "\(width)"), .init("h", "\(height)"),
        .init("xres", Self.text(density.x)), .init("yres", Self.text(density.y)),
      ] + (origin.map { [.init(Self.originName, "\($0.x) \($0.y)")] } ?? []),
      children: [XMLElement("stack", children: Self.children(levels[0]))])
    return XMLWriter.document(image)
  }

  /// The elements of a group's contents, highest first. A base and its clipped layers are one stack.
  private static func children(_ siblings: [(node: RasterNode, element: XMLElement)]) -> [XMLElement] {
    var elements: [XMLElement] = []
    var rest = siblings[...]
    while var (node, element) = rest.popFirst() {
      let clipped = rest.prefix { $0.node.clipping == .toBase }
      if node.clipping != nil {
        element.attributes.append(.init(clippedName, "true"))
        elements.append(element)
      } else if clipped.isEmpty {
        elements.append(element)
      } else {
        rest.removeFirst(clipped.count)
        var stack = RasterNode(name: node.name, content: .group(isIsolated: true))
        (stack.opacity, stack.isVisible) = (node.opacity, node.isVisible)
        (node.opacity, node.isVisible) = (1, true)
        // A group that passes through keeps its mode, which has no effect.
        if node.content != .group(isIsolated: false) {
          (stack.compositeOperator, node.compositeOperator) = (node.compositeOperator, .sourceOver)
        }
        var outer = self.element(stack)
        outer.attributes.append(.init(clippingName, "true"))
        outer.children = clipped.reversed().map(Self.clipped)
        var base = self.element(node)
        base.children = element.children
        outer.children.append(base)
        elements.append(outer)
      }
    }
    return elements.reversed()
  }

  /// The element of a clipped layer in the stack of its base.
  private static func clipped(_ node: RasterNode, _ element: XMLElement) -> XMLElement {
    var node = node
    let isPlain = node.compositeOperator == .sourceOver
    if isPlain { node.compositeOperator = .sourceAtop }
    var clipped = self.element(node)
    if !isPlain { clipped.attributes.append(.init(alphaPreserveName, "true")) }
    clipped.children = element.children
    return clipped
  }

  /// The element of a node, without the nodes that a group contains.
  private static func element(_ node: RasterNode) -> XMLElement {
    let place: [XMLElement.Attribute] = [.init("x", "\(node.x)"), .init("y", "\(node.y)")]
    var element: XMLElement
    switch node.content {
    case .layer(let source): element = XMLElement("layer", [.init("name", node.name), .init("src", source)] + place)
    case .group(let isIsolated):
      element = XMLElement("stack", [.init("name", node.name), .init("isolation", isIsolated ? "isolate" : "auto")])
    case .pieces(let pieces):
      element = XMLElement(
        "stack", [.init("name", node.name), .init("isolation", "isolate"), .init(piecesName, "true")] + place,
        children: pieces.reversed().map(Self.element))
    }
    element.attributes += [
      .init("opacity", text(node.opacity)), .init("visibility", node.isVisible ? "visible" : "hidden"),
      .init("composite-op", node.compositeOperator.rawValue),
    ]
    if node.isLocked { element.attributes.append(.init("edit-locked", "true")) }
    if node.isAlphaLocked { element.attributes.append(.init(alphaLockName, "true")) }
    if let masked = node.masked { element.attributes.append(.init(maskedName, masked.text)) }
    if let label = node.label.name { element.attributes.append(.init(labelName, label)) }
    if node.isSelected { element.attributes.append(.init("selected", "true")) }
    return element
  }

  /// The shortest decimal that reads back as the same number.
  private static func text(_ value: Double) -> String {
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
