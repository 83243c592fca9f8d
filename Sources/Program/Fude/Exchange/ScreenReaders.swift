import Accessibility
import Desktop
import Geometry
import Language
import Threads
import Widgets

/// Screen readers, as the event loop knows them.
///
/// Its life: `begin` has a thread listen for them once there is something to read; whatever they want comes by `take` when the loop is
/// woken; while one `isListening`, `show` tells of the window whenever it has changed; `stop` ends it. Used by the loop's thread alone.
final class ScreenReaders {
  private let requests: Mailbox<AccessibilityRequest>
  private var service: AccessibilityService?
  private var worker: Worker?
  /// Whether it was begun, or is not wanted.
  private var hasBegun = false
  /// What was told last.
  private var told: AccessibleObject?

  /// Whether somebody is to be told.
  private(set) var isListening = false

  init(wakeup: Wakeup) { requests = Mailbox(wakeup: wakeup) }

  /// Listens for readers from now on.
  /// - Parameters:
  ///   - bus: the session's bus; nil where there is none, and so no reader. It is looked for once.
  ///   - environment: the process's variables. `NO_AT_BRIDGE` keeps readers away, as from other programs.
  func begin(bus: @autoclosure () -> String?, environment: [String: String]) {
    guard !hasBegun else { return }
    hasBegun = true
    guard let bus = bus(), (environment["NO_AT_BRIDGE"] ?? "0") == "0" else { return }
    let requests = requests
    let service = AccessibilityService(
      application: "Fude", version: Version.number, locale: Language.code ?? "en"
    ) {
      requests.put($0)
    }
    self.service = service
    worker = Worker(manner: .leisurely) { service.run(address: bus) }
  }

  /// What they want, in order, but to be told or not.
  func take() -> [AccessibilityRequest] {
    requests.takeAll().filter { request in
      guard case .listen(let isOn) = request else { return true }
      (isListening, told) = (isOn, nil)
      return false
    }
  }

  /// Tells of the window, where it is another than was told last.
  func show(_ window: AccessibleObject, at origin: @autoclosure () -> (x: Int, y: Int)) {
    guard isListening, window != told else { return }
    told = window
    let place = origin()
    service?.show(window, x: place.x, y: place.y)
  }

  /// Waits until they are left.
  func stop() {
    service?.stop()
    worker?.join()
    (service, worker, isListening) = (nil, nil, false)
  }
}

extension AccessibleObject {
  /// What is told of a node.
  init(_ node: AccessibleNode, isActive: Bool = false) {
    let children = node.children.map { AccessibleObject($0) }
    var states = States(node.states)
    // Of a list and its row the row has the keys.
    if children.contains(where: \.hasKeys) { states.remove(.focused) }
    if isActive { states.insert(.active) }
    if node.role == .toggleButton, node.states.contains(.checked) { states.insert(.pressed) }
    self.init(
      id: node.id.text, role: Role(node.role), name: node.name, description: node.description,
      states: states,
      box: Box(x: node.frame.minX, y: node.frame.minY, width: node.frame.width, height: node.frame.height),
      value: node.value.map {
        Value(
          now: $0.now, least: $0.range.lowerBound, most: $0.range.upperBound, step: $0.step, words: $0.words)
      },
      text: node.text.map { text in
        // Characters here, Unicode's scalars there.
        func scalars(_ count: Int) -> Int { text.content.prefix(count).unicodeScalars.count }
        return Text(
          content: text.content, caret: scalars(text.caret),
          selection: scalars(text.selection.lowerBound)..<scalars(text.selection.upperBound))
      }, isPressable: node.isPressable, children: children)
  }

  private var hasKeys: Bool { states.contains(.focused) || children.contains(where: \.hasKeys) }
}

extension AccessibleObject.Role {
  init(_ role: AccessibleNode.Role) {
    self =
      switch role {
      case .window: .frame
      case .canvas: .drawingArea
      case .panel: .panel
      case .dialog: .dialog
      case .menu: .menu
      case .menuItem: .menuItem
      case .heading: .heading
      case .button: .pushButton
      case .toggleButton: .toggleButton
      case .toggle: .checkBox
      case .radioGroup: .grouping
      case .radioButton: .radioButton
      case .dropDown: .comboBox
      case .slider: .slider
      case .dial: .dial
      case .colourChooser: .colourChooser
      case .list: .list
      case .listItem: .listItem
      case .textField: .entry
      case .label: .label
      case .statusBar: .statusBar
      case .message: .notification
      case .tooltip: .toolTip
      case .image: .image
      case .scrollArea: .scrollPane
      case .separator: .separator
      }
  }
}

extension AccessibleObject.States {
  init(_ states: AccessibleNode.States) {
    let table: [(AccessibleNode.States, AccessibleObject.States)] = [
      (.enabled, .enabled), (.focusable, .focusable), (.focused, .focused), (.checkable, .checkable),
      (.checked, .checked), (.selected, .selected), (.selectable, .selectable), (.showing, .showing), (.modal, .modal),
      (.opensPopup, .hasPopup), (.invalid, .invalidEntry), (.editable, [.editable, .singleLine]),
    ]
    self = table.reduce(into: .visible) { all, pair in if states.contains(pair.0) { all.formUnion(pair.1) } }
  }
}

extension AccessibleNode.ID {
  /// As readers know it: "w12", or "w12_3" for a part.
  var text: String { "w\(widget)" + (part.map { "_\($0)" } ?? "") }

  /// nil for what is none.
  init?(text: String) {
    guard text.first == "w" else { return nil }
    let parts = text.dropFirst().split(separator: "_", omittingEmptySubsequences: false)
    guard let first = parts.first, let widget = Int(first), parts.count <= 2 else { return nil }
    let part = parts.count == 2 ? Int(parts[1]) : nil
    if parts.count == 2, part == nil { return nil }
    self.init(widget: widget, part: part)
  }
}
