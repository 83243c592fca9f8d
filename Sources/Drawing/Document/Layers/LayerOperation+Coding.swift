import Archive
import Journal
import Language
import Raster

extension LayerOperation {
  /// - Throws: if memory is short.
  func write(to writer: inout ByteWriter) throws(ArchiveError) {
    func write(_ kind: UInt8, _ id: Layer.ID? = nil) {
      writer.write(kind)
      if let id { writer.writeCompact(id.number) }
    }
    switch self {
    case .add(let id): write(1, id)
    case .duplicate(let id, 1, true): write(2, id)
    case .duplicate(let id, let count, let namesInChain):
      write(namesInChain ? 14 : 29, id)
      writer.writeCompact(UInt64(max(0, count)))
    case .paste(let copied, let id):
      write(28, id)
      try copied.write(to: &writer)
    case .delete(let id): write(3, id)
    case .mergeDown(let id): write(4, id)
    case .set(let id, let property): property.write(to: &writer, of: id)
    case .move(let id, let place):
      write(place.parent == nil ? 6 : 15, id)
      if let parent = place.parent { writer.writeCompact(parent.number) }
      writer.writeCompact(Int64(place.position))
    case .group(let ids):
      write(16)
      writer.writeCompact(UInt64(ids.count))
      for id in ids { writer.writeCompact(id.number) }
    case .ungroup(let id): write(17, id)
    case .flatten(let id): write(19, id)
    case .addMask(let id, let shown):
      write(22, id)
      writer.write(shown != nil)
      if let shown {
        writer.write(shown.width, shown.height)
        writer.write(counted: try MaskCoding.encoded(shown))
      }
    case .removeMask(let id): write(23, id)
    case .applyMask(let id): write(24, id)
    case .several(let operations):
      write(27)
      writer.writeCompact(UInt64(operations.count))
      for operation in operations { try operation.write(to: &writer) }
    case .setPaper(let colour):
      write(11)
      writer.write(colour)
    case .setPaperShown(let isShown):
      write(12)
      writer.write(isShown)
    }
  }

  init(_ reader: inout ByteReader) throws(PayloadError) { try self.init(&reader, isPart: false) }

  /// - Parameter isPart: whether it is one of several, which contain no others.
  private init(_ reader: inout ByteReader, isPart: Bool) throws(PayloadError) {
    let kind = try reader.read(UInt8.self)
    if kind == 27, !isPart {
      var parts: [LayerOperation] = []
      for _ in 0..<(try reader.readCount(ofSize: 2)) { parts.append(try LayerOperation(&reader, isPart: true)) }
      guard parts.count <= Document.mostLayers, parts.allSatisfy(\.isPartOfSeveral) else {
        throw PayloadError(translated("a layer operation is unknown"))
      }
      self = .several(parts)
      return
    }
    if kind == 11 {
      self = .setPaper(try reader.read(UInt32.self))
      return
    }
    if kind == 12 {
      self = .setPaperShown(try reader.readBool())
      return
    }
    if kind == 16 {
      var ids: [Layer.ID] = []
      for _ in 0..<(try reader.readCount()) { ids.append(Layer.ID(try reader.readCompact())) }
      self = .group(ids)
      return
    }
    let id = Layer.ID(try reader.readCompact())
    switch kind {
    case 1: self = .add(above: id)
    case 2: self = .duplicate(id, namesInChain: true)
    case 3: self = .delete(id)
    case 4: self = .mergeDown(id)
    case 6: self = .move(id, to: LayerPlace(position: Int(truncatingIfNeeded: try reader.readCompactSigned())))
    case 14, 29:
      let count = try reader.readCompact()
      guard count <= UInt64(Document.mostLayers) else { throw PayloadError(translated("a number is out of range")) }
      self = .duplicate(id, layers: Int(count), namesInChain: kind == 14)
    case 15:
      let parent = Layer.ID(try reader.readCompact())
      let position = Int(truncatingIfNeeded: try reader.readCompactSigned())
      self = .move(id, to: LayerPlace(in: parent, position: position))
    case 17: self = .ungroup(id)
    case 19: self = .flatten(id)
    case 22: self = .addMask(id, showing: try Self.shown(&reader))
    case 23: self = .removeMask(id)
    case 24: self = .applyMask(id)
    case 28: self = .paste(try CopiedLayers(&reader), above: id)
    default:
      guard let property = try Layer.Property(kind, &reader) else {
        throw PayloadError(translated("a layer operation is unknown"))
      }
      self = .set(id, property)
    }
  }

  /// What a new mask shows; nil for all.
  private static func shown(_ reader: inout ByteReader) throws(PayloadError) -> Mask? {
    guard try reader.readBool() else { return nil }
    let size = try reader.readSize()
    return try MaskCoding.decoded(try reader.readCounted(), width: size.width, height: size.height)
  }
}
