import Synchronization
import Testing
import Threads

@Suite struct SemaphoreTests {
  /// Would break if a call that comes before anybody waits were lost.
  @Test func callsAreCounted() {
    let semaphore = Semaphore()
    for _ in 0..<3 { semaphore.signal() }
    for _ in 0..<3 { semaphore.wait() }
  }

  /// Would break if a wait returned without a call: two threads that call each other in turn would get out of step.
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
}
