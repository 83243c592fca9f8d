import Document
import Input
import InterfaceSupport
import Paint
import Studio
import TestSupport
import Testing

@testable import Export
@testable import Pages
@testable import Panels
@testable import Toolkit

@Suite struct TimeLapsePageTests {
  private func widgets<W: Widget>(_ type: W.Type, in widget: Widget) -> [W] {
    widget.isHidden ? [] : ((widget as? W).map { [$0] } ?? []) + widget.children.flatMap { widgets(type, in: $0) }
  }

  private func opened(
    hasEncoder: Bool = true, _ options: FilmOptions = FilmOptions()
  ) throws -> (screen: Screen, page: TimeLapsePage) {
    let screen = try Screen(1024, 700)
    screen.overlay.show(InterfaceSample.state(.dark))
    let document = try #require(Document(width: 3000, height: 1501))
    screen.overlay.showTimeLapse(of: FilmSubject(document, hasEncoder: hasEncoder), options)
    return (screen, try #require(screen.overlay.popups.last as? TimeLapsePage))
  }

  private func says(_ page: TimeLapsePage, _ part: String) -> Bool {
    widgets(Label.self, in: page).contains { $0.text.contains(part) }
  }

  /// Fails if keys do not reach a choice, a choice gives wrong options, or the page does not say
  /// what they give.
  @Test func everythingIsChosenByKeys() throws {
    let (screen, page) = try opened()
    #expect(page.firstFocus?.isFocused ?? false)
    #expect(says(page, "900 frames of 1920 \u{D7} 960 px"))
    func keys(_ codes: UInt32...) { for code in codes { #expect(screen.key(code).effects == []) } }
    keys(KeyCode.right, KeyCode.tab)
    screen.type("12.5")
    keys(KeyCode.tab, KeyCode.down, KeyCode.tab, KeyCode.down)
    var wanted = FilmOptions()
    (wanted.format, wanted.seconds, wanted.rate, wanted.size) = (.webM, 12.5, 50, .width(640))
    #expect(page.form.options == wanted)
    #expect(says(page, "625 frames of 640 \u{D7} 320 px"))
    keys(KeyCode.end)
    wanted.size = .share(0.25)
    keys(KeyCode.backTab, KeyCode.backTab)
    #expect(screen.key(KeyCode.enter).effects == [.export(.film(wanted))])
    #expect(screen.key(KeyCode.escape).effects == [] && !screen.overlay.hasPopup)
  }

  /// Fails if the page offers a film without the program that makes it, or does not name it.
  @Test func withoutEncoderThereAreImages() throws {
    let (screen, page) = try opened(hasEncoder: false)
    #expect(page.form.options.format == .frames)
    #expect(widgets(Button.self, in: page).contains { $0.face == .text("Choose a folder") && $0.isEnabled })
    _ = screen.key(KeyCode.left)
    #expect(page.form.options.format == .gif && says(page, "ffmpeg"))
    #expect(screen.key(KeyCode.enter).effects == [])
    #expect(widgets(Button.self, in: page).contains { $0.face == .text("Choose a file") && !$0.isEnabled })
    _ = screen.key(KeyCode.right)
    var wanted = FilmOptions()
    wanted.format = .frames
    #expect(screen.key(KeyCode.enter).effects == [.export(.film(wanted))])
  }

  /// Fails if the page promises a GIF more pictures than it has.
  @Test func aGIFHasFewerPictures() throws {
    var options = FilmOptions()
    (options.format, options.rate, options.seconds) = (.gif, 60, 10)
    let page = try opened(options).page
    #expect(options.count == 500 && says(page, "500 frames") && says(page, "50 frames a second"))
  }

  /// Fails if a typed extension does not choose the film, a missing one is not added, or a folder
  /// of images gets one.
  @Test func namesOfFiles() {
    var options = FilmOptions()
    #expect(FilePurpose.timeLapse(options.format).ended("/a") == "/a.mp4")
    #expect(FilePurpose.timeLapse(options.format).ended("/a.GIF") == "/a.GIF")
    #expect(FilmOptions.Format(endingOf: "/a.GIF") == .gif && FilmOptions.Format(endingOf: "/.gif") == nil)
    #expect(options.ending(as: "/a.GIF").format == .gif)
    options.format = .frames
    #expect(options.ending(as: "/a.GIF").format == .frames)
    #expect(FilePurpose.timeLapse(options.format).ended("/a") == "/a")
  }
}
