public enum SystemMemory {
  /// The available memory, bytes (MemAvailable of proc(5)); nil if unknown.
  public static var available: Int? {
    guard let bytes = try? InputFile.bytes(of: "/proc/meminfo", limit: 1 << 20) else { return nil }
    return available(in: String(decoding: bytes, as: UTF8.self))
  }

  public static func available(in text: String) -> Int? {
    for line in text.split(separator: "\n") where line.hasPrefix("MemAvailable:") {
      let words = line.split(separator: " ")
      if words.count >= 2, let kilobytes = Int(words[1]) { return kilobytes * 1024 }
    }
    return nil
  }
}
