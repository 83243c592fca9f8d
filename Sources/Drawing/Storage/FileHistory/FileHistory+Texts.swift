import Journal

extension FileHistory.Step {
  /// The size of its edit's record, bytes.
  var sizeWithoutTexts: Int { edit.bytes.count }
}

/// The texts of brushes among the records of steps. A text is in a record of its own, before the
/// first stroke that needs it, and counts for all strokes after it.
extension [FileHistory.Step] {
  /// The steps with each stroke's text in its own records, so that each stands alone.
  func withOwnTexts() -> [FileHistory.Step] {
    var texts: [UInt64: JournalPayload] = [:]
    return map { step in
      var step = step
      for text in step.texts { if let number = BrushTexts.number(text) { texts[number] = text } }
      step.texts = step.head.needs.compactMap { texts[$0] }
      return step
    }
  }

  /// The steps without texts that an earlier step has for the same number.
  func withoutRepeatedTexts() -> [FileHistory.Step] {
    var texts: [UInt64: JournalPayload] = [:]
    return map { step in
      var step = step
      step.texts.removeAll { record in
        guard let number = BrushTexts.number(record) else { return false }
        if texts[number] == record { return true }
        texts[number] = record
        return false
      }
      return step
    }
  }
}
