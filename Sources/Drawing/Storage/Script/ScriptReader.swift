import Archive
import Document
import Geometry
import Ink
import Journal
import Language
import Raster

/// Reads values from the members of JSON objects. A member that is missing has its standard value; a colour, a layer or a
/// brush that is missing stays.
struct ScriptReader {
  /// An object that is read.
  struct Frame {
    let members: [JSONValue.Member]
    let path: [JSONStep]
    /// The names that were asked for, in order.
    var names: [String] = []
    /// The first fault that was noted. An unknown key comes first, since it may be what is missing, misspelt.
    var lack: ScriptFault?
  }

  var canvas: (width: Int, height: Int)
  /// The drawing before the operation.
  let document: Document
  var brushes: ScriptBrushes
  private(set) var frames: [Frame] = []
  /// How positions, colours and sizes are read.
  var use = MacroUse()
  /// The members of the outermost object that may be missing although they have no standard value.
  var optional: Set<String> = []
  /// The members of the outermost object that messages do not name, since only programs write them.
  var hidden = ScriptReading.hidden

  /// The picture in a file.
  let picture: (String) throws(ScriptFault) -> Clipping

  init(
    _ document: Document, _ brushes: ScriptBrushes, _ picture: @escaping (String) throws(ScriptFault) -> Clipping
  ) {
    (self.document, self.brushes, self.picture) = (document, brushes, picture)
    canvas = (document.width, document.height)
  }

  /// Reads an object, all of whose members must be known.
  mutating func object<Result>(
    _ value: JSONValue, at path: [JSONStep] = [],
    _ body: (inout ScriptReader) throws(ScriptFault) -> Result
  ) throws(ScriptFault) -> Result {
    guard case .object(let members) = value else {
      throw ScriptFault(
        translated("this is an object, not {value}", ["value": ScriptFault.shown(value)]), at: path)
    }
    frames.append(Frame(members: members, path: path))
    defer { frames.removeLast() }
    let result = try body(&self)
    let (names, lack) = (frames.last?.names ?? [], frames.last?.lack)
    var seen: Set<String> = []
    for member in members {
      guard names.contains(member.name) else {
        throw ScriptFault(
          translated(
            "the key {key} is unknown; allowed are {keys}",
            [
              "key": ScriptFault.shown(member.name), "keys": shownKeys.joined(separator: ", "),
            ]),
          at: path + [.name(member.name)])
      }
      guard seen.insert(member.name).inserted else {
        throw ScriptFault(
          translated("the key {key} occurs twice", ["key": ScriptFault.shown(member.name)]),
          at: path + [.name(member.name)])
      }
    }
    if let lack { throw lack }
    return result
  }

  /// The member with a name; nil if there is none.
  mutating func member(_ name: String) -> JSONValue? {
    guard let last = frames.indices.last else { return nil }
    if !frames[last].names.contains(name) { frames[last].names.append(name) }
    return frames[last].members.first { $0.name == name }?.value
  }

  /// The keys of the object that people write, as far as they were asked for.
  private var shownKeys: [String] {
    guard let last = frames.last else { return [] }
    return last.names.filter { !ScriptReading.notes.contains($0) && (frames.count > 1 || !hidden.contains($0)) }
  }

  /// Whether the outermost object has a member, which is not read by this.
  func has(_ name: String) -> Bool { frames.last?.members.contains { $0.name == name } ?? false }

  /// The way to the object that is read.
  var objectPath: [JSONStep] { frames.last?.path ?? [] }

  /// The way to a member of the object that is read.
  func path(_ name: String) -> [JSONStep] { objectPath + [.member(name)] }

  /// The fault of a member: that it is something else.
  func fault(_ name: String, _ value: JSONValue, _ allowed: String, at path: [JSONStep]? = nil) -> ScriptFault {
    ScriptFault(
      translated(
        "{key} is {allowed}, not {text}", ["key": name, "allowed": allowed, "text": ScriptFault.shown(value)]),
      at: path ?? self.path(name))
  }

  /// The member with a name; nil if there is none, which is a fault of the object if it may not be missing.
  mutating func member(_ name: String, mayBeMissing: Bool) -> JSONValue? {
    if let value = member(name) { return value }
    if !mayBeMissing, frames.count > 1 || !optional.contains(name) { lack(name) }
    return nil
  }

  /// Notes that a member is missing. What is read of the object does not count then.
  mutating func lack(_ name: String) {
    note(ScriptFault(translated("{key} is missing", ["key": name]), at: objectPath))
  }

  /// Notes a fault of the object, which is thrown if it has no unknown key. What is read of it does not count then.
  mutating func note(_ fault: ScriptFault) {
    guard let last = frames.indices.last, frames[last].lack == nil else { return }
    frames[last].lack = fault
  }

  /// Notes that nothing is set by the object, which may be because of an unknown key.
  /// - Parameter others: keys that set nothing.
  mutating func noteNothingSet(but others: Set<String> = []) {
    let keys = shownKeys.filter { !others.contains($0) && $0 != "op" && $0 != "time" }
    note(
      ScriptFault(
        translated("nothing is set; allowed are {keys}", ["keys": keys.joined(separator: ", ")]), at: objectPath))
  }

  /// Whether something is missing in an object that is read.
  var isLacking: Bool { frames.contains { $0.lack != nil } }

  // MARK: values

  /// A number in the units of the program.
  func number(
    _ value: JSONValue, _ name: String, isAngle: Bool = false, in range: ClosedRange<Double>?, at path: [JSONStep]
  ) throws(ScriptFault) -> Double {
    let degrees = 180 / Double.pi
    let shown = range.map { isAngle ? $0.lowerBound * degrees...$0.upperBound * degrees : $0 }
    func fault() -> ScriptFault {
      guard let shown, shown.upperBound < 1e12 else { return self.fault(name, value, translated("a number"), at: path) }
      let ends = [shown.lowerBound, shown.upperBound].map { RecordingNumber.text(($0 * 1e6).rounded() / 1e6) }
      return self.fault(
        name, value, translated("a number from {least} to {most}", ["least": ends[0], "most": ends[1]]), at: path)
    }
    var number: Double
    switch value {
    case .number(let given): number = isAngle ? Angle(degrees: given).radians : given
    case .object(let members) where isAngle && members.count == 1 && members[0].name == "radians":
      guard case .number(let radians) = members[0].value else { throw fault() }
      number = radians
    default: throw fault()
    }
    guard range?.contains(number) ?? true else { throw fault() }
    return number
  }

  /// The numbers of a member, whose count is fixed; nil if it is missing.
  mutating func numbers(
    _ name: String, count: Int, in range: ClosedRange<Double>, form: String
  ) throws(ScriptFault) -> [Double]? {
    guard let value = member(name) else { return nil }
    return try numbers(value, name, count: count, in: range, form: form, at: path(name))
  }

  func numbers(
    _ value: JSONValue, _ name: String, count: Int, in range: ClosedRange<Double>, form: String, at path: [JSONStep]
  ) throws(ScriptFault) -> [Double] {
    guard case .list(let items) = value, items.count == count else { throw fault(name, value, form, at: path) }
    var numbers: [Double] = []
    for (index, item) in items.enumerated() {
      numbers.append(try number(item, name, in: range, at: path + [.item(index)]))
    }
    return numbers
  }

  /// The text of a member; nil if it is missing.
  mutating func text(_ name: String) throws(ScriptFault) -> String? {
    guard let value = member(name) else { return nil }
    guard case .text(let text) = value else { throw fault(name, value, translated("a text")) }
    return text
  }

  /// Whether a member is true; nil if it is missing.
  mutating func flag(_ name: String) throws(ScriptFault) -> Bool? {
    guard let value = member(name) else { return nil }
    guard case .boolean(let isTrue) = value else { throw fault(name, value, translated("true or false")) }
    return isTrue
  }

  /// The number of a member; nil if it is missing.
  mutating func number(_ name: String, in range: ClosedRange<Double>, isAngle: Bool = false) throws(ScriptFault)
    -> Double?
  {
    guard let value = member(name) else { return nil }
    return try number(value, name, isAngle: isAngle, in: range, at: path(name))
  }

  /// The bytes of a member in Base64; nil if it is missing.
  mutating func bytes(_ name: String) throws(ScriptFault) -> [UInt8]? {
    guard let value = member(name) else { return nil }
    guard case .text(let text) = value, let bytes = Base64.bytes(of: Array(text.utf8)) else {
      throw fault(name, value, translated("bytes in Base64"))
    }
    return bytes
  }

  /// Reads what was encoded as bytes.
  func decoded<Value>(_ name: String, _ body: () throws(PayloadError) -> Value) throws(ScriptFault) -> Value {
    do throws(PayloadError) { return try body() } catch {
      throw ScriptFault(translated("{key}: {fault}", ["key": name, "fault": error.fault]), at: path(name))
    }
  }
}
