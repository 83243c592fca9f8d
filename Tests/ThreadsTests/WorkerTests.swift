import Glibc
import Synchronization
import Testing
import Threads

@Suite struct WorkerTests {
  /// Fails if the work is done on the calling thread, not at all, or after `join` returned. Also
  /// fails if a second `join` waits.
  @Test func joinWaitsForTheWork() throws {
    let mine = pthread_self()
    let theirs = Mutex<[pthread_t]>([])
    let gate = Semaphore()
    let worker = try #require(
      Worker {
        gate.wait()
        theirs.withLock { $0.append(pthread_self()) }
      })
    gate.signal()
    worker.join()
    worker.join()
    let threads = theirs.withLock { $0 }
    #expect(threads.count == 1 && threads.first != mine)
  }

  /// Fails if a thread that is not joined keeps its stack, 8 MiB of address space each.
  @Test func oneThatNobodyJoinsLeavesNothing() throws {
    let (before, done) = (try addressSpace(), Semaphore())
    for _ in 0..<20 {
      for _ in 0..<30 { try #require(Worker { done.signal() } != nil) }
      for _ in 0..<30 { done.wait() }
    }
    #expect(try addressSpace() - before < 3 << 30)
  }

  /// Fails if a low-priority thread has normal priority, or changes that of other threads.
  @Test func onlyLowPriorityWorkersGiveWay() throws {
    let process = __priority_which_t(PRIO_PROCESS.rawValue)
    let before = getpriority(process, 0)
    let during = Mutex<[Int32]>([])
    let policies = Mutex<[Int32]>([])
    for priority in [Worker.Priority.leisurely, .modest, .prompt] {
      try #require(
        Worker(priority: priority) {
          during.withLock { $0.append(getpriority(process, 0)) }
          policies.withLock { $0.append(sched_getscheduler(0)) }
        }
      ).join()
    }
    #expect(during.withLock { $0 } == [min(before + 10, 19), before, before])
    #expect(getpriority(process, 0) == before)
    // 3 is Linux's SCHED_BATCH, which does not preempt others when it wakes.
    #expect(policies.withLock { $0 } == [3, 3, sched_getscheduler(0)])
    #expect(sched_getscheduler(0) != 3)
  }

  /// Fails if the time is another thread's or wall-clock time; a waiting thread uses nearly none.
  @Test func processorTimeIsTheThreadsOwn() throws {
    let (gate, begun) = (Semaphore(), Semaphore())
    let worker = try #require(
      Worker {
        begun.signal()
        gate.wait()
      })
    begun.wait()
    let used = try #require(worker.processorTime)
    var own = timespec()
    repeat {
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &own)
    } while Double(own.tv_nsec) / 1e9 + Double(own.tv_sec) < used + 0.05
    #expect(try #require(worker.processorTime) < used + 0.05)
    gate.signal()
    worker.join()
    #expect(worker.processorTime == nil)
  }

  /// The address space of this process in bytes.
  private func addressSpace() throws -> Int {
    let file = try #require(fopen("/proc/self/statm", "r"))
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    try #require(fgets(&line, Int32(line.count), file) != nil)
    // The first number is in pages.
    return strtol(line, nil, 10) * sysconf(Int32(_SC_PAGESIZE))
  }
}
