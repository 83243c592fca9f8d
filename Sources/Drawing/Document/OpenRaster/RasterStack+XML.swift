import Archive
import Files
import Geometry
import Language

extension RasterStack {
  /// The largest distance of a layer from the canvas's corner along an axis, px.
  static let reach = 1_000_000

  /// Parses a `stack.xml`. Missing or strange values get the specification's default; unknown
  /// attributes and elements are ignored. If this changes the picture, `notes` receives a message.
  /// - Throws: if the XML is not well formed, or does not contain the canvas's size.
  init(parsing xml: [UInt8], notes: inout [String]) throws(ArchiveError) {
    var found = StackFindings()
    try self.init(parsing: xml, found: &found)
    notes += found.notes
  }

  /// Parses like `init(parsing:notes:)`; `found` also receives everything that saving loses.
  init(parsing xml: [UInt8], found: inout StackFindings) throws(ArchiveError) {
    let root = try XMLReader.read(xml.span)
    guard root.name == "image" else {
      throw .fault(
        translated(
          "line {line}: there is <{name}> instead of <image>",
          ["line": root.line, "name": ArchiveError.printable(root.name)]))
    }
    func size(_ name: String) throws(ArchiveError) -> Int {
      guard let value = root[name].flatMap(Self.number), abs(value) < 1e9 else {
        throw .fault(translated("line {line}: the image has no {name}", ["line": root.line, "name": name]))
      }
      return Int(value.rounded())
    }
    func density(_ name: String) -> Double {
      guard let value = root[name].flatMap(Self.number), (0.01...1e6).contains(value) else { return 72 }
      return value
    }
    self.init(width: try size("w"), height: try size("h"), density: (density("xres"), density("yres")))
    guard let stack = root.children.first(where: { $0.name == "stack" }) else {
      throw .fault(translated("line {line}: the image has no {name}", ["line": root.line, "name": "stack"]))
    }
    origin = root[Self.originName].flatMap(Self.origin)
    found.noteAttributes(of: root, known: Self.imageAttributes)
    // Only the position of the outer stack counts, so its other attributes are no content.
    found.noteAttributes(of: stack, known: Self.nodeAttributes)
    let place = root.children.firstIndex { $0.name == "stack" }
    for (index, child) in root.children.enumerated() where index != place { found.leaveOut(child) }
    nodes = Self.nodes(in: stack, &found)
    // MyPaint's transfer function: MyPaint raises each colour to this power before it blends.
    if let power = root[Self.linearName].flatMap(Self.number), power != 1, nodes.count(where: { !$0.isGroup }) > 1 {
      found.losses.isBlendedInLinearLight = true
      found.notes.append(
        translated(
          "MyPaint blends the layers of this file in linear light, Fude does not: where they are translucent, the drawing looks different."
        ))
    }
  }

  /// A stack whose children are being read.
  private struct Level {
    /// The children that are not read yet.
    var rest: ArraySlice<XMLElement>
    /// The position on the canvas, px.
    var x: Int
    var y: Int
    /// The attributes of groups that are taken apart, for the children.
    var opacity = 1.0
    var isVisible = true
    var isLocked = false
  }

  /// The nodes in the outer stack. Some programs give that one a position.
  private static func nodes(in stack: XMLElement, _ found: inout StackFindings) -> [RasterNode] {
    // In a file, a group precedes what it contains, and the highest comes first.
    var nodes: [RasterNode] = []
    var open = [Level(rest: stack.children[...], x: place(stack, "x"), y: place(stack, "y"))]
    while let level = open.last {
      guard let element = level.rest.first else {
        open.removeLast()
        continue
      }
      open[open.count - 1].rest = level.rest.dropFirst()
      guard let content = content(of: element, &found) else { continue }
      found.noteAttributes(of: element, known: nodeAttributes)
      var node = node(element, content, &found)
      node.depth = min(open.count - 1, LayerTree.mostDepth)
      node.x += level.x
      node.y += level.y
      node.opacity *= level.opacity
      node.isVisible = node.isVisible && level.isVisible
      node.isLocked = node.isLocked || level.isLocked
      guard node.isGroup else {
        nodes.append(node)
        continue
      }
      var inner = Level(rest: element.children[...], x: node.x, y: node.y)
      if open.count > LayerTree.mostDepth, !element.children.isEmpty {
        (inner.opacity, inner.isVisible, inner.isLocked) = (node.opacity, node.isVisible, node.isLocked)
        found.losses.groups += 1
        found.notes.append(
          translated(
            "The group \"{group}\" was taken apart, and may look different: groups can be nested {count} deep at most.",
            ["group": shown(element), "count": LayerTree.mostDepth]))
      } else {
        (node.x, node.y) = (0, 0)
        nodes.append(node)
      }
      open.append(inner)
    }
    return nodes.reversed()
  }

  /// Returns the content of an element; nil for one that is left out.
  private static func content(of element: XMLElement, _ found: inout StackFindings) -> RasterNode.Content? {
    switch element.name {
    case "layer":
      // A layer may have no pixels. MyPaint writes none for some kinds of layers.
      guard let source = element["src"], !source.isEmpty else {
        found.losses.emptyLayers += 1
        found.notes.append(
          translated("The layer \"{layer}\" has no pixels and was left out.", ["layer": shown(element)]))
        return nil
      }
      for child in element.children { found.leaveOut(child) }
      return .layer(source: source)
    case "stack" where isTrue(element[piecesName]) && element.children.allSatisfy { $0.name == "layer" }:
      return .pieces(
        element.children.reversed().compactMap { child in
          guard let content = content(of: child, &found) else { return nil }
          found.noteAttributes(of: child, known: nodeAttributes)
          return node(child, content, &found)
        })
    case "stack": return .group(isIsolated: isIsolated(element))
    case "text", "filter":
      found.leaveOut(element)
      found.notes.append(
        translated(
          "The {element} \"{name}\" was left out: Fude does not support it.",
          ["element": element.name, "name": shown(element)]))
      return nil
    default:
      found.leaveOut(element)
      return nil
    }
  }

  /// Whether a group is isolated: if it says so, or if it says nothing and its opacity or its mode
  /// require it. By the specification they do so also with "auto", but programs that write it with them
  /// mean a group that passes through (Krita, Fude).
  private static func isIsolated(_ element: XMLElement) -> Bool {
    if let isolation = element["isolation"], ["isolate", "auto"].contains(isolation) { return isolation == "isolate" }
    return opacity(element) != 1 || ![nil, "", "svg:src-over", "src-over"].contains(element["composite-op"])
  }

  private static func opacity(_ element: XMLElement) -> Double {
    element["opacity"].flatMap(number).map { max(0, min(1, $0)) } ?? 1
  }

  private static func node(
    _ element: XMLElement, _ content: RasterNode.Content, _ found: inout StackFindings
  ) -> RasterNode {
    var compositeOperator = CompositeOperator.sourceOver
    if let name = element["composite-op"], !name.isEmpty {
      // Files from before the final specification have no "svg:".
      if let known = CompositeOperator(rawValue: name) ?? CompositeOperator(rawValue: "svg:" + name) {
        compositeOperator = known
      } else {
        found.losses.modes[name, default: 0] += 1
        found.notes.append(
          translated(
            "The layer \"{layer}\" is blended normally: {mode} is not known.",
            ["layer": shown(element), "mode": FileError.printable(name)]))
      }
    }
    return RasterNode(
      name: element["name"] ?? "", content: content, x: place(element, "x"), y: place(element, "y"),
      opacity: opacity(element),
      isVisible: element["visibility"] != "hidden", isLocked: isTrue(element["edit-locked"]),
      isSelected: isTrue(element["selected"]), compositeOperator: compositeOperator)
  }

  private static func shown(_ element: XMLElement) -> String { ArchiveError.quotable(element["name"] ?? "") }

  private static func place(_ element: XMLElement, _ name: String) -> Int {
    guard let value = element[name].flatMap(number) else { return 0 }
    return Int(max(-Double(reach), min(Double(reach), value.rounded())))
  }

  private static func isTrue(_ text: String?) -> Bool { text == "true" || text == "1" }

  /// Parses a finite number. Whitespace is ignored, and a comma counts as the decimal point.
  private static func number(_ text: String) -> Double? {
    let bare = text.unicodeScalars.filter { !$0.properties.isWhitespace }.map { $0 == "," ? "." : $0 }
    var string = String.UnicodeScalarView()
    string.append(contentsOf: bare)
    guard let value = Double(String(string)), value.isFinite else { return nil }
    return value
  }

  /// The attribute of a drawing on an endless canvas. Other programs ignore it, and leave it out
  /// when they save: the canvas then has edges.
  private static let originName = "fude-endless"
  /// The attribute of a group that is one layer.
  private static let piecesName = "fude-pieces"

  /// The attributes that are read of the image, and of layers and stacks.
  private static let imageAttributes: Set = ["w", "h", "xres", "yres", originName, linearName]
  private static let nodeAttributes: Set = [
    "name", "src", "x", "y", "opacity", "visibility", "composite-op", "isolation", "edit-locked", "selected",
    piecesName,
  ]
  /// The exponent of MyPaint's transfer function.
  private static let linearName = "mypaint:eotf"

  private static func origin(_ text: String) -> RasterOrigin? {
    let numbers = text.split(separator: " ").map { Int($0) }
    let places = 0..<Document.endlessSide
    guard numbers.count == 2, let x = numbers[0], let y = numbers[1], places.contains(x), places.contains(y) else {
      return nil
    }
    return RasterOrigin(x: x, y: y)
  }

  func xml() -> [UInt8] {
    // The elements of each depth that are in no group yet, lowest first.
    var levels: [[XMLElement]] = [[]]
    for node in nodes {
      while levels.count < node.depth + 2 { levels.append([]) }
      var element = Self.element(node)
      if node.isGroup {
        element.children = levels[node.depth + 1].reversed()
        levels[node.depth + 1] = []
      }
      levels[node.depth].append(element)
    }
    precondition(levels.dropFirst().allSatisfy(\.isEmpty), "every layer is in its group")
    let image = XMLElement(
      "image",
      [
        .init("version", "0.0.3"), .init("w", "\(width)"), .init("h", "\(height)"),
        .init("xres", Self.text(density.x)), .init("yres", Self.text(density.y)),
      ] + (origin.map { [.init(Self.originName, "\($0.x) \($0.y)")] } ?? []),
      children: [XMLElement("stack", children: levels[0].reversed())])
    return XMLWriter.document(image)
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
    if node.isSelected { element.attributes.append(.init("selected", "true")) }
    return element
  }

  /// The shortest decimal that reads back as the same number.
  private static func text(_ value: Double) -> String {
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
