import Document

extension FillSource: WordChoice {}
extension FillRule: WordChoice {}

extension FieldCoder {
  /// Whose colours a fill compares, under `sample`. Records have a bit here, and one at the end of the value.
  mutating func code(_ source: inout FillSource) throws(Failure) {
    if isText { return try choose(&source, Field("sample", standard: .all)) }
    var isMerged = source.isMerged
    try code(&isMerged, Field("sample", standard: true))
    if reads { source = isMerged ? .all : .layer }
  }

  /// Whether a fill compares references: the last field of a value that has `sample`.
  mutating func codeReference(_ source: inout FillSource) throws(Failure) {
    if isText { return }
    var isReference = source == .reference
    try code(&isReference, Field("reference", standard: false))
    if reads, isReference { source = .reference }
  }

  /// How a fill finds its area. Records from before joints say nothing, texts nothing for joints.
  mutating func code(_ rule: inout FillRule) throws(Failure) {
    try choose(&rule, Field("rule", standard: isText ? .joints : .squares))
  }
}
