import Archive
import Document

/// Content of a drawing's OpenRaster file that Fude does not know. It is written back when the drawing
/// is saved. It is in no edit.
///
/// What belongs to a layer moves with it. If the layer is gone, the elements that stood beside it are
/// written above all layers, and what was in its own element is not written.
struct ForeignContent: Sendable, Hashable {
  /// The most bytes that are kept of a file.
  static let mostBytes = 16 << 20
  /// The most bytes of them that are elements and attributes in the list of layers.
  static let mostListBytes = 4 << 20
  /// The largest number of kept elements, with those in them.
  static let mostElements = 10_000
  /// The largest number of elements one in the other. A layer can be in 64 groups.
  static let mostDepth = 32
  /// The largest number of other files.
  static let mostFiles = 1000

  /// A file in the archive.
  struct File: Sendable, Hashable {
    /// The name in the archive.
    var name: String
    var bytes: [UInt8]
  }

  /// Of the image. Its elements are below the outer stack.
  var image = ForeignPart()
  /// Of the outer stack. What stands above it is in the image.
  var stack = ForeignPart()
  /// Of the layer that is the paper.
  var paper = ForeignNode()
  /// Of the layers and groups by their IDs; none of those that have nothing.
  var layers: [Layer.ID: ForeignNode] = [:]
  /// Files of the archive, in the order of their names.
  var files: [File] = []

  /// Whether there is none.
  var isEmpty: Bool { self == ForeignContent() }

  /// The elements that stood beside layers that `document` does not have, the highest first.
  func orphans(in document: borrowing Document) -> [XMLElement] {
    let present = Set(document.layers.map(\.id))
    return layers.filter { !present.contains($0.key) }.sorted { $0.key.number < $1.key.number }
      .flatMap { $0.value.stack.above + $0.value.own.above + $0.value.own.lowest }
  }

  /// Whether another program can have given an entry of an archive this name, and it can be written.
  static func canKeep(file name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix("/") && !name.hasSuffix("/") && name.utf8.count <= 1000
      && !OpenRasterReader.isWrittenAgain(name)
  }
}

/// What is kept of an element of the list of layers.
struct ForeignPart: Sendable, Hashable {
  /// Unknown attributes.
  var attributes: [XMLElement.Attribute] = []
  /// Unknown elements directly above it.
  var above: [XMLElement] = []
  /// Unknown elements in it; those of a group are in `lowest` or above a layer in it.
  var inside: [XMLElement] = []
  /// The lowest elements in a group, below all of its layers.
  var lowest: [XMLElement] = []

  var isEmpty: Bool { self == ForeignPart() }
  /// The elements in a layer or group, below the layers of a group.
  var children: [XMLElement] { inside + lowest }
}

/// What is kept of a layer or group.
struct ForeignNode: Sendable, Hashable {
  var own = ForeignPart()
  /// Of the stack in the file that has the layer as a base, and perhaps layers that are clipped to it. Its
  /// attributes are written while the layer itself is not clipped.
  var stack = ForeignPart()
  /// The unknown mode; nil if the mode is known. It is written while the layer's mode is normal.
  var mode: String?

  var isEmpty: Bool { self == ForeignNode() }
}

/// Counts what is kept of a list of layers.
struct ForeignBudget: Hashable {
  /// What is left for other files, bytes.
  private(set) var bytes = ForeignContent.mostBytes
  private var listBytes = ForeignContent.mostListBytes
  private var elements = ForeignContent.mostElements

  /// Counts an element with all that is in it. Returns false and counts nothing if it is too much.
  mutating func admits(_ element: XMLElement) -> Bool {
    var (size, count) = (0, 0)
    func measure(_ element: XMLElement, depth: Int) -> Bool {
      count += 1
      size += Self.size(element.name) * 2 + element.texts.reduce(0) { $0 + Self.size($1.text) }
      size += element.attributes.reduce(0) { $0 + Self.size($1) }
      return Self.isName(element.name) && element.attributes.allSatisfy { Self.isName($0.name) }
        && depth <= ForeignContent.mostDepth && count <= elements && size <= listBytes
        && element.children.allSatisfy { measure($0, depth: depth + 1) }
    }
    guard measure(element, depth: 1), admits(size) else { return false }
    elements -= count
    return true
  }

  /// Counts an attribute, as above.
  mutating func admits(_ attribute: XMLElement.Attribute) -> Bool {
    Self.isName(attribute.name) && admits(Self.size(attribute))
  }

  /// Counts the name of a mode, as above.
  mutating func admits(mode: String) -> Bool { admits(Self.size(mode)) }

  /// Counts a file, as above.
  mutating func admits(file: ForeignContent.File) -> Bool {
    guard file.bytes.count <= bytes else { return false }
    bytes -= file.bytes.count
    return true
  }

  private mutating func admits(_ size: Int) -> Bool {
    guard size <= listBytes else { return false }
    listBytes -= size
    bytes -= size
    return true
  }

  /// Whether a name can be written. In other encodings than UTF-8, expat allows more letters.
  private static func isName(_ name: String) -> Bool {
    if name.utf8.allSatisfy({ $0 < 0x80 }) { return true }
    let element = Array("<\(name)/>".utf8)
    return (try? XMLReader.read(element.span)) != nil
  }

  private static func size(_ attribute: XMLElement.Attribute) -> Int {
    size(attribute.name) + size(attribute.value) + 4
  }

  /// The number of bytes of a text with escapes.
  private static func size(_ text: String) -> Int {
    var escaped = ""
    XMLWriter.escape(text, isContent: true, to: &escaped)
    return escaped.utf8.count
  }
}
