import Document
import Files
import Foundation
import Studio
import Testing

@testable import Fude

@Suite struct SettingsSyncTests {
  private final class Home {
    let path = FileManager.default.temporaryDirectory.appending(path: "fude-keeper-" + UUID().uuidString).path
    let loop: TestLoop
    init() throws {
      loop = try TestLoop()
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    deinit { try? FileManager.default.removeItem(atPath: path) }
    var file: String { path + "/fude/settings" }
    var environment: [String: String] { ["HOME": path, "XDG_CONFIG_HOME": path] }
  }

  /// Fails if a change does not take effect at once, is not written, or is lost while another is
  /// written.
  @Test func changesAreWritten() throws {
    let home = try Home()
    let sync = SettingsSync(home.loop.background, environment: home.environment)
    sync.change { $0.wheel = .scroll }
    sync.change { $0.prediction = 3 }
    #expect(sync.settings.prediction == 3)
    sync.onFault = { Issue.record("\($0)") }
    home.loop.background.finish()
    let settings = try SettingsStore(environment: home.environment).load().settings
    #expect(settings == sync.settings && settings.wheel == .scroll)
  }

  /// Fails if ending does not wait for the settings being written, or loses them.
  @Test func theEndWritesTheRest() throws {
    let home = try Home()
    let sync = SettingsSync(home.loop.background, environment: home.environment)
    sync.change { $0.theme = .light }
    var remembered = sync.settings
    remembered.brush = "marker"
    try sync.keep(remembered)
    #expect(try SettingsStore(environment: home.environment).load().settings == remembered)
  }

  /// Fails if a fault is said twice at the end, or something that waited for the file begins then.
  @Test func theEndSaysAFaultOnce() throws {
    let home = try Home()
    let sync = SettingsSync(home.loop.background, environment: home.environment)
    try Data().write(to: URL(filePath: home.path + "/fude"))
    sync.onFault = { Issue.record("\($0)") }
    sync.change { $0.theme = .light }
    sync.whenWritten { Issue.record("it begins") }
    home.loop.background.finish()
    #expect(throws: FileError.self) { try sync.keep(sync.settings) }
  }

  /// Fails if a write error is not reported, resets the settings, or prevents another try.
  @Test func failuresAreSaid() throws {
    let home = try Home()
    let sync = SettingsSync(home.loop.background, environment: home.environment)
    // A file in place of the folder.
    try Data().write(to: URL(filePath: home.path + "/fude"))
    var faults = 0
    sync.onFault = { _ in faults += 1 }
    sync.change { $0.theme = .light }
    try home.loop.wait { faults == 1 }
    #expect(sync.settings.theme == .light)
    try FileManager.default.removeItem(atPath: home.path + "/fude")
    sync.change { $0.wheel = .scroll }
    home.loop.background.finish()
    #expect(faults == 1)
    #expect(try SettingsStore(environment: home.environment).load().settings == sync.settings)
  }

  /// Fails if an unreadable file is overwritten, or if there are no settings without a home.
  @Test func withoutAFile() throws {
    let home = try Home()
    try FileManager.default.createDirectory(atPath: home.file, withIntermediateDirectories: true)
    for environment in [home.environment, [:]] {
      let sync = SettingsSync(home.loop.background, environment: environment)
      #expect(sync.messages.count == 1)
      sync.change { $0.theme = .light }
      #expect(sync.settings.theme == .light)
      try sync.keep(sync.settings)
    }
  }

  /// Fails if the screen's size is saved as a full-screen window's size, whether state or size
  /// arrives first.
  @Test(arguments: [true, false]) func theSizeBefore(stateFirst: Bool) throws {
    let home = try Home()
    let sync = SettingsSync(home.loop.background, environment: home.environment)
    sync.noteSize(width: 500, height: 400, isNormal: true)
    sync.noteSize(width: 600, height: 450, isNormal: true)
    sync.noteSize(width: 1920, height: 1080, isNormal: !stateFirst)
    // A panel of the desktop appears.
    sync.noteSize(width: 1900, height: 1080, isNormal: false)
    #expect(sync.normalSize(width: 1900, height: 1080, isNormal: false) == .init(width: 600, height: 450))
    #expect(sync.normalSize(width: 700, height: 500, isNormal: true) == .init(width: 700, height: 500))
  }
}
