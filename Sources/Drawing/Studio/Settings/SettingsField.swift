import Document
import Ink
import Input
import Language

/// One key of the settings file: reading, writing and the allowed values.
struct SettingsField: Sendable {
  /// The key.
  let name: String
  /// The allowed values, for a message: "zoom or scroll".
  let allowed: String
  /// Reads a value; false if it is wrong, and nothing is changed then.
  let read: @Sendable (_ text: String, inout Settings) -> Bool
  /// The value as text; nil if the key is not written.
  let write: @Sendable (Settings) -> String?
  /// The value to write where the file may have another value than `old`: a list keeps what another
  /// window has added. Nil if the last value written counts.
  var merge: (@Sendable (_ old: Settings, _ new: Settings, _ file: Settings) -> String?)?

  /// The field of a key; nil for an unknown key.
  static func named(_ name: String) -> SettingsField? {
    if let field = byName[name] { return field }
    if let number = padButton(name) { return pad(number) }
    if let key = SettingsText.device(name) { return device(key) }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if parts.count == 2, parts[0] == "keys", let action = Action.named(parts[1]) { return keys(of: action) }
    if parts.count == 3, parts[0] == "panel", parts[2] == "place", let panel = Settings.MovablePanel(rawValue: parts[1])
    {
      return place(of: panel)
    }
    if let field = tag(key: name) ?? macro(key: name) { return field }
    // A brush's name may have dots.
    if parts.count >= 3, parts[0] == "brush", let property = parts.last {
      let brushName = parts[1..<(parts.count - 1)].joined(separator: ".")
      return Brush.isRecordedName(brushName) ? brush(brushName, property) : nil
    }
    return nil
  }

  /// All fields in which two settings may differ, in the order of the file.
  static func all(in a: Settings, _ b: Settings) -> [SettingsField] {
    let changed = Action.all.filter { a.keys.changes[$0] != nil || b.keys.changes[$0] != nil }
    let names = Set(a.brushes.keys).union(b.brushes.keys).filter(Brush.isRecordedName).sorted()
    let buttons = Set(a.padButtons.keys).union(b.padButtons.keys).filter(padNumbers.contains).sorted()
    let devices = Set(a.devices.keys).union(b.devices.keys).compactMap { device($0) }.sorted { $0.name < $1.name }
    let moved = Settings.MovablePanel.allCases.filter { a.panelPlaces[$0] != nil || b.panelPlaces[$0] != nil }
    let tags = Set((a.shelf.tags + b.shelf.tags).map(\.name)).sorted().map(tag)
    let macros = Set(a.macroKeys.keys).union(b.macroKeys.keys).sorted().map(macro)
    return fixed + tags + macros + moved.map(place) + buttons.map(pad) + devices + changed.map(keys)
      + names.flatMap { name in ["width", "size", "opacity", "paper", "title"].compactMap { brush(name, $0) } }
  }

  // MARK: the fields

  /// A property of the settings.
  private typealias Place<Value> = any WritableKeyPath<Settings, Value> & Sendable

  private static let fixed = [
    choice("wheel", \.wheel),
    number("smoothing", \.smoothing, Settings.smoothings),
    SettingsField(
      name: "prediction", allowed: translated("a number of milliseconds from 0 to 16"),
      read: { text, settings in
        guard let value = SettingsText.number(text), Settings.predictions.contains(value) else { return false }
        settings.prediction = value
        return true
      }, write: { SettingsText.text($0.prediction) }),
    choice("guide", \.aids.stabiliser),
    plain("rope", \.aids.rope, StrokeAids.ropes),
    plain("average", \.aids.average, StrokeAids.averages),
    choice("guide-end", \.aids.stabiliserEnd),
    SettingsField(
      name: "hold", allowed: translated("0 or a number of milliseconds from 200 to 2000"),
      read: { text, settings in
        guard let value = SettingsText.number(text), value == 0 || (StrokeAids.leastHold...2000).contains(value) else {
          return false
        }
        settings.aids.hold = value
        return true
      }, write: { SettingsText.text($0.aids.hold) }),
    whole("undo-memory", \.history.memory, HistoryLimits.memories),
    whole("saved-history", \.history.file, HistoryLimits.files),
    choice("cursor", \.cursor),
    choice("touch", \.touch),
    choice("two-fingers", \.twoFingers),
    choice("finger-taps", \.fingerTaps),
    choice("theme", \.theme),
    choice("language", \.language),
    choice("contrast", \.contrast),
    number("scale", \.scale, Settings.scales),
    plain("text-scale", \.textScale, Settings.textScales),
    choice("messages", \.messages),
    choice("hand", \.hand),
    choice("dialogs", \.dialogs),
    button("pen-button-2", \.penButtons.middle),
    button("pen-button-3", \.penButtons.secondary),
    button("pen-button-8", \.penButtons.back),
    button("pen-button-9", \.penButtons.forward),
    button("button-2", \.mouseButtons.middle),
    button("button-3", \.mouseButtons.secondary),
    button("button-8", \.mouseButtons.back),
    button("button-9", \.mouseButtons.forward),
    choice("ring", \.ring),
    SettingsField(
      name: "window-size", allowed: translated("a size such as 1440x900"),
      read: { text, settings in
        let parts = text.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = SettingsText.wholeNumber(parts[0]),
          let height = SettingsText.wholeNumber(parts[1]),
          let size = Settings.WindowSize(width: width, height: height)
        else { return false }
        settings.windowSize = size
        return true
      }, write: { $0.windowSize.map { "\($0.width)x\($0.height)" } }),
    SettingsField(
      name: "window-place", allowed: translated("a place such as 120,80"),
      read: { text, settings in
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        func number(_ text: Substring) -> Int? {
          text.hasPrefix("-") ? SettingsText.wholeNumber(text.dropFirst()).map { -$0 } : SettingsText.wholeNumber(text)
        }
        guard parts.count == 2, let x = number(parts[0]), let y = number(parts[1]),
          let place = Settings.WindowPlace(x: x, y: y)
        else { return false }
        settings.windowPlace = place
        return true
      }, write: { $0.windowPlace.map { "\($0.x),\($0.y)" } }),
    choice("window-state", \.windowState),
    either("panels", \.showsPanels, "shown", "hidden", translated("shown or hidden")),
    either("dial", \.isDialFolded, "folded", "open", translated("open or folded")),
    either("navigator", \.showsNavigator, "shown", "hidden", translated("shown or hidden")),
    either("selection-bar", \.showsSelectionBar, "shown", "hidden", translated("shown or hidden")),
    either("references", \.showsReferences, "shown", "hidden", translated("shown or hidden")),
    SettingsField(
      name: "references-size", allowed: translated("a size such as 320x300"),
      read: { text, settings in
        let parts = text.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = SettingsText.wholeNumber(parts[0]),
          let height = SettingsText.wholeNumber(parts[1]), (1...32767).contains(width), (1...32767).contains(height)
        else { return false }
        settings.referencesSize = Settings.PanelSize(width: Double(width), height: Double(height))
        return true
      },
      write: {
        let (width, height) = ($0.referencesSize.width.rounded(), $0.referencesSize.height.rounded())
        guard (1...32767).contains(width), (1...32767).contains(height) else { return nil }
        return "\(Int(width))x\(Int(height))"
      }),
    SettingsField(
      name: "brush", allowed: translated("a brush's name"),
      read: { text, settings in
        guard Brush.isRecordedName(text) else { return false }
        settings.brush = text
        return true
      }, write: { Brush.isRecordedName($0.brush) ? $0.brush : nil }),
    favourites,
    recentBrushes,
    colour("foreground", \.foreground),
    colour("background", \.background),
    SettingsField(
      name: "recent-colours", allowed: translated("colours such as #1d1f24, or none"),
      read: { text, settings in
        if text == "none" {
          settings.recentColours = []
          return true
        }
        let words = text.split(whereSeparator: \.isWhitespace)
        let colours = words.compactMap { SettingsText.colour($0) }
        guard !words.isEmpty, colours.count == words.count else { return false }
        settings.recentColours = colours
        return true
      },
      write: {
        $0.recentColours.isEmpty
          ? "none" : $0.recentColours.map { SettingsText.text(colour: $0) }.joined(separator: " ")
      }),
    whole("fill-tolerance", \.tools.filling.tolerance, 0...255),
    whole("fill-gaps", \.tools.filling.gap, FillSettings.gaps),
    fillSource, whole("fill-under", \.tools.filling.under, FillSettings.unders),
    choice("gradient", \.tools.gradient.kind), choice("gradient-end", \.tools.gradient.end),
    either("eyedropper-source", \.tools.picksMerged, "drawing", "layer", translated("drawing or layer")),
    either("stroke-source", \.tools.takesStrokesOfAllLayers, "drawing", "layer", translated("drawing or layer")),
    either("stroke-area", \.tools.takesStrokesByLasso, "lasso", "rectangle", translated("lasso or rectangle")),
    either("mixing-source", \.tools.mixesBelow, "drawing", "layer", translated("drawing or layer")),
    SettingsField(
      name: "new-drawing",
      allowed: translated("a size, dots per inch or none, and a paper, such as 1920x1080 none #fdfcf9"),
      read: { text, settings in
        guard let new = SettingsText.newDrawing(text) else { return false }
        settings.lastNew = new
        return true
      }, write: { $0.lastNew.map(SettingsText.text) }),
    SettingsField(
      name: "palette", allowed: translated("a file's name, or none"),
      read: { text, settings in
        guard let path = text == "none" ? "" : SettingsText.path(text) else { return false }
        settings.palette = path
        return true
      }, write: { $0.palette.map(SettingsText.text(path:)) ?? "none" }),
  ]

  private static let byName = Dictionary(fixed.map { ($0.name, $0) }) { first, _ in first }

  private static func choice<Value>(
    _ name: String, _ path: Place<Value>
  ) -> SettingsField
  where Value: RawRepresentable<String> & CaseIterable & Sendable {
    let words = Value.allCases.map(\.rawValue)
    return SettingsField(
      name: name,
      allowed: translated(
        "{words} or {last}", ["words": words.dropLast().joined(separator: ", "), "last": words.last ?? ""]),
      read: { text, settings in
        guard let value = Value(rawValue: text) else { return false }
        settings[keyPath: path] = value
        return true
      }, write: { $0[keyPath: path].rawValue })
  }

  /// A number, or `auto` for nil.
  private static func number(
    _ name: String, _ path: Place<Double?>, _ range: ClosedRange<Double>
  ) -> SettingsField {
    let (least, most) = (SettingsText.text(range.lowerBound), SettingsText.text(range.upperBound))
    return SettingsField(
      name: name, allowed: translated("auto or a number from {least} to {most}", ["least": least, "most": most]),
      read: { text, settings in
        if text == "auto" {
          settings[keyPath: path] = nil
          return true
        }
        guard let value = SettingsText.number(text), range.contains(value) else { return false }
        settings[keyPath: path] = value
        return true
      }, write: { $0[keyPath: path].map { SettingsText.text($0) } ?? "auto" })
  }

  private static func plain(_ name: String, _ path: Place<Double>, _ range: ClosedRange<Double>) -> SettingsField {
    let (least, most) = (SettingsText.text(range.lowerBound), SettingsText.text(range.upperBound))
    return SettingsField(
      name: name, allowed: translated("a number from {least} to {most}", ["least": least, "most": most]),
      read: { text, settings in
        guard let value = SettingsText.number(text), range.contains(value) else { return false }
        settings[keyPath: path] = value
        return true
      }, write: { SettingsText.text($0[keyPath: path]) })
  }

  private static func whole(_ name: String, _ path: Place<Int>, _ range: ClosedRange<Int>) -> SettingsField {
    SettingsField(
      name: name,
      allowed: translated(
        "a whole number from {least} to {most}", ["least": range.lowerBound, "most": range.upperBound]),
      read: { text, settings in
        let isNegative = text.hasPrefix("-")
        guard let size = SettingsText.wholeNumber(isNegative ? text.dropFirst() : text[...]) else { return false }
        let value = isNegative ? -size : size
        guard range.contains(value) else { return false }
        settings[keyPath: path] = value
        return true
      }, write: { String($0[keyPath: path]) })
  }

  /// Files before references have `drawing` or `layer`.
  private static let fillSource = SettingsField(
    name: "fill-source", allowed: translated("drawing, layer or reference"),
    read: { text, settings in
      guard let source = text == "drawing" ? .all : FillSource(rawValue: text), text != "all" else { return false }
      settings.tools.filling.source = source
      return true
    },
    write: { $0.tools.filling.source == .all ? "drawing" : $0.tools.filling.source.rawValue })

  /// One of two words.
  private static func either(
    _ name: String, _ path: Place<Bool>, _ yes: String, _ no: String, _ allowed: String
  ) -> SettingsField {
    SettingsField(
      name: name, allowed: allowed,
      read: { text, settings in
        guard text == yes || text == no else { return false }
        settings[keyPath: path] = text == yes
        return true
      }, write: { $0[keyPath: path] ? yes : no })
  }

  private static func colour(_ name: String, _ path: Place<UInt32>) -> SettingsField {
    SettingsField(
      name: name, allowed: translated("a colour such as #1d1f24"),
      read: { text, settings in
        guard let value = SettingsText.colour(text[...]) else { return false }
        settings[keyPath: path] = value
        return true
      }, write: { SettingsText.text(colour: $0[keyPath: path]) })
  }

  private static func button(
    _ name: String, _ path: Place<Settings.ButtonUse>
  ) -> SettingsField {
    SettingsField(
      name: name, allowed: allowedUses,
      read: { text, settings in
        guard let use = SettingsText.buttonUse(text) else { return false }
        settings[keyPath: path] = use
        return true
      }, write: { SettingsText.text($0[keyPath: path]) })
  }

  private static var allowedUses: String { translated("pan, pick, pop-up, erase, none or an action's name") }
  private static let padPrefix = "pad-button-"
  private static let padNumbers = 1...PadEvent.mostButtons

  /// The tablet button of a key; nil for other keys.
  private static func padButton(_ name: String) -> Int? {
    guard name.hasPrefix(padPrefix) else { return nil }
    let digits = name.dropFirst(padPrefix.count)
    return SettingsText.wholeNumber(digits).flatMap { padNumbers.contains($0) && digits.first != "0" ? $0 : nil }
  }

  private static func pad(_ number: Int) -> SettingsField {
    SettingsField(
      name: padPrefix + String(number), allowed: allowedUses,
      read: { text, settings in
        guard let use = SettingsText.buttonUse(text) else { return false }
        settings.padButtons[number] = use
        return true
      }, write: { $0.padButtons[number].map(SettingsText.text) })
  }

  /// nil for a device that cannot be written.
  private static func device(_ key: DeviceKey) -> SettingsField? {
    guard let name = SettingsText.text(device: key) else { return nil }
    return SettingsField(
      name: name, allowed: SettingsText.allowedDevice,
      read: { text, settings in
        guard let word = SettingsText.device(word: text) else { return false }
        settings.devices[key] = word
        return true
      }, write: { $0.devices[key].flatMap(SettingsText.text) })
  }

  private static func keys(of action: Action) -> SettingsField {
    SettingsField(
      name: "keys." + action.identifier, allowed: translated("keys such as Ctrl+Z or bracketleft, or none"),
      read: { text, settings in
        let words = text == "none" ? [] : text.split(whereSeparator: \.isWhitespace)
        let keys = words.compactMap { Keystroke(String($0)) }
        guard keys.count == words.count, text == "none" || !keys.isEmpty else { return false }
        settings.keys.set(keys, for: action)
        return true
      },
      write: { settings in
        settings.keys.changes[action].map { $0.isEmpty ? "none" : $0.map(\.description).joined(separator: " ") }
      })
  }

  private static func place(of panel: Settings.MovablePanel) -> SettingsField {
    SettingsField(
      name: "panel.\(panel.rawValue).place", allowed: translated("a place such as right 16 top 240"),
      read: { text, settings in
        guard let place = Settings.PanelPlace(text) else { return false }
        settings.panelPlaces[panel] = place
        return true
      }, write: { $0.panelPlaces[panel]?.text })
  }

  private static func brush(_ name: String, _ property: String) -> SettingsField? {
    let path: any WritableKeyPath<Settings.BrushUse, Double?> & Sendable
    let range: ClosedRange<Double>
    switch property {
    case "width": (path, range) = (\.width, Brush.sizes)
    case "size": (path, range) = (\.tip, Brush.sizes)
    case "opacity": (path, range) = (\.opacity, 0...1)
    case "paper": return paper(of: name)
    case "title": return title(of: name)
    default: return nil
    }
    let (least, most) = (SettingsText.text(range.lowerBound), SettingsText.text(range.upperBound))
    return SettingsField(
      name: "brush.\(name).\(property)",
      allowed: translated("a number from {least} to {most}", ["least": least, "most": most]),
      read: { text, settings in
        guard let value = SettingsText.number(text), range.contains(value) else { return false }
        settings.brushes[name, default: Settings.BrushUse()][keyPath: path] = value
        return true
      }, write: { $0.brushes[name]?[keyPath: path].map { SettingsText.text($0) } })
  }
}
