import Language

/// The settings file as text: lines `key = value` and comments.
///
/// 1. It is parsed from a file's bytes, or empty.
/// 2. `settings` has the values of its lines, `faults` their errors.
/// 3. `change` writes changed values to their lines and touches no other line.
/// 4. `bytes` is the file again, equal to the parsed one except for changed lines. Lines that
///   cannot be parsed stay.
public struct SettingsFile: Sendable, Hashable {
  /// The values of the lines; the default for missing or wrong ones.
  public private(set) var settings = Settings()
  /// The errors, a message each: "line 3: wheel is zoom or scroll, not "zom"". Other lines count
  /// all the same.
  public private(set) var faults: [String] = []
  /// Unknown keys, a message each. They may belong to a newer version.
  public private(set) var unknownKeys: [String] = []
  /// The lines without line feeds; the last one follows the last line feed.
  private var lines: [Line]

  private struct Line: Sendable, Hashable {
    var bytes: [UInt8]
    /// The key; nil for an unknown one.
    var key: String?
    /// Whether its value is valid.
    var isUnderstood = false
  }

  /// The head of a new file.
  static let head = "# Fude reads this file when it starts, and writes what changed when it ends. Lines: key = value."

  /// No lines.
  public init() { lines = [Line(bytes: [])] }

  /// Parses a file. Errors go to `faults`.
  public init(parsing bytes: [UInt8]) {
    lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { Line(bytes: Array($0)) }
    for i in lines.indices { read(i) }
    faults += settings.keys.conflicts.map(\.description)
  }

  /// The file.
  public var bytes: [UInt8] { Array(lines.map(\.bytes).joined(separator: [0x0A])) }

  private mutating func read(_ i: Int) {
    func fault(_ what: String) { faults.append(translated("line {line}: {fault}", ["line": i + 1, "fault": what])) }
    guard let text = String(validating: lines[i].bytes, as: UTF8.self) else {
      return fault(translated("it is not UTF-8 text"))
    }
    let line = Self.trimmed(text[...])
    guard !line.isEmpty, !line.hasPrefix("#") else { return }
    guard let sign = line.unicodeScalars.firstIndex(of: "=") else {
      return fault(translated("{text} is not of the form key = value", ["text": Self.quoted(line)]))
    }
    let key = String(Self.trimmed(line[..<sign]))
    let value = String(Self.trimmed(line[line.unicodeScalars.index(after: sign)...]))
    guard let field = SettingsField.named(key) else {
      let fault = translated("the key {key} is unknown; its line stays in the file", ["key": Self.quoted(key[...])])
      unknownKeys.append(translated("line {line}: {fault}", ["line": i + 1, "fault": fault]))
      return
    }
    lines[i].key = key
    lines[i].isUnderstood = field.read(value, &settings)
    if !lines[i].isUnderstood {
      fault(
        translated(
          "{key} is {allowed}, not {text}",
          ["key": Self.shown(key[...]), "allowed": field.allowed, "text": Self.quoted(value[...])]))
    }
  }

  /// Writes the values in which `new` differs from `old`, so that settings written by another Fude
  /// stay. A wrong line whose setting changes becomes a comment.
  public mutating func change(from old: Settings, to new: Settings) {
    for field in SettingsField.all(in: old, new) {
      let text = field.write(new)
      if text != field.write(old) { set(field, to: field.merge.map { $0(old, new, settings) } ?? text) }
    }
    self = SettingsFile(parsing: bytes)
  }

  private mutating func set(_ field: SettingsField, to text: String?) {
    guard let text else {
      comment(field.name)
      lines.removeAll { $0.key == field.name }
      return
    }
    comment(field.name)
    let ending: [UInt8] = lines[0].bytes.last == 0x0D ? [0x0D] : []
    let line = Line(bytes: Array("\(field.name) = \(text)".utf8) + ending, key: field.name, isUnderstood: true)
    if let i = lines.lastIndex(where: { $0.key == field.name }) {
      lines[i] = line
    } else if text != field.write(Settings()) {
      append(line)
    }
  }

  /// Comments out lines that set a key to an invalid value.
  private mutating func comment(_ key: String) {
    for i in lines.indices where lines[i].key == key && !lines[i].isUnderstood {
      lines[i] = Line(bytes: Array("# ".utf8) + lines[i].bytes)
    }
  }

  private mutating func append(_ line: Line) {
    if lines.count == 1, lines[0].bytes.isEmpty { lines = [Line(bytes: Array(Self.head.utf8)), Line(bytes: [])] }
    if lines.last?.bytes.isEmpty == false { lines.append(Line(bytes: [])) }
    lines.insert(line, at: lines.count - 1)
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let kept = text.drop(while: \.isWhitespace)
    guard let last = kept.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return kept[...last]
  }

  /// A quoted part of the file, for a message.
  private static func quoted(_ text: Substring) -> String { "\"\(shown(text))\"" }

  /// A part of the file for a message: at most 60 characters, without control characters, which
  /// could disturb a terminal.
  private static func shown(_ text: Substring) -> String {
    let scalars = text.unicodeScalars.prefix(60).map { scalar -> Unicode.Scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: "?"
      default: scalar
      }
    }
    return String(String.UnicodeScalarView(scalars)) + (text.unicodeScalars.count > 60 ? "..." : "")
  }
}
