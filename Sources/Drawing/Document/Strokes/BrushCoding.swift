import Archive
import Geometry
import Ink
import Journal
import Language

/// Encodes brushes as bytes; numbers keep all their bits.
enum BrushCoding {
  /// - Parameter numbers: those of the records that have its text, its pictures and its paper.
  /// - Throws: if memory is short.
  static func encoded(_ brush: Brush, _ numbers: BrushNumbers = BrushNumbers()) throws(ArchiveError) -> [UInt8] {
    var writer = ByteWriter()
    writer.reserve(280)
    writer.write(brush.name)
    writer.write(brush.size)
    writer.write(brush.minimumShare)
    writer.write(curve: brush.pressureCurve)
    writer.write(brush.width.tiltPencil != nil)
    if let share = brush.width.tiltPencil { writer.write(share) }
    for value in [brush.width.flat, brush.width.thinning, brush.width.speed, brush.width.rise, brush.width.fall] {
      writer.write(value)
    }
    for value in [brush.flow.most, brush.flow.minimumShare, brush.flow.flat] { writer.write(value) }
    writer.write(curve: brush.flow.curve)
    switch brush.tip {
    case .round, .image: writer.write(false)
    case .flat(let nib):
      writer.write(true)
      writer.write(nib.thickness)
      writer.write(nib.angle.radians)
      writer.write(nib.followsAzimuth)
    }
    switch brush.rendering {
    case .outline: writer.write(UInt8(0))
    case .dabs(let dabs): try writer.write(dabs: dabs, of: brush, kinds: (1, 5), numbers.text)
    case .spray(let dabs): try writer.write(dabs: dabs, of: brush, kinds: (2, 6), numbers.text)
    case .mypaint(let paint):
      writer.write(UInt8(numbers.text == nil ? 3 : 4))
      if let number = numbers.text { writer.writeCompact(number) } else { writer.write(counted: paint.bytes) }
    }
    writer.write(brush.blend.rawValue)
    writer.write(brush.opacity)
    writer.write(brush.smoother.rawValue)
    writer.write(brush.strength)
    writer.write(brush.hasOwnStrength)
    let paper = brush.paper.flatMap { paper in numbers.paper.map { (paper, $0) } }
    if brush.guide != .none || brush.hasOwnGuide || paper != nil {
      writer.write(guide: brush.guide, isOwn: brush.hasOwnGuide)
    }
    if let (paper, number) = paper { writer.write(paper, number) }
    return writer.bytes
  }

  /// Decodes a brush. `texts` has the texts of MyPaint's brushes, the pictures of tips and the papers.
  /// - Throws: if the bytes are not the output of `encoded`, a value is out of range or a text is
  ///   missing.
  static func decoded(_ bytes: [UInt8], texts: BrushTexts = BrushTexts()) throws(PayloadError) -> Brush {
    var reader = ByteReader(bytes)
    var brush = Brush()
    brush.name = try reader.readText()
    brush.size = try reader.readDouble(in: Brush.sizes)
    brush.minimumShare = try reader.readDouble(in: 0...1)
    brush.pressureCurve = try reader.readCurve()
    brush.width.tiltPencil = try reader.readBool() ? try reader.readDouble(in: 0...1) : nil
    brush.width.flat = try reader.readDouble(in: 1...20)
    brush.width.thinning = try reader.readDouble(in: 0...1)
    brush.width.speed = try reader.readDouble(in: 1...100_000)
    brush.width.rise = try reader.readDouble(in: 0...1000)
    brush.width.fall = try reader.readDouble(in: 0...1000)
    brush.flow.most = try reader.readDouble(in: 0...1)
    brush.flow.minimumShare = try reader.readDouble(in: 0...1)
    brush.flow.flat = try reader.readDouble(in: 0...1)
    brush.flow.curve = try reader.readCurve()
    if try reader.readBool() {
      brush.tip = .flat(
        Brush.Nib(
          thickness: try reader.readDouble(in: 0.02...1), angle: Angle(radians: try reader.readDouble(in: -1e6...1e6)),
          followsAzimuth: try reader.readBool()))
    }
    switch try reader.read(UInt8.self) {
    case 0: brush.rendering = .outline
    case 1: brush.rendering = .dabs(try reader.readDabs())
    case 2: brush.rendering = .spray(try reader.readDabs())
    case 3: brush.rendering = .mypaint(try Self.paint(try reader.readCounted()))
    case 4:
      guard case .paint(let paint) = texts[try reader.readCompact()] else {
        throw PayloadError(translated("the text of a brush is missing"))
      }
      brush.rendering = .mypaint(paint)
    case let kind where kind == 5 || kind == 6:
      let (dabs, tip) = try reader.readPrints(texts)
      brush.rendering = kind == 5 ? .dabs(dabs) : .spray(dabs)
      if let tip { brush.tip = .image(tip) }
    default: throw PayloadError(translated("a brush's rendering is unknown"))
    }
    guard let blend = Brush.Blend(rawValue: try reader.readText()) else {
      throw PayloadError(translated("a brush's blend is not known"))
    }
    brush.blend = blend
    brush.opacity = try reader.readDouble(in: 0...1)
    guard let smoother = Smoother(rawValue: try reader.readText()) else {
      throw PayloadError(translated("a smoother is not known"))
    }
    brush.smoother = smoother
    brush.strength = try reader.readDouble(in: 0...100)
    brush.hasOwnStrength = try reader.readBool()
    // Files from before guides end here.
    if reader.remaining > 0 { (brush.guide, brush.hasOwnGuide) = try reader.readGuide() }
    // Strokes without paper end here.
    if reader.remaining > 0 {
      guard brush.takesPaper else { throw PayloadError(translated("a brush's rendering is unknown")) }
      brush = brush.on(try reader.readPaper(texts))
    }
    try reader.finish()
    return brush
  }

  private static func paint(_ bytes: [UInt8]) throws(PayloadError) -> MyPaintBrush {
    do throws(MyPaintBrushError) { return try MyPaintBrush(parsing: bytes) } catch {
      throw PayloadError(translated("a brush of MyPaint is damaged: {fault}", ["fault": "\(error)"]))
    }
  }
}

extension ByteWriter {
  fileprivate mutating func write(curve: PressureCurve) {
    for value in [curve.first.x, curve.first.y, curve.second.x, curve.second.y] { write(value) }
  }

  /// Writes the kind of a rendering and its dabs.
  /// - Parameter kinds: that of round dabs without variation, which earlier versions read, and the
  ///   other one.
  fileprivate mutating func write(
    dabs: Brush.Dabs, of brush: Brush, kinds: (plain: UInt8, other: UInt8), _ textNumber: UInt64?
  ) throws(ArchiveError) {
    write(brush.usesChance ? kinds.other : kinds.plain)
    for value in [dabs.spacing, dabs.hardness, dabs.grain, dabs.grainScale] { write(value) }
    if brush.usesChance { try write(printsOf: brush, dabs.variation, textNumber) }
  }
}

extension ByteWriter {
  fileprivate mutating func write(guide: StrokeGuide, isOwn: Bool) {
    switch guide {
    case .none: write(UInt8(0))
    case .rope(let length, let endsAtPen):
      write(UInt8(1))
      write(length)
      write(endsAtPen)
    case .average(let time, let endsAtPen):
      write(UInt8(2))
      write(time)
      write(endsAtPen)
    }
    write(isOwn)
  }
}

extension ByteReader {
  fileprivate mutating func readGuide() throws(PayloadError) -> (StrokeGuide, isOwn: Bool) {
    let guide: StrokeGuide
    switch try read(UInt8.self) {
    case 0: guide = .none
    case 1: guide = .rope(length: try readDouble(in: StrokeGuide.lengths), endsAtPen: try readBool())
    case 2: guide = .average(time: try readDouble(in: StrokeGuide.times), endsAtPen: try readBool())
    default: throw PayloadError(translated("a brush's guide is not known"))
    }
    return (guide, try readBool())
  }

  mutating func readDouble(in range: ClosedRange<Double>) throws(PayloadError) -> Double {
    let value = try readDouble()
    guard range.contains(value) else {
      throw PayloadError(translated("the number {value} is out of range", ["value": value]))
    }
    return value
  }

  fileprivate mutating func readCurve() throws(PayloadError) -> PressureCurve {
    let first = Point(try readDouble(in: 0...1), try readDouble(in: 0...1))
    let second = Point(try readDouble(in: 0...1), try readDouble(in: 0...1))
    // Solving a curve takes time, and most brushes have the linear one.
    if first == PressureCurve.linear.first, second == PressureCurve.linear.second { return .linear }
    return PressureCurve(first: first, second: second)
  }

  fileprivate mutating func readDabs() throws(PayloadError) -> Brush.Dabs {
    try readDabs(spacing: Brush.Dabs.spacings)
  }

  mutating func readDabs(spacing: ClosedRange<Double>) throws(PayloadError) -> Brush.Dabs {
    Brush.Dabs(
      spacing: try readDouble(in: spacing), hardness: try readDouble(in: 0...1), grain: try readDouble(in: 0...1),
      grainScale: try readDouble(in: 1...16))
  }
}
