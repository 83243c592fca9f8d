import Geometry
import Input

/// A slider's value can be typed: Enter, a digit, or a press on the text beside the bar.
extension Slider {
  /// The typed form of the value: the scale's range in shown units.
  struct Entry {
    var factor = 1.0
    var decimals = 0
    var unit = ""
  }

  /// Opens the entry; `typed` replaces the shown number.
  func openEntry(_ typed: String = "") {
    guard let entry else { return }
    let form = NumberForm(
      title: title, value: value, range: scale.range, factor: entry.factor, decimals: entry.decimals, unit: entry.unit)
    context.overlay?.askNumber(form, beside: self, at: entryAnchor, typed: typed) { [weak self] in
      self?.enter($0) ?? []
    }
  }

  /// Handles the keys that open the entry; nil for others.
  func entryKey(_ key: KeyEvent) -> [Overlay.Effect]? {
    guard entry != nil else { return nil }
    if key.modifiers.isEmpty, key.keysym == KeyCode.enter || key.keysym == KeyCode.keypadEnter {
      if !key.isRepeat { openEntry() }
      return []
    }
    guard NumberForm.starts(key) else { return nil }
    openEntry(key.text)
    return []
  }
}
