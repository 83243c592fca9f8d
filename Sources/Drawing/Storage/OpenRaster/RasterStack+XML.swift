import Archive
import Document
import Files
import Geometry
import Language
import Pixels

extension RasterStack {
  /// The largest depth of elements. Each group can be in a stack with the layers that are clipped to it.
  private static let mostElements = 2 * LayerTree.mostDepth + 36
  /// The largest distance of a layer from the canvas's corner along an axis, px.
  static let reach = OutsidePixels.farthest

  /// Parses a `stack.xml`. Missing or strange values get the specification's default; unknown
  /// attributes and elements are kept. If this changes the picture, `notes` receives a message.
  /// - Throws: if the XML is not well formed, or does not contain the canvas's size.
  init(parsing xml: [UInt8], notes: inout [String]) throws(ArchiveError) {
    var found = StackFindings()
    try self.init(parsing: xml, found: &found)
    notes += found.notes.map(\.text)
  }

  /// Parses like `init(parsing:notes:)`; `found` also receives everything that saving loses.
  init(parsing xml: [UInt8], found: inout StackFindings) throws(ArchiveError) {
    let root = try XMLReader.read(xml.span, limits: XMLReader.Limits(depth: Self.mostElements), keepsText: true)
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
    let place = root.children.firstIndex { $0.name == "stack" } ?? 0
    func kept(_ elements: ArraySlice<XMLElement>) -> [XMLElement] {
      elements.compactMap { found.keep($0, scope: []) }
    }
    foreign.image.attributes = found.keepAttributes(of: root, known: Self.imageAttributes)
    // Fude declares Drawpile's namespace where it needs it.
    if !root.uses(prefix: "drawpile:", besides: Self.clippingName) {
      foreign.image.attributes.removeAll { $0 == Self.drawpile }
    }
    foreign.image.above = kept(root.children[..<place])
    foreign.image.inside = kept(root.children[(place + 1)...])
    // Only the position of the outer stack counts, so its other attributes are no content.
    foreign.stack.attributes = found.keepAttributes(of: stack, known: Self.nodeAttributes)
    (nodes, foreign.stack.lowest) = Self.nodes(in: stack, &found)
    // MyPaint's transfer function: MyPaint raises each colour to this power before it blends.
    if let power = root[Self.linearName].flatMap(Self.number), power != 1, nodes.count(where: { !$0.isGroup }) > 1 {
      found.notes.append(
        .other(
          translated(
            "MyPaint blends the layers of this file in linear light, Fude does not: where they are translucent, the drawing looks different."
          )))
    }
  }

  /// A stack whose children are being read.
  private struct Level {
    /// The children that are not read yet.
    var rest: ArraySlice<XMLElement>
    /// The position on the canvas, px.
    var x: Int
    var y: Int
    var depth = 0
    /// Set for a base with the layers that are clipped to it.
    var clipping: ClippingStack?
    /// The attributes of groups that are taken apart, for the children.
    var opacity = 1.0
    var isVisible = true
    var isLocked = false
    /// Kept elements that are below all nodes that were read.
    var kept: [XMLElement] = []
    /// Declarations of namespaces below the outer stack.
    var scope: [XMLElement.Attribute] = []
    /// The index of the group whose children they are; nil if they are of none.
    var group: Int?
  }

  /// A stack that is no group, but a base with clipped layers, while its children are being read.
  private struct ClippingStack {
    /// The base has its opacity, its mode and its visibility.
    let node: RasterNode
    /// The index of the lowest child so far, which is the base in the end, and its own mode.
    var lowest: (index: Int, mode: CompositeOperator)?

    /// Makes the lowest child the base.
    func finish(_ nodes: inout [RasterNode]) {
      guard let lowest else { return }
      nodes[lowest.index].clipping = nil
      nodes[lowest.index].opacity *= node.opacity
      if !node.isVisible { nodes[lowest.index].isVisible = false }
      if node.isSelected { nodes[lowest.index].isSelected = true }
      // A group that passes through has no mode in the stack, but may have one outside.
      let passesThrough = nodes[lowest.index].content == .group(isIsolated: false)
      nodes[lowest.index].blend = passesThrough ? lowest.mode : node.blend
      if !passesThrough { nodes[lowest.index].foreign.mode = node.foreign.mode }
      nodes[lowest.index].foreign.stack = node.foreign.own
    }
  }

  /// The nodes in the outer stack, and kept elements below all of them. Some programs give that one a
  /// position.
  private static func nodes(
    in stack: XMLElement, _ found: inout StackFindings
  ) -> (nodes: [RasterNode], lowest: [XMLElement]) {
    // In a file, a group precedes what it contains, and the highest comes first.
    var (nodes, lowest): ([RasterNode], [XMLElement]) = ([], [])
    var open = [Level(rest: stack.children[...], x: place(stack, "x"), y: place(stack, "y"))]
    while let level = open.last {
      guard let element = level.rest.first else {
        level.clipping?.finish(&nodes)
        let kept = (level.clipping.map { $0.lowest == nil ? $0.node.foreign.own.above : [] } ?? []) + level.kept
        open.removeLast()
        if let group = level.group {
          nodes[group].foreign.own.lowest = kept
        } else if open.isEmpty {
          lowest = kept
        } else {
          open[open.count - 1].kept += kept
        }
        continue
      }
      open[open.count - 1].rest = level.rest.dropFirst()
      guard let content = content(of: element, &found) else {
        open[open.count - 1].kept += [found.keep(element, scope: level.scope)].compactMap(\.self)
        continue
      }
      var node = node(element, content, &found)
      node.foreign.own.attributes = found.keepAttributes(of: element, known: nodeAttributes, scope: level.scope)
      if case .layer = content {
        node.foreign.own.inside = element.children.compactMap { found.keep($0, scope: level.scope) }
      }
      node.foreign.own.above = level.kept
      open[open.count - 1].kept = []
      node.depth = level.depth
      node.x += level.x
      node.y += level.y
      node.opacity *= level.opacity
      node.isVisible = node.isVisible && level.isVisible
      node.isLocked = node.isLocked || level.isLocked
      let isClipping = node.isGroup && isTrue(element[clippingName])
      if level.clipping != nil {
        open[open.count - 1].clipping?.lowest = (nodes.count, node.blend)
        node.clipping = .toBase
        if node.blend == .sourceAtop, !isTrue(element[alphaPreserveName]) {
          node.blend = .sourceOver
        }
      }
      guard node.isGroup else {
        nodes.append(node)
        continue
      }
      var inner = Level(rest: element.children[...], x: node.x, y: node.y, depth: level.depth + 1)
      inner.scope = level.scope.filter { element[$0.name] == nil } + element.declarations
      if isClipping {
        (inner.depth, inner.isLocked) = (level.depth, node.isLocked)
        inner.clipping = ClippingStack(node: node)
      } else if inner.depth > LayerTree.mostDepth, !element.children.isEmpty {
        inner.depth = level.depth
        (inner.opacity, inner.isVisible, inner.isLocked) = (node.opacity, node.isVisible, node.isLocked)
        found.losses.groups += 1
        inner.kept = node.foreign.own.above
        for attribute in node.foreign.own.attributes { found.leaveOut(attribute) }
        found.notes.append(.groupTakenApart(shown(element)))
      } else {
        (node.x, node.y) = (0, 0)
        nodes.append(node)
        inner.group = nodes.count - 1
      }
      open.append(inner)
    }
    return (nodes.reversed(), lowest)
  }

  /// Returns the content of an element; nil for one that is not known.
  private static func content(of element: XMLElement, _ found: inout StackFindings) -> RasterNode.Content? {
    switch element.name {
    case "layer":
      // A layer may have no pixels. MyPaint writes none for some kinds of layers.
      guard let source = element["src"], !source.isEmpty else {
        found.notes.append(.layerWithoutPixels(shown(element)))
        return nil
      }
      return .layer(source: source)
    case "stack" where isTrue(element[piecesName]) && element.children.allSatisfy { $0.name == "layer" }:
      return .pieces(
        element.children.reversed().compactMap { child in
          guard let content = content(of: child, &found) else {
            found.leaveOut(child)
            return nil
          }
          // Fude makes the pieces again.
          for inner in child.children { found.leaveOut(inner) }
          for attribute in child.attributes where !nodeAttributes.contains(attribute.name) { found.leaveOut(attribute) }
          return node(child, content, &found)
        })
    case "stack": return .group(isIsolated: isIsolated(element))
    case "text", "filter":
      found.notes.append(.unsupported(element: element.name, name: shown(element)))
      return nil
    default: return nil
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
    var blend = CompositeOperator.sourceOver
    var mode: String?
    if let name = element["composite-op"], !name.isEmpty {
      // Files from before the final specification have no "svg:".
      if let known = CompositeOperator(rawValue: name) ?? CompositeOperator(rawValue: "svg:" + name) {
        blend = known
      } else {
        if found.budget.admits(mode: name) { mode = name } else { found.losses.modes[name, default: 0] += 1 }
        found.notes.append(.unknownMode(layer: shown(element), mode: FileError.printable(name)))
      }
    }
    var node = RasterNode(
      name: element["name"] ?? "", content: content, x: place(element, "x"), y: place(element, "y"),
      opacity: opacity(element), isVisible: element["visibility"] != "hidden")
    node.blend = blend
    for row in RasterAttribute.all { if let text = element[row.name] { row.parse(text, &node.properties) } }
    node.clipping = isTrue(element[clippedName]) ? .withoutBase : isTrue(element[alphaPreserveName]) ? .toBase : nil
    node.isSelected = isTrue(element["selected"])
    if node.isGroup { node.masked = element[maskedName].flatMap { RasterNode.Masked($0) } }
    node.clippedPart = element[clippedPartName].flatMap { RasterNode.ClippedPart(rawValue: $0) }
    node.foreign.mode = mode
    return node
  }

  private static func shown(_ element: XMLElement) -> String { ArchiveError.quotable(element["name"] ?? "") }

  private static func place(_ element: XMLElement, _ name: String) -> Int {
    guard let value = element[name].flatMap(number) else { return 0 }
    return Int(max(-Double(reach), min(Double(reach), value.rounded())))
  }

  private static func isTrue(_ text: String?) -> Bool { RasterAttribute.isTrue(text) }

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
  static let originName = "fude-endless"
  /// The attribute of a group that is one layer.
  static let piecesName = "fude-pieces"

  /// The attribute of a clipped layer that has no base.
  static let clippedName = "fude-clipped"
  /// The attribute of the two nodes of a clipped layer with a mode.
  static let clippedPartName = "fude-clipped-part"
  /// The attribute of a group that is a layer or group with its mask.
  static let maskedName = "fude-masked"
  /// Drawpile's attribute of a stack that has a base, its lowest element, and the layers that are clipped
  /// to it. Drawpile's namespace must be declared for it.
  static let clippingName = "drawpile:clipping-group"
  /// Krita's and Drawpile's attribute of a layer that is clipped and has a mode. Without a mode,
  /// "svg:src-atop" is enough in a stack of Drawpile's.
  static let alphaPreserveName = "alpha-preserve"

  /// The attributes that are read of the image, and of layers and stacks.
  private static let imageAttributes: Set = ["version", "w", "h", "xres", "yres", originName]
  private static let nodeAttributes = Set(
    [
      "name", "src", "x", "y", "opacity", "visibility", "composite-op", "isolation", "selected", piecesName,
      clippedName,
      maskedName, clippedPartName, clippingName, alphaPreserveName,
    ] + RasterAttribute.all.map(\.name))
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
}
