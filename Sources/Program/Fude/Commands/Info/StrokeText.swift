import Document
import Geometry
import Glibc

/// A stroke as `fude info --strokes` prints it.
struct StrokeText {
  let stroke: ListedStroke

  /// The columns, separated by tabs, with a line feed. "-" is an unknown value. The path, which may be
  /// long, is left out.
  var line: String {
    let columns = [
      String(stroke.number), time ?? "-", stroke.layer.map(Self.column) ?? "-", Self.column(stroke.brush),
      colour ?? "-", size, bounds?.joined(separator: " ") ?? "-",
    ]
    return columns.joined(separator: "\t") + "\n"
  }

  /// A JSON object (RFC 8259) on one line, without a line feed.
  var json: String {
    let members = [
      ("number", String(stroke.number)), ("time", time.map(Facts.string)), ("layer", stroke.layer.map(Facts.string)),
      ("brush", Facts.string(stroke.brush)), ("colour", colour.map(Facts.string)),
      ("size", size), ("bounds", bounds.map { "[" + $0.joined(separator: ", ") + "]" }),
      // Path data needs no escapes.
      ("path", "\"\(stroke.path)\""),
    ]
    return "{" + members.map { "\"\($0)\": \($1 ?? "null")" }.joined(separator: ", ") + "}"
  }

  private static func column(_ text: String) -> String {
    // Otherwise a name could look like an unknown value.
    text == "-" ? "\\u002d" : Facts.escaped(text, quotes: false)
  }

  private var colour: String? { stroke.colour.map(RecordingSummary.hex) }

  /// To 1/1000 px: sizes of MyPaint's brushes are logarithms in their files.
  private var size: String { Facts.plain((stroke.size * 1000).rounded() / 1000) }

  /// x, y, width and height, px, to 1/100.
  private var bounds: [String]? {
    guard let bounds = stroke.bounds else { return nil }
    let values = [bounds.minX, bounds.minY, bounds.width, bounds.height]
    // JSON has finite numbers only.
    guard values.allSatisfy({ abs($0) < 1e12 }) else { return nil }
    return values.map { Facts.plain(($0 * 100).rounded() / 100) }
  }

  /// ISO 8601, in UTC and whole seconds.
  private var time: String? {
    guard let time = stroke.time, var seconds = time_t(exactly: time.rounded(.down)) else { return nil }
    var date = tm()
    guard gmtime_r(&seconds, &date) != nil else { return nil }
    let words = [Int32]([date.tm_mon + 1, date.tm_mday, date.tm_hour, date.tm_min, date.tm_sec])
      .map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "\(date.tm_year + 1900)-\(words[0])-\(words[1])T\(words[2]):\(words[3]):\(words[4])Z"
  }
}
