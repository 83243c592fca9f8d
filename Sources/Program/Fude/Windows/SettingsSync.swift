import Desktop
import Document
import Files
import Language
import Studio
import Threads

/// The current settings and their file.
///
/// 1. `init` reads the file; `messages` are its errors.
/// 2. `change` applies settings; a worker writes them, one write at a time.
/// 3. `keep`, at the program's end, writes the remembered state.
///
/// Unchanged settings are not written, nor is a file that could not be read.
final class SettingsSync {
  /// The settings in force.
  private(set) var settings: Settings
  /// The errors in the file, a message each.
  let messages: [String]
  /// Entries that this version does not know and keeps, a message each.
  let notes: [String]
  private let store: SettingsStore?
  private let outcomes: Mailbox<FileError?>
  /// The settings as this process last wrote them.
  private var saved: Settings
  /// The settings that the worker writes.
  private var writing: Settings?
  private var worker: Worker?
  /// What waits for the end of writing.
  private var waiting: [() -> Void] = []
  /// The last size of the window when it was neither maximised nor full screen, the size before the
  /// last resize, and whether the window was neither then.
  private var sizes = (normal: Settings.WindowSize?.none, last: Settings.WindowSize?.none, wasNormal: true)

  init(environment: [String: String], wakeup: Wakeup) {
    outcomes = Mailbox(wakeup: wakeup)
    do throws(FileError) {
      let store = try SettingsStore(environment: environment)
      let file = try store.load()
      self.store = store
      settings = file.settings
      let path = FileError.printable(store.path)
      messages = file.faults.map { translated("in {path}, {fault}", ["path": path, "fault": $0]) }
      notes = file.unknownKeys.map { translated("in {path}, {fault}", ["path": path, "fault": $0]) }
    } catch {
      store = nil
      settings = Settings()
      messages = ["\(error)"]
      notes = []
    }
    saved = settings
  }

  /// Applies changed settings and starts writing them.
  func change(_ body: (inout Settings) -> Void) {
    body(&settings)
    write()
  }

  /// The worker's error; nil for none.
  func takeFault() -> FileError? {
    guard let outcome = outcomes.takeAll().last else { return nil }
    worker?.join()
    worker = nil
    // A failed write is tried again with the next change.
    if outcome == nil, let writing { saved = writing }
    writing = nil
    if outcome == nil { write() }
    callWaiting()
    return outcome
  }

  /// Calls `body` once the file has all changes made so far, or could not be written.
  func whenWritten(_ body: @escaping () -> Void) {
    waiting.append(body)
    callWaiting()
  }

  private func callWaiting() {
    guard worker == nil else { return }
    let bodies = waiting
    waiting = []
    for body in bodies { body() }
  }

  private func write() {
    guard let store, worker == nil, settings != saved else { return }
    let (old, new, outcomes) = (saved, settings, outcomes)
    writing = new
    worker = Worker {
      do throws(FileError) {
        try store.save(from: old, to: new)
        outcomes.put(nil)
      } catch { outcomes.put(error) }
    }
  }

  /// Notes a size of the window, px, and whether it was neither maximised nor full screen.
  func noteSize(width: Int, height: Int, isNormal: Bool) {
    // Window managers report the state before or after the size, so the size before the window grew
    // counts in both cases.
    let size = Settings.WindowSize(width: width, height: height)
    let hasGrown =
      if let size, let last = sizes.last { size.width >= last.width && size.height >= last.height } else { false }
    if isNormal || (sizes.wasNormal && hasGrown) { sizes.normal = sizes.last }
    sizes.last = size
    sizes.wasNormal = isNormal
  }

  /// The size to remember, px.
  func normalSize(width: Int, height: Int, isNormal: Bool) -> Settings.WindowSize? {
    isNormal ? Settings.WindowSize(width: width, height: height) : sizes.normal ?? settings.windowSize
  }

  /// Writes the settings in force and the remembered values, and waits for it.
  /// - Throws: a `FileError` where they cannot be written.
  func keep(_ remembered: Settings) throws(FileError) {
    if let worker {
      worker.join()
      if outcomes.takeAll().last == .some(nil), let writing { saved = writing }
      self.worker = nil
    }
    settings = remembered
    try store?.save(from: saved, to: settings)
    saved = settings
  }
}
