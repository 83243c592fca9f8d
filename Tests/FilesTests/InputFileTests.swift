import Foundation
import TestSupport
import Testing

@testable import Files

@Suite struct InputFileTests {
  @Test func readsWithinTheLimit() throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let path = try folder.write("a", bytes)
    #expect(try InputFile.bytes(of: path, limit: 200_000) == bytes)
    let error = #expect(throws: FileError.self) { try InputFile.bytes(of: path, limit: 199_999) }
    #expect(error?.description == "cannot read \(path): it is larger than 0 MB")
    #expect(throws: FileError.self) { try InputFile.bytes(of: "/dev/zero", limit: 1_000_000) }
    #expect(try InputFile.bytes(of: "/dev/null", limit: 0) == [])
    #expect(throws: FileError.self) { try InputFile.bytes(of: folder.path, limit: 10) }
  }
}
