import Paint

/// What operations need beside their parameters and the drawing.
package struct OperationContext {
  let filler: CoverageFiller
  /// Whether also an operation that changes nothing is an edit, as when a history is replayed, whose
  /// edits are counted.
  package var recordsAll = false
  /// For operations of a smaller drawing; nil for those of the drawing itself.
  var enlargement: Enlargement?

  package init(filler: CoverageFiller, recordsAll: Bool = false, enlargement: Enlargement? = nil) {
    (self.filler, self.recordsAll, self.enlargement) = (filler, recordsAll, enlargement)
  }
}
