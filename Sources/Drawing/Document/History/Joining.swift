/// How edits that are recorded are joined with the edits before them (`Edit.isJoined`).
package enum Joining: Hashable, Sendable {
  case none
  /// With the last edit, whichever that is: a record says so.
  case withLast
  /// With the edits that were recorded after so many (`History.recordedCount`).
  case since(Int)

  /// Whether an edit after `last` is joined with it.
  func joins(after last: Edit?) -> Bool {
    switch self {
    case .none: false
    case .withLast: true
    case .since(let count): (last?.serial ?? 0) > count
    }
  }

  /// Whether an operation may continue the last edit instead of being another one: both belong to the same group.
  func canContinue(_ last: Edit) -> Bool {
    switch self {
    case .none: !last.isJoined
    case .withLast: last.isJoined
    case .since(let count): last.serial > count
    }
  }
}
