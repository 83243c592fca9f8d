import Geometry
import Language

extension Recording {
  /// Reads a recording from text (Resources/recordings.md). Anything doubtful is an error.
  /// - Parameters:
  ///   - bytes: the whole text; any bytes are safe.
  ///   - limit: the most lines of samples, lifts and brushes, to bound memory.
  /// - Throws: the fault and its line.
  public init(parsing bytes: [UInt8], limit: Int = 10_000_000) throws(RecordingError) {
    var lines = RecordingLines(bytes)
    guard try lines.next() else { throw RecordingError(translated("it is empty")) }
    try self.init(header: lines)
    // A sample's line has about 50 bytes; the text's size bounds the reservation.
    reserve(min(limit, bytes.count / 40))

    var brush = Brush()
    while try lines.next() {
      guard let first = lines.words.first else { continue }
      if lines.isWord(0, "end") {
        try lines.expect(count: 1...1, translated("{word} stands alone on its line", ["word": "\"end\""]))
        try Self.checkNothingFollows(&lines)
        return
      }
      guard items.count < limit else {
        throw lines.fault(translated("there are more than {count} samples", ["count": limit]))
      }
      let item: Item
      if lines.isWord(0, "lift") {
        try lines.expect(count: 1...1, translated("{word} stands alone on its line", ["word": "\"lift\""]))
        item = .lift
      } else if lines.isWord(0, "brush") {
        brush = try Self.brush(lines, after: brush)
        item = .brush(brush)
      } else if Self.startsNumber(bytes[first.lowerBound]) {
        item = try Self.sample(lines)
      } else {
        throw lines.fault(
          translated("{word} is neither a time nor \"brush\", \"lift\" or \"end\"", ["word": lines.quoted(0)]))
      }
      do { try append(item) } catch { throw lines.fault(error.fault) }
    }
    throw lines.fault(translated("the recording is cut short: there is no line \"end\""))
  }

  private init(header lines: RecordingLines) throws(RecordingError) {
    guard lines.isWord(0, "fude"), lines.isWord(1, "recording"), lines.words.count >= 3 else {
      throw lines.fault(translated("it is not a recording of a pen: it does not start with \"fude recording\""))
    }
    guard lines.isWord(2, "1") else {
      throw lines.fault(
        translated(
          "the recording is of version {version}, but only version 1 can be read", ["version": lines.quoted(2)]))
    }
    guard lines.words.count == 6, lines.isWord(3, "canvas"), lines.isWord(5, "px"),
      let (width, height) = lines.size(4)
    else { throw lines.fault(translated("the canvas is not given as \"canvas WIDTHxHEIGHT px\"")) }
    do { try self.init(width: width, height: height) } catch { throw lines.fault(error.fault) }
  }

  private static func checkNothingFollows(_ lines: inout RecordingLines) throws(RecordingError) {
    while try lines.next() {
      guard lines.words.isEmpty else { throw lines.fault(translated("something follows the line \"end\"")) }
    }
  }

  private static func startsNumber(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  private static func sample(_ lines: RecordingLines) throws(RecordingError) -> Item {
    try lines.expect(
      count: 8...9,
      translated(
        "a sample is: time x y pressure altitude azimuth tool contact [roll], not {count} values",
        ["count": lines.words.count]))
    guard let tool = Tool.allCases.first(where: { lines.isWord(6, named: name(of: $0)) }) else {
      throw lines.fault(translated("{word} is no tool (pen, eraser, mouse or touch)", ["word": lines.quoted(6)]))
    }
    let isContact = lines.isWord(7, "1")
    guard isContact || lines.isWord(7, "0") else {
      throw lines.fault(translated("the contact is 1 or 0, not {word}", ["word": lines.quoted(7)]))
    }
    let sample = PenSample(
      position: Point(try lines.number(1, "x"), try lines.number(2, "y")), time: try lines.number(0, "time"),
      pressure: try lines.number(3, "pressure"), altitude: Angle(radians: try lines.number(4, "altitude")),
      azimuth: Angle(radians: try lines.number(5, "azimuth")),
      roll: lines.words.count == 9 ? Angle(radians: try lines.number(8, "roll")) : nil, tool: tool)
    return .sample(sample, isContact: isContact)
  }

  private static func brush(_ lines: RecordingLines, after last: Brush) throws(RecordingError) -> Brush {
    guard lines.words.count >= 3, lines.words.count % 2 == 1 else {
      throw lines.fault(
        translated("a brush is given as names with values: brush size 12 color #1d1f24 opacity 1 mode ink"))
    }
    var brush = last
    var seen: [String] = []
    for key in stride(from: 1, to: lines.words.count, by: 2) {
      if lines.isWord(key, "size") {
        brush.size = try lines.number(key + 1, "size")
      } else if lines.isWord(key, "opacity") {
        brush.opacity = try lines.number(key + 1, "opacity")
      } else if lines.isWord(key, "scale") {
        brush.scale = try lines.number(key + 1, "scale")
      } else if lines.isWord(key, "strength") {
        brush.strength = try lines.number(key + 1, "strength")
      } else if lines.isWord(key, "guide") {
        brush.stabiliser = try stabiliser(lines, key + 1)
      } else if lines.isWord(key, "kind") {
        brush.kind = lines.text(key + 1)
      } else if lines.isWord(key, "color") {
        guard let colour = lines.colour(key + 1) else {
          throw lines.fault(translated("the color {word} is not of the form #rrggbb", ["word": lines.quoted(key + 1)]))
        }
        brush.colour = colour
      } else if lines.isWord(key, "mode") {
        brush.isEraser = lines.isWord(key + 1, "erase")
        guard brush.isEraser || lines.isWord(key + 1, "ink") else {
          throw lines.fault(translated("the mode is ink or erase, not {word}", ["word": lines.quoted(key + 1)]))
        }
      } else {
        throw lines.fault(
          translated(
            "a brush has no {word} (but kind, size, color, opacity, mode, scale, strength and guide)",
            ["word": lines.quoted(key)]))
      }
      guard !seen.contains(lines.quoted(key)) else {
        throw lines.fault(translated("a brush has one {word} only", ["word": lines.quoted(key)]))
      }
      seen.append(lines.quoted(key))
    }
    return brush
  }

  /// Reads "none", "rope:LENGTH:END" or "average:SECONDS:END".
  private static func stabiliser(_ lines: RecordingLines, _ word: Int) throws(RecordingError) -> Stabiliser {
    let text = lines.text(word)
    if text == "none" { return .none }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[2] == "pen" || parts[2] == "ink", let value = Double(parts[1]) else {
      throw lines.fault(
        translated(
          "the guide {word} is not none, rope:LENGTH:END or average:SECONDS:END with the end pen or ink",
          ["word": lines.quoted(word)]))
    }
    let endsAtPen = parts[2] == "pen"
    if parts[0] == "rope", Stabiliser.lengths.contains(value) { return .rope(length: value, endsAtPen: endsAtPen) }
    if parts[0] == "average", Stabiliser.times.contains(value) { return .average(time: value, endsAtPen: endsAtPen) }
    throw lines.fault(
      translated(
        "the guide {word} is not a rope of {short} to {long} px or an average of {least} to {most} s",
        [
          "word": lines.quoted(word), "short": RecordingNumber.text(Stabiliser.lengths.lowerBound),
          "long": RecordingNumber.text(Stabiliser.lengths.upperBound),
          "least": RecordingNumber.text(Stabiliser.times.lowerBound),
          "most": RecordingNumber.text(Stabiliser.times.upperBound),
        ]))
  }
}
