import Archive
import Ink
import Language

/// A preset of Krita (`.kpp`): a PNG image with a text that is XML.
struct KritaPreset {
  /// A file within the preset.
  struct Resource {
    var fileName: String
    var checksum: String
    var bytes: [UInt8]
  }

  let name: String
  /// The name of the engine.
  let engine: String
  let parameters: [String: String]
  /// The files of tips in it.
  let resources: [Resource]

  private static let limits = XMLReader.Limits(bytes: PNGTexts.mostBytes, depth: 50)

  /// Reads a preset.
  /// - Throws: if the image has no preset, or that is damaged.
  init(kpp: [UInt8]) throws(ArchiveError) {
    guard let text = PNGTexts(kpp)["preset"] else { throw .fault(translated("it is not a preset of Krita")) }
    try self.init(xml: text)
  }

  private init(xml text: String) throws(ArchiveError) {
    // Checksums of textures have control characters.
    let bytes = XMLReader.withoutForbidden(Array(text.utf8))
    let root: XMLElement
    do throws(ArchiveError) {
      root = try XMLReader.read(bytes.span, limits: Self.limits, keepsText: true)
    } catch {
      guard case .fault = error else { throw error }
      // Some versions put sections of text into one another.
      root = try XMLReader.read(Self.repaired(bytes).span, limits: Self.limits, keepsText: true)
    }
    name = root["name"] ?? ""
    engine = root["paintopid"] ?? ""
    var parameters: [String: String] = [:]
    for child in root.children where child.name == "param" {
      if let key = child["name"] { parameters[key] = child.content }
    }
    self.parameters = parameters
    let resources = root.children.first { $0.name == "resources" }?.children ?? []
    self.resources = resources.compactMap { resource in
      guard resource["type"] == "brushes" else { return nil }
      let text = resource.content.utf8.filter { $0 > 0x20 }
      guard let bytes = Base64.bytes(of: Array(text)) else { return nil }
      return Resource(fileName: resource["filename"] ?? "", checksum: resource["md5sum"] ?? "", bytes: bytes)
    }
  }

  /// Removes the inner marks of sections of text around curves.
  private static func repaired(_ bytes: [UInt8]) -> [UInt8] {
    let (start, end) = (Array("<curve><![CDATA[".utf8), Array("]]></curve>".utf8))
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var rest = bytes[...]
    while let byte = rest.first {
      if byte == start[0], rest.starts(with: start) {
        result += "<curve>".utf8
        rest = rest.dropFirst(start.count)
      } else if byte == end[0], rest.starts(with: end) {
        result += "</curve>".utf8
        rest = rest.dropFirst(end.count)
      } else {
        result.append(byte)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  /// A Boolean parameter.
  /// - Parameter usual: its value if it is missing.
  func flag(_ key: String, usual: Bool = false) -> Bool { parameters[key].map { $0 == "true" || $0 == "1" } ?? usual }

  /// A finite number; nil if there is none.
  func number(_ key: String) -> Double? { parameters[key].flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil } }
}
