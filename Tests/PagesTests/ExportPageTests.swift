import Document
import Geometry
import Input
import InterfaceSupport
import Paint
import Raster
import Storage
import Studio
import TestSupport
import Testing

@testable import Export
@testable import Files
@testable import Pages
@testable import Panels
@testable import Pictures
@testable import Toolkit

@Suite struct ExportPageTests {
  private func widgets<W: Widget>(_ type: W.Type, in widget: Widget) -> [W] {
    widget.isHidden ? [] : ((widget as? W).map { [$0] } ?? []) + widget.children.flatMap { widgets(type, in: $0) }
  }

  private func drawing() throws -> Document {
    var document = try #require(Document(width: 640, height: 480))
    _ = document.perform(.add(above: document.activeID))
    return document
  }

  /// A screen with the page over a drawing of two layers.
  private func opened(
    _ choice: ExportChoice = ExportChoice(), _ width: Int = 1024, _ height: Int = 700, scale: Double = 1,
    theme: Settings.ThemeChoice = .dark
  ) throws -> (screen: Screen, page: ExportPage) {
    let screen = try Screen(width, height, scale: scale)
    let document = try drawing()
    var state = InterfaceSample.state(theme)
    state.layers = document.layers.map { LayerItem($0) }
    screen.overlay.show(state)
    _ = screen.overlay.showExport(of: ExportSubject(document), choice)
    return (screen, try #require(screen.overlay.popups.last as? ExportPage))
  }

  private func label(_ page: ExportPage, _ part: String) -> Bool {
    widgets(Label.self, in: page).contains { $0.text.contains(part) }
  }

  private func press(_ title: String, _ screen: Screen, _ page: ExportPage) throws -> [Overlay.Effect] {
    screen.click(try #require(widgets(Button.self, in: page).first { $0.face == .text(title) }))
  }

  /// Fails if keys do not reach a choice, or a choice gives wrong options.
  @Test func everythingIsChosenByKeys() throws {
    let (screen, page) = try opened()
    #expect(page.firstFocus?.isFocused ?? false)
    // A changed choice asks for another estimate, nothing else.
    func keys(_ codes: UInt32...) {
      for code in codes {
        let before = page.choice.options
        let effects = screen.key(code).effects
        #expect(effects == (page.choice.options == before ? [] : [.export(.estimate(page.choice.options))]))
      }
    }
    // The scale changes by quarters, from 1 to 2.
    keys(KeyCode.tab, KeyCode.tab, KeyCode.right, KeyCode.right, KeyCode.right, KeyCode.right)
    #expect(page.choice.scale == 2 && label(page, "1280 \u{D7} 960 px"))
    // The upper layer is first.
    keys(KeyCode.tab, KeyCode.down)
    let layers = try drawing().layers
    #expect(page.choice.layer == layers[1].id)
    keys(KeyCode.down, KeyCode.home, KeyCode.tab, KeyCode.space, KeyCode.tab, KeyCode.space)
    var wanted = ExportChoice()
    (wanted.scale, wanted.isTransparent, wanted.isCropped) = (2, true, true)
    // Enter is the switch's own here.
    keys(KeyCode.enter)
    keys(KeyCode.space)
    keys(KeyCode.backTab, KeyCode.backTab, KeyCode.backTab)
    #expect(screen.key(KeyCode.enter).effects == [.export(.picture(wanted))])
    var options = ExportOptions()
    (options.fineness, options.isTransparent, options.isCropped) = (.scale(2), true, true)
    #expect(wanted.options == options)
    #expect(screen.key(KeyCode.escape).effects == [] && !screen.overlay.hasPopup)
  }

  /// Fails if the estimated size is not shown, or that of other choices is.
  @Test func theSizeIsEstimated() throws {
    var choice = ExportChoice()
    choice.format = .jpeg
    let (screen, page) = try opened(choice)
    #expect(page.posted(page.form.requestEstimate) == [.export(.estimate(choice.options))] && !label(page, "About"))
    screen.overlay.showExportSize(2_340_000, of: choice.options)
    #expect(label(page, "640 \u{D7} 480 px. About 2.3 MB."))
    _ = screen.key(KeyCode.right)
    #expect(page.choice.format == .webP && !label(page, "About"))
    screen.overlay.showExportSize(500, of: choice.options)
    #expect(!label(page, "About"))
    screen.overlay.showExportSize(500, of: page.choice.options)
    #expect(label(page, "About 500 B."))
    screen.overlay.showExportSize(nil, of: page.choice.options)
    #expect(!label(page, "About"))
    _ = screen.key(KeyCode.right)
    #expect(page.choice.format == .svg && page.posted(page.form.requestEstimate) == [])
  }

  /// Fails if the density is not offered for a format, or the size is not shown.
  @Test func dotsPerInch() throws {
    let (screen, page) = try opened()
    _ = screen.key(KeyCode.tab)
    _ = screen.key(KeyCode.right)
    #expect(page.choice.options.fineness == .dpi(300) && label(page, "2000 \u{D7} 1500 px"))
    _ = screen.key(KeyCode.tab)
    _ = screen.key(KeyCode.home)
    #expect(page.choice.options.fineness == .dpi(72) && label(page, "480 \u{D7} 360 px"))
    var choice = ExportChoice()
    (choice.format, choice.scale) = (.pdf, 4)
    #expect(
      choice.options
        == {
          var o = ExportOptions(format: .pdf); o.fineness = .dpi(300); return o
        }())
    let (other, second) = try opened(choice)
    #expect(label(second, "169 \u{D7} 127 mm"))
    #expect(try press("Choose a file", other, second) == [.export(.picture(choice))])
    // With PNG again, the scale is restored.
    other.overlay.focus(second.firstFocus)
    _ = other.key(KeyCode.home)
    #expect(second.choice.options.fineness == .scale(4))
  }

  /// Fails if 16 bits are not offered, do not reach the options, are offered where a format has none, or
  /// their loss is not said.
  @Test func sixteenBits() throws {
    var subject = ExportSubject(try drawing())
    #expect(!subject.isDeep)
    subject.isDeep = true
    let screen = try Screen(1024, 700)
    _ = screen.overlay.showExport(of: subject, ExportChoice())
    let page = try #require(screen.overlay.popups.last as? ExportPage)
    #expect(!page.choice.options.isDeep && label(page, "This file gets 8."))
    let toggle = try #require(widgets(Toggle.self, in: page).last)
    #expect(toggle.title == "16 bits per channel")
    screen.overlay.focus(toggle)
    _ = screen.key(KeyCode.space)
    #expect(page.choice.options.isDeep && !label(page, "This file gets 8."))
    screen.overlay.focus(page.firstFocus)
    _ = screen.key(KeyCode.right)
    #expect(page.choice.format == .jpeg && !page.choice.options.isDeep && label(page, "This file gets 8."))
    #expect(!widgets(Toggle.self, in: page).contains { $0.title == "16 bits per channel" })
  }

  /// Fails if the page proposes another resolution than the drawing's, or one that was chosen is forgotten.
  @Test func theDrawingsResolutionIsProposed() throws {
    var document = try drawing()
    _ = document.perform(.setResolution(Resolution(x: 350, y: 350)))
    var choice = ExportChoice()
    choice.format = .pdf
    func page(_ choice: ExportChoice) throws -> ExportPage {
      let screen = try Screen(1024, 700)
      _ = screen.overlay.showExport(of: ExportSubject(document), choice)
      return try #require(screen.overlay.popups.last as? ExportPage)
    }
    let first = try page(choice)
    #expect(first.choice.options.fineness == .dpi(350))
    #expect(widgets(DropDown.self, in: first).contains { $0.chosen == nil && $0.otherwise == "350 dpi" })
    (choice.density, choice.isDensityChosen) = (150, true)
    #expect(try page(choice).choice.options.fineness == .dpi(150))
  }

  /// Fails if a layer is identified by its name, a deleted layer is exported, or paper is
  /// offered for a single layer.
  @Test func oneLayerIsExported() throws {
    let document = try drawing()
    var choice = ExportChoice()
    choice.layer = document.layers[0].id
    let (_, page) = try opened(choice)
    #expect(page.choice.options.layerID == document.layers[0].id && page.choice.options.layer == nil)
    let paper = try #require(widgets(Toggle.self, in: page).first)
    #expect(paper.isOn && !paper.isEnabled && !page.choice.isTransparent)
    var more = document
    _ = more.perform(.add(above: more.activeID))
    choice.layer = more.activeID
    let (_, second) = try opened(choice)
    #expect(second.choice.layer == nil)
  }

  /// Fails if a picture beyond the size limit is not reported before a file is chosen.
  @Test func tooLargeIsReported() throws {
    let large = ExportSubject(try #require(Document(width: 16384, height: 16384)))
    var choice = ExportChoice()
    #expect(!large.size(choice).contains("larger"))
    choice.scale = 4
    #expect(large.size(choice) == "65536 \u{D7} 65536 px: larger than a picture may be.")
  }

  /// Fails if the file extension is not added, or a typed one is ignored.
  @Test func exportedFilesHaveAnExtension() throws {
    let screen = try Screen(1024, 700)
    let request = FileRequest(.export(.svg), folder: "/h/p", name: "Drawing.svg", home: "/h")
    #expect(screen.overlay.chooseFile(request) == [.list("/h/p")])
    _ = screen.overlay.show(FolderListing(folder: "/h/p", entries: []))
    let dialog = try #require(screen.overlay.popups.last as? FileDialog)
    #expect(dialog.label == "Export" && dialog.picker.name.isFocused)
    screen.type("a")
    #expect(screen.key(KeyCode.enter).effects == [.fileChosen("/h/p/a.svg", replaces: false)])
    screen.overlay.askReplacing("/h/p/a.svg")
    #expect(screen.key(KeyCode.enter).effects == [.fileChosen("/h/p/a.svg", replaces: true)])
    dialog.picker.name.selectAll()
    screen.type("a.PDF")
    #expect(screen.key(KeyCode.enter).effects == [.fileChosen("/h/p/a.PDF", replaces: false)])
    #expect(ExportOptions(format: .svg).ending(as: "/h/p/a.PDF").format == .pdf)
    #expect(ExportOptions(format: .svg).ending(as: "/h/p.pdf/a").format == .svg)
    dialog.picker.name.text = " "
    #expect(screen.key(KeyCode.enter).effects == [] && dialog.picker.sentence == "The picture needs a name.")
  }

  /// Fails if the page does not fit, leaves pixels behind, or a control cannot be reached in a
  /// small window.
  @Test(arguments: [1.0, 1.5, 2.0]) func fitsTheWindow(_ scale: Double) throws {
    let (screen, first) = try opened(scale: scale)
    screen.overlay.close(first)
    let before = try screen.whole()
    _ = screen.overlay.showExport(of: ExportSubject(try drawing()), ExportChoice())
    let page = try #require(screen.overlay.popups.last as? ExportPage)
    #expect(screen.bounds.contains(page.frame))
    for _ in 0..<12 {
      let focused = try #require(screen.overlay.focused)
      #expect(page.frame.contains(focused.frame), "\(type(of: focused))")
      _ = screen.key(KeyCode.tab)
    }
    screen.overlay.closePopups()
    #expect(try Golden.differences(before, screen.whole()).isEmpty)
  }
}
