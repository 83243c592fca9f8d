/// What a record of a change has beside its operations.
package struct ChangeFacts: Sendable {
  /// The results of fills, paint, scalings and selections after the change, by distance: 1 is the last edit before the change.
  package var results: [Int: ChangedResult] = [:]

  /// The approximate memory use, bytes.
  var memory: Int { results.values.reduce(0) { $0 + $1.memory } }
}
