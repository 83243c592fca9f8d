import Journal
import Language

extension LayerOperation {
  func write(to writer: inout ByteWriter) {
    func write(_ kind: UInt8, _ id: Layer.ID? = nil) {
      writer.write(kind)
      if let id { writer.writeCompact(id.number) }
    }
    switch self {
    case .add(let id): write(1, id)
    case .duplicate(let id): write(2, id)
    case .delete(let id): write(3, id)
    case .mergeDown(let id): write(4, id)
    case .rename(let id, let name):
      write(5, id)
      writer.write(name)
    case .move(let id, let index):
      write(6, id)
      writer.writeCompact(Int64(index))
    case .setVisible(let id, let isVisible):
      write(7, id)
      writer.write(isVisible)
    case .setLocked(let id, let isLocked):
      write(8, id)
      writer.write(isLocked)
    case .setOpacity(let id, let opacity):
      write(9, id)
      writer.write(opacity)
    case .setBlend(let id, let blend):
      write(10, id)
      writer.write(blend.rawValue)
    case .setPaper(let colour):
      write(11)
      writer.write(colour)
    case .setPaperShown(let isShown):
      write(12)
      writer.write(isShown)
    }
  }

  init(_ reader: inout ByteReader) throws(PayloadError) {
    let kind = try reader.read(UInt8.self)
    if kind == 11 {
      self = .setPaper(try reader.read(UInt32.self))
      return
    }
    if kind == 12 {
      self = .setPaperShown(try reader.readBool())
      return
    }
    let id = Layer.ID(try reader.readCompact())
    switch kind {
    case 1: self = .add(above: id)
    case 2: self = .duplicate(id)
    case 3: self = .delete(id)
    case 4: self = .mergeDown(id)
    case 5: self = .rename(id, try reader.readText())
    case 6: self = .move(id, to: Int(truncatingIfNeeded: try reader.readCompactSigned()))
    case 7: self = .setVisible(id, try reader.readBool())
    case 8: self = .setLocked(id, try reader.readBool())
    case 9: self = .setOpacity(id, try reader.readDouble())
    case 10:
      guard let blend = CompositeOperator(rawValue: try reader.readText()) else {
        throw PayloadError(translated("a layer's blend mode is unknown"))
      }
      self = .setBlend(id, blend)
    default: throw PayloadError(translated("a layer operation is unknown"))
    }
  }
}
