import Journal

extension PackedHistory.Step {
  /// The texts of brushes in its records: their numbers and sizes, bytes.
  var texts: [(number: UInt64, size: Int)] {
    records.compactMap { record in
      guard record.type == .brushText, let number = BrushTexts.number(record) else { return nil }
      return (number, record.bytes.count)
    }
  }

  /// The size of its other records, bytes.
  var sizeWithoutTexts: Int {
    records.reduce(0) { $0 + ($1.type == .brushText ? 0 : $1.bytes.count) }
  }
}

/// The texts of brushes among the records of steps. A text is in a record of its own, before the
/// first stroke that needs it, and counts for all strokes after it.
extension [PackedHistory.Step] {
  /// The steps with each stroke's text in its own records, so that each stands alone.
  func withOwnTexts() -> [PackedHistory.Step] {
    var texts: [UInt64: JournalPayload] = [:]
    return map { step in
      var records: [JournalPayload] = []
      for record in step.records {
        if record.type == .brushText {
          if let number = BrushTexts.number(record) { texts[number] = record }
          continue
        }
        records += record.brushNumbers.compactMap { texts[$0] }
        records.append(record)
      }
      return PackedHistory.Step(records: records)
    }
  }

  /// The steps without texts that an earlier step has for the same number.
  func withoutRepeatedTexts() -> [PackedHistory.Step] {
    var texts: [UInt64: JournalPayload] = [:]
    return map { step in
      var step = step
      step.records.removeAll { record in
        guard record.type == .brushText, let number = BrushTexts.number(record) else { return false }
        if texts[number] == record { return true }
        texts[number] = record
        return false
      }
      return step
    }
  }
}
