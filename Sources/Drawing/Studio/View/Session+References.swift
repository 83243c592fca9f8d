import Document

/// The references of the drawing.
extension Session {
  /// The references. Ask once an iteration.
  public var references: ReferenceBoard { document.references }

  /// Changes the references. No undo step is recorded.
  public func changeReferences<Result>(_ body: (inout ReferenceBoard) -> Result) -> Result {
    body(&document.references)
  }
}
