/// What a record of a change has beside its operations.
struct ChangeFacts: Sendable {
  /// What edits that keep their results do then, by their distances, coded (`RecordedChange`).
  var results: [Int: [UInt8]] = [:]
  /// The sizes of the canvas when the edits of its items were done, px, by their distances.
  var sizes: [Int: (width: Int, height: Int)] = [:]
}
