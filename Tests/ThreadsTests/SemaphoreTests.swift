import Synchronization
import Testing
import Threads

@Suite struct SemaphoreTests {
  /// Fails if a signal that comes before a wait is lost, or wakes more than one wait.
  @Test func signalsBeforeWaitsAreCounted() throws {
    let (semaphore, done) = (Semaphore(), Semaphore())
    let passed = Atomic<Int>(0)
    for _ in 0..<3 { semaphore.signal() }
    let worker = try #require(
      Worker {
        for _ in 0..<4 {
          semaphore.wait()
          if passed.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue == 3 { done.signal() }
        }
      })
    done.wait()
    // The fourth wait needs a fourth signal, so the count stays at 3 until then.
    #expect(passed.load(ordering: .acquiring) == 3)
    semaphore.signal()
    worker.join()
    #expect(passed.load(ordering: .acquiring) == 4)
  }

  /// Fails if a wait returns without a signal; two alternating threads would get out of step.
  @Test func aWaitReturnsForACallOnly() throws {
    let (ping, pong) = (Semaphore(), Semaphore())
    let order = Mutex<[Int]>([])
    let other = try #require(
      Worker {
        for number in 0..<200 {
          ping.wait()
          order.withLock { $0.append(2 * number + 1) }
          pong.signal()
        }
      })
    for number in 0..<200 {
      order.withLock { $0.append(2 * number) }
      ping.signal()
      pong.wait()
    }
    other.join()
    #expect(order.withLock { $0 } == Array(0..<400))
  }

  /// Fails if a wait with a limit takes no signal, or does not end at its limit.
  @Test func aWaitEndsAtItsLimit() {
    let semaphore = Semaphore()
    semaphore.signal()
    #expect(semaphore.wait(atMost: 30) && !semaphore.wait(atMost: 0) && !semaphore.wait(atMost: -1))
    let took = ContinuousClock().measure { #expect(!semaphore.wait(atMost: 1.2)) }
    #expect(took > .milliseconds(1000))
  }
}
