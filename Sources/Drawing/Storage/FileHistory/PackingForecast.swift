import Document

/// Foresees which edits of a history that is replayed will be forgotten, because later ones fill the memory. Packing them
/// takes longer than drawing them.
///
/// What edits take in memory is estimated from the sizes of their records, by the edits that were packed.
struct PackingForecast {
  /// Of so many edits at the start all are packed, and of so many later ones one.
  private static let sample = 16
  /// How much more than the memory later edits must take, since their size is an estimate.
  private static let reserve = 1.25

  private let memory: Int
  /// For each edit the size of its records, bytes, and at the end 0; each with all that follow.
  private var following: [Int]
  /// The sizes of the packed edits: in memory, and of their records, bytes.
  private var packed = (memory: 0, records: 0)

  /// - Parameters:
  ///   - steps: the edits, which are played in this order.
  ///   - memory: how much of them is kept, bytes.
  init(of steps: some BidirectionalCollection<FileHistory.Step>, memory: Int) {
    self.memory = memory
    var sum = 0
    following = [0]
    following.reserveCapacity(steps.count + 1)
    for step in steps.reversed() {
      sum += step.sizeWithoutTexts
      following.append(sum)
    }
    following.reverse()
  }

  /// Whether an edit will be forgotten. Some are said not to be, so that they are packed and `note` tells how large
  /// they get.
  func forgets(_ index: Int) -> Bool {
    guard index + 1 < following.count else { return false }
    if memory == 0 { return index + 2 < following.count }
    if index < Self.sample || index % Self.sample == 0 || packed.records == 0 { return false }
    let estimate = Double(following[index + 1]) * Double(packed.memory) / Double(packed.records)
    return estimate > Double(memory) * Self.reserve
  }

  /// Takes note of the size in memory of an edit that was packed, bytes.
  mutating func note(_ size: Int, of index: Int) {
    guard index + 1 < following.count else { return }
    packed.memory += size
    packed.records += following[index] - following[index + 1]
  }
}
