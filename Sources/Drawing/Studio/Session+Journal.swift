import Document

/// What is done to the drawing, for who keeps it.
extension Session {
  /// Whether what is done is noted for `takeChanges`.
  public var notesChanges: Bool {
    get { document.notesChanges }
    set { document.notesChanges = newValue }
  }

  /// Has the drawing's edits kept in less memory by a store.
  public func keepEdits(in store: EditStore) { document.keepEdits(in: store) }

  /// What was done since the last call, oldest first; nothing while a stroke is drawn, and unless `notesChanges` is
  /// set.
  public func takeChanges() -> [DocumentChange] { document.hasChanges ? document.takeChanges() : [] }
}
