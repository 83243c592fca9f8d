import Foundation
import TestSupport
import Testing

@testable import Files

@Suite struct InputFileTests {
  /// Fails if a file is truncated, its limit is ignored, or the limit is shown in too large units
  /// ("0 MB").
  @Test func readsWithinTheLimit() throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let path = try folder.write("a", bytes)
    #expect(try InputFile.bytes(of: path, limit: 200_000) == bytes)
    let error = #expect(throws: FileError.self) { try InputFile.bytes(of: path, limit: 199_999) }
    #expect(error?.description == "cannot read \(path): it is larger than 199 kB")
    #expect(throws: FileError.self) { try InputFile.bytes(of: folder.path, limit: 10) }
  }

  /// Fails if reading a pipe waits for ever, or a device is read. Files of the kernel must be
  /// readable.
  @Test func onlyFilesAreRead() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    for path in [pipe, "/dev/zero", "/dev/null", "/dev/tty0"] where access(path, R_OK) == 0 {
      let error = #expect(throws: FileError.self) { try InputFile.bytes(of: path, limit: 1_000_000) }
      #expect(error?.description == "cannot read \(path): it is not a regular file")
    }
    #expect(try !InputFile.bytes(of: "/proc/meminfo", limit: 1 << 20).isEmpty)
  }
}
