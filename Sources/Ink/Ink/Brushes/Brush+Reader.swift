import Geometry
import Language

extension Brush {
  /// Reads a brush from text (Resources/brushes.md). Anything doubtful is an error.
  /// - Parameter bytes: the whole text; any bytes are safe.
  /// - Throws: the fault and its line.
  public init(parsing bytes: [UInt8]) throws(BrushError) {
    do throws(RecordingError) {
      var lines = RecordingLines(bytes)
      guard try lines.next() else { throw RecordingError(translated("it is empty")) }
      guard lines.isWord(0, "fude"), lines.isWord(1, "brush"), lines.words.count == 3 else {
        throw lines.fault(translated("it is not a brush: it does not start with \"fude brush 1\""))
      }
      guard lines.isWord(2, "1") else {
        throw lines.fault(
          translated("the brush is of version {version}, but only version 1 can be read", ["version": lines.quoted(2)]))
      }
      var reader = BrushReader()
      while try lines.next() {
        guard !lines.words.isEmpty else { continue }
        if try reader.take(lines) { continue }
        while try lines.next() {
          guard lines.words.isEmpty else { throw lines.fault(translated("something follows the line \"end\"")) }
        }
        self = reader.brush
        return
      }
      throw lines.fault(translated("the brush is cut short: there is no line \"end\""))
    } catch { throw BrushError(error.fault, line: error.line) }
  }

  /// Whether a text is a valid name in a brush's file: 1...32 of a-z, 0-9 and `-`.
  public static func isName(_ text: String) -> Bool {
    (1...32).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || byte == UInt8(ascii: "-")
      }
  }
}

/// A brush cannot be read.
public struct BrushError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line at fault, from 1; nil where there is none.
  public var line: Int?
  /// The fault.
  public var fault: String

  init(_ fault: String, line: Int?) {
    self.fault = fault
    self.line = line
  }

  /// "line 3: the size 2000 is not between 0.5 and 1000".
  public var description: String {
    line.map { translated("line {line}: {fault}", ["line": $0, "fault": fault]) } ?? fault
  }
}

/// Reads a brush's text line by line.
private struct BrushReader {
  private(set) var brush = Brush()
  /// The dabs' properties, used where `kind` has dabs.
  private var dabs = Brush.Dabs()
  private var kind = Kind.outline
  /// The keys read so far, with their lines.
  private var seen: [(key: Key, line: Int)] = []

  private enum Kind { case outline, dabs, spray }

  /// The first word of a line, in the order of Resources/brushes.md.
  private enum Key: String, CaseIterable {
    case name, size, strength, guide, opacity, blend, tip, ink
    case widthMinimum = "width-minimum"
    case widthCurve = "width-curve"
    case widthFlat = "width-flat"
    case widthSpeed = "width-speed"
    case widthRise = "width-rise"
    case widthFall = "width-fall"
    case tiltPencil = "tilt-pencil"
    case flow
    case flowMinimum = "flow-minimum"
    case flowCurve = "flow-curve"
    case flowFlat = "flow-flat"
    case spacing, hardness, grain

    /// Whether the key applies to dabs only.
    var isOfDabs: Bool {
      switch self {
      case .flow, .flowMinimum, .flowCurve, .flowFlat, .spacing, .hardness, .grain: true
      default: false
      }
    }
  }

  /// Reads a line of at least one word; false for the last one.
  mutating func take(_ lines: RecordingLines) throws(RecordingError) -> Bool {
    if lines.isWord(0, "end") {
      try lines.expect(count: 1...1, translated("{word} stands alone on its line", ["word": "\"end\""]))
      try finish(lines)
      return false
    }
    guard let key = Key.allCases.first(where: { lines.isWord(0, named: $0.rawValue) }) else {
      throw lines.fault(translated("a brush has no {word}", ["word": lines.quoted(0)]))
    }
    guard !seen.contains(where: { $0.key == key }) else {
      throw lines.fault(translated("a brush has one {word} only", ["word": lines.quoted(0)]))
    }
    seen.append((key, lines.number))
    try take(key, lines)
    return true
  }

  private mutating func take(_ key: Key, _ lines: RecordingLines) throws(RecordingError) {
    switch key {
    case .name:
      try lines.expect(count: 2...2, translated("a name is one word"))
      guard Brush.isName(lines.text(1)) else {
        throw lines.fault(
          translated("the name {word} is not made of a-z, 0-9 and -, 32 at most", ["word": lines.quoted(1)]))
      }
      brush.name = lines.text(1)
    case .size: brush.size = try value(lines, Brush.sizes)
    case .strength:
      brush.strength = try value(lines, 0...100)
      brush.hasOwnStrength = true
    case .guide: try takeGuide(lines)
    case .opacity: brush.opacity = try value(lines, 0...1)
    case .blend:
      guard lines.words.count == 2,
        let blend = Brush.Blend.allCases.first(where: { lines.isWord(1, named: $0.rawValue) })
      else { throw lines.fault(translated("the blend is over, multiply or erase")) }
      brush.blend = blend
    case .tip: try takeTip(lines)
    case .ink:
      switch lines.words.count == 2 ? lines.text(1) : "" {
      case "outline": kind = .outline
      case "dabs": kind = .dabs
      case "spray": kind = .spray
      default: throw lines.fault(translated("the ink is outline, dabs or spray"))
      }
    case .widthMinimum: brush.minimumShare = try value(lines, 0...1)
    case .widthCurve: brush.pressureCurve = try curve(lines)
    case .widthFlat: brush.width.flat = try value(lines, 1...20)
    case .widthSpeed:
      try lines.expect(count: 3...3, translated("width-speed has two values: the share that is lost, and the speed"))
      brush.width.thinning = try value(lines, 1, 0...1)
      brush.width.speed = try value(lines, 2, 1...100_000)
    case .widthRise: brush.width.rise = try value(lines, 0...1000)
    case .widthFall: brush.width.fall = try value(lines, 0...1000)
    case .tiltPencil: brush.width.tiltPencil = try value(lines, 0...1)
    case .flow: brush.flow.most = try value(lines, 0.001...1)
    case .flowMinimum: brush.flow.minimumShare = try value(lines, 0...1)
    case .flowCurve: brush.flow.curve = try curve(lines)
    case .flowFlat: brush.flow.flat = try value(lines, 0...1)
    case .spacing: dabs.spacing = try value(lines, 0.05...1)
    case .hardness: dabs.hardness = try value(lines, 0...1)
    case .grain:
      try lines.expect(count: 3...3, translated("grain has two values: its strength and its size"))
      dabs.grain = try value(lines, 1, 0...1)
      dabs.grainScale = try value(lines, 2, 1...16)
    }
  }

  private mutating func takeGuide(_ lines: RecordingLines) throws(RecordingError) {
    brush.hasOwnGuide = true
    if lines.isWord(1, "none"), lines.words.count == 2 { return }
    guard lines.words.count == 4, lines.isWord(3, "ink") || lines.isWord(3, "pen") else {
      throw lines.fault(
        translated(
          "the guide is \"none\", \"rope LENGTH END\" or \"average SECONDS END\"; the end is \"pen\" or \"ink\""))
    }
    let endsAtPen = lines.isWord(3, "pen")
    if lines.isWord(1, "rope") {
      brush.guide = .rope(length: try value(lines, 2, StrokeGuide.lengths), endsAtPen: endsAtPen)
    } else if lines.isWord(1, "average") {
      brush.guide = .average(time: try value(lines, 2, StrokeGuide.times), endsAtPen: endsAtPen)
    } else {
      throw lines.fault(translated("{word} is not a guide (none, rope or average)", ["word": lines.quoted(1)]))
    }
  }

  private mutating func takeTip(_ lines: RecordingLines) throws(RecordingError) {
    if lines.isWord(1, "round"), lines.words.count == 2 { return }
    guard lines.isWord(1, "flat"), lines.words.count == 5, lines.isWord(3, "fixed") || lines.isWord(3, "azimuth") else {
      throw lines.fault(
        translated("the tip is \"round\", \"flat THICKNESS fixed DEGREES\" or \"flat THICKNESS azimuth DEGREES\""))
    }
    brush.tip = .flat(
      Brush.Nib(
        thickness: try value(lines, 2, 0.02...1), angle: Angle(degrees: try value(lines, 4, -360...360)),
        followsAzimuth: lines.isWord(3, "azimuth")))
  }

  /// Combines the lines into the brush.
  private mutating func finish(_ lines: RecordingLines) throws(RecordingError) {
    for key in [Key.name, .size] where !seen.contains(where: { $0.key == key }) {
      throw lines.fault(translated("the brush has no {key}", ["key": key.rawValue]))
    }
    switch kind {
    case .outline:
      brush.rendering = .outline
      if let stray = seen.first(where: { $0.key.isOfDabs }) {
        throw RecordingError(
          translated("{key} is for dabs and spray, but the ink is outline", ["key": stray.key.rawValue]),
          line: stray.line)
      }
    case .dabs, .spray:
      brush.rendering = kind == .dabs ? .dabs(dabs) : .spray(dabs)
      if brush.tip != .round, let tip = seen.first(where: { $0.key == .tip }) {
        throw RecordingError(translated("a flat tip is for outlines, but the ink is of dabs"), line: tip.line)
      }
    }
  }

  private func value(_ lines: RecordingLines, _ range: ClosedRange<Double>) throws(RecordingError) -> Double {
    try lines.expect(count: 2...2, translated("{key} has one value", ["key": lines.text(0)]))
    return try value(lines, 1, range)
  }

  private func value(_ lines: RecordingLines, _ index: Int, _ range: ClosedRange<Double>) throws(RecordingError)
    -> Double
  {
    let value = try lines.number(index, "value")
    guard range.contains(value) else {
      let (low, high) = (RecordingNumber.text(range.lowerBound), RecordingNumber.text(range.upperBound))
      throw lines.fault(
        translated(
          "the {name} {value} is not between {low} and {high}",
          ["name": lines.text(0), "value": RecordingNumber.text(value), "low": low, "high": high]))
    }
    return value
  }

  private func curve(_ lines: RecordingLines) throws(RecordingError) -> PressureCurve {
    try lines.expect(
      count: 5...5, translated("{key} has four values: x y of two control points", ["key": lines.text(0)]))
    return PressureCurve(
      first: Point(try value(lines, 1, 0...1), try value(lines, 2, 0...1)),
      second: Point(try value(lines, 3, 0...1), try value(lines, 4, 0...1)))
  }
}
