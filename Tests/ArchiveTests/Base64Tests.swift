import Archive
import Foundation
import Testing

@Suite struct Base64Tests {
  /// Fails if any byte, or the padding, is encoded differently from Foundation.
  @Test func bytesAreText() {
    for count in 0...20 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 91 &+ count &* 57) }
      #expect(Base64.text(of: bytes[...]) == Data(bytes).base64EncodedString())
      #expect(Base64.text(of: bytes.dropFirst(2)) == Data(bytes.dropFirst(2)).base64EncodedString())
    }
    let all = (0..<768).map { UInt8(truncatingIfNeeded: $0 * 7 + $0 / 256) }
    #expect(Base64.text(of: all[...]) == Data(all).base64EncodedString())
  }
}
