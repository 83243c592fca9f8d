import Document
import Geometry
import Language
import Panels
import Toolkit

/// The page that changes the paper. Each choice shows at once; several colours in a row are one undo
/// step.
final class PaperPage: Dialog {
  let form: PaperForm

  init(_ context: WidgetContext) {
    form = PaperForm(context)
    super.init(context, title: translated("Paper colour"), width: 440, form)
    add(button: translated("Done"), isDefault: true) { [weak self] in
      self?.close()
    }
  }

  override var firstFocus: Widget? { form.name }
}

/// The controls of `PaperPage`.
final class PaperForm: Form {
  private let papers = PaperChoice.all
  let name: DropDown
  let colour: TextField
  /// Whether the last effect set a colour, which the next one replaces in the same undo step.
  private var continues = false

  override init(_ context: WidgetContext) {
    name = DropDown(context, papers.map(\.title))
    colour = TextField(context)
    super.init(context)
    (name.title, name.otherwise) = (translated("Paper"), translated("Custom colour"))
    (colour.title, colour.selectsOnFocus, colour.leavesEnter) = (translated("Paper colour"), true, true)
    name.onChoose = { [weak self] i in self?.set(self?.papers[i].colour) }
    colour.onChange = { [weak self] text in
      guard let self else { return }
      let new = HexColour.rgb(text)
      colour.isWrong = new == nil
      if let new { set(new) }
    }
    add(name.title, name)
    add(colour.title, colour)
    show()
  }

  /// Sets the colour; nil makes the background transparent.
  private func set(_ colour: UInt32?) {
    let isToggled = context.state.isPaperShown != (colour != nil)
    if isToggled { post(.layer(.setPaperShown(colour != nil), isContinued: false)) }
    if let colour { post(.layer(.setPaper(colour), isContinued: continues && !isToggled)) }
    continues = colour != nil
  }

  override func show() {
    let (paper, isShown) = (context.state.paper, context.state.isPaperShown)
    name.chosen = papers.firstIndex { $0.colour == (isShown ? paper : nil) }
    if !colour.isFocused {
      colour.text = HexColour.text(paper)
      colour.isWrong = false
    }
    fit()
    invalidate()
  }
}

extension Overlay {
  /// Opens the page that changes the paper's colour.
  public func showPaper() {
    closePopups()
    openCentred(PaperPage(context))
  }
}
