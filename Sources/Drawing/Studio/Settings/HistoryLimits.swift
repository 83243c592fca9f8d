import Document
import Storage

/// How much of the history is kept where. Values clamp themselves.
public struct HistoryLimits: Sendable, Hashable {
  /// The memory for compressed edits that undo and redo need, MiB, within `memories`. Older ones go
  /// to a temporary file.
  public var memory = EditStore.Limits().packedBytes >> 20 {
    didSet { memory = max(Self.memories.lowerBound, min(Self.memories.upperBound, memory)) }
  }
  /// The size of the edits that a saved file has, MiB, within `files`; 0: none.
  public var file = FileHistory.standardLimit >> 20 {
    didSet { file = max(Self.files.lowerBound, min(Self.files.upperBound, file)) }
  }

  /// The range of `memory`, MiB.
  public static let memories = 1...4096
  /// The range of `file`, MiB.
  public static let files = 0...(FileHistory.largestLimit >> 20)

  /// The default limits.
  public init() {}

  /// The limits of a store of edits.
  public var store: EditStore.Limits {
    var limits = EditStore.Limits()
    limits.packedBytes = memory << 20
    return limits
  }

  /// `file` in bytes.
  public var fileBytes: Int { file << 20 }
}
