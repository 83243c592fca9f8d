import Studio
import Toolkit

/// A row of the page of settings: what it is called, where its value stands, and its control.
struct SettingRow: Sendable {
  /// A control in a window.
  struct Control {
    let widget: Widget
    /// Shows the value in the settings.
    let show: (Settings) -> Void
  }

  /// Has settings changed.
  typealias Change = ((inout Settings) -> Void) -> Void
  typealias Place<Value> = WritableKeyPath<Settings, Value> & Sendable

  let title: String
  /// A text below the control; empty for none.
  let note: String
  var isEnabled: @Sendable (Settings) -> Bool = { _ in true }
  let make: @Sendable (WidgetContext, @escaping Change) -> Control

  /// The row, which can be used as long as a condition holds.
  func enabled(if condition: @escaping @Sendable (Settings) -> Bool) -> SettingRow {
    var row = self
    row.isEnabled = condition
    return row
  }

  /// One of a few values, which stand side by side.
  static func choice<Value: Equatable & Sendable>(
    _ title: String, _ place: any Place<Value>, _ options: [(Value, String)], note: String = ""
  ) -> SettingRow {
    SettingRow(title: title, note: note) { context, change in
      let choice = Choice(context, options.map(\.1))
      choice.title = title
      choice.onChoose = { i in change { $0[keyPath: place] = options[i].0 } }
      return Control(widget: choice) { settings in
        choice.chosen = options.firstIndex { $0.0 == settings[keyPath: place] }
      }
    }
  }

  /// One of several values in a menu.
  /// - Parameters:
  ///   - shown: the text for a value that is not among them.
  ///   - more: further entries, which set values.
  static func list<Value: Equatable & Sendable>(
    _ title: String, _ place: any Place<Value>, _ options: [(Value, String)], note: String = "",
    shown: @escaping @Sendable (Value) -> String = { _ in "" },
    more: (@Sendable (_ set: @escaping (Value) -> Void) -> [MenuEntry])? = nil
  ) -> SettingRow {
    SettingRow(title: title, note: note) { context, change in
      let box = DropDown(context, options.map(\.1))
      box.title = title
      box.onChoose = { i in change { $0[keyPath: place] = options[i].0 } }
      if let more { box.more = { more { value in change { $0[keyPath: place] = value } } } }
      return Control(widget: box) { settings in
        let value = settings[keyPath: place]
        box.chosen = options.firstIndex { $0.0 == value }
        box.otherwise = shown(value)
      }
    }
  }

  /// A value that is one of two.
  static func toggle<Value: Equatable & Sendable>(
    _ title: String, _ place: any Place<Value>, on: Value, off: Value, note: String = ""
  ) -> SettingRow {
    toggle(title, note: note, isOn: { $0[keyPath: place] == on }, set: { $0[keyPath: place] = $1 ? on : off })
  }

  static func toggle(
    _ title: String, note: String = "", isOn: @escaping @Sendable (Settings) -> Bool,
    set: @escaping @Sendable (inout Settings, Bool) -> Void
  ) -> SettingRow {
    SettingRow(title: title, note: note) { context, change in
      let toggle = Toggle(context)
      (toggle.title, toggle.showsTitle) = (title, false)
      toggle.onChange = { isOn in change { set(&$0, isOn) } }
      return Control(widget: toggle) { toggle.isOn = isOn($0) }
    }
  }

  /// A number. It counts once the knob is released.
  /// - Parameters:
  ///   - standard: the value of a double press.
  ///   - text: the text beside the bar, and the widest one.
  static func slider(
    _ title: String, _ scale: SliderScale, standard: Double, text: @escaping @Sendable (Double) -> String,
    widest: String, isPercent: Bool = false, note: String = "", get: @escaping @Sendable (Settings) -> Double,
    set: @escaping @Sendable (inout Settings, Double) -> Void
  ) -> SettingRow {
    SettingRow(title: title, note: note) { context, change in
      let slider = Slider(context, scale)
      (slider.title, slider.standard, slider.isPercent) = (title, standard, isPercent)
      (slider.text, slider.widestText) = (text, widest)
      slider.onChange = { value, isSettled in if isSettled { change { set(&$0, value) } } }
      return Control(widget: slider) { slider.value = get($0) }
    }
  }

  static func slider(
    _ title: String, _ place: any Place<Double>, _ scale: SliderScale, standard: Double,
    text: @escaping @Sendable (Double) -> String, widest: String, isPercent: Bool = false, note: String = ""
  ) -> SettingRow {
    slider(
      title, scale, standard: standard, text: text, widest: widest, isPercent: isPercent, note: note,
      get: { $0[keyPath: place] }, set: { $0[keyPath: place] = $1 })
  }
}
