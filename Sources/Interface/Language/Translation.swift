import CGettext
import Glibc

/// What is put into a message, by the names that stand in it in braces.
public typealias MessageValues = KeyValuePairs<String, any CustomStringConvertible>

/// A sentence, a name or a word for people, in their language.
///
/// The message is a literal, the whole sentence, so that it can be found in the source (`.ci/messages` does) and translated as one:
///
///     translated("cannot read {path}: {fault}", ["path": path, "fault": fault])
///
/// - Parameters:
///   - message: the English words. What is put in stands as `{name}`, once or more, in any order.
///   - context: which of its meanings an English word has, where another place means another.
///   - values: what is put in, by name.
public func translated(_ message: StaticString, context: StaticString? = nil, _ values: MessageValues = [:]) -> String {
  filled(Catalogue.text(message, context: context), values)
}

/// The same for words that depend on a number.
/// - Parameters:
///   - one: the English words for 1.
///   - other: those for any other number.
///   - count: the number, which is also put in as `{count}`.
public func translated(
  _ one: StaticString, other: StaticString, count: Int, context: StaticString? = nil, _ values: MessageValues = [:]
) -> String {
  filled(filled(Catalogue.text(one, other: other, count: count, context: context), values), ["count": count])
}

/// A name out of a file that comes with the program, such as that of a palette's colour, in the user's language; any other name as it is.
/// - Parameters:
///   - name: the name. `.ci/messages` finds those of Fude's own files.
///   - context: what it is the name of, as `.ci/messages` has it.
public func translated(name: String, of context: StaticString) -> String {
  Catalogue.text(name: name, context: context)
}

/// A message that is kept to be said later: a table's entry, for one.
public struct Message: Sendable {
  private let key: StaticString
  private let context: StaticString?

  /// - Parameters: as those of `translated`.
  public init(_ message: StaticString, context: StaticString? = nil) {
    key = message
    self.context = context
  }

  /// The words as they stand in the source.
  public var english: String { key.description }
  /// Those in the user's language.
  public var translation: String { Catalogue.text(key, context: context) }
}

/// A template with what belongs into it. What is put in is not looked at again; a name that is not given stays as it is.
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

/// Looking up, by C's functions. They keep the catalogue in memory from the first look on, and may be called by any thread.
private enum Catalogue {
  /// Between context and message in a catalogue's key.
  private static let separator: UInt8 = 4

  static func text(_ message: StaticString, context: StaticString?) -> String {
    guard let context else {
      return withKey(message) { key in String(cString: dcgettext(Language.domain, key, LC_MESSAGES)) }
    }
    return joined(context, message).withUnsafeBufferPointer { key in
      guard let start = key.baseAddress, let found = dcgettext(Language.domain, start, LC_MESSAGES) else { return "" }
      // What is not found is the key itself, which has the context in it.
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

  /// A literal as C has it. Swift ends each with a zero byte.
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
