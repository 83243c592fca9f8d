/// The part of a drawing's history that its file has.
public struct SavedHistory: Sendable, Hashable {
  /// The number of steps in the file, the newest ones.
  public var savedCount: Int
  /// The number of steps of the drawing that can be undone or redone; joined edits are one step.
  public var count: Int
  /// Whether edits were left out because of the limit for files. Otherwise they cannot be saved at
  /// all: memory is short, or the picture before them is too large.
  public var isCut: Bool

  /// A part by its numbers.
  public init(savedCount: Int, count: Int, isCut: Bool) {
    (self.savedCount, self.count, self.isCut) = (savedCount, count, isCut)
  }

  /// Whether edits were left out.
  public var isShort: Bool { savedCount < count }
}
