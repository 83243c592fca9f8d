import Document
import Files
import Foundation
import Testing

@testable import Studio

@Suite("The settings on the disk") struct SettingsStoreTests {
  /// A home folder for one test, removed with it.
  private final class Home {
    let path = FileManager.default.temporaryDirectory.appending(path: "fude-settings-" + UUID().uuidString).path
    deinit { try? FileManager.default.removeItem(atPath: path) }
    var file: String { path + "/.config/fude/settings" }
    var text: String? { try? String(contentsOfFile: file, encoding: .utf8) }

    func write(_ text: String) throws {
      try FileManager.default.createDirectory(atPath: path + "/.config/fude", withIntermediateDirectories: true)
      try text.write(toFile: file, atomically: false, encoding: .utf8)
    }

    func store() throws -> SettingsStore { try SettingsStore(environment: ["HOME": path]) }
  }

  private func scrolling() -> Settings {
    var settings = Settings()
    settings.wheel = .scroll
    return settings
  }

  /// Fails if the file is looked for elsewhere.
  @Test func place() throws {
    let inHome = try SettingsStore(environment: ["HOME": "/h/"])
    #expect(inHome.path == "/h/.config/fude/settings")
    let inConfig = try SettingsStore(environment: ["HOME": "/h", "XDG_CONFIG_HOME": "/c"])
    #expect(inConfig.path == "/c/fude/settings")
    let relative = try SettingsStore(environment: ["HOME": "/h", "XDG_CONFIG_HOME": "c"])
    #expect(relative.path == "/h/.config/fude/settings")
    #expect(throws: FileError.self) { try SettingsStore(environment: [:]) }
  }

  /// Fails if reading creates anything, a first save does not create the folders, or an unchanged
  /// save writes.
  @Test func theFirstTime() throws {
    let home = Home()
    let store = try home.store()
    #expect(try store.load().settings == Settings())
    try store.save(from: Settings(), to: Settings())
    #expect(!FileManager.default.fileExists(atPath: home.path))
    try store.save(from: Settings(), to: scrolling())
    #expect(home.text == SettingsFile.head + "\nwheel = scroll\n")
    #expect(try store.load().settings == scrolling())
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.path + "/.config/fude") == ["settings"])
  }

  /// Fails if two running Fudes lose each other's changes or unknown lines.
  @Test func twoAtOnce() throws {
    let home = Home()
    try home.write("# mine\nfuture = 1\nprediction = 4\n")
    let store = try home.store()
    let start = try store.load().settings
    var first = start
    first.wheel = .scroll
    first.brushes["pen"] = .init(width: 20)
    var second = start
    second.prediction = 2
    second.brushes["marker"] = .init(width: 40)
    try store.save(from: start, to: first)
    try store.save(from: start, to: second)
    #expect(
      home.text
        == "# mine\nfuture = 1\nprediction = 2\nwheel = scroll\nbrush.pen.width = 20\nbrush.marker.width = 40\n")
  }

  /// Fails if concurrent saves lose anything; reading and writing are one atomic step.
  @Test func manyAtOnce() async throws {
    let home = Home()
    let store = try home.store()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for i in 0..<12 {
        group.addTask {
          var settings = Settings()
          settings.brushes["brush-\(i)"] = .init(width: Double(i + 1))
          try store.save(from: Settings(), to: settings)
        }
      }
      try await group.waitForAll()
    }
    #expect(try store.load().settings.brushes.count == 12)
  }

  /// Fails if an unreadable file is overwritten, or an unwritable one is truncated.
  @Test func unreadableFilesAreNotWritten() throws {
    let home = Home()
    try home.write(String(repeating: "#", count: SettingsStore.largestFile + 1))
    let store = try home.store()
    #expect(throws: FileError.self) { try store.load() }
    #expect(throws: FileError.self) { try store.save(from: Settings(), to: scrolling()) }
    #expect(home.text?.utf8.count == SettingsStore.largestFile + 1)
    try FileManager.default.removeItem(atPath: home.file)
    try FileManager.default.createDirectory(atPath: home.file, withIntermediateDirectories: false)
    let fault = #expect(throws: FileError.self) { try store.load() }
    #expect(fault?.description == "cannot read \(home.file): it is a folder")
  }

  /// Fails if a file that is a symbolic link becomes a regular file.
  @Test func linksStay() throws {
    let home = Home()
    try home.write("")
    try FileManager.default.moveItem(atPath: home.file, toPath: home.path + "/elsewhere")
    try FileManager.default.createSymbolicLink(atPath: home.file, withDestinationPath: home.path + "/elsewhere")
    try home.store().save(from: Settings(), to: scrolling())
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: home.file) == home.path + "/elsewhere")
    #expect(home.text?.contains("wheel = scroll") == true)
  }
}
