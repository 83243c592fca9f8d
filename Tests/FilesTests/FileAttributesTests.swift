import CXattr
import Foundation
import TestSupport
import Testing

@testable import Files

/// Extended attributes of a file that is replaced. Some file systems have none.
@Suite struct FileAttributesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Sets an attribute; false if the file system has none of its kind.
  private func set(_ name: String, _ value: [UInt8], of file: String) -> Bool {
    setxattr(folder.path(file), name, value, value.count, 0) == 0
  }

  private func value(_ name: String, of file: String) -> [UInt8]? {
    var value = [UInt8](repeating: 0, count: 65536)
    let count = getxattr(folder.path(file), name, &value, value.count)
    return count < 0 ? nil : Array(value.prefix(count))
  }

  private func replace(_ file: String) throws {
    let written = try AtomicFile(path: folder.path(file))
    let bytes = Array("new".utf8)
    try written.write(bytes.span)
    try written.commitReplacing()
    #expect(try folder.read(file) == bytes)
  }

  /// Fails if tags are lost when a file is saved, also through a link and empty ones, or get to another file.
  @Test func attributesOfTheUserStay() throws {
    try folder.write("a", Array("old".utf8))
    guard set("user.xdg.tags", Array("inked,cat".utf8), of: "a") else { return }
    #expect(set("user.empty", [], of: "a") && set("user.baloo.rating", [0x37, 0, 0xFF], of: "a"))
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "a")
    for name in ["a", "link"] { try replace(name) }
    #expect(value("user.xdg.tags", of: "a") == Array("inked,cat".utf8))
    #expect(value("user.empty", of: "a") == [] && value("user.baloo.rating", of: "a") == [0x37, 0, 0xFF])
    try replace("b")
    #expect(value("user.xdg.tags", of: "b") == nil)
    let copy = try AtomicFile(path: folder.path("a"))
    #expect(try copy.commit(firstFree: ["a", "c"]) == folder.path("c"))
    #expect(value("user.xdg.tags", of: "c") == nil)
  }

  /// Fails if an attribute that was set while a file was written is lost.
  @Test func attributesSetMeanwhileStay() throws {
    try folder.write("a", [])
    let file = try AtomicFile(path: folder.path("a"))
    guard set("user.xdg.comment", [1, 2], of: "a") else { return }
    try file.commitReplacing()
    #expect(value("user.xdg.comment", of: "a") == [1, 2])
  }

  /// An access control list: the owner, user 1234, the group, the mask and others, each with a tag and permissions.
  private static func list(_ mask: UInt8) -> [UInt8] {
    let none: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
    return [2, 0, 0, 0] + [1, 0, 6, 0] + none + [2, 0, 6, 0, 0xD2, 4, 0, 0] + [4, 0, 0, 0] + none
      + [0x10, 0, mask, 0] + none + [0x20, 0, 0, 0] + none
  }

  private func mode(_ file: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(file))
    return try #require(attributes[.posixPermissions] as? Int)
  }

  /// Fails if the access control list of a file is lost, or a file without one gets that of its folder.
  @Test func accessControlListsStay() throws {
    let access = "system.posix_acl_access"
    for name in ["a", "b"] { try folder.write(name, []) }
    guard set(access, Self.list(6), of: "a") else { return }
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.path("b"))
    #expect(set("system.posix_acl_default", Self.list(7), of: "."))
    for name in ["a", "b"] { try replace(name) }
    #expect(value(access, of: "a") == Self.list(6))
    #expect(try mode("a") == 0o660)
    #expect(value(access, of: "b") == nil)
    #expect(try mode("b") == 0o640)
    // A new file gets that of its folder.
    try replace("c")
    #expect(value(access, of: "c") != nil)
  }
}
