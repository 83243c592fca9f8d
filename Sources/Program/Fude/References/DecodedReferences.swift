import Document

/// What was decoded and asked for the references of one drawing.
struct DecodedReferences {
  /// The decoded pictures; empty while the panel is hidden.
  var pixels: [Reference.ID: ReferencePixels] = [:]
  /// Those that are being decoded.
  var asked: Set<Reference.ID> = []
  /// Those that cannot be decoded.
  var broken: Set<Reference.ID> = []
  /// The reference that was removed last, and the message that offers to bring it back.
  var removed: (reference: Reference, message: String)?
}
