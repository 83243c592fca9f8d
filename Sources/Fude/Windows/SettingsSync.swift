import Desktop
import Document
import Files
import Language
import Studio
import Threads

/// The settings in force, and their file.
///
/// Its life:
/// 1. `init` reads the file; what is wrong with it is in `sentences`.
/// 2. `change` puts settings in force, and a worker writes them to the file at once. One worker at a time: what changes
///    while it works is written when it has ended.
/// 3. `keep`, at the program's end, writes what is remembered.
///
/// Nothing is written where nothing changed, nor over a file that could not be read.
final class SettingsSync {
  /// What is in force.
  private(set) var settings: Settings
  /// What is wrong with the file, a sentence each.
  let sentences: [String]
  /// What this Fude knows of no more than that it is kept, a sentence each.
  let notes: [String]
  private let store: SettingsStore?
  private let outcomes: Mailbox<FileError?>
  /// What of the settings is in the file, as far as this Fude changed it.
  private var saved: Settings
  /// What the worker in `worker` writes.
  private var writing: Settings?
  private var worker: Worker?
  /// The last size of the window when it was neither maximised nor full screen, the size before the last resize, and
  /// whether the window was neither then.
  private var sizes = (normal: Settings.WindowSize?.none, last: Settings.WindowSize?.none, wasNormal: true)

  init(environment: [String: String], wakeup: Wakeup) {
    outcomes = Mailbox(wakeup: wakeup)
    do throws(FileError) {
      let store = try SettingsStore(environment: environment)
      let file = try store.load()
      self.store = store
      settings = file.settings
      let path = FileError.printable(store.path)
      sentences = file.faults.map { translated("in {path}, {fault}", ["path": path, "fault": $0]) }
      notes = file.unknownKeys.map { translated("in {path}, {fault}", ["path": path, "fault": $0]) }
    } catch {
      store = nil
      settings = Settings()
      sentences = ["\(error)"]
      notes = []
    }
    saved = settings
  }

  /// Puts changed settings in force, and has them written.
  func change(_ body: (inout Settings) -> Void) {
    body(&settings)
    write()
  }

  /// What a worker met; nil where it met nothing.
  func takeFault() -> FileError? {
    guard let outcome = outcomes.takeAll().last else { return nil }
    worker?.join()
    worker = nil
    // What failed is tried again with the next change, not at once.
    if outcome == nil, let writing { saved = writing }
    writing = nil
    if outcome == nil { write() }
    return outcome
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

  /// Notes a size that the window got, px, and whether it was then neither maximised nor full screen.
  func noteSize(width: Int, height: Int, isNormal: Bool) {
    // A window manager tells of the state before or after the size. What was there before the window grew counts either
    // way.
    let size = Settings.WindowSize(width: width, height: height)
    let hasGrown =
      if let size, let last = sizes.last { size.width >= last.width && size.height >= last.height } else { false }
    if isNormal || (sizes.wasNormal && hasGrown) { sizes.normal = sizes.last }
    sizes.last = size
    sizes.wasNormal = isNormal
  }

  /// The size to remember of a window that has one now, px.
  func normalSize(width: Int, height: Int, isNormal: Bool) -> Settings.WindowSize? {
    isNormal ? Settings.WindowSize(width: width, height: height) : sizes.normal ?? settings.windowSize
  }

  /// Writes what is in force and what is remembered, and waits for it.
  /// - Throws: where it cannot be written.
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
