import Archive
import Language

/// An object of Photoshop's files: values by keys.
struct PhotoshopDescriptor {
  /// A value. Units are left out: brushes use percent, px and degrees, each key its own.
  enum Value {
    case object(PhotoshopDescriptor)
    case list([Value])
    case number(Double)
    case text(String)
    case flag(Bool)
    /// One that brushes do not need.
    case other
  }

  /// The name of its class.
  var kind = ""
  private var values: [String: Value] = [:]

  /// An object by its values.
  init(kind: String = "", _ values: [String: Value] = [:]) { (self.kind, self.values) = (kind, values) }

  /// A number; nil if there is none.
  func number(_ key: String) -> Double? { if case .number(let number) = values[key] { number } else { nil } }

  /// A text; empty if there is none.
  func text(_ key: String) -> String { if case .text(let text) = values[key] { text } else { "" } }

  /// Whether a Boolean value is there and true.
  func flag(_ key: String) -> Bool { if case .flag(let flag) = values[key] { flag } else { false } }

  /// An object; an empty one if there is none.
  func object(_ key: String) -> PhotoshopDescriptor {
    if case .object(let object) = values[key] { object } else { PhotoshopDescriptor() }
  }

  /// The objects in a list.
  func objects(_ key: String) -> [PhotoshopDescriptor] {
    guard case .list(let list) = values[key] else { return [] }
    return list.compactMap { if case .object(let object) = $0 { object } else { nil } }
  }
}

/// Parses the descriptors of Photoshop's files.
///
/// Values have no lengths. So an unknown or damaged one ends the reading; the whole elements of the outermost list
/// that come before it are kept.
struct PhotoshopDescriptorParser {
  private var reader: BigEndianReader
  private var count = 0
  /// Why reading ended early; nil otherwise.
  private(set) var fault: String?

  /// The greatest depth of objects and lists.
  static let mostLevels = 32
  /// The greatest number of values.
  static let mostValues = 1 << 20

  /// A parser of bytes that begin with a descriptor.
  init(_ reader: BigEndianReader) { self.reader = reader }

  /// Parses the descriptor.
  mutating func parse() throws(ArchiveError) -> PhotoshopDescriptor { try object(level: 0) }

  private mutating func object(level: Int) throws(ArchiveError) -> PhotoshopDescriptor {
    _ = try reader.readText()
    let kind = try reader.readKey()
    var values: [String: PhotoshopDescriptor.Value] = [:]
    var left = try reader.readCount()
    while left > 0, fault == nil {
      let key = try reader.readKey()
      values[key] = try value(level: level + 1)
      left -= 1
    }
    return PhotoshopDescriptor(kind: kind, values)
  }

  private mutating func list(level: Int) throws(ArchiveError) -> [PhotoshopDescriptor.Value] {
    var list: [PhotoshopDescriptor.Value] = []
    var left = try reader.readCount()
    while left > 0, fault == nil {
      do throws(ArchiveError) { list.append(try value(level: level + 1)) } catch {
        guard level == 1, case .fault(let words) = error else { throw error }
        fault = words
      }
      left -= 1
    }
    return list
  }

  private mutating func value(level: Int) throws(ArchiveError) -> PhotoshopDescriptor.Value {
    count += 1
    guard count <= Self.mostValues, level <= Self.mostLevels else {
      throw .fault(translated("its descriptors are too deep or too many"))
    }
    switch try reader.readType() {
    case "Objc", "GlbO": return .object(try object(level: level))
    case "VlLs": return .list(try list(level: level))
    case "doub": return .number(try reader.readDouble())
    case "UntF":
      _ = try reader.readType()
      return .number(try reader.readDouble())
    case "UnFl":
      _ = try reader.readType()
      return .number(try reader.readFloat())
    case "TEXT": return .text(try reader.readText())
    case "enum":
      _ = try reader.readKey()
      return .text(try reader.readKey())
    case "long": return .number(Double(try reader.read(Int32.self)))
    case "comp": return .number(Double(try reader.read(Int64.self)))
    case "bool": return .flag(try reader.read(UInt8.self) != 0)
    case "type", "GlbC": try skipClass()
    case "tdta", "alis", "Pth ": _ = try reader.raw(try reader.readCount())
    case "obj ": try skipReference()
    case let type:
      throw .fault(
        translated("it has a value of the unknown type {type}", ["type": ArchiveError.printable(type)]))
    }
    return .other
  }

  private mutating func skipClass() throws(ArchiveError) {
    _ = try reader.readText()
    _ = try reader.readKey()
  }

  private mutating func skipReference() throws(ArchiveError) {
    var left = try reader.readCount()
    while left > 0 {
      left -= 1
      let form = try reader.readType()
      if !["Idnt", "indx"].contains(form) { try skipClass() }
      switch form {
      case "Clss": break
      case "prop": _ = try reader.readKey()
      case "Enmr":
        _ = try reader.readKey()
        _ = try reader.readKey()
      case "rele", "Idnt", "indx": _ = try reader.readCount()
      case "name": _ = try reader.readText()
      default: throw .fault(translated("it has a value of the unknown type {type}", ["type": "obj"]))
      }
    }
  }
}
