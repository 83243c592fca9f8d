import RandomSource

/// A parser that bytes from anywhere come to, with what it takes to try it on many of them.
///
/// Its life: made once (`FuzzTarget.all`); `seeds` gives whole inputs to start from, `mutated` another input near one, and
/// `run` reads it. Nothing but a trap, a hang or too much memory is a finding: `run` traps by itself where what was read is
/// not what it should be (a text that does not read back the same, a fault that is no sentence).
public struct FuzzTarget: Sendable {
  /// Makes random changes to bytes that have no inner structure.
  public typealias Plain = (inout [UInt8], inout RandomSource) -> Void

  /// What it is called on the command line, and its corpus' folder.
  public let name: String
  /// Inputs that are read without a fault, from which others are made.
  public let seeds: @Sendable () -> [[UInt8]]
  /// Reads an input. Returns the fault that was told, nil where there was none.
  public let run: @Sendable ([UInt8]) -> String?
  private let structured: (@Sendable ([UInt8], inout RandomSource, Plain) -> [UInt8]?)?

  /// A target by its parts.
  /// - Parameter structured: makes a change within the format's layers and sets its checksums right; nil where the bytes are
  ///   not in the format. Where it is left out, all changes are plain.
  init(
    _ name: String, seeds: @escaping @Sendable () -> [[UInt8]], run: @escaping @Sendable ([UInt8]) -> String?,
    structured: (@Sendable ([UInt8], inout RandomSource, Plain) -> [UInt8]?)? = nil
  ) {
    (self.name, self.seeds, self.run, self.structured) = (name, seeds, run, structured)
  }

  /// An input near another one.
  /// - Parameter plain: changes a part of the input that has no inner structure.
  public func mutated(_ bytes: [UInt8], _ rng: inout RandomSource, plain: Plain = PlainMutation.apply) -> [UInt8] {
    if let structured, !rng.isOne(in: 4), let result = structured(bytes, &rng, plain) { return result }
    var result = bytes
    plain(&result, &rng)
    return result
  }

  /// All targets.
  public static let all: [FuzzTarget] = [
    journal, past, openRaster, png, recording, brush, settings, palette, xml, zip, uris,
  ]

  /// The target of a name.
  public static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }

  /// A fault, if it is one sentence that can be shown anywhere: not empty, not endless, without control characters.
  static func sentence(_ fault: String) -> String {
    precondition(!fault.isEmpty, "a fault has no words")
    precondition(fault.utf8.count <= 2000, "a fault is too long to be shown")
    precondition(
      !fault.unicodeScalars.contains { $0.properties.generalCategory == .control },
      "a fault has control characters")
    return fault
  }
}
