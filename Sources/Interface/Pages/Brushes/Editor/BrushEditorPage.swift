import Document
import Geometry
import Ink
import Input
import Language
import Panels
import Studio
import Toolkit

/// The page for editing a brush: its properties in groups, and a field for trying it.
///
/// It shows `InterfaceState.editing`; each control posts an effect with the changed brush.
final class BrushEditorPage: Dialog {
  let body: BrushEditorBody
  private var saver: Button?

  init(_ context: WidgetContext) {
    body = BrushEditorBody(context)
    let title = context.state.editing.map { translated("Brush: {name}", ["name": $0.title]) } ?? ""
    super.init(context, title: title, width: 980, height: 760, body)
    add(button: translated("Close")) { [weak self] in self?.leave() }
    add(button: translated("Save as…")) { [weak self] in self?.askName() }
    saver = add(button: translated("Save"), isDefault: true) { context.post(.edit(.save)) }
    show()
  }

  override var firstFocus: Widget? { body.groups }

  /// Shows changed rows at their places.
  func fit() { if !frame.isEmpty { body.layOut() } }

  override func show() {
    super.show()
    guard let editing = context.state.editing else { return }
    title = translated("Brush: {name}", ["name": editing.title])
    saver?.isEnabled = editing.draft.canSave
  }

  private func askName() {
    let title = context.state.editing?.title ?? ""
    context.overlay?.openCentred(
      NameDialog(context, title: translated("Save the brush as"), name: title) { [context] in
        context.post(.edit(.saveAs($0)))
      })
  }

  private func end(_ next: [Overlay.Effect]) {
    close()
    for effect in [.edit(.end)] + next { post(effect) }
  }

  /// Closes the page; asks if changes would be lost.
  /// - Parameter next: what follows.
  func leave(_ next: [Overlay.Effect] = []) {
    guard let editing = context.state.editing, editing.draft.isChanged else {
      return end(next)
    }
    // A question is open already.
    guard context.overlay?.popups.last === self else { return }
    let question = Dialog(
      context, title: translated("Discard the changes?"), width: 420,
      Label(
        context, translated("The changes of the brush “{name}” are not saved.", ["name": editing.title]), tone: .plain,
        wraps: true))
    question.add(button: translated("Discard")) { [weak self, weak question] in
      question?.close()
      self?.end(next)
    }
    question.add(button: translated("Keep editing"), isDefault: true) { [weak question] in
      question?.close()
    }
    context.overlay?.openCentred(question)
  }

  override func key(_ key: KeyEvent) -> Bool {
    if key.keysym == KeyCode.escape, key.modifiers.isEmpty {
      leave()
      return true
    }
    // What is dragged would set its own value at the release.
    guard context.overlay?.owner == nil else { return true }
    switch context.state.settings.keys.action(for: key) {
    case .undo: post(.edit(.undo))
    case .redo: post(.edit(.redo))
    case .save: post(.edit(.save))
    case .saveAs: askName()
    default: return super.key(key)
    }
    return true
  }
}

/// The content of the page: the properties at the left, what is tried at the right.
final class BrushEditorBody: Widget {
  let groups: DropDown
  let form: BrushForm
  let comparison: BrushComparison
  let pad: ScratchPad
  private let area: ScrollArea
  private let head: Stack
  private let tried: Choice
  private let padHead: Stack
  private let undo: Button
  private let redo: Button
  private let reset: Button

  override init(_ context: WidgetContext) {
    groups = DropDown(context)
    form = BrushForm(context)
    area = ScrollArea(context, form)
    comparison = BrushComparison(context)
    pad = ScratchPad(context)
    undo = context.button(.undo, translated("Undo")) { context.post(.edit(.undo)) }
    redo = context.button(.redo, translated("Redo")) { context.post(.edit(.redo)) }
    reset = Button(context)
    tried = Choice(context, [translated("Changed", context: "brush"), translated("Saved", context: "brush")])
    head = Stack(context, .right, spacing: 8, alignment: .middle)
    padHead = Stack(context, .right, spacing: 8, alignment: .middle)
    super.init(context)
    (groups.title, groups.hasTip) = (translated("Group of properties"), false)
    groups.onChoose = { [weak self] number in
      self?.show(group: number)
    }
    reset.face = .text(translated("Reset"))
    reset.title = translated("Make the brush as it is saved")
    reset.onPress = { context.post(.edit(.reset)) }
    tried.title = translated("Brush to try")
    tried.hasTip = false
    tried.onChoose = { context.post(.edit(.showSaved($0 == 1))) }
    let clear = context.button(.delete, translated("Clear the field")) { context.post(.edit(.clearPad)) }
    head.add(stretching: groups)
    for widget in [undo, redo, reset] { head.add(widget) }
    padHead.add(stretching: tried)
    padHead.add(clear)
    for child in [head, area, comparison, padHead, pad] { add(child) }
    show()
  }

  private func show(group index: Int) {
    guard let brush = context.state.editing?.draft.brush else { return }
    form.group = BrushPropertyGroup.groups(of: brush)[index].number
    groups.chosen = index
    area.scroll(to: 0)
    layOut()
  }

  override func show() {
    super.show()
    guard let draft = context.state.editing?.draft else { return }
    let all = BrushPropertyGroup.groups(of: draft.brush)
    groups.options = all.map(\.title)
    groups.chosen = all.firstIndex { $0.number == form.group }
    (undo.isEnabled, redo.isEnabled, reset.isEnabled) = (draft.canUndo, draft.canRedo, draft.isChanged)
    tried.chosen = draft.showsSaved ? 1 : 0
    tried.isEnabled = draft.isChanged
  }

  override func layOut() {
    guard !frame.isEmpty else { return }
    let gap = context.whole(14)
    let isWide = frame.width >= context.whole(620)
    let left = isWide ? (frame.width - gap) * 58 / 100 : frame.width
    let headHeight = head.size(within: left).height
    head.place(PixelRect(x: frame.minX, y: frame.minY, width: left, height: headHeight))
    let top = frame.minY + headHeight + context.whole(8)
    let (sideX, side) = isWide ? (frame.minX + left + gap, frame.width - left - gap) : (frame.minX, frame.width)
    let tryHeight = padHead.size(within: side).height
    comparison.isHidden = !isWide
    if isWide {
      let height = min(comparison.size(within: side).height, max(0, frame.height / 3))
      comparison.place(PixelRect(x: sideX, y: frame.minY, width: side, height: height))
      let y = frame.minY + height + context.whole(4)
      padHead.place(PixelRect(x: sideX, y: y, width: side, height: tryHeight))
      let padTop = y + tryHeight + context.whole(8)
      pad.place(PixelRect(minX: sideX, minY: padTop, maxX: sideX + side, maxY: max(padTop, frame.maxY)))
      area.place(PixelRect(minX: frame.minX, minY: top, maxX: frame.minX + left, maxY: max(top, frame.maxY)))
    } else {
      padHead.place(PixelRect(x: sideX, y: top, width: side, height: tryHeight))
      let padTop = top + tryHeight + context.whole(8)
      let padHeight = min(context.whole(120), frame.height / 4)
      pad.place(PixelRect(x: sideX, y: padTop, width: side, height: padHeight))
      let areaTop = padTop + padHeight + context.whole(8)
      area.place(PixelRect(minX: sideX, minY: areaTop, maxX: sideX + side, maxY: max(areaTop, frame.maxY)))
    }
  }
}

extension Overlay {
  private var brushEditor: BrushEditorPage? { popups.lazy.compactMap { $0 as? BrushEditorPage }.first }

  /// Opens the page for a brush.
  public func showBrushEditor(_ editing: BrushEditing) {
    closePopups()
    context.interface.shown.editing = editing
    openCentred(BrushEditorPage(context))
  }

  /// Asks whether the changes of the brush may be lost, on the page of the editor.
  /// - Parameter next: what follows if so.
  public func leaveBrushEditor(_ next: [Effect]) -> [Effect] {
    brushEditor.map { page in context.interface.collect { page.leave(next) } } ?? next
  }

  /// Shows the values of the brush again, after an edit that was not possible.
  func showBrushEditorAgain() { brushEditor?.show() }

  /// Whether that page is open.
  public var isEditingBrush: Bool { brushEditor != nil }

  /// The field for trying the brush, window px; nil while the page is closed.
  public var scratchField: PixelRect? { brushEditor.map { $0.body.pad.frame } }

  /// Whether a touch that began on that field is held.
  public var isScratching: Bool { if case .widget(let widget) = owner { widget is ScratchPad } else { false } }

  /// Lets the program draw rectangles of the field, px from its corner.
  /// - Parameters:
  ///   - isUsed: whether anything was drawn on it.
  ///   - body: draws into its pixels, row by row.
  public func drawScratch(
    _ rects: [PixelRect], isUsed: Bool, _ body: (_ pixels: inout MutableSpan<UInt32>, _ stride: Int) -> Void
  ) {
    brushEditor?.body.pad.draw(rects, isUsed: isUsed, body)
  }

  /// The sample stroke that the program has to draw on a worker (`BrushSample.render`), for the editor or the
  /// preview beside the sliders; nil for none.
  public var wantedSample: BrushSample? { wantedComparison ?? wantedPreview }

  /// That of the editor.
  var wantedComparison: BrushSample? { brushEditor?.body.comparison.wanted }

  /// Shows such a stroke; nil if it could not be drawn.
  public func show(_ sample: BrushSample, pixels: [UInt32]?) {
    showPreview(sample, pixels: pixels)
    brushEditor?.body.comparison.show(sample, pixels: pixels)
  }
}
