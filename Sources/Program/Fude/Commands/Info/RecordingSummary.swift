import Ink

/// The figures of a recording.
struct RecordingSummary {
  /// From the first sample to the last, s.
  private(set) var duration = 0.0
  private(set) var strokes = 0
  /// The number of samples that touch.
  private(set) var samples = 0
  /// The number of hovering samples.
  private(set) var hovering = 0
  /// The report rate while touching, Hz: the median of all intervals within strokes, since a
  /// resting hand makes a few very long ones. nil if no stroke has two samples.
  private(set) var rate: Double?
  /// The least and the greatest pressure of samples that touch; nil where none does.
  private(set) var pressure: ClosedRange<Double>?
  /// The tools, each once, in the order of their first sample.
  private(set) var tools: [Tool] = []
  /// The brushes of strokes, each once, in the order of their first stroke.
  private(set) var brushes: [(brush: Recording.Brush, strokes: Int)] = []

  init(_ recording: Recording) {
    var (first, last): (Double?, Double) = (nil, 0)
    for case .sample(let sample, let isContact) in recording.items {
      first = first ?? sample.time
      last = sample.time
      if isContact { samples += 1 } else { hovering += 1 }
      if !tools.contains(sample.tool) { tools.append(sample.tool) }
      if isContact {
        let range = pressure ?? sample.pressure...sample.pressure
        pressure = min(range.lowerBound, sample.pressure)...max(range.upperBound, sample.pressure)
      }
    }
    duration = last - (first ?? last)
    var intervals: [Double] = []
    for stroke in recording.strokes {
      strokes += 1
      // Two samples of the same time say nothing about the rate.
      intervals += zip(stroke.samples, stroke.samples.dropFirst()).map { $1.time - $0.time }.filter { $0 > 0 }
      if let index = brushes.firstIndex(where: { $0.brush == stroke.brush }) {
        brushes[index].strokes += 1
      } else {
        brushes.append((stroke.brush, 1))
      }
    }
    intervals.sort()
    if !intervals.isEmpty { rate = 1 / intervals[intervals.count / 2] }
  }

  /// Adds the figures.
  func add(to facts: inout Facts) {
    facts.add("duration", .rounded(duration, places: 6))
    facts.add("strokes", .integer(strokes))
    facts.add("samples", .integer(samples))
    facts.add("hovering", .integer(hovering))
    if let rate { facts.add("rate", .rounded(rate, places: 1)) }
    if let pressure {
      facts.add("pressure-least", .number(pressure.lowerBound))
      facts.add("pressure-most", .number(pressure.upperBound))
    }
    facts.add("devices", .texts(item: "device", tools.map(Self.name)))
    facts.add(
      "brushes",
      .list(
        item: "brush",
        brushes.map { brush, strokes in
          var facts = Facts()
          facts.add("name", .text(brush.isEraser ? "eraser" : brush.kind))
          facts.add("size", .number(brush.size))
          facts.add("colour", .text(Self.hex(brush.colour)))
          facts.add("opacity", .number(brush.opacity))
          facts.add("smoothing", .number(brush.strength))
          facts.add("scale", .number(brush.scale))
          facts.add("strokes", .integer(strokes))
          return facts
        }))
  }

  /// "#1d1f24".
  static func hex(_ rgb: UInt32) -> String {
    let digits = String(rgb & 0xFF_FFFF, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }

  private static func name(_ tool: Tool) -> String {
    switch tool {
    case .pen: "pen"
    case .eraser: "eraser"
    case .mouse: "mouse"
    case .touch: "touch"
    }
  }
}
