import Document

/// What is done to the drawing, for who keeps it.
extension Session {
  /// What was done since the last call, oldest first; nothing while a stroke is drawn, and where the document that the
  /// session was made with notes nothing.
  public func takeChanges() -> [DocumentChange] { document.hasChanges ? document.takeChanges() : [] }
}
