import Document
import Geometry
import Ink
import Language

/// A request of `fude edit`.
struct EditRequest: Hashable, Sendable {
  /// The drawing with its history, or the journal.
  var source: String
  /// The drawing to write.
  var target: String
  /// Which strokes are changed.
  var filter = StrokeFilter()
  /// What is changed of them, but for `brush` and `layer`.
  var change = StrokeChange()
  /// The new brush: a file of MyPaint or of Fude, or the name of a brush.
  var brush: String?
  /// The name of the new layer.
  var layer: String?
  /// Whether a file that is write-protected or of another format may be replaced.
  var isForced = false

  /// What `--set` can set.
  enum Property: String, CaseIterable {
    case color, size, opacity, brush, smoothing, layer
  }
}

extension Arguments {
  static func edit(_ given: GivenArguments, _ scanner: ArgumentScanner) throws(UsageError) -> EditRequest {
    let source = try scanner.operand(given)
    guard let target = given.text(.output) else {
      throw scanner.error(translated("-o OUT is missing: fude edit FILE -o OUT.ora"))
    }
    var request = EditRequest(source: source, target: target)
    request.isForced = given.has(.force)
    (request.filter.brush, request.filter.layer) = (given.text(.brush), given.text(.layer))
    request.filter.colour = given.colour(.color)
    if let text = given.text(.strokes) { request.filter.numbers = try numbers(text, scanner) }
    if let text = given.text(.inside) {
      let sides = try values(text, count: 4, of: .inside, scanner)
      guard sides[2] > 0, sides[3] > 0 else { throw fault(.inside, text, scanner) }
      request.filter.area = Rect(
        minX: sides[0], minY: sides[1], maxX: sides[0] + sides[2], maxY: sides[1] + sides[3])
    }
    for text in given.texts(.set) { try set(text, in: &request, scanner) }
    if let text = given.text(.move) {
      let way = try values(text, count: 2, of: .move, scanner)
      request.change.move = Vector(way[0], way[1])
    }
    if let scale = given.number(.scale) { request.change.scale = scale }
    request.change.deletes = given.has(.delete)
    let others = [ArgumentOption.set, .move, .scale].filter { given.has($0) }
    if request.change.deletes, let other = others.first {
      throw scanner.error(
        translated("{option} and {other} exclude each other", ["option": "--delete", "other": other.name]))
    }
    guard request.change.deletes || !others.isEmpty else {
      throw scanner.error(translated("nothing is changed: --set, --move, --scale or --delete is missing"))
    }
    return request
  }

  private static func fault(_ option: ArgumentOption, _ text: String, _ scanner: ArgumentScanner) -> UsageError {
    let example =
      switch option {
      case .strokes: "1,4-7"
      case .inside: "0,0,640,480"
      case .move: "10,-5"
      default: "color=#1d1f24"
      }
    return scanner.error(
      translated(
        "{option} {value} is not of the form {example}",
        ["option": option.name, "value": quoted(text), "example": example]))
  }

  /// Numbers and ranges of them, separated by commas.
  private static func numbers(_ text: String, _ scanner: ArgumentScanner) throws(UsageError) -> [ClosedRange<Int>] {
    var ranges: [ClosedRange<Int>] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { whole($0) }
      guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1], first >= 1,
        last >= first
      else { throw fault(.strokes, text, scanner) }
      ranges.append(first...last)
    }
    return ranges
  }

  private static func whole(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }

  /// So many numbers, separated by commas.
  private static func values(
    _ text: String, count: Int, of option: ArgumentOption, _ scanner: ArgumentScanner
  ) throws(UsageError) -> [Double] {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let values = parts.compactMap { part -> Double? in
      let digits = part.first == "-" ? part.dropFirst() : part
      guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2e }) else { return nil }
      return Double(part)
    }
    guard parts.count == count, values.count == count, values.allSatisfy({ abs($0) <= 1e7 }) else {
      throw fault(option, text, scanner)
    }
    return values
  }

  /// Reads KEY=VALUE.
  private static func set(
    _ text: String, in request: inout EditRequest, _ scanner: ArgumentScanner
  ) throws(UsageError) {
    guard let sign = text.firstIndex(of: "=") else { throw fault(.set, text, scanner) }
    let (key, value) = (String(text[..<sign]), String(text[text.index(after: sign)...]))
    guard let property = EditRequest.Property(rawValue: key), !value.isEmpty else {
      throw scanner.error(
        translated(
          "--set {value} is none of {words}",
          [
            "value": quoted(text),
            "words": EditRequest.Property.allCases.map { $0.rawValue + "=…" }.joined(separator: ", "),
          ]))
    }
    func number(_ range: ClosedRange<Double>) throws(UsageError) -> Double {
      guard let number = ArgumentScanner.number(value), range.contains(number) else {
        throw scanner.error(
          translated(
            "{option} {value} is not a number from {range}",
            ["option": "--set", "value": quoted(text), "range": OptionRange.words(range)]))
      }
      return number
    }
    switch property {
    case .color:
      guard let colour = ArgumentScanner.colour(value) else {
        throw scanner.error(
          translated("{option} {value} is not a colour such as #1d1f24", ["option": "--set", "value": quoted(text)]))
      }
      request.change.colour = colour
    case .size: request.change.size = try number(Brush.sizes)
    case .opacity: request.change.opacity = try number(0...1)
    case .smoothing: request.change.smoothing = try number(OptionRange.smoothing)
    case .brush: request.brush = value
    case .layer: request.layer = value
    }
  }
}
