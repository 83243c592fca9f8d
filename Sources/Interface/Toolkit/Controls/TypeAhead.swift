/// Chooses a row of a list by its typed beginning.
///
/// Letters that follow each other within a second belong together: "ban" chooses "Banana". One letter
/// typed several times goes on to the next row that begins with it.
struct TypeAhead {
  private var text = ""
  /// The time of the last letter, s.
  private var time = -Double.infinity

  /// The longest time between letters that belong together, s.
  private static let pause = 1.0

  /// Whether a letter at a time, s, continues what was typed before. Events without a time belong together.
  public func continues(at now: Double) -> Bool { !text.isEmpty && (0...Self.pause).contains(now - time) }

  /// Returns the row for one more typed text; nil if none begins so. Where none begins with all that was typed, the
  /// last text counts alone.
  /// - Parameters:
  ///   - now: when it was typed, s on any clock.
  ///   - selected: the selected row; nil for none.
  ///   - title: each row's title; nil for rows that cannot be selected.
  public mutating func row(
    for typed: String, at now: Double, selected: Int?, count: Int, title: (Int) -> String?
  ) -> (row: Int, isFirst: Bool)? {
    guard let first = typed.unicodeScalars.first, first.value > 0x20, first.value != 0x7F, count > 0 else { return nil }
    let typed = typed.lowercased()
    if continues(at: now), let row = row(text + typed, isNew: false, selected, count, title) {
      (text, time) = (text + typed, now)
      return (row, false)
    }
    (text, time) = (typed, now)
    return row(typed, isNew: true, selected, count, title).map { ($0, true) }
  }

  private func row(_ text: String, isNew: Bool, _ selected: Int?, _ count: Int, _ title: (Int) -> String?) -> Int? {
    // One letter, typed once or several times, goes on to the next row.
    let isRepeated = Set(text).count == 1
    let wanted = isRepeated ? String(text.prefix(1)) : text
    let start = (selected ?? -1) + (isRepeated || isNew ? 1 : 0)
    return (0..<count).lazy.map { (max(0, start) + $0) % count }
      .first { title($0)?.lowercased().hasPrefix(wanted) ?? false }
  }
}
