/// A path in a line of text: a backslash is written as `\\` and a line break as `\n`.
public enum PathLine {
  /// The bytes of a path (`PathText`) in a line.
  public static func bytes(of path: String) -> [UInt8] {
    PathText.bytes(of: path).flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "\n"): Array("\\n".utf8)
      case UInt8(ascii: "\\"): Array("\\\\".utf8)
      default: [byte]
      }
    }
  }

  /// The path in a line; nil if there is none.
  public static func path(of line: ArraySlice<UInt8>) -> String? {
    var bytes: [UInt8] = []
    var isEscaped = false
    for byte in line {
      switch (isEscaped, byte) {
      case (false, UInt8(ascii: "\\")): isEscaped = true
      case (false, 0), (true, 0): return nil
      case (false, _): bytes.append(byte)
      case (true, _):
        bytes.append(byte == UInt8(ascii: "n") ? UInt8(ascii: "\n") : byte)
        isEscaped = false
      }
    }
    return isEscaped ? nil : PathText.text(of: bytes)
  }
}
