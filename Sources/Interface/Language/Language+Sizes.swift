extension Language {
  /// A limit in bytes as text: "65 kB", "16 MB". Rounded down to whole units.
  public static func size(_ bytes: Int) -> String {
    if bytes >= 1_000_000 { return "\(bytes / 1_000_000) MB" }
    if bytes >= 1000 { return "\(bytes / 1000) kB" }
    return translated("{count} byte", other: "{count} bytes", count: bytes)
  }
}
