import Foundation
import TestSupport
import Testing

@testable import Files

@Suite struct LeftoversTests {
  /// A process that has ended, as it was while it ran.
  private func endedProcess() throws -> ProcessMark {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sleep")
    process.arguments = ["100"]
    try process.run()
    var mark = ProcessMark.own
    mark.number = process.processIdentifier
    // It may have inherited that it ignores other signals.
    kill(mark.number, SIGKILL)
    process.waitUntilExit()
    return mark
  }

  private func name(_ mark: ProcessMark) -> String { ".fude-\(mark.text)-x1.part" }

  /// Fails if a file of an ended process stays, or one of a living process goes. A process that got
  /// the number of an ended one is another process.
  @Test func filesOfEndedProcessesGo() throws {
    let folder = try TemporaryFolder()
    let ended = try endedProcess()
    var earlier = ProcessMark.own
    earlier.start = try #require(earlier.start) - 1
    var unknown = ProcessMark.own
    unknown.start = nil
    for mark in [ended, earlier, unknown, .own] { try folder.write(name(mark), []) }
    let living = try AtomicFile(path: folder.path("a"))
    let all = try folder.names
    Leftovers.removeAll(in: folder.path, now: time(nil))
    let kept = try folder.names
    #expect(Set(all).subtracting(kept) == [name(ended), name(earlier)])
    #expect(kept.count == 3)
    try living.commitReplacing()
    #expect(try folder.names.contains("a"))
  }

  /// Fails if a file that another machine may still write is removed at once, or one that nobody
  /// has written for long stays.
  @Test func filesOfOtherSystemsGoByAge() throws {
    let folder = try TemporaryFolder()
    let ended = try endedProcess()
    var (elsewhere, nowhere) = (ended, ended)
    (elsewhere.system, nowhere.system) = ("other", nil)
    // The last one is a name without a mark.
    let names = [name(elsewhere), name(nowhere), ".fude--1a2b3c.part"]
    for name in names { try folder.write(name, []) }
    Leftovers.removeAll(in: folder.path, now: time(nil) + Leftovers.oldest - 60)
    #expect(try folder.names == names.sorted())
    Leftovers.removeAll(in: folder.path, now: time(nil) + Leftovers.oldest + 60)
    #expect(try folder.names == [])
  }

  /// Fails if anything but a temporary file is removed.
  @Test func otherFilesStay() throws {
    let folder = try TemporaryFolder()
    let mark = try endedProcess().text
    try folder.write("fude-\(mark)-x.part", [])
    try folder.write(".fude-\(mark)-x.ora", [])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(".fude-\(mark)-y.part"), withDestinationPath: "nowhere")
    try FileManager.default.createDirectory(
      atPath: folder.path(".fude-\(mark)-z.part"), withIntermediateDirectories: false)
    let names = try folder.names
    Leftovers.removeAll(in: folder.path, now: time(nil) + 10 * Leftovers.oldest)
    #expect(try folder.names == names)
    // Neither is an error.
    Leftovers.remove(in: folder.path("none"))
  }

  /// Fails if the first commit in a folder does not remove leftovers, or every commit lists it.
  @Test func theFirstCommitInAFolderRemovesThem() throws {
    let folder = try TemporaryFolder()
    let left = name(try endedProcess())
    try folder.write(left, [])
    try AtomicFile(path: folder.path("a")).commitReplacing()
    #expect(try folder.names == ["a"])
    try folder.write(left, [])
    try AtomicFile(path: folder.path("b")).commitReplacing()
    #expect(try folder.names.count == 3)
  }

  @Test func marksAreReadAsWritten() {
    let marks = [ProcessMark.own, ProcessMark(system: nil, number: 7, start: nil)]
    for mark in marks { #expect(ProcessMark(mark.text) == mark) }
    for text in ["", "a-b-c", "a-1", "a-0-1", "-1-1", "a-1-1-1", "a--1-1"] { #expect(ProcessMark(text) == nil) }
  }
}

@Suite struct FileIdentityTests {
  /// Fails if a link is another file than its target, or a file that replaces another one counts as
  /// the same.
  @Test func linksLeadToTheSameFile() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a", [1])
    try FileManager.default.linkItem(atPath: file, toPath: folder.path("hard"))
    try FileManager.default.createSymbolicLink(atPath: folder.path("soft"), withDestinationPath: "a")
    let first = try #require(FileIdentity(file))
    #expect(FileIdentity(folder.path("hard")) == first && FileIdentity(folder.path("soft")) == first)
    try AtomicFile(path: file).commitReplacing()
    #expect(FileIdentity(file) != first && FileIdentity(folder.path("hard")) == first)
    #expect(FileIdentity(folder.path("none")) == nil && FileIdentity(folder.path) == nil)
  }
}
