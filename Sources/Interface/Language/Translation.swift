import CGettext
import Glibc

/// The values of a message's placeholders, by their names in braces.
public typealias MessageValues = KeyValuePairs<String, any CustomStringConvertible>

/// Translates a message.
///
/// The message is a literal and a whole sentence, so `.ci/messages` finds it in the source:
///
///     translated("cannot read {path}: {fault}", ["path": path, "fault": fault])
///
/// - Parameters:
///   - message: the English text, with `{name}` for each value, in any order and number.
///   - context: distinguishes meanings of the same English text.
///   - values: the values by name.
public func translated(_ message: StaticString, context: StaticString? = nil, _ values: MessageValues = [:]) -> String {
  filled(Catalogue.text(message, context: context), values)
}

/// Translates a message that depends on a number, which is also the value of `{count}`.
public func translated(
  _ one: StaticString, other: StaticString, count: Int, context: StaticString? = nil, _ values: MessageValues = [:]
) -> String {
  filled(filled(Catalogue.text(one, other: other, count: count, context: context), values), ["count": count])
}

/// Translates a name from a file of the program, such as that of a palette's colour. Other names
/// stay unchanged. `.ci/messages` finds the names of Fude's own files by `context`.
public func translated(name: String, of context: StaticString) -> String {
  Catalogue.text(name: name, context: context)
}

/// A message to translate later, for example in a table.
public struct Message: Sendable {
  private let key: StaticString
  private let context: StaticString?

  /// Makes a message; for the parameters see `translated`.
  public init(_ message: StaticString, context: StaticString? = nil) {
    key = message
    self.context = context
  }

  /// The English text.
  public var english: String { key.description }
  /// The text in the user's language.
  public var translation: String { Catalogue.text(key, context: context) }
}

/// Inserts values into a template. Unknown placeholders stay unchanged.
func filled(_ template: String, _ values: MessageValues) -> String {
  guard !values.isEmpty else { return template }
  var rest = template[...]
  var text = ""
  while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
    let name = rest[rest.index(after: open)..<close]
    text += rest[..<open]
    if let value = values.first(where: { $0.key == name })?.value {
      text += value.description
      rest = rest[rest.index(after: close)...]
    } else {
      text += rest[open...open]
      rest = rest[rest.index(after: open)...]
    }
  }
  return text + rest
}

/// Lookup by gettext, which caches the catalogue and is thread-safe.
private enum Catalogue {
  private static let separator: UInt8 = 4

  static func text(_ message: StaticString, context: StaticString?) -> String {
    guard let context else {
      return withKey(message) { key in String(cString: dcgettext(Language.domain, key, LC_MESSAGES)) }
    }
    return joined(context, message).withUnsafeBufferPointer { key in
      guard let start = key.baseAddress, let found = dcgettext(Language.domain, start, LC_MESSAGES) else { return "" }
      // gettext returns the key itself if it is not found, and the key includes the context.
      return found == UnsafeMutablePointer(mutating: start) ? message.description : String(cString: found)
    }
  }

  static func text(name: String, context: StaticString) -> String {
    let key = bytes(context).dropLast() + [CChar(bitPattern: separator)] + name.utf8CString
    return key.withUnsafeBufferPointer { key in
      guard let start = key.baseAddress, let found = dcgettext(Language.domain, start, LC_MESSAGES) else { return name }
      return found == UnsafeMutablePointer(mutating: start) ? name : String(cString: found)
    }
  }

  static func text(_ one: StaticString, other: StaticString, count: Int, context: StaticString?) -> String {
    let number = UInt(count.magnitude)
    let key = context.map { joined($0, one) } ?? bytes(one)
    return key.withUnsafeBufferPointer { key in
      withKey(other) { plural in
        guard let start = key.baseAddress,
          let found = dcngettext(Language.domain, start, plural, number, LC_MESSAGES)
        else { return "" }
        if found == UnsafeMutablePointer(mutating: start) { return one.description }
        return found == UnsafeMutablePointer(mutating: plural) ? other.description : String(cString: found)
      }
    }
  }

  /// Passes a literal as a C string. Swift ends literals with a zero byte.
  private static func withKey<Result>(_ text: StaticString, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    guard text.hasPointerRepresentation else {
      return text.description.withCString(body)
    }
    return text.utf8Start.withMemoryRebound(to: CChar.self, capacity: text.utf8CodeUnitCount + 1, body)
  }

  private static func bytes(_ text: StaticString) -> [CChar] {
    text.withUTF8Buffer { $0.map { CChar(bitPattern: $0) } } + [0]
  }

  private static func joined(_ context: StaticString, _ message: StaticString) -> [CChar] {
    bytes(context).dropLast() + [CChar(bitPattern: separator)] + bytes(message)
  }
}
