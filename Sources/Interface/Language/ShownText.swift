/// Limits on texts that come from outside and are shown: names in files, dropped paths, errors with
/// them. Shaping a text costs in proportion to its length, and more where it is broken into lines.
public enum ShownText {
  /// The greatest length of a message or name, Unicode scalars.
  public static let longest = 1000

  /// The text with at most `limit` scalars: a longer one keeps its start and its end, with an
  /// ellipsis between.
  public static func limited(_ text: String, to limit: Int = longest) -> String {
    limited(text, head: (limit - 1) / 2, tail: limit - 1 - (limit - 1) / 2)
  }

  /// The text if it has at most `head + tail + 1` scalars. A longer one has an ellipsis between at
  /// most `head` scalars of its start and `tail` of its end. It is cut between characters, except
  /// inside one that is longer than that. Cost: O(`head + tail`).
  public static func limited(_ text: String, head: Int, tail: Int) -> String {
    let (head, tail) = (max(0, head), max(0, tail))
    let scalars = text.unicodeScalars
    // The number of bytes is known, and no text has fewer bytes than scalars.
    guard text.utf8.count > head + tail + 1,
      scalars.index(scalars.startIndex, offsetBy: head + tail + 2, limitedBy: scalars.endIndex) != nil
    else { return text }
    return start(scalars.prefix(head + 1), head) + "\u{2026}" + end(scalars.suffix(tail + 1), tail)
  }

  /// - Parameter scalars: one more than `count`, which shows whether a character continues there.
  private static func start(_ scalars: Substring.UnicodeScalarView, _ count: Int) -> String {
    let kept = String(scalars.prefix(count))
    let isInside = kept.count == String(scalars).count
    return isInside && kept.count > 1 ? String(kept.dropLast()) : kept
  }

  private static func end(_ scalars: Substring.UnicodeScalarView, _ count: Int) -> String {
    // Scalars are dropped one by one, since flags are pairs of the same kind of scalars.
    for count in stride(from: count, to: max(0, count - 16), by: -1) {
      let kept = String(scalars.suffix(count))
      if kept.count < String(scalars.suffix(count + 1)).count { return kept }
    }
    return String(scalars.suffix(count))
  }
}
