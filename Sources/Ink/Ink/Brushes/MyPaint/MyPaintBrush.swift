import Glibc

/// A brush of MyPaint, read from a file of format 3 (`.myb`).
///
/// Reading needs no library. Values go to the library as numbers, so that its own parser never sees
/// the file.
public struct MyPaintBrush: Sendable {
  /// The greatest size of a file, bytes.
  public static let byteLimit = 1 << 20
  /// The greatest number of points of a mapping; the library has no memory for more.
  public static let pointLimit = 64
  /// The greatest absolute value of a point's coordinates.
  static let coordinateLimit = 10_000.0
  /// The smallest distance between the inputs of two points, unless they are equal. With the other
  /// limit, it keeps values finite beyond the last point.
  static let spacing: Float = 1e-5

  /// The file.
  public let bytes: [UInt8]
  /// The base value of each setting, by its number.
  let baseValues: [Float]
  /// At most one for a setting and an input.
  public let mappings: [MyPaintMapping]

  init(bytes: [UInt8], baseValues: [Float], mappings: [MyPaintMapping]) {
    (self.bytes, self.baseValues, self.mappings) = (bytes, baseValues, mappings)
  }

  /// The value of a setting without what depends on inputs.
  public func baseValue(of setting: MyPaintSetting) -> Float { baseValues[setting.rawValue] }

  /// Whether a setting depends on an input.
  public func isMapped(_ setting: MyPaintSetting) -> Bool { mappings.contains { $0.setting == setting } }

  /// The radius without pressure and the like, px of the canvas.
  public var radius: Double { exp(Double(baseValue(of: .radiusLogarithmic))) }
  /// Whether the brush mixes its colour with those of the canvas.
  public var smudges: Bool { baseValue(of: .smudge) != 0 || isMapped(.smudge) }
  /// Whether the brush mixes colours as pigments.
  public var mixesPigments: Bool { smudges && (baseValue(of: .paintMode) > 0 || isMapped(.paintMode)) }
  /// Whether the brush reads colours from the canvas.
  public var samplesColours: Bool { smudges && (baseValue(of: .smudgeLength) < 1 || isMapped(.smudgeLength)) }
  /// Whether the brush paints while the pen rests.
  public var paintsWithTime: Bool { baseValue(of: .dabsPerSecond) > 0 || isMapped(.dabsPerSecond) }
  /// How far ink stays behind the pen, 0...10; more than 0.5 shows.
  public var slowTracking: Double { Double(baseValue(of: .slowTracking)) }
}

extension MyPaintBrush: Hashable {
  /// Whether the files are the same.
  public static func == (a: MyPaintBrush, b: MyPaintBrush) -> Bool { a.bytes == b.bytes }

  /// Hashes the file.
  public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}
