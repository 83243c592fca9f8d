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
    case .rename(let id, let name):
      write(5, id)
      writer.write(name)
    case .move(let id, let place):
      write(place.parent == nil ? 6 : 15, id)
      if let parent = place.parent { writer.writeCompact(parent.number) }
      writer.writeCompact(Int64(place.position))
    case .group(let ids):
      write(16)
      writer.writeCompact(UInt64(ids.count))
      for id in ids { writer.writeCompact(id.number) }
    case .ungroup(let id): write(17, id)
    case .setGroup(let id, let group):
      write(18, id)
      writer.write(group == .passThrough)
    case .flatten(let id): write(19, id)
    case .setVisible(let id, let isVisible):
      write(7, id)
      writer.write(isVisible)
    case .setLocked(let id, let isLocked):
      write(8, id)
      writer.write(isLocked)
    case .setClipped(let id, let isClipped):
      write(20, id)
      writer.write(isClipped)
    case .setAlphaLocked(let id, let isLocked):
      write(21, id)
      writer.write(isLocked)
    case .addMask(let id, let shown):
      write(22, id)
      writer.write(shown != nil)
      if let shown {
        writer.write(shown.width, shown.height)
        writer.write(counted: try MaskCoding.encoded(shown))
      }
    case .removeMask(let id): write(23, id)
    case .applyMask(let id): write(24, id)
    case .setMaskOn(let id, let isOn):
      write(25, id)
      writer.write(isOn)
    case .setOpacity(let id, let opacity):
      write(9, id)
      writer.write(opacity)
    case .setBlend(let id, let blend):
      write(10, id)
      writer.write(blend.rawValue)
    case .setLabel(let id, let label):
      write(26, id)
      writer.write(label.rawValue)
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
    case 5: self = .rename(id, try reader.readText())
    case 6: self = .move(id, to: LayerPlace(position: Int(truncatingIfNeeded: try reader.readCompactSigned())))
    case 7: self = .setVisible(id, try reader.readBool())
    case 8: self = .setLocked(id, try reader.readBool())
    case 9: self = .setOpacity(id, try reader.readDouble())
    case 10:
      guard let blend = CompositeOperator(rawValue: try reader.readText()) else {
        throw PayloadError(translated("a layer's blend mode is unknown"))
      }
      self = .setBlend(id, blend)
    case 26:
      guard let label = Layer.Label(rawValue: try reader.read(UInt8.self)) else {
        throw PayloadError(translated("a layer operation is unknown"))
      }
      self = .setLabel(id, label)
    case 14, 29:
      let count = try reader.readCompact()
      guard count <= UInt64(Document.mostLayers) else { throw PayloadError(translated("a number is out of range")) }
      self = .duplicate(id, layers: Int(count), namesInChain: kind == 14)
    case 15:
      let parent = Layer.ID(try reader.readCompact())
      let position = Int(truncatingIfNeeded: try reader.readCompactSigned())
      self = .move(id, to: LayerPlace(in: parent, position: position))
    case 17: self = .ungroup(id)
    case 18: self = .setGroup(id, try reader.readBool() ? .passThrough : .isolated)
    case 19: self = .flatten(id)
    case 20: self = .setClipped(id, try reader.readBool())
    case 21: self = .setAlphaLocked(id, try reader.readBool())
    case 22: self = .addMask(id, showing: try Self.shown(&reader))
    case 23: self = .removeMask(id)
    case 24: self = .applyMask(id)
    case 25: self = .setMaskOn(id, try reader.readBool())
    case 28: self = .paste(try CopiedLayers(&reader), above: id)
    default: throw PayloadError(translated("a layer operation is unknown"))
    }
  }

  /// What a new mask shows; nil for all.
  private static func shown(_ reader: inout ByteReader) throws(PayloadError) -> Mask? {
    guard try reader.readBool() else { return nil }
    let size = try reader.readSize()
    return try MaskCoding.decoded(try reader.readCounted(), width: size.width, height: size.height)
  }
}
