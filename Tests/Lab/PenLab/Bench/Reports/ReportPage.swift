/// The page of published figures (Markdown): the last run of each of the two commands that write to
/// it, each part between two marks. Text outside the marks stays.
enum ReportPage {
  enum Part: String, CaseIterable {
    case fude
    case peers

    fileprivate var heading: String {
      switch self {
      case .fude: "Fude (`make bench`)"
      case .peers: "Fude beside other programs (`make bench-peers`)"
      }
    }

    fileprivate var marks: (start: String, end: String) {
      ("<!-- \(rawValue): written by penlab -->", "<!-- \(rawValue): end -->")
    }
  }

  /// What the page is where there is none yet.
  static let empty = """
    # Benchmarks

    What the last published run measured; `make bench` and `make bench-peers` measure it anew anywhere, and with
    `ARGS="--page Resources/benchmarks.md"` write it here. Times of different machines and moments differ, ratios to the null
    client, which was measured in turn with each program, say more. Nothing here passes or fails: figures stand beside their
    targets.


    """ + Part.allCases.map { "## \($0.heading)\n\n\($0.marks.start)\n\($0.marks.end)\n" }.joined(separator: "\n")

  /// The page with one part replaced by a report. A page without the part's marks gets it at its
  /// end.
  static func replacing(_ part: Part, by report: Report, in page: String) -> String {
    var page = page.isEmpty ? empty : page
    let (start, end) = part.marks
    if page.firstRange(of: start) == nil { page += "\n## \(part.heading)\n\n\(start)\n\(end)\n" }
    guard let first = page.firstRange(of: start), let last = page[first.upperBound...].firstRange(of: end) else {
      return page
    }
    return String(page[..<first.upperBound]) + "\n" + markdown(report) + String(page[last.lowerBound...])
  }

  /// A report: its facts, then a table for each chapter with its sentences below.
  static func markdown(_ report: Report) -> String {
    var text = "\n" + report.facts.map { "- \($0.name): \($0.value)\n" }.joined()
    for chapter in report.chapters {
      text += "\n### \(chapter.title)\n\n" + chapter.layout.markdown
      if !chapter.notes.isEmpty { text += "\n" + chapter.notes.map { "- \($0)\n" }.joined() }
    }
    return text + "\n"
  }
}
