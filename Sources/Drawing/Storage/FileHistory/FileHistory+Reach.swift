extension [FileHistory.Step] {
  /// The first step that a step needs; below 0 if it is not among these.
  func first(neededBy index: Int) -> Int {
    let first = index - self[index].head.reach
    // A change performs a replacement again, which needs the edit before it.
    return first < index && indices.contains(first) && self[first].head.replaces ? first - 1 : first
  }

  /// For each step, and for the end, the first one that it or a later one needs.
  var pins: [Int] {
    var pins = [Int](repeating: count, count: count + 1)
    for index in indices.reversed() { pins[index] = Swift.min(pins[index + 1], first(neededBy: index)) }
    return pins
  }

  /// The least number of steps to leave out at the start, from `first` on, so that no other one needs them.
  func start(from first: Int) -> Int {
    var first = first
    while let index = indices[first...].last(where: { self.first(neededBy: $0) < first }) { first = index + 1 }
    return first
  }
}
