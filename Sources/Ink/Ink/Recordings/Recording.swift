import Geometry
import Language

/// A pen's samples, lifts and changes of the brush, in order.
///
/// Filled by `append`, or read by `init(parsing:limit:)`; `encoded()` returns a text that parses to
/// an equal recording. Format: Resources/recordings.md. Every entry point validates, so a recording
/// is always valid.
public struct Recording: Hashable, Sendable {
  /// One event.
  public enum Item: Hashable, Sendable {
    /// A sample in canvas px, touching the surface or hovering.
    case sample(PenSample, isContact: Bool)
    /// The pen left the surface, which ends a stroke; the next touching sample starts another.
    case lift
    /// The brush of the following strokes.
    case brush(Brush)
  }

  /// A brush as recordings describe it.
  public struct Brush: Hashable, Sendable {
    /// Width at full pressure, canvas px, 0.1 ... 5000.
    public var size: Double
    /// Colour, 0xRRGGBB, sRGB.
    public var colour: UInt32
    /// Opacity of a whole stroke, 0 ... 1.
    public var opacity: Double
    /// Whether strokes erase.
    public var isEraser: Bool
    /// Canvas px per px of the input surface (1 / zoom of the view), 0.001 ... 1000. The smoother
    /// converts the size of the hand's tremor to canvas px by it.
    public var scale: Double
    /// Strength of the smoother, 0 ... 100.
    public var strength: Double
    /// The brush's name (`Ink.Brush.isRecordedName`); ignored for an eraser.
    public var kind: String
    /// How the ink follows the pen; clamped.
    public var stabiliser: Stabiliser { didSet { stabiliser = stabiliser.clamped } }

    /// A brush by its values. The defaults hold where a recording gives none: a pen, 12 px, opaque
    /// near-black, drawn at 100 % zoom.
    public init(
      size: Double = 12, colour: UInt32 = 0x1D1F24, opacity: Double = 1, isEraser: Bool = false, scale: Double = 1,
      strength: Double = Ink.Brush.defaultStrength, kind: String = "pen",
      stabiliser: Stabiliser = .none
    ) {
      self.size = size
      self.colour = colour
      self.opacity = opacity
      self.isEraser = isEraser
      self.scale = scale
      self.strength = strength
      self.kind = kind
      self.stabiliser = stabiliser.clamped
    }
  }

  /// The samples from one contact to its lift or the next hovering sample.
  public struct Stroke: Hashable, Sendable {
    /// The brush.
    public var brush: Brush
    /// The samples, at least one, all of one tool.
    public var samples: [PenSample]
  }

  /// Width and height of an endless canvas, px; the only size beyond the others.
  public static let endlessSide = 131_072
  /// Width of the canvas, px, 1 ... 32767 or `endlessSide`.
  public let width: Int
  /// Height of the canvas, px, 1 ... 32767 or `endlessSide`; width times height is at most 10^9.
  public let height: Int
  /// The events, oldest first.
  public private(set) var items: [Item] = []

  /// Whether a stroke is open: neither a lift nor a hovering sample followed its last sample.
  public private(set) var isInStroke = false
  private var lastTime = 0.0
  private var strokeTool = Tool.pen

  /// An empty recording for a canvas of `width` x `height` px.
  /// - Throws: where the size is invalid.
  public init(width: Int, height: Int) throws(RecordingError) {
    let isEndless = width == Self.endlessSide && height == Self.endlessSide
    guard
      isEndless || (1...32767).contains(width) && (1...32767).contains(height) && width * height <= 1_000_000_000
    else {
      throw RecordingError(
        translated("a canvas of {width}x{height} px is not possible", ["width": width, "height": height]))
    }
    self.width = width
    self.height = height
  }

  /// Appends an event; on an error nothing changes.
  /// - Throws: where a value is out of range, time decreases, a stroke changes its tool or brush,
  ///   or there is no stroke for a lift to end.
  public mutating func append(_ item: Item) throws(RecordingError) {
    switch item {
    case .sample(var sample, let isContact):
      try check(&sample, isContact: isContact)
      if isContact { strokeTool = sample.tool }
      isInStroke = isContact
      lastTime = sample.time
      items.append(.sample(sample, isContact: isContact))
    case .lift:
      guard isInStroke else { throw RecordingError(translated("a lift ends no stroke")) }
      isInStroke = false
      items.append(item)
    case .brush(let brush):
      guard !isInStroke else { throw RecordingError(translated("the brush changes within a stroke")) }
      try Self.check(brush.size, 0.1...5000, "size")
      try Self.check(brush.opacity, 0...1, "opacity")
      try Self.check(brush.scale, 0.001...1000, "scale")
      try Self.check(brush.strength, 0...100, "strength")
      guard brush.colour <= 0xFF_FFFF else { throw RecordingError(translated("the color is not of the form #rrggbb")) }
      guard Ink.Brush.isRecordedName(brush.kind) else {
        throw RecordingError(
          translated(
            "the kind is not a name: 1 to 64 of a-z, 0-9, -, _, /, . and +, without / at the start, // and .."))
      }
      items.append(item)
    }
  }

  /// All strokes in order, each with the brush at its start. Cost: O(n).
  public var strokes: [Stroke] {
    var strokes: [Stroke] = []
    forEachStroke {
      strokes.append($0)
      return true
    }
    return strokes
  }

  /// The number of strokes. Cost: O(n).
  public var strokeCount: Int {
    var count = 0
    forEachStroke { _ in
      count += 1
      return true
    }
    return count
  }

  /// Calls `body` with each stroke, in order, until it returns false. Memory: one stroke. Cost: O(n).
  public func forEachStroke(_ body: (Stroke) -> Bool) {
    var current = Stroke(brush: Brush(), samples: [])
    func end() -> Bool {
      if current.samples.isEmpty { return true }
      defer { current.samples.removeAll() }
      return body(current)
    }
    for item in items {
      switch item {
      case .sample(let sample, isContact: true): current.samples.append(sample)
      case .sample(_, isContact: false), .lift: guard end() else { return }
      case .brush(let brush): current.brush = brush
      }
    }
    _ = end()
  }

  mutating func reserve(_ count: Int) { items.reserveCapacity(count) }
}

// MARK: - Ranges

extension Recording {
  /// Greatest distance of a sample from the canvas's origin along an axis, px.
  static let reach = 1_000_000.0
  /// A full turn, rad, rounded up to four decimals, so that rounded angles are admitted.
  private static let fullTurn = 6.2832
  /// A right angle, rad, likewise.
  private static let rightAngle = 1.5708

  private func check(_ sample: inout PenSample, isContact: Bool) throws(RecordingError) {
    try Self.check(sample.time, 0...1e9, "time")
    guard sample.time >= lastTime else { throw RecordingError(translated("the time runs backwards")) }
    try Self.check(sample.position.x, -Self.reach...Self.reach, "x")
    try Self.check(sample.position.y, -Self.reach...Self.reach, "y")
    try Self.check(sample.pressure, 0...1, "pressure")
    try Self.check(sample.altitude.radians, 0...Self.rightAngle, "altitude")
    sample.altitude = min(sample.altitude, .quarterTurn)
    try Self.check(sample.azimuth.radians, -Self.fullTurn...Self.fullTurn, "azimuth")
    if let roll = sample.roll { try Self.check(roll.radians, -Self.fullTurn...Self.fullTurn, "roll") }
    guard !isContact || !isInStroke || sample.tool == strokeTool else {
      throw RecordingError(translated("the tool changes within a stroke"))
    }
  }

  private static func check(_ value: Double, _ range: ClosedRange<Double>, _ name: String) throws(RecordingError) {
    // A range contains no NaN.
    guard range.contains(value) else {
      let (low, high) = (RecordingNumber.text(range.lowerBound), RecordingNumber.text(range.upperBound))
      throw RecordingError(
        translated(
          "the {name} {value} is not between {low} and {high}",
          ["name": name, "value": RecordingNumber.text(value), "low": low, "high": high]))
    }
  }
}

/// A recording cannot be read, or an event cannot be appended.
public struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line at fault, from 1; nil where there is no text.
  public var line: Int?
  /// The fault.
  public var fault: String

  /// An error by its fault and line.
  public init(_ fault: String, line: Int? = nil) {
    self.fault = fault
    self.line = line
  }

  /// "line 12: the time runs backwards".
  public var description: String {
    line.map { translated("line {line}: {fault}", ["line": $0, "fault": fault]) } ?? fault
  }
}
