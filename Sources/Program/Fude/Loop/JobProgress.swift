import Synchronization

/// The progress of a job, shared by the main thread and the worker that does it.
final class JobProgress: Sendable {
  private let thousandths = Atomic<Int>(0)
  private let isCancelledFlag = Atomic<Bool>(false)

  /// How much is done, 0 ... 1.
  var share: Double { Double(thousandths.load(ordering: .relaxed)) / 1000 }
  /// Whether the job is cancelled.
  var isCancelled: Bool { isCancelledFlag.load(ordering: .relaxed) }

  /// Reports progress, 0 ... 1. Returns false where the job is cancelled.
  @discardableResult func report(_ share: Double) -> Bool {
    thousandths.store(Int(share * 1000), ordering: .relaxed)
    return !isCancelled
  }

  func cancel() { isCancelledFlag.store(true, ordering: .relaxed) }
}
