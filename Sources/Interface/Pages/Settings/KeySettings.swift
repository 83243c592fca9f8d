import Geometry
import Input
import Language
import Paint
import Panels
import Studio
import Toolkit

/// The settings of keys: an action is selected above, its keys are shown below.
///
/// Enter on an action waits for another key. Conflicts with other actions are shown and can be
/// resolved.
final class KeySettings: Widget {
  private let table: ActionSearch
  private let name: Label
  private let keys: Stack
  private let capture: KeyCapture
  private let reset: Button
  private let resetAll: Button
  private let conflict: Label
  private let resolve: Button
  private let foot: Stack
  private var shown: (action: Action?, bindings: KeyBindings, macros: [String: Keystroke])?

  override init(_ context: WidgetContext) {
    table = ActionSearch(context, placeholder: translated("Search"), showsSections: true, showsAllKeys: true)
    name = Label(context, "", .semibold, leastHeight: 40)
    keys = Stack(context, .right, spacing: 6)
    capture = KeyCapture(context)
    reset = Button(context)
    resetAll = Button(context)
    conflict = Label(context, "", tone: .accent, wraps: true, leastHeight: 40)
    resolve = Button(context)
    foot = Stack(context, .down, spacing: 4)
    super.init(context)
    add(table)
    add(foot)

    let first = Stack(context, .right, spacing: 8, alignment: .middle)
    first.add(stretching: name)
    first.add(keys)
    let second = Stack(context, .right, spacing: 8, alignment: .middle)
    second.add(capture)
    second.add(reset)
    second.add(stretching: Space(context))
    second.add(resetAll)
    let third = Stack(context, .right, spacing: 8, alignment: .middle)
    third.add(stretching: conflict)
    third.add(resolve)
    for row in [first, second, third] { foot.add(row) }

    reset.face = .text(translated("Reset"))
    resetAll.face = .text(translated("Reset all shortcuts"))
    table.onSelect = { [weak self] _ in self?.update() }
    table.onChoose = { [weak self] _ in
      self?.capture.begin()
    }
    capture.onKey = { [weak self] key in self?.bind(key) }
    reset.onPress = { [weak self] in self?.change { $1.reset($0) } }
    resetAll.onPress = { [weak self] in
      self?.askToResetAll()
    }
    resolve.onPress = { [weak self] in self?.removeFromOthers() }
    update()
  }

  private var bindings: KeyBindings { context.state.settings.keys }

  override func show() {
    super.show()
    update()
  }

  // MARK: Changes

  private func change(_ body: (Action, inout KeyBindings) -> Void) {
    guard let action = table.selected else { return }
    var settings = context.state.settings
    body(action, &settings.keys)
    if settings != context.state.settings { post(.changeSettings(settings)) }
  }

  private func bind(_ key: Keystroke) {
    change { action, keys in keys.set(keys.keys(for: action) + [key], for: action) }
  }

  /// Removes the keys of the selected action from all others, and from macros.
  private func removeFromOthers() {
    guard let action = table.selected else { return }
    var settings = context.state.settings
    for key in settings.keys.keys(for: action) {
      for other in settings.keys.others(boundTo: key, beside: action) {
        settings.keys.set(settings.keys.keys(for: other).filter { $0 != key }, for: other)
      }
      settings.macroKeys = settings.macroKeys.filter { $0.value != key }
    }
    if settings != context.state.settings { post(.changeSettings(settings)) }
  }

  /// Says which macro has a key of an action too; nil if none has. The key performs the action.
  private func conflict(of action: Action, withMacros macros: [String: Keystroke]) -> String? {
    for key in bindings.keys(for: action) {
      guard let macro = macros.filter({ $0.value == key }).keys.min() else { continue }
      return translated("{key} is the key of the macro “{macro}”, too", ["key": key.label, "macro": macro])
    }
    return nil
  }

  private func askToResetAll() {
    var settings = context.state.settings
    settings.keys = .standard
    context.overlay?.ask(
      Question(
        translated("Reset all shortcuts?"), translated("Every command gets its default shortcuts again."),
        [.init(translated("Keep them")), .init(translated("Reset"), .changeSettings(settings), isDefault: true)]))
  }

  // MARK: Content

  private func update() {
    let (action, bindings, macros) = (table.selected, bindings, context.state.settings.macroKeys)
    if let shown, shown == (action, bindings, macros) { return }
    shown = (action, bindings, macros)
    name.text = action?.title ?? translated("Select a command to change its shortcuts")
    keys.removeChildren()
    for key in action.map({ bindings.keys(for: $0) }) ?? [] { keys.add(chip(key)) }
    (capture.isHidden, reset.isHidden) = (action == nil, action == nil)
    reset.isEnabled = action.map { bindings.changes[$0] != nil } ?? false
    resetAll.isEnabled = bindings != .standard
    let conflicts = bindings.conflicts
    let own = action.map { action in conflicts.filter { $0.actions.contains(action) } } ?? conflicts
    let text = own.first.map { "\($0)" } ?? action.flatMap { conflict(of: $0, withMacros: macros) }
    conflict.text = text.map { "\($0)." } ?? ""
    resolve.isHidden = action == nil || text == nil
    resolve.face = .text(action.map { translated("Only for {action}", ["action": $0.title]) } ?? "")
    if !frame.isEmpty { layOut() }
    invalidate()
  }

  /// A key; a press removes it.
  private func chip(_ key: Keystroke) -> Button {
    let button = Button(context)
    button.face = .text("\(key.label)  ×")
    button.title = translated("Remove {key}", ["key": key.label])
    button.onPress = { [weak self] in
      self?.change { action, keys in keys.set(keys.keys(for: action).filter { $0 != key }, for: action) }
    }
    return button
  }

  override func size(within width: Int) -> (width: Int, height: Int) {
    (width, table.size(within: width).height + foot.size(within: width).height)
  }

  override func layOut() {
    let height = min(foot.size(within: frame.width).height, frame.height)
    let top = frame.maxY - height
    table.place(
      PixelRect(minX: frame.minX, minY: frame.minY, maxX: frame.maxX, maxY: max(frame.minY, top - context.whole(8))))
    foot.place(PixelRect(x: frame.minX, y: top, width: frame.width, height: height))
  }
}
