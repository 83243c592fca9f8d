import Accessibility
import Desktop
import Geometry
import Language
import Threads
import Toolkit

/// The connection of the event loop to screen readers.
///
/// `begin` starts a thread that listens for them once there is something to read. The thread wakes
/// the event loop, and `take` returns their requests. While a reader `isListening`, `show` sends
/// changes of the window. `stop` ends the thread. Used by the main thread only.
final class ScreenReaders {
  private let requests: Mailbox<AccessibilityRequest>
  private var service: AccessibilityService?
  private var worker: Worker?
  /// Whether `begin` was called or screen readers are disabled.
  private var hasBegun = false
  /// The tree that was sent last.
  private var told: AccessibleObject?

  /// Whether a screen reader is listening.
  private(set) var isListening = false

  init(wakeup: Wakeup) { requests = Mailbox(wakeup: wakeup) }

  /// Starts to listen for screen readers.
  /// - Parameters:
  ///   - bus: the session's bus; nil for none, and so no readers. It is looked for once.
  ///   - environment: the process's variables. `NO_AT_BRIDGE` disables screen readers, as in other
  /// programs.
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
    worker = Worker(priority: .leisurely) { service.run(address: bus) }
  }

  /// The requests since the last call, in order, without those to start or stop listening.
  func take() -> [AccessibilityRequest] {
    requests.takeAll().filter { request in
      guard case .listen(let isOn) = request else { return true }
      (isListening, told) = (isOn, nil)
      return false
    }
  }

  /// Sends the window's tree if it differs from the one sent last.
  func show(_ window: AccessibleObject, at origin: @autoclosure () -> (x: Int, y: Int)) {
    guard isListening, window != told else { return }
    told = window
    let place = origin()
    service?.show(window, x: place.x, y: place.y)
  }

  /// Ends the connection and waits for that.
  func stop() {
    service?.stop()
    worker?.join()
    (service, worker, isListening) = (nil, nil, false)
  }
}

extension AccessibleObject {
  /// The accessible object of a node.
  init(_ node: AccessibleNode, isActive: Bool = false) {
    let children = node.children.map { AccessibleObject($0) }
    var states = States(node.states)
    // In a list, the focused row has keyboard focus.
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
        // Fude counts characters, AT-SPI counts Unicode scalars.
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
  /// The identifier for AT-SPI: "w12", or "w12_3" for a part.
  var text: String { "w\(widget)" + (part.map { "_\($0)" } ?? "") }

  /// Parses an identifier; nil if it is none.
  init?(text: String) {
    guard text.first == "w" else { return nil }
    let parts = text.dropFirst().split(separator: "_", omittingEmptySubsequences: false)
    guard let first = parts.first, let widget = Int(first), parts.count <= 2 else { return nil }
    let part = parts.count == 2 ? Int(parts[1]) : nil
    if parts.count == 2, part == nil { return nil }
    self.init(widget: widget, part: part)
  }
}
