import Desktop
import Foundation
import TestSupport
import Testing

@testable import Fude

@Suite("Files that no other window may open") struct FileClaimsTests {
  private let folder: TemporaryFolder
  private let windows = FakeClaims()
  private let claims: FileClaims

  init() throws {
    folder = try TemporaryFolder()
    claims = FileClaims(windows)
    try folder.write("a.ora", [1])
  }

  private func path(_ name: String) -> String { folder.path + "/" + name }

  /// Fails if a file has no claim on its place, which a save needs, or none on its content, which links lead to.
  @Test func aFileHasTwoClaims() throws {
    #expect(FileClaims.all(on: path("a.ora")).count == 2)
    #expect(FileClaims.all(on: path("new.ora")).count == 1)
    try FileManager.default.linkItem(atPath: path("a.ora"), toPath: path("b.ora"))
    #expect(!Set(FileClaims.all(on: path("a.ora"))).isDisjoint(with: FileClaims.all(on: path("b.ora"))))
  }

  /// Fails if a file that is open elsewhere is claimed, or an own one counts as open elsewhere.
  @Test func anotherWindowKeepsItsFile() throws {
    windows.others = Set(FileClaims.all(on: path("a.ora")))
    #expect(!claims.claim(path("a.ora")) && !claims.follow(path("a.ora")))
    let claim = try #require(claims.elsewhere(on: path("a.ora")))
    claims.showHolder(of: claim)
    #expect(windows.raised == [claim] && windows.held.isEmpty)
    windows.others = []
    #expect(claims.claim(path("a.ora")) && claims.elsewhere(on: path("a.ora")) == nil)
    #expect(claims.claim(path("a.png")), "pictures belong to all")
  }

  /// Fails if the claim on the file before a save stays, or that on the new one is missing.
  @Test func aSaveMovesTheClaim() throws {
    #expect(claims.follow(path("a.ora")))
    try FileManager.default.moveItem(atPath: path("a.ora"), toPath: path("a.bak"))
    try folder.write("a.ora", [2])
    #expect(claims.follow(path("a.ora")))
    #expect(windows.held == Set(FileClaims.all(on: path("a.ora"))))
  }

  /// Fails if a file that two paths lead to is released with one of them, or a file is held that nobody saves to.
  @Test func onlyWantedFilesAreHeld() throws {
    try FileManager.default.createSymbolicLink(atPath: path("link.ora"), withDestinationPath: path("a.ora"))
    #expect(claims.claim(path("a.ora")) && claims.claim(path("link.ora")))
    claims.releaseAll(except: [path("a.ora")])
    #expect(windows.held == Set(FileClaims.all(on: path("a.ora"))))
    claims.releaseAll(except: [])
    #expect(windows.held.isEmpty)
  }
}
