import Document
import Foundation
import Geometry
import Ink
import Input
import InterfaceSupport
import Paint
import RandomSource
import Storage
import Studio
import Testing

@testable import Library
@testable import Pages
@testable import Panels
@testable import Toolkit

/// The editor of brushes: its properties, its curves and its page.
@Suite struct BrushEditorTests {
  private static let library = BrushLibrary(folder: BrushLibrary.systemFolder())
  private static let paint: MyPaintBrush? = {
    let text =
      #"{"version": 3, "settings": {"hardness": {"base_value": 0.5, "inputs": {"speed1": [[0, 0], [4, 0.3]]}}}}"#
    return try? MyPaintBrush(parsing: Array(text.utf8))
  }()

  /// Brushes of all kinds.
  private static let brushes: [Brush] = {
    var brushes = library.names.compactMap { library[$0] }
    var flat = Brush()
    flat.tip = .flat(Brush.Nib(thickness: 0.3, angle: Angle(degrees: 30), followsAzimuth: true))
    (flat.stabiliser, flat.hasOwnStabiliser) = (.rope(length: 40, endsAtPen: false), true)
    var stamp = Brush(size: 60)
    if let images = TipImages(width: 4, height: 2, count: 2, masks: [UInt8](repeating: 200, count: 16)) {
      stamp.tip = .image(Brush.ImageTip(images))
    }
    stamp.rendering = .spray(Brush.Dabs(spacing: 3))
    (stamp.stabiliser, stamp.hasOwnStabiliser) = (.average(time: 0.2, endsAtPen: true), true)
    brushes += [flat, stamp]
    return brushes
  }()

  private static var properties: [BrushProperty] { BrushPropertyGroup.own.flatMap(\.properties) }

  /// Fails if setting a property to the value that it has changes a brush.
  @Test func unchangedPropertiesChangeNothing() {
    for brush in Self.brushes {
      for property in Self.properties where property.applies(to: brush) {
        switch property.kind {
        case .number(_, let get, let set):
          guard let value = get(brush) else { continue }
          #expect(get(set(brush, value)) == value, "\(property.title) of \(brush.name)")
          #expect(set(brush, value) == brush, "\(property.title) of \(brush.name)")
        case .choice(let options, let get, let set):
          guard let number = get(brush) else { continue }
          #expect(options.indices.contains(number))
          #expect(get(set(brush, number)) == number, "\(property.title) of \(brush.name)")
        case .curve(let get, let set): #expect(get(brush).map { set(brush, $0) == brush } ?? true)
        case .pictures, .paint: break
        }
      }
    }
  }

  /// Fails if a brush that random edits have made cannot be read from its text, or is another one
  /// then.
  @Test func editedBrushesAreReadAgain() throws {
    for seed in 0..<60 {
      var source = RandomSource(seed)
      var brush = try #require(Self.brushes.randomElement(using: &source))
      for _ in 0..<25 {
        let all = Self.properties.filter { $0.applies(to: brush) }
        let property = try #require(all.randomElement(using: &source))
        switch property.kind {
        case .number(let scale, _, let set):
          brush = set(brush, scale.slider.value(at: Double.random(in: 0...1, using: &source)))
        case .choice(let options, _, let set): brush = set(brush, Int.random(in: options.indices, using: &source))
        case .curve(_, let set):
          let place = Point(Double.random(in: -0.5...1.5, using: &source), Double.random(in: 0...1, using: &source))
          brush = set(brush, PressureCurve.linear.moving(Int.random(in: 0...1, using: &source), to: place).rounded)
        case .pictures: brush = brush.with(\.tip, .round).valid
        case .paint: break
        }
        let images = brush.tipImages
        let text = try #require(brush.text(pictures: images == nil ? "" : "AAAA"))
        let read = try Brush(parsing: Array(text.utf8)) { (_, _) throws(TipFault) in
          guard let images else { throw TipFault("no pictures") }
          return images
        }
        #expect(read.text(pictures: images == nil ? "" : "AAAA") == text, "\(property.title), seed \(seed)")
      }
    }
  }

  /// Fails if a setting of MyPaint's has no row, beside those of the colour, or two.
  @Test func everySettingHasItsRow() {
    var seen: [MyPaintSetting] = []
    for property in BrushPropertyGroup.paint.flatMap(\.properties) {
      if case .paint(let setting) = property.kind { seen.append(setting) }
    }
    #expect(Set(seen).count == seen.count)
    let left = Set(MyPaintSetting.allCases).subtracting(seen)
    #expect(left == [.colorH, .colorS, .colorV, .restoreColor])
    for setting in MyPaintSetting.allCases {
      let value = setting.value(ofShown: setting.shown(setting.standard))
      #expect(abs(value - setting.standard) < 1e-5, "\(setting.name)")
      #expect(!setting.title.isEmpty && !setting.note.isEmpty)
    }
  }

  // MARK: Curves of inputs

  /// Fails if the curve of a mapping is not the line through its points that MyPaint describes,
  /// beyond them too.
  @Test func mappingsAreLines() {
    let curve = MappingCurve([[1, 0.5], [3, -0.5]], .hardness, .speed1)
    #expect(curve.inputs == 0...4 && curve.reach == 1)
    for (x, sum) in [(0.0, 1.0), (0.25, 0.5), (0.5, 0), (0.75, -0.5), (1, -1)] {
      #expect(abs(curve(x) - (sum + 1) / 2) < 1e-9)
    }
    #expect(MappingCurve([], .hardness, .speed1)(0.3) == 0.5)
    // Points beyond what is usual are inside the square.
    let far = MappingCurve([[-3, 40], [9, 0]], .radiusLogarithmic, .speed1)
    #expect(far.inputs == -3...9 && far.reach == 50)
  }

  /// Fails if random edits of a curve give points that a brush cannot have, or move another point.
  @Test func editedMappingsArePossible() throws {
    let paint = try #require(Self.paint)
    for seed in 0..<40 {
      var source = RandomSource(seed)
      let input = try #require(MyPaintInput.allCases.randomElement(using: &source))
      var curve = MappingCurve([], .opaque, input)
      for _ in 0..<60 {
        let place = Point(Double.random(in: -0.3...1.3, using: &source), Double.random(in: -0.3...1.3, using: &source))
        let before = curve
        switch Int.random(in: 0..<4, using: &source) {
        case 0: curve = curve.adding(at: place)?.curve ?? curve
        case 1: curve = curve.removing(Int.random(in: 0..<curve.handles.count, using: &source)) ?? curve
        default:
          let index = Int.random(in: 0..<curve.handles.count, using: &source)
          curve = curve.moving(index, to: place)
          for other in before.handles.indices where other != index {
            #expect(curve.handles[other] == before.handles[other])
          }
        }
        #expect(curve.handles.allSatisfy { (-1e-6...1 + 1e-6).contains($0.x) && (-1e-6...1 + 1e-6).contains($0.y) })
        guard !curve.points.isEmpty else { continue }
        #expect(try paint.with(curve.points, for: .opaque, input).points(of: .opaque, input) == curve.points)
      }
    }
  }

  // MARK: The page

  private func open(_ brush: Brush) throws -> (Screen, BrushEditorPage) {
    let screen = try Screen(1440, 900)
    let editing = BrushEditing(draft: BrushDraft(brush), title: "Try")
    var state = screen.overlay.context.state
    state.editing = editing
    screen.overlay.show(state)
    screen.overlay.showBrushEditor(editing)
    return (screen, try #require(screen.overlay.popups.last as? BrushEditorPage))
  }

  private func show(_ draft: BrushDraft, on screen: Screen) {
    var state = screen.overlay.context.state
    state.editing?.draft = draft
    screen.overlay.show(state)
  }

  /// Fails if a slider of the page does not change its property, its drag is not one step, or a
  /// value of the state is not shown.
  @Test func slidersChangeTheBrush() throws {
    let (screen, page) = try open(Brush(size: 20))
    let slider = try #require(page.tree.compactMap { $0 as? Slider }.first { $0.title == "Size" })
    #expect(slider.value == 20)
    guard case .edit(.change(let dragged, isSettled: false))? = slider.posted({ slider.onChange(40, false) }).first
    else {
      return #expect(Bool(false), "a drag changes the brush")
    }
    var draft = try #require(screen.overlay.context.state.editing?.draft)
    draft.change(to: dragged, isSettled: false)
    show(draft, on: screen)
    #expect(slider.value == 40)
    guard case .edit(.change(let settled, isSettled: true))? = slider.posted({ slider.onChange(40, true) }).first else {
      return #expect(Bool(false), "the release settles the change")
    }
    draft.change(to: settled)
    #expect(draft.brush.size == 40)
    draft.undo()
    show(draft, on: screen)
    #expect(slider.value == 20)
  }

  /// Fails if the rows of one kind of ink stay for another, or those of a group that a brush lacks
  /// are offered.
  @Test func rowsFollowTheBrush() throws {
    let (screen, page) = try open(Brush(size: 20))
    _ = page.body.groups.onChoose(2)
    func titles() -> [String] { page.tree.compactMap { ($0 as? BrushPropertyRow)?.property.title } }
    #expect(titles().contains("Kind") && !titles().contains("Hardness"))
    #expect(page.body.groups.options == ["Tip", "Width", "Ink", "Smoothing"])
    var draft = try #require(screen.overlay.context.state.editing?.draft)
    draft.change(to: draft.brush.with(\.rendering, .dabs(Brush.Dabs())).valid)
    show(draft, on: screen)
    #expect(titles().contains("Hardness"))
    #expect(page.body.groups.options == ["Tip", "Width", "Ink", "Chance", "Smoothing"])
    #expect(try screen.isDrawnWhole(within: 2))
    // A group that is gone gives way to the first one, whose rows are shown under its name.
    _ = page.body.groups.onChoose(3)
    #expect(titles().contains("Scatter") && page.body.groups.chosen == 3)
    draft.undo()
    show(draft, on: screen)
    #expect(page.body.groups.chosen == 0 && titles().contains("Size"))
    _ = page.body.groups.onChoose(3)
    #expect(titles().contains("Stabiliser"))
    draft.redo()
    show(draft, on: screen)
    #expect(page.body.groups.chosen == 4 && titles().contains("Stabiliser"))
  }

  /// Fails if a press beside the handles of an input's curve does not add a point to the brush, a
  /// drag does not move it, or dragging it out does not remove it.
  @Test func curvesOfInputsAreEdited() throws {
    let paint = try #require(Self.paint)
    let (screen, page) = try open(Brush(paint, name: "try"))
    let opener = try #require(
      page.tree.compactMap { $0 as? Button }.first { $0.face == .icon(.curve) && $0.subject == "Hardness" })
    #expect(opener.isChosen)
    _ = opener.onPress()
    let editor = try #require(page.tree.compactMap { $0 as? CurveEditor<MappingCurve> }.first)
    // The curve that the setting has comes first.
    #expect(editor.curve.points == [[0, 0], [4, 0.3]])
    func points(_ effects: [Overlay.Effect]) -> [SIMD2<Float>]? {
      guard case .edit(.change(let brush, _))? = effects.last else { return nil }
      var draft = screen.overlay.context.state.editing?.draft
      draft?.change(to: brush)
      if let draft { show(draft, on: screen) }
      return brush.paint?.points(of: .hardness, .speed1)
    }
    let place = editor.place(of: Point(0.5, 0.75))
    _ = screen.pointer(.down, place)
    _ = screen.pointer(.drag, editor.place(of: Point(0.5, 0.25)))
    #expect(points(screen.pointer(.up(.lifted), place).effects) == [[0, 0], [2, -0.5], [4, 0.3]])
    #expect(editor.curve.points.count == 3)
    _ = screen.pointer(.down, editor.place(of: Point(0.5, 0.25)))
    _ = screen.pointer(.drag, Point(Double(editor.frame.maxX) + 60, place.y))
    #expect(points(screen.pointer(.up(.lifted), place).effects) == [[0, 0], [4, 0.3]])
    // A point that is dragged out at once was never there.
    _ = screen.pointer(.down, place)
    _ = screen.pointer(.drag, Point(Double(editor.frame.maxX) + 60, place.y))
    #expect(points(screen.pointer(.up(.lifted), place).effects) == nil)
    #expect(editor.curve.points == [[0, 0], [4, 0.3]])
    // Keys do the same.
    let handle = try #require(editor.children.first as? CurveHandle)
    #expect(points(handle.posted(by: KeyEvent(keysym: KeyCode.insert)) ?? []) == [[0, 0], [2, 0.15], [4, 0.3]])
    let middle = try #require(editor.children.dropFirst().first as? CurveHandle)
    #expect(points(middle.posted(by: KeyEvent(keysym: KeyCode.up)) ?? [])?[1].y == 0.17)
    #expect(points(middle.posted(by: KeyEvent(keysym: KeyCode.delete)) ?? []) == [[0, 0], [4, 0.3]])
    #expect(try !#require(editor.children.first as? CurveHandle).key(KeyEvent(keysym: KeyCode.delete)))
  }

  /// Fails if changes are lost without a question, or a page without changes asks.
  @Test func changesAreNotLostUnasked() throws {
    let (screen, page) = try open(Brush(size: 20))
    #expect(page.posted(by: KeyEvent(keysym: KeyCode.escape)) == [.edit(.end)])
    #expect(!screen.overlay.isEditingBrush)
    let (second, other) = try open(Brush(size: 20))
    var draft = try #require(second.overlay.context.state.editing?.draft)
    draft.change(to: Brush(size: 30))
    show(draft, on: second)
    #expect(other.posted(by: KeyEvent(keysym: KeyCode.escape)) == [])
    #expect(second.overlay.isEditingBrush && second.overlay.popups.count == 2)
    let question = try #require(second.overlay.popups.last as? Dialog)
    let discard = try #require(question.tree.compactMap { $0 as? Button }.first { $0.label == "Discard" })
    #expect(discard.posted(discard.onPress) == [.edit(.end)] && !second.overlay.isEditingBrush)
  }

  /// Fails if the keys of undo, redo and saving do not act on the brush while its page is open.
  @Test func keysActOnTheBrush() throws {
    let (_, page) = try open(Brush(size: 20))
    func key(_ letter: Character, _ modifiers: Modifiers) -> [Overlay.Effect]? {
      page.posted(by: KeyEvent(keysym: UInt32(letter.asciiValue ?? 0), modifiers: modifiers))
    }
    #expect(key("z", .control) == [.edit(.undo)] && key("z", [.control, .shift]) == [.edit(.redo)])
    #expect(key("s", .control) == [.edit(.save)])
  }

  /// Fails if the strokes of the saved and of the changed brush are not both asked for, or drawn.
  @Test func bothStrokesAreShown() throws {
    let paint = try #require(Self.paint)
    let (screen, page) = try open(Brush(paint, name: "try"))
    let overlay = screen.overlay
    func drawAll() -> Int {
      var count = 0
      while let sample = overlay.wantedComparison, count < 5 {
        overlay.show(sample, pixels: [UInt32](repeating: 0xFF12_3456, count: sample.width * sample.height))
        count += 1
      }
      return count
    }
    #expect(drawAll() == 1)
    var draft = BrushDraft(Brush(paint, name: "try"))
    draft.change(to: Brush(try paint.with(0.9, for: .hardness), name: "try"))
    show(draft, on: screen)
    #expect(drawAll() == 1)
    let place = page.body.comparison.frame
    _ = try screen.isDrawnWhole(within: 2)
    for share in [3, 7] {
      let pixel = screen.shown.withBytes { bytes in
        bytes.unsafeLoad(
          fromByteOffset: (place.minY + share * place.height / 8) * screen.shown.stride + 4
            * (place.minX + place.width / 2),
          as: UInt32.self)
      }
      #expect(pixel & 0xFF_FFFF == 0x12_3456)
    }
  }
}
