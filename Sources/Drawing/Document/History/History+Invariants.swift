extension History {
  /// Traps if the history contradicts itself. O(edits).
  func checkInvariants() {
    let order = done + undone.reversed()
    var (serial, picture) = (0, Int.min)
    for edit in order {
      // Those from a file have none.
      if edit.serial > 0 {
        precondition(edit.serial > serial, "edits are in the order in which they were recorded")
        serial = edit.serial
      }
      precondition(edit.picture >= picture, "later pictures have higher numbers")
      picture = edit.picture
      for version in edit.change?.versions ?? [] {
        precondition(version.distance >= 1, "a change is of earlier edits")
      }
    }
    precondition(serial <= recordedCount, "each recorded edit is counted")
    precondition(
      undoStepCount == Self.steps(done) && redoStepCount == Self.steps(undone.reversed()), "each step is counted")
    precondition(done.allSatisfy(\.isDone) && !undone.contains(where: \.isDone), "edits are on their side")
  }

  /// The number of steps of edits in order.
  private static func steps(_ edits: some Collection<Edit>) -> Int {
    edits.isEmpty ? 0 : 1 + edits.dropFirst().count { !$0.isJoined }
  }
}
