import Document
import Foundation
import Testing

@testable import Export
@testable import Fude

@Suite struct ExportCommandTests {
  /// Fails if a progress line is written too early, too often or without a terminal, or is not
  /// erased.
  @Test func progressIsOneLine() {
    for isSeen in [true, false] {
      var (now, text) = (10.0, [String]())
      let line = ProgressLine("Writing a.png", isSeen: isSeen, clock: { now }, write: { text.append($0) })
      for step in 0...20 {
        now = 10 + Double(step) * 0.04
        line.show(Double(step) / 20)
      }
      line.end()
      line.end()
      let expected = [
        "\rWriting a.png: 65 %\u{1B}[K", "\rWriting a.png: 80 %\u{1B}[K", "\rWriting a.png: 95 %\u{1B}[K", "\r\u{1B}[K",
      ]
      #expect(text == (isSeen ? expected : []))
    }
    var text = ""
    let quick = ProgressLine("Writing", isSeen: true, clock: { 1 }, write: { text += $0 })
    quick.show(0.5)
    quick.end()
    #expect(text == "")
  }

  /// Fails if a title contains the file's folder.
  @Test func titles() {
    #expect(Commands.title("/home/someone/secret/My drawing.v2.ora") == "My drawing.v2")
    #expect(Commands.title(".ora") == ".ora" && Commands.title("a") == "a" && Commands.title("b/") == "b")
  }

  /// Fails if an option of the command line is not passed on.
  @Test func requestsArePassedOn() {
    var request = ExportRequest(source: "a", target: "b.pdf", format: .pdf)
    #expect(request.options == ExportOptions(format: .pdf))
    request.fineness = .dpi(300)
    request.layer = "Ink"
    request.isCropped = true
    request.isTransparent = true
    var options = ExportOptions(format: .pdf)
    options.fineness = .dpi(300)
    options.layer = "Ink"
    (options.isCropped, options.isTransparent) = (true, true)
    #expect(request.options == options)
    request.fineness = .scale(2)
    #expect(request.options?.fineness == .scale(2))
  }
}
