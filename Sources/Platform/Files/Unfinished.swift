import Synchronization

/// What a command has begun and must remove if a signal ends it: temporary files, programs that it
/// has started.
///
/// 1. `watch` switches it on. Until then it does nothing: a window finishes its work instead.
/// 2. `begin` starts something and notes how it is removed; `end` forgets that.
/// 3. `removeAll` removes everything, newest first. Nothing can begin or end afterwards.
public enum Unfinished {
  /// What was begun; nil if `watch` was not called.
  public typealias Number = Int?

  private struct State {
    var next = 0
    var removals: [Int: @Sendable () -> Void] = [:]
  }

  private static let isWatching = Atomic<Bool>(false)
  private static let state = Mutex(State())

  /// Notes from now on what is begun.
  public static func watch() { isWatching.store(true, ordering: .sequentiallyConsistent) }

  /// Starts something. A signal waits meanwhile, so what is started is either not there or noted.
  /// - Parameters:
  ///   - start: starts it; brief.
  ///   - removal: what removes it, from another thread.
  /// - Throws: the error of `start`; nothing is noted then.
  public static func begin<T, E: Error>(
    _ start: () throws(E) -> T, removal: (T) -> (@Sendable () -> Void)?
  ) throws(E) -> (value: T, number: Number) {
    guard isWatching.load(ordering: .sequentiallyConsistent) else { return (try start(), nil) }
    let result = state.withLock { state -> Result<(value: T, number: Number), E> in
      do throws(E) {
        let value = try start()
        guard let removal = removal(value) else { return .success((value, nil)) }
        state.next += 1
        state.removals[state.next] = removal
        return .success((value, state.next))
      } catch { return .failure(error) }
    }
    return try result.get()
  }

  /// Finishes something and forgets how it is removed.
  /// - Parameter finish: the last step, which a signal waits for; returns whether it is finished.
  @discardableResult public static func end(_ number: Number, _ finish: () -> Bool = { true }) -> Bool {
    guard let number else { return finish() }
    return state.withLock { state in
      let isFinished = finish()
      if isFinished { state.removals[number] = nil }
      return isFinished
    }
  }

  /// Removes everything, for the end of the process.
  /// - Parameter end: ends the process; gets whether all that was begun was finished before, so that
  ///   its results are there.
  public static func removeAll(_ end: (_ isFinished: Bool) -> Never) -> Never {
    state.withLock { state in
      let isFinished = state.next > 0 && state.removals.isEmpty
      for (_, remove) in state.removals.sorted(by: { $0.key > $1.key }) { remove() }
      end(isFinished)
    }
  }
}
