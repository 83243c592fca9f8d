import Desktop
import Document
import Geometry
import Storage
import Studio
import TestSupport
import Testing

@testable import Fude
@testable import FuzzTargets
@testable import Panels

@Suite("Copying, pasting and dropping") struct ClipboardDeskTests {
  private let test: TestWorkplace
  private let clipboard = FakeClipboard()
  private let desk: ClipboardDesk
  private let png = BrushFiles.png(width: 4, height: 3, pixels: Array(repeating: 0, count: 12))

  init() throws {
    test = try TestWorkplace()
    desk = ClipboardDesk(test.place, clipboard, opensPictures: true)
  }

  private var place: Workplace { test.place }
  private var shown: String? { place.overlay.message.content?.text }

  /// Delivers what workers have made, and pastes it.
  private func follow(until holds: () -> Bool) throws {
    try test.loop.wait {
      desk.follow()
      return holds()
    }
  }

  /// Fails if copied pixels are not offered, or are asked of another program when they are pasted.
  @Test func copiedPixelsArePasted() throws {
    place.session.clipboard = Clipping(width: 2, height: 2, pixels: [~0, ~0, ~0, ~0])
    desk.offerCopied()
    #expect(clipboard.copied?.kind == .picture)
    desk.paste()
    #expect(place.session.document.floating != nil && clipboard.asked.isEmpty)
  }

  /// Fails if no message says that another program has copied something.
  @Test func aLateCopyIsSaid() {
    clipboard.isLate = true
    desk.copy("text")
    #expect(shown?.contains("another program") ?? false)
  }

  /// Fails if the content of another program is asked for twice, is not pasted, or own older pixels come instead.
  @Test func anotherProgramIsAsked() throws {
    place.session.clipboard = Clipping(width: 9, height: 9, pixels: Array(repeating: ~0, count: 81))
    desk.paste()
    desk.paste()
    #expect(clipboard.asked == [.picture])
    desk.take(SelectionDelivery(.picture(png), for: .paste(.picture)))
    try follow { place.session.document.floating != nil }
    #expect(place.session.document.floatingWork?.clipping.bounds.width == 4)
    desk.paste()
    #expect(clipboard.asked.count == 2, "the first request is done")
  }

  /// Fails if a part that asked does not get the content, or what it does not want is lost.
  @Test func theOneWhoAskedTakesFirst() throws {
    var taken: [SelectionDelivery.Content] = []
    desk.ask(for: .picture) {
      taken.append($0)
      return true
    }
    desk.take(SelectionDelivery(.picture(png), for: .paste(.picture)))
    #expect(taken == [.picture(png)])
    desk.ask(for: .picture) { _ in false }
    desk.take(SelectionDelivery(.nothing(.gone), for: .paste(.picture)))
    #expect(shown?.contains("has ended") ?? false)
  }

  /// Fails if a dropped picture does not lie where it was dropped.
  @Test func aDropIsPlaced() throws {
    place.drawing.name = "a"
    let spot = place.session.view.canvasToWindow(Point(30, 60))
    desk.take(SelectionDelivery(.picture(png), for: .drop(spot)))
    try follow { place.session.document.floating != nil }
    let work = try #require(place.session.document.floatingWork)
    #expect((work.placement.pivot + work.placement.translation).distance(to: Point(30, 60)) <= 1)
  }

  /// Fails if what is on its way is pasted after it was cancelled, or nothing says that.
  @Test func aCancelledDropIsNotPlaced() throws {
    desk.take(SelectionDelivery(.picture(png), for: .drop(nil)))
    #expect(desk.task != nil)
    desk.cancel()
    try follow { shown?.contains("cancelled") ?? false }
    #expect(place.session.document.floating == nil && desk.task == nil && clipboard.cancelCount == 1)
  }

  /// Fails if a dropped palette or brush is taken for a picture.
  @Test func otherFilesGoOn() {
    var others: [String] = []
    desk.onOther = { others.append($0) }
    for name in ["/a.gpl", "/a.myb", "/a.gbr"] { desk.take(SelectionDelivery(.files([name]), for: .drop(nil))) }
    #expect(others == ["/a.gpl", "/a.myb", "/a.gbr"] && desk.task == nil)
  }

  /// Fails if a picture file dropped on an untouched canvas is not opened, or it is opened over a drawing.
  @Test func aPictureIsOpenedOnAnEmptyCanvas() throws {
    var effects: [Overlay.Effect] = []
    place.onEffect = { effects.append($0) }
    try test.home.write("a.png", png)
    let path = test.home.path + "/a.png"
    desk.take(SelectionDelivery(.files([path]), for: .drop(nil)))
    try follow { !effects.isEmpty }
    #expect(effects == [.openFile(path)])
    place.drawing.name = "a"
    desk.take(SelectionDelivery(.files([path, path]), for: .drop(nil)))
    #expect(shown?.contains("Only the first of 2") ?? false)
    try follow { place.session.document.floating != nil }
    #expect(effects.count == 1)
  }
}
