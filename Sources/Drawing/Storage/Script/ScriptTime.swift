import Glibc

/// Times in scripts: ISO 8601, in UTC, with milliseconds where there are any.
enum ScriptTime {
  /// Nil for a time that no calendar has.
  static func text(_ seconds: Double) -> String? {
    let milliseconds = (seconds * 1000).rounded()
    guard let whole = Int(exactly: milliseconds), whole >= 0, whole < 1 << 50 else { return nil }
    var (second, date) = (time_t(whole / 1000), tm())
    guard gmtime_r(&second, &date) != nil else { return nil }
    func digits(_ number: Int, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let day =
      "\(digits(Int(date.tm_year) + 1900, 4))-\(digits(Int(date.tm_mon) + 1, 2))-\(digits(Int(date.tm_mday), 2))"
    let clock = "\(digits(Int(date.tm_hour), 2)):\(digits(Int(date.tm_min), 2)):\(digits(Int(date.tm_sec), 2))"
    let rest = whole % 1000
    return "\(day)T\(clock)\(rest == 0 ? "" : "." + digits(rest, 3))Z"
  }

  /// Seconds since 1970; nil if the text is no time.
  static func value(_ text: String) -> Double? {
    let halves = text.split(separator: "T", omittingEmptySubsequences: false)
    guard halves.count == 2, halves[1].hasSuffix("Z") else { return nil }
    let day = halves[0].split(separator: "-", omittingEmptySubsequences: false).map { number($0) }
    let clock = halves[1].dropLast().split(separator: ":", omittingEmptySubsequences: false)
    guard day.count == 3, clock.count == 3, let year = day[0], let month = day[1], let date = day[2],
      let hour = number(clock[0]), let minute = number(clock[1])
    else { return nil }
    let second = clock[2].split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(second.count), let whole = number(second[0]) else { return nil }
    let digits = second.count == 2 ? second[1] : "0"
    let rest = number(digits[...] + String(repeating: "0", count: max(0, 3 - digits.count)))
    guard let rest, digits.count <= 3, (1970...9999).contains(year), (1...12).contains(month),
      (1...31).contains(date), hour < 24, minute < 60, whole < 61
    else { return nil }
    var calendar = tm()
    (calendar.tm_year, calendar.tm_mon, calendar.tm_mday) = (Int32(year - 1900), Int32(month - 1), Int32(date))
    (calendar.tm_hour, calendar.tm_min, calendar.tm_sec) = (Int32(hour), Int32(minute), Int32(whole))
    return Double(timegm(&calendar)) + Double(rest) / 1000
  }

  private static func number(_ text: Substring) -> Int? {
    (1...4).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }
}
