import Archive
import Foundation
import Rig
import Testing

@testable import FuzzTargets

extension EndToEnd {
  /// Invalid or malicious files: one message each, exit status 1, no file left behind, and little
  /// memory.
  @Suite struct BadFileTests {
    /// A file and the expected message.
    struct Bad: Sendable, CustomTestStringConvertible {
      var testDescription: String
      var bytes: @Sendable () throws -> [UInt8]
      var fault: String

      init(_ name: String, _ fault: String, _ bytes: @escaping @Sendable () throws -> [UInt8]) {
        (testDescription, self.fault, self.bytes) = (name, fault, bytes)
      }
    }

    private static func ora(_ list: String, _ entries: [(String, [UInt8])] = []) -> [UInt8] {
      let head = [("mimetype", Array("image/openraster".utf8)), ("stack.xml", Array(list.utf8))]
      return SmallZip.archive((head + entries).map { (Array($0.0.utf8), $0.1) }, isPacked: true)
    }

    private static func png(_ width: Int, _ height: Int, isInterlaced: Bool = false, rows: Int = 0) throws -> [UInt8] {
      let packed = try Deflate.packed([UInt8](repeating: 0, count: rows * (4 * width + 1)).span, level: 9)
      return PNGChunks([
        ("IHDR", PNGChunks.big(width) + PNGChunks.big(height) + [8, 6, 0, 0, isInterlaced ? 1 : 0]), ("IDAT", packed),
        ("IEND", []),
      ]).bytes
    }

    private static func seed(_ target: String) throws -> [UInt8] {
      try #require(FuzzTarget.named(target)?.seeds().first)
    }

    private static let layer = "<image w='20' h='20'><stack><layer src='a'/></stack></image>"

    static let all: [Bad] = [
      Bad("empty", "it is empty") { [] },
      Bad("noise", "it is neither") { (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 89 >> 3) } },
      Bad("OpenRaster cut short", "it is not a zip archive, or its end is missing") {
        Array(try seed("ora").dropLast(40))
      },
      Bad("PNG cut short", "it is cut short") { Array(try seed("png").dropLast(20)) },
      Bad("journal cut short", "it is cut short in its header") { Array(try seed("journal").prefix(20)) },
      Bad("journal of nothing", "it contains no drawing") { Array(try seed("journal").prefix(32)) },
      Bad("another zip", "it has no stack.xml") { SmallZip.archive([(Array("a".utf8), [1])]) },
      Bad("XML that does not end", "its stack.xml, line 1") { ora("<image w='20' h='20'><stack>") },
      Bad("XML of something else", "there is <svg> instead of <image>") { ora("<svg/>") },
      Bad("XML without end downwards", "nested more than") {
        ora(String(repeating: "<a>", count: 100_000))
      },
      Bad("entities that grow", "it declares an entity") {
        let entities = (1...9).map { "<!ENTITY e\($0) '" + String(repeating: "&e\($0 - 1);", count: 10) + "'>" }
        return ora("<!DOCTYPE a [<!ENTITY e0 'lol'>\(entities.joined())]><image w='2' h='2' a='&e9;'/>")
      },
      Bad("a file from outside as an entity", "it declares an entity") {
        ora("<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><image w='2' h='2'>&e;</image>")
      },
      Bad("a list that unpacks to 100 MB", "its entry stack.xml would be larger than 16 MB") {
        ora(String(repeating: " ", count: 100_000_000))
      },
      Bad("an image that unpacks to 100 MB", "its entry a would be larger than 16 MB") {
        ora(layer, [("a", try png(20, 20) + [UInt8](repeating: 0, count: 100_000_000))])
      },
      Bad("layers without end", "it has more than 10001 layers") {
        ora("<image w='9' h='9'><stack>" + String(repeating: "<layer src='a'/>", count: 20_000) + "</stack></image>")
      },
      Bad("layers that take 20 GB without a pixel", "it has 10000 layers of 31000 x 31000 px, which is too much") {
        ora(
          "<image w='31000' h='31000'><stack>" + String(repeating: "<layer src='a'/>", count: 10_000)
            + "</stack></image>", [("a", try png(1, 1, rows: 1))])
      },
      Bad("a canvas too wide", "at most 32767 px a side") { ora("<image w='32768' h='2'><stack/></image>") },
      Bad("a layer of a gigapixel", "at most 1000 megapixels") { ora(layer, [("a", try png(32767, 32767))]) },
      Bad("a PNG too wide", "at most 32767 px a side") { try png(40_000, 2) },
      Bad("a PNG of two billion px a side", "px a side") { try png(0x7FFF_FFFF, 0x7FFF_FFFF) },
      Bad("a PNG that claims a gigapixel", "in row 11 of 31000") { try png(31000, 31000, rows: 10) },
    ]

    /// Runs the program without a display and with 1 GB of address space, so that a larger
    /// allocation fails.
    private func run(_ words: [String]) throws -> (status: Rig.ExitStatus, errors: String, output: String) {
      let limited = ["-c", "ulimit -v 1000000; exec \"$0\" \"$@\"", try TestSession.fude()]
      // Root may read every file. Without these two capabilities it is like any user.
      let rights = "-dac_override,-dac_read_search"
      let mortal = ["--inh-caps=\(rights)", "--bounding-set=\(rights)", "/bin/sh"]
      let program =
        geteuid() == 0
        ? try Program("/usr/bin/setpriv", mortal + limited + words) : try Program("/bin/sh", limited + words)
      return (try program.waitForExit(seconds: 30), program.errors, program.output)
    }

    private func expect(_ fault: String, of path: String, in folder: TemporaryFolder) throws {
      let before = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      for words in [[path], ["export", path, "-o", folder.path + "/out.png"]] {
        let result = try run(words)
        #expect(result.status == .exited(1), "\(words): \(result)")
        #expect(result.output == "")
        #expect(result.errors.hasPrefix("fude: cannot read \(path): "), "\(result.errors)")
        #expect(result.errors.contains(fault), "\(result.errors)")
        #expect(result.errors.hasSuffix("\n") && result.errors.count { $0 == "\n" } == 1, "\(result.errors)")
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == before)
    }

    /// Fails if such a file is partly read, gives no message, leaves a file behind, or gets the
    /// memory it asks for.
    @Test(arguments: all) func isRefused(_ bad: Bad) throws {
      let folder = try TemporaryFolder()
      let path = folder.path + "/bad"
      try Data(try bad.bytes()).write(to: URL(filePath: path))
      try expect(bad.fault, of: path, in: folder)
    }

    /// Fails if something other than a regular file is waited for, or gives no message.
    @Test func whatIsNoFileIsRefused() throws {
      let folder = try TemporaryFolder()
      try expect("it is a folder", of: folder.path, in: folder)
      try expect("there is no such file", of: folder.path + "/none", in: folder)
      let file = folder.path + "/file"
      try Data([1]).write(to: URL(filePath: file))
      try expect("a part of its path is not a folder", of: file + "/a.png", in: folder)
      try FileManager.default.createSymbolicLink(atPath: folder.path + "/loop", withDestinationPath: "loop")
      try expect("too many links", of: folder.path + "/loop", in: folder)
    }

    /// Fails if an unreadable file gives no message.
    @Test func withoutPermissionItIsRefused() throws {
      let folder = try TemporaryFolder()
      let path = folder.path + "/secret.ora"
      try Data(try Self.seed("ora")).write(to: URL(filePath: path))
      chmod(path, 0)
      try expect("permission is denied", of: path, in: folder)
    }

    /// Fails if names in an archive lead outside it. The valid parts are drawn, and nothing else.
    @Test func pathsInAnArchiveLeadNowhere() throws {
      let folder = try TemporaryFolder()
      let path = folder.path + "/a.ora"
      let trap = folder.path + "/trap"
      let image = try Self.png(20, 20, rows: 20)
      let list = "<image w='20' h='20'><stack><layer src='../trap'/></stack></image>"
      let bytes = Self.ora(list, [("../trap", image), (trap, [1]), ("/tmp/fude-trap", [1])])
      try Data(bytes).write(to: URL(filePath: path))
      let result = try run(["export", path, "-o", folder.path + "/out.png"])
      #expect(result.status == .exited(0) && result.errors == "", "\(result)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["a.ora", "out.png"])
      #expect(!FileManager.default.fileExists(atPath: "/tmp/fude-trap"))
    }
  }
}
