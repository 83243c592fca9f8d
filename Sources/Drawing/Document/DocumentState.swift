/// Identifies a state of one drawing, so that the program knows whether it is saved.
public struct DocumentState: Sendable, Hashable {
  /// A state that no drawing is ever in.
  public static let none = DocumentState(picture: .min, references: -1)

  /// `History.state`.
  public var picture: Int
  /// `ReferenceBoard.revision`.
  public var references: Int

  /// The state of a new drawing, and of one just read from its file.
  public static let fresh = DocumentState(picture: 0, references: 0)
}
