import Archive
import Document
import Journal
import Language

/// The record of foreign content in a journal: an XML document of the elements and attributes in the list of
/// layers, then the files.
extension ForeignContent {
  /// The record of the content.
  var payload: JournalPayload {
    var root = XMLElement("foreign")
    func add(_ part: ForeignPart, _ name: String, _ more: [XMLElement.Attribute] = []) {
      if part.isEmpty, more.isEmpty { return }
      root.children.append(
        XMLElement(
          "part", [.init("of", name)] + more,
          children: [
            XMLElement("attributes", part.attributes), XMLElement("above", children: part.above),
            XMLElement("inside", children: part.inside), XMLElement("lowest", children: part.lowest),
          ]))
    }
    func add(_ node: ForeignNode, _ name: String) {
      add(node.own, name, node.mode.map { [.init("mode", $0)] } ?? [])
      add(node.stack, name + Self.stackSuffix)
    }
    add(image, "image")
    add(stack, "stack")
    add(paper, "paper")
    for (id, node) in layers.sorted(by: { $0.key.number < $1.key.number }) { add(node, "\(id.number)") }
    var writer = ByteWriter()
    writer.write(JournalEntry.version)
    writer.write(counted: XMLWriter.document(root))
    writer.writeCompact(UInt64(files.count))
    for file in files {
      writer.write(file.name)
      writer.write(counted: file.bytes)
    }
    return JournalPayload(type: .foreign, bytes: writer.bytes)
  }

  private static let stackSuffix = "-stack"

  /// Parses a record.
  /// - Throws: if it is damaged, of a later version, or exceeds the limits.
  init(_ payload: [UInt8]) throws(PayloadError) {
    self.init()
    var reader = ByteReader(payload)
    try reader.expectVersion()
    let text = try reader.readCounted()
    let root: XMLElement
    do throws(ArchiveError) {
      // A part has five elements, and is at most for each layer and its stack.
      let elements = Self.mostElements + 12 * Document.mostLayers
      let limits = XMLReader.Limits(depth: Self.mostDepth + 3, elements: elements)
      root = try XMLReader.read(text.span, limits: limits, keepsText: true)
    } catch { throw PayloadError(error.description) }
    var budget = ForeignBudget()
    for element in root.children { try add(element.withoutLines, &budget) }
    var names: Set<String> = []
    for _ in 0..<(try reader.readCount(ofSize: 2)) {
      let file = File(name: try reader.readText(), bytes: try reader.readCounted())
      guard Self.canKeep(file: file.name), names.insert(file.name).inserted, names.count <= Self.mostFiles,
        budget.admits(file: file)
      else { throw PayloadError(translated("a number is out of range")) }
      files.append(file)
    }
    try reader.finish()
  }

  private mutating func add(_ element: XMLElement, _ budget: inout ForeignBudget) throws(PayloadError) {
    var part = ForeignPart()
    for child in element.children {
      guard child.attributes.allSatisfy({ budget.admits($0) }), child.children.allSatisfy({ budget.admits($0) }) else {
        throw PayloadError(translated("a number is out of range"))
      }
      switch child.name {
      case "attributes": part.attributes = child.attributes
      case "above": part.above = child.children
      case "inside": part.inside = child.children
      case "lowest": part.lowest = child.children
      default: break
      }
    }
    let name = element["of"] ?? ""
    let isStack = name.hasSuffix(Self.stackSuffix)
    var node = ForeignNode()
    let id = UInt64(isStack ? String(name.dropLast(Self.stackSuffix.count)) : name).map { Layer.ID($0) }
    if name.hasPrefix("paper") { node = paper } else if let id { node = layers[id] ?? node }
    if isStack { node.stack = part } else { (node.own, node.mode) = (part, element["mode"]) }
    switch name {
    case "image": image = part
    case "stack": stack = part
    case "paper", "paper" + Self.stackSuffix: paper = node
    default: if let id { layers[id] = node }
    }
  }
}

/// The unknown content in a journal, as its last record has it. Damaged records are ignored.
struct ForeignTracker {
  private(set) var content = ForeignContent()

  mutating func handle(_ record: JournalRecord) {
    guard record.type == JournalEntry.foreign.rawValue else { return }
    if let new = try? ForeignContent(record.payload) { content = new }
  }
}
