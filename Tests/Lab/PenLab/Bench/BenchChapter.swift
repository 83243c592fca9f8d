/// The chapters of the benchmark, in the order in which they are measured: first the program from
/// outside, as its user meets it, then its parts from inside.
enum BenchChapter: String, CaseIterable {
  case latency, start, memory, answers, dial, idle, flood, history, circles
  case paint, painting
  case samples, smoothers, scores, frames, groups, large, steps, undo, change, strokes, selections, fills
  case fileHistory = "packed-history"

  /// The chapters that a list names, "latency,start"; in their own order.
  static func list(_ text: String) throws(UsageError) -> [BenchChapter] {
    var chapters: Set<BenchChapter> = []
    for word in text.split(separator: ",") {
      guard let chapter = BenchChapter(rawValue: String(word)) else {
        let known = allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError("there is no chapter \"\(word)\" (there are \(known))")
      }
      chapters.insert(chapter)
    }
    return allCases.filter(chapters.contains)
  }
}
