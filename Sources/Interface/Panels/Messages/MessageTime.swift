import Toolkit

/// The time that a message stays, so that slow readers can read it and act on it.
///
/// Adults read English silently at 238 words a minute on average (M. Brysbaert, "How many words do
/// we read per minute?", Journal of Memory and Language 109, 2019), which is about 23 characters a
/// second; half that speed is allowed for. Scripts with few characters a word are read at about 4
/// characters a second in subtitles (Netflix, "Japanese Timed Text Style Guide").
enum MessageTime {
  /// Characters a second of alphabetic scripts, at half the average speed.
  private static let letterRate = 11.5
  /// Characters a second of Chinese, Japanese and Korean.
  private static let signRate = 4.0
  /// Seconds until a message is noticed.
  private static let noticing = 2.0
  /// Seconds to decide about a button and reach it.
  private static let deciding = 6.0
  /// The least time, seconds, for any text.
  static let least = 5.0

  /// Seconds that a message stays.
  static func seconds(_ text: String, hasAction: Bool) -> Double {
    let reading = text.unicodeScalars.reduce(0.0) { $0 + 1 / (isSign($1) ? signRate : letterRate) }
    return max(least, noticing + reading) + (hasAction ? deciding : 0)
  }

  private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x11FF, 0x2E80...0x9FFF, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF00...0xFFEF, 0x20000...0x3FFFF: true
    default: false
    }
  }
}
