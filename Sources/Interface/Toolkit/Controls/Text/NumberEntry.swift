import Geometry
import Input
import Language
import Paint

/// A popup with a field for one number, beside the value that it sets.
///
/// Enter, and a press elsewhere, set the number and close it; Escape closes it. A number out of range
/// becomes the nearest allowed one.
public final class NumberEntry: Panel {
  /// What a typed number sets. The numbers are in the shown unit.
  public struct Subject {
    public var title: String
    public var unit: String
    public var value: Double
    public var range: ClosedRange<Double>
    public var decimals: Int
    public var set: (Double) -> Void

    public init(
      title: String, unit: String, value: Double, range: ClosedRange<Double>, decimals: Int,
      set: @escaping (Double) -> Void
    ) {
      (self.title, self.unit, self.value, self.range) = (title, unit, value, range)
      (self.decimals, self.set) = (decimals, set)
    }
  }

  public let field: TextField
  private let subject: Subject
  private let unit: Label

  /// - Parameter typed: what has been typed already; the present value is shown, selected, if it is
  ///   empty.
  public init(_ context: WidgetContext, _ subject: Subject, typed: String = "") {
    self.subject = subject
    field = TextField(context)
    unit = Label(context, subject.unit, tone: .dim)
    super.init(context)
    add(field)
    add(unit)
    field.title = subject.title
    field.text = typed.isEmpty ? NumberText.text(subject.value, decimals: subject.decimals) : typed
    (field.selectsOnFocus, field.isBegun) = (typed.isEmpty, !typed.isEmpty)
    field.commitsOnPress = true
    field.onChange = { [weak self] text in
      self?.field.isWrong = NumberText.number(text) == nil
    }
    field.onCommit = { [weak self] in self?.commit($0) }
  }

  private func commit(_ text: String) {
    guard let number = NumberText.number(text), number.isFinite else {
      field.isWrong = true
      return
    }
    let set = subject.set
    let value = max(subject.range.lowerBound, min(subject.range.upperBound, number))
    context.stage?.close(self)
    set(value)
  }

  public override var isHideable: Bool { false }
  public override var closesOutside: Bool { true }
  public override var firstFocus: Widget? { field }
  public override var access: Access { Access(role: .panel, name: subject.title) }

  public override func size(within width: Int) -> (width: Int, height: Int) {
    (context.whole(96 * theme.textScale + 24), context.whole(theme.lineHeight(30) + 18))
  }

  public override func layOut() {
    let inside = frame.grown(by: -context.whole(8))
    let unitWidth = subject.unit.isEmpty ? 0 : unit.size(within: inside.width).width + context.whole(6)
    field.place(
      PixelRect(minX: inside.minX, minY: inside.minY, maxX: inside.maxX - unitWidth, maxY: inside.maxY))
    let height = unit.size(within: inside.width).height
    unit.place(
      PixelRect(
        x: inside.maxX - unitWidth + context.whole(6), y: inside.minY + (inside.height - height) / 2,
        width: max(0, unitWidth - context.whole(6)), height: height))
  }
}

extension KeyEvent {
  /// The digit, minus sign or decimal separator that the key types without modifiers; nil for other
  /// keys.
  public var digit: String? {
    guard modifiers.isDisjoint(with: [.control, .alt, .super]) else { return nil }
    switch keysym {
    case 0x30...0x39, 0x2C...0x2E: return Unicode.Scalar(keysym).map { String(Character($0)) }
    case 0xFFB0...0xFFB9: return "\(keysym - 0xFFB0)"
    default: return nil
    }
  }
}
