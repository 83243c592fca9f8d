import RandomSource

/// A parser of untrusted bytes, with seeds and mutations for fuzzing.
///
/// `seeds` are valid inputs, `mutated` changes an input, `run` parses it. Failures are traps, hangs
/// and too much memory. `run` traps if a result is wrong, for example if a text does not read back
/// the same.
public struct FuzzTarget: Sendable {
  /// Makes random changes to bytes without inner structure.
  public typealias Plain = (inout [UInt8], inout RandomSource) -> Void

  /// The name on the command line and of the corpus's folder.
  public let name: String
  /// Valid inputs, from which others are made.
  public let seeds: @Sendable () -> [[UInt8]]
  /// Parses an input. Returns the parser's error, or nil.
  public let run: @Sendable ([UInt8]) -> String?
  private let structured: (@Sendable ([UInt8], inout RandomSource, Plain) -> [UInt8]?)?

  /// Creates a target.
  /// - Parameter structured: changes a part of a valid input and corrects its checksums. Returns
  ///   nil if the bytes are not in the format. Without it, all changes are plain.
  init(
    _ name: String, seeds: @escaping @Sendable () -> [[UInt8]], run: @escaping @Sendable ([UInt8]) -> String?,
    structured: (@Sendable ([UInt8], inout RandomSource, Plain) -> [UInt8]?)? = nil
  ) {
    (self.name, self.seeds, self.run, self.structured) = (name, seeds, run, structured)
  }

  /// Returns a changed copy of an input.
  /// - Parameter plain: changes a part of the input that has no inner structure.
  public func mutated(_ bytes: [UInt8], _ rng: inout RandomSource, plain: Plain = PlainMutation.apply) -> [UInt8] {
    if let structured, !rng.isOne(in: 4), let result = structured(bytes, &rng, plain) { return result }
    var result = bytes
    plain(&result, &rng)
    return result
  }

  /// All targets.
  public static let all: [FuzzTarget] = [
    journal, fileHistory, script, openRaster, png, jpeg, webP, recording, brush, myPaint, brushPack, gimpBrush,
    gimpPipe,
    photoshop, kritaPreset, bundle, settings, palette, xml, zip, uris,
  ]

  /// The target with a name, or nil.
  public static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }

  /// Returns a fault, and traps if it cannot be shown: if it is empty, too long or has control
  /// characters.
  static func sentence(_ fault: String) -> String {
    precondition(!fault.isEmpty, "a fault has no words")
    precondition(fault.utf8.count <= 2000, "a fault is too long to be shown")
    precondition(
      !fault.unicodeScalars.contains { $0.properties.generalCategory == .control },
      "a fault has control characters")
    return fault
  }
}
