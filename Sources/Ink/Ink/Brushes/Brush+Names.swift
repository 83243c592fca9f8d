extension Brush {
  /// The name of a brush in a file below a folder of brushes: "classic/2b_pencil" for
  /// "classic/2B_pencil.myb". Letters become small, and characters that a name cannot have become
  /// "_", so that several files may have one name.
  /// - Parameter path: from the folder, without a slash at its start.
  /// - Returns: nil if that is no name (`isRecordedName`), for instance because it is too long.
  public static func name(ofFile path: String) -> String? {
    var name = path[...]
    let start = name.lastIndex(of: "/").map { name.index(after: $0) } ?? name.startIndex
    if let point = name.lastIndex(of: "."), point > start { name = name[..<point] }
    let text = String(
      String.UnicodeScalarView(
        name.unicodeScalars.map { scalar in
          let small = ("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) + 0x20) : scalar
          return small.isASCII && isInName(UInt8(small.value)) ? small : "_"
        }))
    return isRecordedName(text) ? text : nil
  }

  /// A name that a brush's file can have (`isName`), for a title of any kind: "oak-leaf" for "Oak Leaf", "brush" if
  /// nothing is left.
  public static func ownName(for title: String) -> String {
    var name: [UInt8] = []
    for scalar in title.unicodeScalars where name.count < 32 {
      let small = ("A"..."Z").contains(scalar) ? UInt8(scalar.value) + 0x20 : scalar.isASCII ? UInt8(scalar.value) : 0
      let isPlain = ("a"..."z").contains(Unicode.Scalar(small)) || ("0"..."9").contains(Unicode.Scalar(small))
      if isPlain { name.append(small) } else if name.last.map({ $0 != 0x2D }) ?? false { name.append(0x2D) }
    }
    while name.last == 0x2D { name.removeLast() }
    return name.isEmpty ? "brush" : String(decoding: name, as: UTF8.self)
  }

  /// The greatest length of a name in recordings.
  public static let longestName = 64

  /// Whether a text is a valid name in recordings: 1...`longestName` of a-z, 0-9, `-`, `_`, `.`, `+` and `/`,
  /// without a slash at the start, "//" and "..".
  public static func isRecordedName(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard (1...longestName).contains(bytes.count), bytes.allSatisfy(isInName), bytes[0] != UInt8(ascii: "/") else {
      return false
    }
    return !zip(bytes, bytes.dropFirst()).contains { pair in
      pair.0 == pair.1 && (pair.0 == UInt8(ascii: "/") || pair.0 == UInt8(ascii: "."))
    }
  }

  private static func isInName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "-_/.+".utf8.contains(byte)
    }
  }
}
