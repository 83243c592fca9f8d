import CExpat
import Language

/// Reads an XML document as a tree of elements. Comments and instructions are ignored.
///
/// Supports UTF-8, UTF-16, ISO 8859-1 and ASCII. Declarations of entities are refused, and no
/// external content is read. So a document cannot expand beyond its size.
public enum XMLReader {
  /// Limits on a document.
  public struct Limits: Hashable, Sendable {
    /// The largest size, bytes.
    public var bytes: Int
    /// The largest depth of nested elements.
    public var depth: Int
    /// The largest number of elements.
    public var elements: Int

    /// Makes limits from their values.
    public init(bytes: Int = 16 << 20, depth: Int = 100, elements: Int = 100_000) {
      self.bytes = bytes
      self.depth = depth
      self.elements = elements
    }
  }

  /// Returns the root element.
  /// - Parameter keepsText: whether the elements get their text, which is ignored otherwise.
  /// - Throws: if the document is not well formed or exceeds `limits`; the message has the line.
  public static func read(
    _ bytes: Span<UInt8>, limits: Limits = Limits(), keepsText: Bool = false
  ) throws(ArchiveError) -> XMLElement {
    guard bytes.count <= min(limits.bytes, Int(Int32.max)) else {
      throw .fault(translated("it has more than {count} bytes", ["count": limits.bytes]))
    }
    guard let parser = XML_ParserCreate(nil) else { throw .system(12) }  // ENOMEM
    defer { XML_ParserFree(parser) }
    let builder = TreeBuilder(parser, limits)
    XML_SetUserData(parser, Unmanaged.passUnretained(builder).toOpaque())
    XML_SetElementHandler(parser, startElement, endElement)
    if keepsText { XML_SetCharacterDataHandler(parser, addText) }
    XML_SetEntityDeclHandler(parser, declareEntity)
    let status = withExtendedLifetime(builder) {
      bytes.withUnsafeBytes { buffer in
        XML_Parse(parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count), 1)
      }
    }
    if let fault = builder.fault {
      throw .fault(translated("line {line}: {fault}", ["line": fault.line, "fault": fault.words]))
    }
    guard status == XML_STATUS_OK else {
      let code = XML_GetErrorCode(parser)
      if code == XML_ERROR_NO_MEMORY { throw .system(12) }
      let words = XML_ErrorString(code).map { String(cString: $0) } ?? translated("it is not well formed")
      throw .fault(translated("line {line}: {fault}", ["line": XML_GetCurrentLineNumber(parser), "fault": words]))
    }
    guard let root = builder.root else {
      throw .fault(translated("line {line}: {fault}", ["line": 1, "fault": translated("there is no element")]))
    }
    return root
  }
}

/// Builds the tree while expat reads. It must outlive the parser, which borrows it.
private final class TreeBuilder {
  private(set) var root: XMLElement?
  private(set) var fault: (line: UInt, words: String)?

  private let parser: XML_Parser
  private let limits: XMLReader.Limits
  private var open: [XMLElement] = []
  private var count = 0

  init(_ parser: XML_Parser, _ limits: XMLReader.Limits) {
    self.parser = parser
    self.limits = limits
  }

  func start(_ name: UnsafePointer<XML_Char>, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?) {
    if fault != nil { return }
    count += 1
    if count > limits.elements {
      return stop(translated("there are more than {count} elements", ["count": limits.elements]))
    }
    if open.count >= limits.depth {
      return stop(translated("elements are nested more than {count} deep", ["count": limits.depth]))
    }
    var element = XMLElement(String(cString: name), line: Int(clamping: XML_GetCurrentLineNumber(parser)))
    var at = 0
    while let key = attributes?[at], let value = attributes?[at + 1] {
      element.attributes.append(XMLElement.Attribute(String(cString: key), String(cString: value)))
      at += 2
    }
    open.append(element)
  }

  func end() {
    if fault != nil { return }
    guard var element = open.popLast() else { return }
    if !element.children.isEmpty,
      element.texts.allSatisfy({ $0.text.utf8.allSatisfy { [9, 10, 13, 32].contains($0) } })
    {
      element.texts = []
    }
    if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
  }

  func add(_ text: String) {
    if fault != nil || open.isEmpty { return }
    let (last, index) = (open.count - 1, open[open.count - 1].children.count)
    // The parser gives a text in several parts.
    if let end = open[last].texts.indices.last, open[last].texts[end].index == index {
      open[last].texts[end].text += text
    } else {
      open[last].texts.append(XMLElement.Text(text, at: index))
    }
  }

  func stop(_ words: String) {
    if fault == nil { fault = (XML_GetCurrentLineNumber(parser), words) }
    XML_StopParser(parser, XML_Bool(XML_FALSE))
  }
}

private func builder(_ state: UnsafeMutableRawPointer?) -> TreeBuilder? {
  state.map { Unmanaged<TreeBuilder>.fromOpaque($0).takeUnretainedValue() }
}

private func startElement(
  _ state: UnsafeMutableRawPointer?, _ name: UnsafePointer<XML_Char>?,
  _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
) {
  if let name { builder(state)?.start(name, attributes) }
}

private func endElement(_ state: UnsafeMutableRawPointer?, _ name: UnsafePointer<XML_Char>?) { builder(state)?.end() }

private func addText(_ state: UnsafeMutableRawPointer?, _ text: UnsafePointer<XML_Char>?, _ count: Int32) {
  guard let text else { return }
  let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
  builder(state)?.add(String(decoding: bytes, as: UTF8.self))
}

private func declareEntity(
  _ state: UnsafeMutableRawPointer?, _: UnsafePointer<XML_Char>?, _: Int32, _: UnsafePointer<XML_Char>?, _: Int32,
  _: UnsafePointer<XML_Char>?, _: UnsafePointer<XML_Char>?, _: UnsafePointer<XML_Char>?, _: UnsafePointer<XML_Char>?
) { builder(state)?.stop(translated("it declares an entity, which is not allowed here")) }
