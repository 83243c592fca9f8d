import Geometry
import Language

/// Reads a brush's text line by line.
struct BrushReader {
  private(set) var brush = Brush()
  /// The dabs' properties, used where `kind` has dabs.
  private var dabs = Brush.Dabs()
  private var kind = Kind.outline
  private var image = ImageTipLines()
  private let pictures: Brush.TipReader
  /// The keys read so far, with their lines.
  private var seen: [(key: Key, line: Int)] = []

  private enum Kind { case outline, dabs, spray }

  init(pictures: @escaping Brush.TipReader) { self.pictures = pictures }

  /// The first word of a line, in the order of Resources/brushes.md.
  enum Key: String, CaseIterable {
    case name, size, strength
    case stabiliser = "guide"
    case opacity, blend, tip, ink
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
    case spacing, hardness, grain, scatter, prints
    case sizeJitter = "size-jitter"
    case flowJitter = "flow-jitter"
    case imageChoice = "image-choice"
    case imageTurn = "image-turn"
    case imageRoundness = "image-roundness"
    case imageJitter = "image-jitter"
    case imageFlip = "image-flip"
    case image

    /// Whether the key applies to dabs only.
    var isOfDabs: Bool {
      switch self {
      case .flow, .flowMinimum, .flowCurve, .flowFlat, .spacing, .hardness, .grain, .scatter, .prints, .sizeJitter,
        .flowJitter:
        true
      default: isOfImages
      }
    }

    /// Whether the key applies to image tips only.
    var isOfImages: Bool {
      switch self {
      case .imageChoice, .imageTurn, .imageRoundness, .imageJitter, .imageFlip, .image: true
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
    guard key == .image || !seen.contains(where: { $0.key == key }) else {
      throw lines.fault(translated("a brush has one {word} only", ["word": lines.quoted(0)]))
    }
    if !seen.contains(where: { $0.key == key }) { seen.append((key, lines.number)) }
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
    case .stabiliser: try takeStabiliser(lines)
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
    case .spacing: dabs.spacing = try value(lines, Brush.Dabs.imageSpacings)
    case .hardness: dabs.hardness = try value(lines, 0...1)
    case .grain:
      try lines.expect(count: 3...3, translated("grain has two values: its strength and its size"))
      dabs.grain = try value(lines, 1, 0...1)
      dabs.grainScale = try value(lines, 2, 1...16)
    case .scatter:
      guard lines.words.count == 3, lines.isWord(2, "across") || lines.isWord(2, "around") else {
        throw lines.fault(translated("scatter has two values: its greatest share of the size, and across or around"))
      }
      dabs.variation.scatter = try value(lines, 1, Brush.Variation.scatters)
      dabs.variation.scattersAlong = lines.isWord(2, "around")
    case .prints:
      let count = try value(lines, 1...16)
      guard count == count.rounded() else { throw lines.fault(translated("prints has a whole number")) }
      dabs.variation.count = Int(count)
    case .sizeJitter: dabs.variation.size = try value(lines, 0...1)
    case .flowJitter: dabs.variation.strength = try value(lines, 0...1)
    case .imageRoundness: image.roundness = try value(lines, Brush.ImageTip.roundnesses)
    case .imageJitter: image.jitter = try value(lines, 0...1)
    case .imageTurn:
      try image.takeTurn(lines)
      image.angle = Angle(degrees: try value(lines, 2, -360...360))
    case .imageChoice, .imageFlip, .image: try image.take(key, lines)
    }
  }

  private mutating func takeStabiliser(_ lines: RecordingLines) throws(RecordingError) {
    brush.hasOwnStabiliser = true
    if lines.isWord(1, "none"), lines.words.count == 2 { return }
    guard lines.words.count == 4, lines.isWord(3, "ink") || lines.isWord(3, "pen") else {
      throw lines.fault(
        translated(
          "the guide is \"none\", \"rope LENGTH END\" or \"average SECONDS END\"; the end is \"pen\" or \"ink\""))
    }
    let endsAtPen = lines.isWord(3, "pen")
    if lines.isWord(1, "rope") {
      brush.stabiliser = .rope(length: try value(lines, 2, Stabiliser.lengths), endsAtPen: endsAtPen)
    } else if lines.isWord(1, "average") {
      brush.stabiliser = .average(time: try value(lines, 2, Stabiliser.times), endsAtPen: endsAtPen)
    } else {
      throw lines.fault(translated("{word} is not a guide (none, rope or average)", ["word": lines.quoted(1)]))
    }
  }

  private mutating func takeTip(_ lines: RecordingLines) throws(RecordingError) {
    if lines.isWord(1, "round"), lines.words.count == 2 { return }
    if lines.isWord(1, "image"), lines.words.count <= 3 {
      let count = lines.words.count == 3 ? try value(lines, 2, 1...Double(TipImages.mostImages)) : 1
      guard count == count.rounded() else { throw lines.fault(translated("the number of pictures is a whole number")) }
      image.count = Int(count)
      return
    }
    guard lines.isWord(1, "flat"), lines.words.count == 5, lines.isWord(3, "fixed") || lines.isWord(3, "azimuth") else {
      throw lines.fault(
        translated(
          "the tip is \"round\", \"flat THICKNESS fixed DEGREES\", \"flat THICKNESS azimuth DEGREES\" or \"image COUNT\""
        ))
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
      if image.count != nil {
        throw RecordingError(
          translated("image tips are for dabs and spray, but the ink is outline"),
          line: seen.first { $0.key == .tip }?.line)
      }
      if let stray = seen.first(where: { $0.key.isOfDabs }) {
        throw RecordingError(
          translated("{key} is for dabs and spray, but the ink is outline", ["key": stray.key.rawValue]),
          line: stray.line)
      }
    case .dabs, .spray:
      try finishPrints()
      brush.rendering = kind == .dabs ? .dabs(dabs) : .spray(dabs)
      if case .flat = brush.tip, let tip = seen.first(where: { $0.key == .tip }) {
        throw RecordingError(translated("a flat tip is for outlines, but the ink is of dabs"), line: tip.line)
      }
    }
  }

  /// Combines the lines of an image tip, or of round dabs.
  private mutating func finishPrints() throws(RecordingError) {
    guard image.count != nil else {
      if let stray = seen.first(where: { $0.key.isOfImages }) {
        throw RecordingError(
          translated("{key} is for image tips, but the tip is of another kind", ["key": stray.key.rawValue]),
          line: stray.line)
      }
      if !Brush.Dabs.spacings.contains(dabs.spacing), let line = seen.first(where: { $0.key == .spacing })?.line {
        let range = Brush.Dabs.spacings
        throw RecordingError(
          translated(
            "the {name} {value} is not between {low} and {high}",
            [
              "name": "spacing", "value": RecordingNumber.text(dabs.spacing),
              "low": RecordingNumber.text(range.lowerBound), "high": RecordingNumber.text(range.upperBound),
            ]), line: line)
      }
      return
    }
    do throws(TipFault) { brush.tip = .image(try image.tip(pictures)) } catch {
      let line = seen.first { $0.key == .image }?.line ?? seen.first { $0.key == .tip }?.line
      throw RecordingError(translated("the picture of the tip: {fault}", ["fault": error.text]), line: line)
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
