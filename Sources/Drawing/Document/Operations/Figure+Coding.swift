import Geometry
import Ink
import Journal
import Language

extension Figure {
  /// Appends its coding: a byte for its kind, then its numbers.
  func write(to writer: inout ByteWriter) {
    switch self {
    case .line(let from, let to):
      writer.write(UInt8(0))
      writer.write(from)
      writer.write(to)
    case .arc(let center, let radius, let start, let sweep):
      writer.write(UInt8(1))
      writer.write(center)
      for number in [radius, start.radians, sweep.radians] { writer.write(number) }
    case .ellipse(let center, let radii, let angle, let start, let isReversed):
      writer.write(UInt8(2))
      writer.write(center)
      for number in [radii.dx, radii.dy, angle.radians, start.radians] { writer.write(number) }
      writer.write(isReversed)
    case .polygon(let corners, let isClosed):
      writer.write(UInt8(3))
      writer.write(isClosed)
      writer.writeCompact(UInt64(corners.count))
      for corner in corners { writer.write(corner) }
    }
  }

  /// Reads a figure.
  /// - Throws: if it is unknown or a number is out of range.
  init(_ reader: inout ByteReader) throws(PayloadError) {
    // Larger ones would have an endless number of chords.
    let (reach, turns) = (-1e6...1e6, -7.0...7.0)
    func angle() throws(PayloadError) -> Angle { Angle(radians: try reader.readDouble(in: turns)) }
    switch try reader.read(UInt8.self) {
    case 0: self = .line(from: try reader.readPoint(), to: try reader.readPoint())
    case 1:
      self = .arc(
        center: try reader.readPoint(), radius: try reader.readDouble(in: 0...1e6), start: try angle(),
        sweep: try angle())
    case 2:
      self = .ellipse(
        center: try reader.readPoint(),
        radii: Vector(try reader.readDouble(in: reach), try reader.readDouble(in: reach)),
        angle: try angle(), start: try angle(), isReversed: try reader.readBool())
    case 3:
      let isClosed = try reader.readBool()
      var corners: [Point] = []
      for _ in 0..<(try reader.readCount(ofSize: 16)) { corners.append(try reader.readPoint()) }
      self = .polygon(corners, isClosed: isClosed)
    default: throw PayloadError(translated("a shape is unknown"))
    }
  }
}

extension Shape.Kind {
  /// Its number in files.
  var code: UInt8 {
    switch self {
    case .line: 0
    case .rectangle: 1
    case .ellipse: 2
    }
  }

  init?(code: UInt8) {
    guard let kind = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = kind
  }
}

extension ByteWriter {
  /// Appends a position.
  mutating func write(_ place: Point) {
    write(place.x)
    write(place.y)
  }
}

extension ByteReader {
  /// Reads a position, canvas px.
  /// - Throws: if it is not a plausible one.
  mutating func readPoint() throws(PayloadError) -> Point {
    Point(try readDouble(in: -1e7...1e7), try readDouble(in: -1e7...1e7))
  }

  /// Reads one sample of a pen.
  /// - Throws: if there is another number of samples, or a value is out of range.
  mutating func readPen() throws(PayloadError) -> PenSample {
    let samples = try StrokeDecoder.samples(try readCounted())
    guard samples.count == 1 else { throw PayloadError(translated("a sample has an invalid number")) }
    return samples[0]
  }
}
