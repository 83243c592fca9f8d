import Foundation
import TestSupport
import Testing

@testable import Files

private func put(_ text: String, _ file: AtomicFile) throws {
  let bytes = Array(text.utf8)
  try file.write(bytes.span)
}

private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

/// The names to try, in order.
private let numbered = ["D.png"] + (2...99).map { "D \($0).png" }

/// The error of starting a file, or "started".
private func fault(_ path: String) -> String {
  do throws(FileError) {
    _ = try AtomicFile(path: path)
    return "started"
  } catch { return error.description }
}

@Suite struct AtomicFileTests {
  /// Fails if the old file is not complete until the commit, or the new one after it.
  @Test func replacesInOneStep() throws {
    let folder = try TemporaryFolder()
    try folder.write("a", Array("old".utf8))
    let file = try AtomicFile(path: folder.path("a"))
    try put("new", file)
    #expect(text(try folder.read("a")) == "old")
    try file.commitReplacing()
    #expect(text(try folder.read("a")) == "new")
    #expect(try folder.names == ["a"])
  }

  @Test func droppedFileLeavesNothing() throws {
    let folder = try TemporaryFolder()
    try folder.write("a", Array("old".utf8))
    do {
      let file = try AtomicFile(path: folder.path("a"))
      try put("half", file)
      #expect(try folder.names.count == 2)
    }
    #expect(try folder.names == ["a"])
    #expect(text(try folder.read("a")) == "old")
  }

  /// Large content, more than one call writes to a pipe or a buffer.
  @Test func writesEverything() throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let file = try AtomicFile(path: folder.path("a"))
    try file.write(bytes.span)
    let more = Array(bytes[..<5])
    try file.write(more.span)
    try file.commitReplacing()
    #expect(try folder.read("a") == bytes + more)
  }

  /// Fails if a replaced file loses its permissions, or a new one ignores the umask.
  @Test func permissionsAreKept() throws {
    let folder = try TemporaryFolder()
    func mode(_ name: String) throws -> Int {
      try #require(try FileManager.default.attributesOfItem(atPath: folder.path(name))[.posixPermissions] as? Int)
    }
    try folder.write("plain", [])
    try folder.write("secret", [])
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.path("secret"))
    for name in ["secret", "new"] { try AtomicFile(path: folder.path(name)).commitReplacing() }
    #expect(try mode("secret") == 0o600)
    #expect(try mode("new") == mode("plain"))
  }

  /// Fails if a write-protected file is replaced without force, also through a link, or cannot be
  /// replaced with it.
  @Test func writeProtectedFilesStay() throws {
    let folder = try TemporaryFolder()
    try folder.write("a", Array("old".utf8))
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: folder.path("a"))
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "a")
    for name in ["a", "link"] {
      #expect(AtomicFile.isProtected(folder.path(name)))
      #expect(throws: FileError(.write, folder.path(name), fault: "it is write-protected")) {
        try AtomicFile(path: folder.path(name))
      }
    }
    #expect(try folder.names == ["a", "link"] && folder.read("a") == Array("old".utf8))
    try AtomicFile(path: folder.path("a"), replacesProtected: true).commitReplacing()
    #expect(try folder.read("a") == [])
    #expect(!AtomicFile.isProtected(folder.path("b")) && !AtomicFile.isProtected(folder.path))
  }

  /// Fails if a link is replaced instead of the file that it points to, in that file's folder.
  @Test func linksAreFollowed() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path("sub"), withIntermediateDirectories: false)
    try folder.write("sub/real", Array("old".utf8))
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "sub/real")
    let file = try AtomicFile(path: folder.path("link"))
    try put("new", file)
    try file.commitReplacing()
    #expect(text(try folder.read("sub/real")) == "new")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")) == "sub/real")
    try FileManager.default.createSymbolicLink(atPath: folder.path("dead"), withDestinationPath: "nowhere")
    let dead = folder.path("dead")
    #expect(fault(dead) == "cannot write \(dead): it is a link to a file that does not exist")
  }

  @Test func aNameAloneIsInTheCurrentFolder() {
    #expect(PathText.split("a.png") == (".", "a.png"))
    #expect(PathText.split("/a.png") == ("/", "a.png"))
    #expect(PathText.split("x/y/a.png") == ("x/y", "a.png"))
    #expect(PathText.join("/", "a") == "/a" && PathText.join("x", "a") == "x/a")
  }

  /// Fails if an unwritable target is not reported at the start, or a device is replaced by a file.
  @Test func faultsOfThePlaceAreNamed() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("file", [1])
    let missing = folder.path("no/a.png")
    #expect(fault(missing) == "cannot write \(missing): its folder does not exist")
    #expect(fault(file + "/a.png") == "cannot write \(file)/a.png: a part of its path is not a folder")
    #expect(fault(folder.path) == "cannot write \(folder.path): it is a folder")
    #expect(fault(folder.path + "/") == "cannot write \(folder.path)/: its name ends with a slash, as a folder's does")
    #expect(fault("/dev/null") == "cannot write /dev/null: it is not a regular file")
    let long = folder.path(String(repeating: "n", count: 256))
    #expect(fault(long) == "cannot write \(long): its name is too long")
    #expect(fault("") == "cannot write \"\": its name is empty")
    #expect(fault("a\0b") == "cannot write a?b: its name contains a zero byte")
    // No user, not even root, can make a file there.
    #expect(fault("/proc/fude.png").hasPrefix("cannot write /proc/fude.png: "))
    #expect(try folder.names == ["file"])
  }

  /// Fails if a full disk is not reported, changes the old file or leaves a temporary one.
  @Test func fullDiskIsNamed() throws {
    let folder = try TemporaryFolder()
    try folder.write("a", Array("old".utf8))
    let path = folder.path("a")
    let error = #expect(throws: FileError.self) {
      let file = try AtomicFile(path: path)
      let full = open("/dev/full", O_WRONLY)
      try #require(full >= 0 && dup2(full, file.descriptor) == file.descriptor)
      close(full)
      try put("new", file)
    }
    #expect(error?.description == "cannot write \(path): the disk is full")
    #expect(try folder.names == ["a"])
    #expect(text(try folder.read("a")) == "old")
  }

  /// Fails if a target that becomes a folder meanwhile leaves a temporary file after the failed
  /// commit.
  @Test func failedCommitLeavesNothing() throws {
    let folder = try TemporaryFolder()
    let file = try AtomicFile(path: folder.path("a"))
    try FileManager.default.createDirectory(atPath: folder.path("a"), withIntermediateDirectories: false)
    let error = #expect(throws: FileError.self) { try file.commitReplacing() }
    #expect(error?.description == "cannot write \(folder.path("a")): it is a folder")
    #expect(try folder.names == ["a"])
  }

  /// Fails if the first free name is not taken, or a file, a folder or a dead link is replaced.
  @Test func freeNameIsTaken() throws {
    let folder = try TemporaryFolder()
    try folder.write("D.png", Array("mine".utf8))
    try FileManager.default.createDirectory(atPath: folder.path("D 2.png"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: folder.path("D 3.png"), withDestinationPath: "nowhere")
    let file = try AtomicFile(path: folder.path("D.png"))
    try put("new", file)
    let path = try file.commit(firstFree: numbered)
    #expect(path == folder.path("D 4.png"))
    #expect(text(try folder.read("D 4.png")) == "new")
    #expect(text(try folder.read("D.png")) == "mine")
    #expect(try folder.names == ["D 2.png", "D 3.png", "D 4.png", "D.png"])
  }

  @Test func noFreeNameLeavesNothing() throws {
    let folder = try TemporaryFolder()
    try folder.write("a", Array("mine".utf8))
    let file = try AtomicFile(path: folder.path("a"))
    let error = #expect(throws: FileError.self) { try file.commit(firstFree: ["a"]) }
    #expect(error?.description == "cannot write \(folder.path("a")): it exists already")
    #expect(text(try folder.read("a")) == "mine")
    #expect(try folder.names == ["a"])
  }

  /// Fails if concurrent writers get the same name; a check before writing could not prevent that.
  @Test func namesAreTakenWithoutRaces() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("D.png")
    let paths = try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<40 {
        group.addTask {
          let file = try AtomicFile(path: path)
          try put("\(number)", file)
          return try file.commit(firstFree: numbered)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(paths).count == 40)
    let names = try folder.names
    #expect(Set(names) == Set(numbered.prefix(40)))
    #expect(try Set(names.map { text(try folder.read($0)) }) == Set((0..<40).map { "\($0)" }))
  }

  /// Fails if either way of taking a name replaces a file or leaves another name. File systems
  /// without hard links need the second.
  @Test(arguments: [true, false])
  func exclusiveNames(_ byLink: Bool) throws {
    let folder = try TemporaryFolder()
    let take = byLink ? ExclusiveName.byLink : ExclusiveName.byReservation
    let passing = try folder.write("passing", Array("new".utf8))
    try folder.write("taken", Array("old".utf8))
    #expect(take(passing, folder.path("taken")) == EEXIST)
    #expect(take(passing, folder.path("no/where")) == ENOENT)
    #expect(try folder.names == ["passing", "taken"])
    #expect(take(passing, folder.path("free")) == 0)
    #expect(try folder.names == ["free", "taken"])
    #expect(text(try folder.read("free")) == "new")
    #expect(text(try folder.read("taken")) == "old")
  }

  /// Fails if a common error code has no message of its own.
  @Test func everyLikelyCodeHasWords() {
    for code in [
      ENOENT, EACCES, EPERM, EISDIR, ENOTDIR, ENAMETOOLONG, ELOOP, EEXIST, ENOSPC, EDQUOT, EFBIG, EROFS, EIO, EMFILE,
      ENFILE,
      ENOMEM,
    ] { #expect(!FileError.fault(errno: code, .write).contains("the system reports")) }
    #expect(FileError.fault(errno: EBUSY, .read) == "the system reports \"Device or resource busy\"")
  }
}
