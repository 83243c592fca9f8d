import Geometry

extension Brush {
  /// The brush as a file has it (Resources/brushes.md); nil for a brush of MyPaint, whose file is
  /// `MyPaintBrush.bytes`. Values that absent keys have are left out.
  /// - Parameters:
  ///   - comment: lines about its origin, without line ends; longer ones than 200 characters are
  ///     split.
  ///   - pictures: the pictures of its tip, PNG in Base64; ignored for other tips.
  public func text(comment: [String] = [], pictures: String = "") -> String? {
    if paint != nil { return nil }
    var text = BrushText(comment)
    let standard = Brush()
    text.add("name", name)
    text.add("size", [max(Self.sizes.lowerBound, min(Self.sizes.upperBound, size))])
    if hasOwnStrength { text.add("strength", [strength]) }
    if hasOwnStabiliser { text.add("guide", stabiliser.words) }
    text.add("opacity", [opacity], unless: [1])
    if blend != .over { text.add("blend", blend.rawValue) }
    text.add("width-minimum", [minimumShare], unless: [standard.minimumShare])
    text.add("width-curve", pressureCurve)
    text.add("width-flat", [width.flat], unless: [1])
    if width.thinning > 0 { text.add("width-speed", [width.thinning, width.speed]) }
    text.add("width-rise", [width.rise], unless: [0])
    text.add("width-fall", [width.fall], unless: [0])
    if let share = width.tiltPencil { text.add("tilt-pencil", [share]) }
    if case .flat(let nib) = tip {
      let angle = RecordingNumber.text(nib.angle.degrees)
      text.add(
        "tip", "flat \(RecordingNumber.text(nib.thickness)) \(nib.followsAzimuth ? "azimuth" : "fixed") \(angle)")
    }
    if let dabs { add(dabs, to: &text) }
    if case .image(let tip) = tip { text.add(tip, pictures) }
    return text.ended
  }

  private func add(_ dabs: Dabs, to text: inout BrushText) {
    let standard = Dabs()
    if case .spray = rendering { text.add("ink", "spray") } else { text.add("ink", "dabs") }
    text.add("flow", [flow.most], unless: [1])
    text.add("flow-minimum", [flow.minimumShare], unless: [1])
    text.add("flow-curve", flow.curve)
    text.add("flow-flat", [flow.flat], unless: [1])
    text.add("spacing", [dabs.spacing], unless: [standard.spacing])
    text.add("hardness", [dabs.hardness], unless: [standard.hardness])
    text.add("grain", [dabs.grain, dabs.grainScale], unless: [standard.grain, standard.grainScale])
    let variation = dabs.variation
    if variation.scatter > 0 || variation.scattersAlong {
      text.add("scatter", "\(RecordingNumber.text(variation.scatter)) \(variation.scattersAlong ? "around" : "across")")
    }
    text.add("prints", [Double(variation.count)], unless: [1])
    text.add("size-jitter", [variation.size], unless: [0])
    text.add("flow-jitter", [variation.strength], unless: [0])
  }
}

/// Collects the lines of a brush's text.
private struct BrushText {
  private var lines = ["fude brush 1"]

  init(_ comment: [String]) {
    for line in comment {
      // A line has at most 1000 bytes.
      var rest = line.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) }[...]
      repeat {
        lines.append("# " + String(rest.prefix(200)))
        rest = rest.dropFirst(200)
      } while !rest.isEmpty
    }
  }

  /// The lines with the last one.
  var ended: String { lines.joined(separator: "\n") + "\nend\n" }

  mutating func add(_ key: String, _ words: String) { lines.append("\(key) \(words)") }

  mutating func add(_ key: String, _ values: [Double], unless standard: [Double]? = nil) {
    if values != standard { add(key, values.map(RecordingNumber.text).joined(separator: " ")) }
  }

  mutating func add(_ key: String, _ curve: PressureCurve) {
    if curve != .linear { add(key, [curve.first.x, curve.first.y, curve.second.x, curve.second.y]) }
  }

  mutating func add(_ tip: Brush.ImageTip, _ pictures: String) {
    add("tip", tip.images.count == 1 ? "image" : "image \(tip.images.count)")
    if tip.choice != .sequence { add("image-choice", tip.choice.rawValue) }
    if tip.turning != .fixed || tip.angle != .zero {
      add("image-turn", "\(tip.turning.rawValue) \(RecordingNumber.text(tip.angle.degrees))")
    }
    add("image-roundness", [tip.roundness], unless: [1])
    add("image-jitter", [tip.angleJitter], unless: [0])
    if tip.flipsAcross || tip.flipsDown {
      add("image-flip", tip.flipsAcross ? tip.flipsDown ? "both" : "across" : "down")
    }
    var rest = Substring(pictures)
    while !rest.isEmpty {
      add("image", String(rest.prefix(Self.lineLength)))
      rest = rest.dropFirst(Self.lineLength)
    }
  }

  /// Characters of pictures in a line.
  private static let lineLength = 900
}

extension Stabiliser {
  /// The values of the key `guide`.
  fileprivate var words: String {
    switch self {
    case .none: "none"
    case .rope(let length, let endsAtPen): "rope \(RecordingNumber.text(length)) \(endsAtPen ? "pen" : "ink")"
    case .average(let time, let endsAtPen): "average \(RecordingNumber.text(time)) \(endsAtPen ? "pen" : "ink")"
    }
  }
}
