import Glibc
import Synchronization
import Testing

@testable import Raster

@Suite struct WorkerPoolTests {
  /// Counts the calls for each part, from any thread.
  private final class Counts: Sendable {
    let all = Mutex<[Int]>([])
    init(_ count: Int) { all.withLock { $0 = [Int](repeating: 0, count: count) } }
    func add(_ index: Int) { all.withLock { $0[index] += 1 } }
    var values: [Int] { all.withLock { $0 } }
  }

  /// Fails if a part is left out, done twice, or not done when `divide` returns: many tasks in
  /// a row, of few and many parts, with no, one and several threads.
  @Test(arguments: [0, 1, 3]) func everyPartIsDoneOnce(_ helpers: Int) {
    let workers = WorkerPool(count: helpers)
    for round in 0..<300 {
      let parts = round % 23
      let counts = Counts(parts)
      workers.divide(parts) { counts.add($0) }
      let isRight = counts.values.allSatisfy { $0 == 1 }
      #expect(isRight, "round \(round)")
    }
  }

  /// Fails if the pool's threads do not run: with two of them, two parts that wait for each
  /// other finish.
  @Test func partsAreDoneAtTheSameTime() {
    let workers = WorkerPool(count: 2)
    let arrived = Atomic<Int>(0)
    workers.divide(2) { _ in
      arrived.wrappingAdd(1, ordering: .acquiringAndReleasing)
      while arrived.load(ordering: .acquiring) < 2 { sched_yield() }
    }
    #expect(arrived.load(ordering: .acquiring) == 2)
  }

  /// Fails if a released pool crashes, used or not, or its threads do not end.
  @Test func threadsOfAReleasedPoolEnd() {
    let before = Self.threadCount
    let parts = Atomic<Int>(0)
    for count in 0..<200 {
      let workers = WorkerPool(count: 2)
      if count.isMultiple(of: 2) { workers.divide(3) { _ in parts.wrappingAdd(1, ordering: .relaxed) } }
    }
    #expect(parts.load(ordering: .relaxed) == 300)
    // Tests that run in parallel have threads, too: far fewer than the 200 of these pools.
    let deadline = ContinuousClock.now + .seconds(20)
    while Self.threadCount >= before + 100, ContinuousClock.now < deadline { sched_yield() }
    #expect(Self.threadCount < before + 100)
  }

  private static var threadCount: Int {
    guard let folder = opendir("/proc/self/task") else { return 0 }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    return count
  }
}
