import Geometry

extension Recording {
  /// The recording as text; reading it gives an equal recording, to the bit.
  public func encoded() -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(64 + items.count * 64)
    text.append(contentsOf: "fude recording 1 canvas \(width)x\(height) px\n".utf8)
    // A brush without a stabiliser follows one with a stabiliser only by saying so.
    var stabiliser = Stabiliser.none
    for item in items {
      switch item {
      case .sample(let sample, let isContact): Self.append(sample, isContact: isContact, to: &text)
      case .lift: text.append(contentsOf: "lift\n".utf8)
      case .brush(let brush):
        Self.append(brush, after: stabiliser, to: &text)
        stabiliser = brush.stabiliser
      }
    }
    text.append(contentsOf: "end\n".utf8)
    return text
  }

  private static func append(_ sample: PenSample, isContact: Bool, to text: inout [UInt8]) {
    func add(_ value: Double) {
      text.append(contentsOf: RecordingNumber.text(value).utf8)
      text.append(UInt8(ascii: " "))
    }
    add(sample.time)
    add(sample.position.x)
    add(sample.position.y)
    add(sample.pressure)
    add(sample.altitude.radians)
    add(sample.azimuth.radians)
    text.append(contentsOf: name(of: sample.tool).utf8)
    text.append(contentsOf: (isContact ? " 1" : " 0").utf8)
    if let roll = sample.roll { text.append(contentsOf: (" " + RecordingNumber.text(roll.radians)).utf8) }
    text.append(UInt8(ascii: "\n"))
  }

  private static func append(_ brush: Brush, after last: Stabiliser, to text: inout [UInt8]) {
    let digits = String(brush.colour, radix: 16)
    let colour = "#" + String(repeating: "0", count: 6 - digits.count) + digits
    let line =
      "brush kind \(brush.kind) size \(RecordingNumber.text(brush.size)) color \(colour) opacity \(RecordingNumber.text(brush.opacity))"
      + " mode \(brush.isEraser ? "erase" : "ink") scale \(RecordingNumber.text(brush.scale))"
      + " strength \(RecordingNumber.text(brush.strength))"
      + (brush.stabiliser == last ? "\n" : " guide \(Self.text(brush.stabiliser))\n")
    text.append(contentsOf: line.utf8)
  }

  private static func text(_ stabiliser: Stabiliser) -> String {
    switch stabiliser {
    case .none: "none"
    case .rope(let length, let endsAtPen): "rope:\(RecordingNumber.text(length)):\(endsAtPen ? "pen" : "ink")"
    case .average(let time, let endsAtPen): "average:\(RecordingNumber.text(time)):\(endsAtPen ? "pen" : "ink")"
    }
  }

  /// The name of a tool in the text.
  static func name(of tool: Tool) -> String {
    switch tool {
    case .pen: "pen"
    case .eraser: "eraser"
    case .mouse: "mouse"
    case .touch: "touch"
    }
  }
}
