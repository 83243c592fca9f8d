import Document
import Geometry
import Input
import InterfaceSupport
import RandomSource
import Raster
import Storage
import Studio
import Testing

@testable import Pages
@testable import Panels
@testable import Pictures
@testable import Toolkit

@Suite struct CanvasPagesTests {
  private func widgets<W: Widget>(_ type: W.Type, in widget: Widget) -> [W] {
    widget.isHidden ? [] : ((widget as? W).map { [$0] } ?? []) + widget.children.flatMap { widgets(type, in: $0) }
  }

  private func press(_ title: String, _ screen: Screen, _ page: Widget) throws -> [Overlay.Effect] {
    screen.click(try #require(widgets(Button.self, in: page).first { $0.face == .text(title) }))
  }

  private func type(_ text: String, _ field: NumberField, _ screen: Screen) {
    screen.overlay.focus(field.field)
    field.field.selectAll()
    _ = field.field.type(text)
  }

  private func canvasPage(_ document: Document) throws -> (screen: Screen, page: CanvasPage) {
    let screen = try Screen(1024, 800)
    screen.overlay.showCanvasSize(of: CanvasSubject(document))
    return (screen, try #require(screen.overlay.popups.last as? CanvasPage))
  }

  /// Fails if px do not survive being shown in another unit and typed again.
  @Test(arguments: RandomSource.seeds(50)) func unitsComeBack(seed: Int) {
    var rng = RandomSource(seed)
    for unit in LengthUnit.allCases {
      let (px, dpi, old) = (rng.roll(1...20000), rng.roll(30.0...1200), rng.roll(1...5000))
      let text = NumberText.text(unit.length(ofPixels: px, dpi: dpi, old: old), decimals: unit.decimals)
      let typed = NumberText.number(text) ?? 0
      #expect(unit.pixels(typed, dpi: dpi, old: old) == px, "\(px) px, \(text) \(unit.rawValue), \(dpi) dpi")
    }
  }

  /// Fails if a number is shown or parsed wrongly.
  @Test func numbers() {
    #expect(NumberText.text(210, decimals: 2) == "210" && NumberText.text(0.5, decimals: 2) == "0.5")
    #expect(NumberText.text(8.2677, decimals: 4) == "8.2677" && NumberText.text(-1.05, decimals: 2) == "-1.05")
    #expect(NumberText.number(" 12,5 mm") == 12.5 && NumberText.number("１２") == 12)
    #expect(NumberText.number("mm") == nil && NumberText.number("") == nil && NumberText.number("1.2.3") == nil)
  }

  /// Fails if the drawing is not placed where the anchor says, or growing and shrinking by the same
  /// amount does not restore the canvas.
  @Test func anchorsPlaceTheDrawing() throws {
    var size = CanvasSizing(CanvasSubject(try #require(Document(width: 100, height: 60))))
    (size.width, size.height) = (151, 40)
    let wanted = [
      [PixelRect(x: 0, y: 0, width: 151, height: 40), PixelRect(x: -25, y: 0, width: 151, height: 40)],
      [PixelRect(x: 0, y: 10, width: 151, height: 40), PixelRect(x: -25, y: 10, width: 151, height: 40)],
    ]
    for row in 0..<2 {
      for column in 0..<2 {
        (size.column, size.row) = (column, row)
        #expect(size.rect == wanted[row][column])
      }
    }
    (size.column, size.row) = (2, 2)
    #expect(size.rect == PixelRect(x: -51, y: 20, width: 151, height: 40))
  }

  /// Fails if typed sizes, units, the anchor, dots per inch or the buttons do not reach the
  /// operations.
  @Test func theCanvasIsChangedAsTyped() throws {
    var document = try #require(Document(width: 300, height: 200))
    var mask = Mask(width: 300, height: 200)
    mask.fill(PixelRect(x: 20, y: 30, width: 40, height: 50))
    document.select(mask)
    let (screen, page) = try canvasPage(document)
    #expect(page.firstFocus?.isFocused ?? false)
    // Typing replaces the number, since it is selected.
    _ = screen.overlay.handle(.text("400"))
    #expect(page.form.operations == [.resize(PixelRect(x: -50, y: 0, width: 400, height: 200))])
    screen.overlay.focus(page.form.anchor)
    _ = screen.key(KeyCode.left)
    #expect(page.form.operations == [.resize(PixelRect(x: 0, y: 0, width: 400, height: 200))])
    screen.overlay.focus(page.form.fields.unit)
    for _ in 0..<3 { _ = screen.key(KeyCode.right) }
    type("50", page.form.fields.height, screen)
    #expect(page.form.operations == [.resize(PixelRect(x: 0, y: 50, width: 400, height: 100))])
    type("300", page.form.fields.dpi, screen)
    #expect(page.form.operations.last == .setResolution(Resolution(x: 300, y: 300)))
    #expect(try press("To the selection", screen, page) == [])
    #expect(page.form.operations.first == .resize(PixelRect(x: 20, y: 30, width: 40, height: 50)))
    #expect(
      try press("Resize the canvas", screen, page)
        == page.form.operations.map { .canvas($0) })
    #expect(!screen.overlay.hasPopup)
  }

  /// Fails if the button does not make a canvas endless by whole tiles, an endless canvas is changed
  /// without a choice, or a typed size does not cut it around what is drawn.
  @Test func aCanvasBecomesEndlessAndBack() throws {
    var document = try #require(Document(width: 300, height: 200))
    let (screen, page) = try canvasPage(document)
    _ = try press("Endless", screen, page)
    #expect(page.form.operations == [document.endlessOperation] && page.form.fault == nil)
    guard case .resize(let rect) = document.endlessOperation else { return #expect(Bool(false), "not a resize") }
    #expect(rect.minX % Tile.size == 0 && rect.minY % Tile.size == 0 && rect.width == Document.endlessSide)
    type("400", page.form.fields.width, screen)
    #expect(page.form.operations == [.resize(PixelRect(x: -50, y: 0, width: 400, height: 200))])

    document.select(document.mask(of: document.bounds))
    _ = document.fill(at: Point(5, 5), colour: 0, FillSettings())
    _ = document.perform(document.endlessOperation)
    let (other, cut) = try canvasPage(document)
    #expect(cut.form.operations.isEmpty && !cut.form.toEndless.isEnabled)
    let frame = document.frame
    #expect(frame.width == 364 && frame.height == 264)
    type("464", cut.form.fields.width, other)
    #expect(
      cut.form.operations
        == [.resize(PixelRect(x: frame.minX - 50, y: frame.minY, width: 464, height: frame.height))])
    let page2 = try Screen(1024, 800)
    page2.overlay.showScaling(of: CanvasSubject(document))
    let scale = try #require(page2.overlay.popups.last as? ScalePage)
    #expect(scale.form.fault != nil)
    #expect(try press("Scale", page2, scale) == [])
  }

  /// Fails if the page for a new drawing does not offer an endless canvas, shows a size for it, or
  /// keeps it when a size is typed.
  @Test func aNewDrawingCanBeEndless() throws {
    let screen = try Screen(1024, 800)
    screen.overlay.showNew(standard: NewDrawing(width: 800, height: 600), last: nil)
    let page = try #require(screen.overlay.popups.last as? NewPage)
    let index = try #require(page.form.presets.firstIndex { $0.drawing.isEndless })
    _ = page.form.preset.onChoose(index)
    #expect(page.form.drawing?.isEndless == true && page.form.preset.chosen == index)
    #expect(page.form.fields.width.field.text.isEmpty && !page.form.fields.width.isEnabled)
    _ = page.form.preset.onChoose(0)
    #expect(page.form.drawing?.width == 800 && page.form.fields.width.field.text == "800")
    #expect(page.form.fields.width.isEnabled && page.form.fields.width.field.isEnabled)
  }

  /// Fails if Enter opens a list of the page for a new drawing again after a choice from it, or Space does not
  /// open it.
  @Test func enterAfterAChoiceMakesTheDrawing() throws {
    let screen = try Screen(1024, 800)
    for isPaper in [false, true] {
      screen.overlay.showNew(standard: NewDrawing(width: 800, height: 600), last: nil)
      let page = try #require(screen.overlay.popups.last as? NewPage)
      screen.overlay.focus(isPaper ? page.form.paperName : page.form.preset)
      _ = screen.key(KeyCode.space)
      #expect(screen.overlay.popups.last is Menu)
      _ = screen.key(KeyCode.down)
      _ = screen.key(KeyCode.enter)
      #expect(screen.overlay.popups.last === page)
      let drawing = try #require(page.form.drawing)
      #expect(screen.key(KeyCode.enter).effects == [.newDrawing(drawing)])
      #expect(!screen.overlay.hasPopup)
    }
  }

  /// Fails if an impossible size is offered, or wrong text changes the size.
  @Test func impossibleSizesAreNotTaken() throws {
    let (screen, page) = try canvasPage(try #require(Document(width: 300, height: 200)))
    type("abc", page.form.fields.width, screen)
    #expect(page.form.fields.width.field.isWrong && page.form.operations.isEmpty)
    type("40000", page.form.fields.width, screen)
    #expect(page.form.fault != nil)
    #expect(try press("Resize the canvas", screen, page) == [] && screen.overlay.hasPopup)
    #expect(widgets(Label.self, in: page).contains { $0.text.contains("32767") })
  }

  /// Fails if proportions are not kept, or are kept although they are not wanted.
  @Test func scalingKeepsProportions() throws {
    let screen = try Screen(1024, 800)
    screen.overlay.showScaling(of: CanvasSubject(try #require(Document(width: 300, height: 200))))
    let page = try #require(screen.overlay.popups.last as? ScalePage)
    type("200", page.form.fields.width, screen)
    #expect((page.form.size.width, page.form.size.height) == (600, 400))
    screen.overlay.focus(page.form.isProportional)
    _ = screen.key(KeyCode.space)
    type("50", page.form.fields.height, screen)
    #expect((page.form.size.width, page.form.size.height) == (600, 100))
    #expect(try press("Scale", screen, page) == [.scaleImage(width: 600, height: 100, nil)])
  }

  /// Fails if the page closes before the image is scaled, can begin a second scaling, does not show
  /// the progress, or cannot be cancelled.
  @Test func aScalingShowsItsProgress() throws {
    let screen = try Screen(1024, 800)
    screen.overlay.showScaling(of: CanvasSubject(try #require(Document(width: 300, height: 200))))
    let page = try #require(screen.overlay.popups.last as? ScalePage)
    type("200", page.form.fields.width, screen)
    type("600", page.form.fields.dpi, screen)
    let resolution = Resolution(x: 600, y: 600)
    #expect(try press("Scale", screen, page) == [.scaleImage(width: 600, height: 400, resolution)])
    #expect(screen.overlay.hasPopup)
    #expect(screen.key(KeyCode.enter).effects.isEmpty)
    screen.overlay.showScaling(progress: 0.4)
    #expect(widgets(Label.self, in: page).contains { $0.text == "Scaling: 40 %" })
    #expect(screen.key(KeyCode.escape).effects == [.cancelScaling])
    #expect(!screen.overlay.hasPopup)

    screen.overlay.showScaling(of: CanvasSubject(try #require(Document(width: 300, height: 200))))
    let only = try #require(screen.overlay.popups.last as? ScalePage)
    type("600", only.form.fields.dpi, screen)
    #expect(
      try press("Scale", screen, only) == [.canvas(.setResolution(resolution))])
    #expect(!screen.overlay.hasPopup)
  }

  /// Fails if a preset, a swap of the sides or the paper does not reach the new drawing, or Enter
  /// does not make it.
  @Test func aNewDrawingIsAsChosen() throws {
    let screen = try Screen(1024, 800)
    let last = NewDrawing(width: 100, height: 50, dpi: 72, paper: 0x102030)
    screen.overlay.showNew(standard: NewDrawing(width: 2048, height: 1600), last: last)
    let page = try #require(screen.overlay.popups.last as? NewPage)
    #expect(page.form.drawing == NewDrawing(width: 2048, height: 1600, dpi: 300), "the dpi that are shown")
    screen.overlay.focus(page.form.preset)
    _ = screen.key(KeyCode.down)
    #expect(page.form.drawing == last)
    for _ in 0..<6 { _ = screen.key(KeyCode.down) }
    #expect(page.form.drawing == NewDrawing(width: 2480, height: 3508, dpi: 300, paper: 0x102030))
    #expect(try press("Swap width and height", screen, page) == [])
    screen.overlay.focus(page.form.paperName)
    _ = screen.key(KeyCode.home)
    _ = screen.key(KeyCode.down)
    let white = NewDrawing(width: 3508, height: 2480, dpi: 300, paper: 0xFF_FFFF)
    #expect(page.form.drawing == white)
    screen.overlay.focus(page.form.paperColour)
    page.form.paperColour.selectAll()
    _ = page.form.paperColour.type("#abcdef")
    #expect(page.form.drawing?.paper == 0xAB_CDEF)
    screen.overlay.focus(page.form.paperName)
    _ = screen.key(KeyCode.end)
    var clear = white
    (clear.paper, clear.isPaperShown) = (0xAB_CDEF, false)
    screen.overlay.focus(page.form.fields.width.field)
    #expect(screen.key(KeyCode.enter).effects == [.newDrawing(clear)] && !screen.overlay.hasPopup)
  }

  /// Fails if the paper cannot be changed by keys, or a transparent background does not show the
  /// paper again when it gets a colour.
  @Test func thePaperIsChanged() throws {
    let screen = try Screen(1024, 800)
    var state = InterfaceState()
    screen.overlay.show(state)
    screen.overlay.showPaper()
    let page = try #require(screen.overlay.popups.last as? PaperPage)
    #expect(page.firstFocus?.isFocused ?? false)
    #expect(screen.key(KeyCode.down).effects == [.layer(.setPaper(0xFF_FFFF), isContinued: false)])
    state.paper = 0xFF_FFFF
    screen.overlay.show(state)
    #expect(screen.key(KeyCode.down).effects == [.layer(.setPaper(0xF4_ECD8), isContinued: true)])
    #expect(screen.key(KeyCode.end).effects == [.layer(.setPaperShown(false), isContinued: false)])
    state.isPaperShown = false
    screen.overlay.show(state)
    screen.overlay.focus(page.form.colour)
    page.form.colour.selectAll()
    #expect(
      screen.overlay.handle(.text("#000")).effects
        == [.layer(.setPaperShown(true), isContinued: false), .layer(.setPaper(0), isContinued: false)])
    #expect(screen.key(KeyCode.enter).effects == [] && !screen.overlay.hasPopup)
  }
}
