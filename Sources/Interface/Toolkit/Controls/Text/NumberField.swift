import Geometry
import Input
import Paint

/// A field for a number, changed by typing and by the up and down keys.
///
/// While the text is no number of the range, the field is marked as wrong and the value stays.
public final class NumberField: Widget {
  public let field: TextField
  public var range = 0.0...1e9
  /// The most decimals shown.
  public var decimals = 0 { didSet { if decimals != oldValue { showValue() } } }
  /// The step of the up and down keys; ten times as much with Shift.
  public var step = 1.0
  /// Called with each other number that is typed.
  public var onChange: (Double) -> Void = { _ in }
  /// The number. A change from outside shows unless the user is typing.
  public var value = 0.0 { didSet { if value != oldValue, !isTyping { showValue() } } }

  private var isTyping = false
  private static let width = 104.0

  public override init(_ context: WidgetContext) {
    field = TextField(context)
    super.init(context)
    add(field)
    (field.selectsOnFocus, field.leavesEnter) = (true, true)
    field.onChange = { [weak self] in self?.typed($0) }
    field.onLeave = { [weak self] in self?.showValue() }
    showValue()
  }

  public var title: String {
    get { field.title }
    set { field.title = newValue }
  }

  private func showValue() {
    field.text = NumberText.text(value, decimals: decimals)
    field.isWrong = false
  }

  private func typed(_ text: String) {
    guard let number = NumberText.number(text), range.contains(number) else {
      field.isWrong = true
      return
    }
    field.isWrong = false
    guard number != value else { return }
    isTyping = true
    defer { isTyping = false }
    value = number
    onChange(number)
  }

  public override func key(_ key: KeyEvent) -> Bool {
    guard key.modifiers.subtracting(.shift).isEmpty, [KeyCode.up, KeyCode.down].contains(key.keysym) else {
      return false
    }
    let change = (key.keysym == KeyCode.up ? step : -step) * (key.modifiers.contains(.shift) ? 10 : 1)
    let new = max(range.lowerBound, min(range.upperBound, value + change))
    guard new != value else { return true }
    value = new
    field.selectAll()
    onChange(new)
    return true
  }

  public override func size(within width: Int) -> (width: Int, height: Int) {
    (min(width, context.whole(Self.width * theme.textScale)), context.whole(40))
  }

  public override func layOut() { field.place(frame) }
}
