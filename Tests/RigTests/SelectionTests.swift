import Foundation
import Rig
import Testing

/// The rig's stand-ins for programs that copy, paste and drag, also together with a real program.
@Suite(.serialized) struct SelectionTests {
  private let bytes = (0..<700_001).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }

  /// Fails if bytes are lost, at once or in parts, or if a refusal is read as an empty answer.
  @Test func readerAndHolder() throws {
    let server = try XServer()
    let holder = try SelectionOwner(
      display: server.display, ["a": .bytes(bytes), "b": .parts(bytes, size: 9999), "TARGETS": .names(["a", "b"])])
    let reader = try SelectionReader(display: server.display)
    for target in ["a", "b"] {
      let isSame = try reader.bytes(as: target) == bytes
      #expect(isSame, "\(target)")
    }
    #expect(try reader.bytes(as: "c") == nil)
    #expect(holder.requests == ["a", "b", "c"] && holder.partCount == 71)
    #expect(try Screen(display: server.display).clipboardTargets() == ["a", "b"])
    holder.stop()
    #expect(try reader.bytes(as: "a") == nil)
  }

  /// Fails if the rig and a real program do not exchange selections.
  @Test func aRealProgram() throws {
    let server = try XServer()
    let screen = try Screen(display: server.display)
    let holder = try SelectionOwner(display: server.display, ["image/png": .parts(bytes, size: 65536)])
    let pasting = try Program(
      "xclip", ["-selection", "clipboard", "-t", "image/png", "-o"], display: server.display)
    #expect(try pasting.waitForExit() == .exited(0))
    let pasted = Array(try Data(contentsOf: URL(filePath: pasting.folder.path + "/stdout")))
    let isSame = pasted == bytes
    #expect(isSame)

    try Data(bytes).write(to: URL(filePath: pasting.folder.path + "/bytes"))
    let copying = try Program(
      "xclip", ["-quiet", "-selection", "clipboard", "-t", "image/png", "-i", pasting.folder.path + "/bytes"],
      display: server.display)
    try screen.wait(for: "xclip") { () throws(RigError) in try screen.clipboardTargets().contains("image/png") }
    let isRead = try SelectionReader(display: server.display).bytes(as: "image/png") == bytes
    #expect(isRead && copying.isRunning)
    holder.stop()
  }
}
