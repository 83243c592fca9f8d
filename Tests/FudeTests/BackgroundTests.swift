import Desktop
import Glibc
import Testing
import Threads

@testable import Fude

@Suite("Work on other threads") struct BackgroundTests {
  private let loop: TestLoop
  private var background: Background { loop.background }

  init() throws { loop = try TestLoop() }

  /// Fails if messages come in another order, one without a value is lost, or the run does not end.
  @Test func messagesComeInTheirOrder() {
    var messages: [Int?] = []
    let run = background.run { _, send in
      for number in 0..<50 { send(number.isMultiple(of: 10) ? nil : number) }
    } receive: { (message: Int?) in
      messages.append(message)
    }
    #expect(run.isRunning && background.await(run) && !run.isRunning)
    #expect(messages == (0..<50).map { $0.isMultiple(of: 10) ? nil : $0 })
  }

  /// Fails if a message of a run that was cancelled is delivered, or its worker does not see that it was.
  @Test func aCancelledRunIsSilent() throws {
    var messages: [Int] = []
    let run = background.run { progress, send in
      send(1)
      while progress.report(0) { sched_yield() }
      send(2)
    } receive: { (message: Int) in
      messages.append(message)
    }
    loop.wakeup.wait(seconds: 60)
    run.cancel()
    run.ended.wait()
    background.deliver()
    #expect(messages.isEmpty && !run.isRunning)
  }

  /// Fails if a message that changes the drawing arrives during a gesture, holds up others, or is lost.
  @Test func someWaitForTheEndOfAGesture() {
    var messages: [String] = []
    func run(_ text: String, _ delivery: Background.Delivery) {
      let run = background.run(delivery) { _, send in
        send(text)
      } receive: { (message: String) in
        messages.append(message)
      }
      run.ended.wait()
    }
    run("late", .betweenGestures)
    run("now", .atOnce)
    #expect(background.deliver(isInGesture: true) && messages == ["now"])
    #expect(!background.deliver(isInGesture: true))
    #expect(background.deliver() && messages == ["now", "late"])
    #expect(!background.deliver())
  }

  /// Fails if a message that waits for another run does not get its messages, or one is delivered twice.
  @Test func aMessageMayAwaitAnotherRun() {
    var messages: [Int] = []
    let inner = background.run { _, send in
      send(2)
    } receive: { (message: Int) in
      messages.append(message)
    }
    let outer = background.run { _, send in
      send(1)
    } receive: { [background] (message: Int) in
      messages.append(message)
      background.await(inner)
    }
    background.await(outer)
    background.deliver()
    #expect(messages == [1, 2])
  }

  /// Fails if the end of the program waits for work that may be cancelled.
  @Test func theEndCancels() {
    let run = background.run { progress in while progress.report(0) { sched_yield() } }
    background.finish()
    #expect(!run.isRunning && run.progress.isCancelled)
    run.ended.wait()
  }

  /// Fails if something is waited for at the end before all that only has to be closed is closed.
  @Test func closingComesBeforeWaiting() throws {
    let loop = try TestLoop()
    var done: [Int] = []
    loop.background.atEnd { done.append(1) }
    loop.background.closeAtEnd { done.append(0) }
    loop.background.finish()
    #expect(done == [0, 1])
  }
}
