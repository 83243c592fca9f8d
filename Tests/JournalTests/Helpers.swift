import Foundation
import RandomSource
import TestSupport
import Testing

@testable import Journal

struct Content: Hashable {
  var type: UInt8
  var payload: [UInt8]

  init(_ type: UInt8, _ payload: [UInt8]) { (self.type, self.payload) = (type, payload) }

  /// Random content of up to `size` bytes.
  init(_ rng: inout RandomSource, size: Int) {
    type = UInt8(rng.roll(1...255))
    payload = (0..<rng.roll(0...size)).map { _ in UInt8(rng.roll(0...255)) }
  }
}

func fileBytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }

func write(_ bytes: [UInt8], to path: String) throws { try Data(bytes).write(to: URL(filePath: path)) }

/// All whole records of a journal, and the reason of its end.
func readAll(_ file: JournalFile) throws -> (contents: [Content], end: JournalEnd) {
  let reader = try JournalReader(file)
  var contents: [Content] = []
  while let record = reader.next() { contents.append(Content(record.type, record.payload)) }
  #expect(reader.next() == nil)
  return (contents, reader.end)
}

func readAll(_ path: String) throws -> (contents: [Content], end: JournalEnd) {
  try readAll(try #require(try JournalFile.claim(path)))
}

/// Writes a journal of random records. Returns its path and content.
func sampleJournal(in folder: TemporaryFolder, seed: Int, count: Int, size: Int) throws -> (String, [Content]) {
  let writer = try JournalFolder(folder.path).create()
  var rng = RandomSource(seed)
  let contents = (0..<count).map { _ in Content(&rng, size: size) }
  for content in contents { try writer.append(content.type, content.payload.span) }
  try writer.sync()
  return (writer.file.path, contents)
}

final class Hand {
  private let process = Process()
  private let output = Pipe()
  private let input = Pipe()
  private var unread: [UInt8] = []

  init(_ arguments: [String]) throws {
    // It is in the tests' folder.
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "JournalHelper")
    process.arguments = arguments
    process.standardOutput = output
    process.standardInput = input
    try process.run()
  }

  deinit { if process.isRunning { process.terminate() } }

  /// The next line of its output, or nil at the end.
  func line() -> String? {
    while true {
      if let end = unread.firstIndex(of: 10) {
        defer { unread.removeFirst(end + 1) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      unread += more
    }
  }

  func rest() -> [String] {
    var lines: [String] = []
    while let line = line() { lines.append(line) }
    return lines
  }

  func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }

  func tell() { input.fileHandleForWriting.write(Data([10])) }

  func wait() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// The records that it appends for a seed and count.
  static func contents(seed: Int, count: Int) -> [Content] {
    var rng = RandomSource(seed)
    return (0..<count).map { _ in Content(&rng, size: 2000) }
  }
}
