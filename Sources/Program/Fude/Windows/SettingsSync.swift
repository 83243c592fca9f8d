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
  /// Whether there was no file: the program was never used.
  let isFirstStart: Bool
  private let store: SettingsStore?
  private let background: Background
  /// Takes the errors of writing. Set by the program.
  var onFault: (FileError) -> Void = { _ in }
  /// The settings as this process last wrote them.
  private var saved: Settings
  /// The writing of settings; nil for none.
  private var run: BackgroundRun?
  /// Whether the program ends: nothing is reported any more, and nothing begins.
  private var isEnding = false
  /// What waits for the end of writing.
  private var waiting: [() -> Void] = []
  /// The last size of the window when it was neither maximised nor full screen, the size before the
  /// last resize, and whether the window was neither then.
  private var sizes = (normal: Settings.WindowSize?.none, last: Settings.WindowSize?.none, wasNormal: true)

  init(_ background: Background, environment: [String: String]) {
    self.background = background
    do throws(FileError) {
      let store = try SettingsStore(environment: environment)
      let file = try store.load()
      self.store = store
      isFirstStart = !FileFacts.exists(store.path)
      settings = file.settings
      let path = FileError.printable(store.path)
      messages = file.faults.map { translated("in {path}, {fault}", ["path": path, "fault": $0]) }
      notes = file.unknownKeys.map { translated("in {path}, {fault}", ["path": path, "fault": $0]) }
    } catch {
      (store, isFirstStart) = (nil, false)
      settings = Settings()
      messages = ["\(error)"]
      notes = []
    }
    saved = settings
    background.atEnd { [weak self] in self?.finishWriting() }
  }

  /// Applies changed settings and starts writing them.
  func change(_ body: (inout Settings) -> Void) {
    body(&settings)
    write()
  }

  /// Calls `body` once the file has all changes made so far, or could not be written.
  func whenWritten(_ body: @escaping () -> Void) {
    waiting.append(body)
    callWaiting()
  }

  private func callWaiting() {
    guard run == nil else { return }
    let bodies = waiting
    waiting = []
    for body in bodies { body() }
  }

  private func write() {
    guard let store, run == nil, settings != saved else { return }
    let (old, new) = (saved, settings)
    run = background.run(priority: .prompt, isQueued: true) { _, send in
      send(Result { () throws(FileError) in try store.save(from: old, to: new) }.map { true })
    } receive: { [weak self] (outcome: Result<Bool, FileError>) in
      self?.take(outcome, of: new)
    }
  }

  /// A failed write is tried again with the next change.
  private func take(_ outcome: Result<Bool, FileError>, of written: Settings) {
    run = nil
    switch outcome {
    case .success:
      saved = written
      write()
    case .failure(let fault): if !isEnding { onFault(fault) }
    }
    if !isEnding { callWaiting() }
  }

  /// Waits for the settings that are being written. `keep` writes again what could not be written, and says why.
  private func finishWriting() {
    isEnding = true
    while let run, run.isRunning { background.await(run) }
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
    finishWriting()
    settings = remembered
    try store?.save(from: saved, to: settings)
    saved = settings
  }
}
