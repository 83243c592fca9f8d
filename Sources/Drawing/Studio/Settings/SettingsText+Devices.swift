import Geometry
import Input
import Language

// The user's settings of single devices in the settings file: `device.NAME#PRODUCT = class eraser,
// contact 3`.
extension SettingsText {
  /// The beginning of a device's key.
  static let devicePrefix = "device."

  /// The key of a device: its name, `#`, and the USB product in four hexadecimal digits if known.
  /// In the name, `%`, `#`, `=` and characters that a key cannot hold are written as `%` and two
  /// hexadecimal digits for each byte. nil for a device without a name.
  static func text(device: DeviceKey) -> String? {
    if device.name.isEmpty { return nil }
    var text = devicePrefix
    // Escapes the same bytes as paths, and those with a meaning in keys.
    for part in escaped(device.name).unicodeScalars {
      switch part {
      case "#": text += "%23"
      case "=": text += "%3D"
      default: text.unicodeScalars.append(part)
      }
    }
    guard let product = device.product else { return text }
    guard (0...0xFFFF).contains(product) else { return nil }
    let digits = String(product, radix: 16)
    return text + "#" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// Escapes as in a path; the word "none" is no special name here.
  private static func escaped(_ name: String) -> String { name == "none" ? name : self.text(path: name) }

  /// The device of a key; nil for other keys.
  static func device(_ key: String) -> DeviceKey? {
    guard key.hasPrefix(devicePrefix) else { return nil }
    let parts = key.dropFirst(devicePrefix.count).split(separator: "#", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let name = path(String(parts[0])), !name.isEmpty else { return nil }
    if parts.count == 1 { return DeviceKey(name: name, product: nil) }
    let digits = parts[1]
    guard digits.utf8.count == 4, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
      let product = Int(digits, radix: 16)
    else { return nil }
    return DeviceKey(name: name, product: product)
  }

  /// The allowed values, for a message.
  static var allowedDevice: String {
    translated(
      """
      any of these, separated by commas: class {classes}, contact BUTTON, eraser BUTTON, threshold 0 to 0.9, \
      scrolling wheel or fingers, curve X:Y X:Y X:Y X:Y
      """, ["classes": DeviceClass.words])
  }

  /// The text of a device's settings; nil for none.
  static func text(_ word: DeviceOverride) -> String? {
    var parts: [String] = []
    if let deviceClass = word.deviceClass { parts.append("class \(deviceClass)") }
    if let button = word.contactButton { parts.append("contact \(button)") }
    if let button = word.eraserButton { parts.append("eraser \(button)") }
    if let threshold = word.pressThreshold { parts.append("threshold \(text(threshold))") }
    if let style = word.scrollStyle { parts.append("scrolling \(style)") }
    if let response = word.pressureResponse {
      parts.append("curve " + response.handles.map { "\(text($0.x)):\(text($0.y))" }.joined(separator: " "))
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// Parses a device's settings; nil if any part is invalid or duplicate.
  static func device(word text: String) -> DeviceOverride? {
    var word = DeviceOverride()
    var names: Set<Substring> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let words = part.split(whereSeparator: \.isWhitespace)
      let count = words.first == "curve" ? PressureResponse.handleCount + 1 : 2
      guard words.count == count, names.insert(words[0]).inserted else { return nil }
      let value = words[1]
      switch words[0] {
      case "class":
        guard let found = DeviceClass.allCases.first(where: { "\($0)" == value }) else { return nil }
        word.deviceClass = found
      case "contact":
        guard let button = contact(value) else { return nil }
        word.contactButton = button
      case "eraser":
        guard let button = contact(value) else { return nil }
        word.eraserButton = button
      case "threshold":
        guard let threshold = number(String(value)), DeviceOverride.thresholds.contains(threshold) else { return nil }
        word.pressThreshold = threshold
      case "scrolling":
        guard let style = DeviceOverride.ScrollStyle.allCases.first(where: { "\($0)" == value }) else { return nil }
        word.scrollStyle = style
      case "curve":
        guard let response = PressureResponse(words.dropFirst().compactMap(handle)) else { return nil }
        word.pressureResponse = response
      default: return nil
      }
    }
    return word
  }

  /// A handle of a curve: `0.25:0.4`.
  private static func handle(_ text: Substring) -> Point? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let x = number(String(parts[0])), let y = number(String(parts[1])) else { return nil }
    return Point(x, y)
  }

  private static func contact(_ text: Substring) -> Int? {
    wholeNumber(text).flatMap { DeviceOverride.isContact($0) ? $0 : nil }
  }
}

extension DeviceOverride {
  /// The settings as in the settings file; nil for none.
  public var settingsText: String? { SettingsText.text(self) }
}

extension DeviceClass {
  /// All device classes, for a message.
  fileprivate static var words: String {
    let all = allCases.map { "\($0)" }
    return translated("{words} or {last}", ["words": all.dropLast().joined(separator: ", "), "last": all.last ?? ""])
  }
}
