import Desktop
import Document
import Studio
import TestSupport
import Testing

@testable import Fude
@testable import FuzzTargets
@testable import Panels

@Suite("The references of the open drawing") struct ReferenceDeskTests {
  private let test: TestWorkplace
  private let clipboard = FakeClipboard()
  private let board: ClipboardDesk
  private let desk: ReferenceDesk
  private let png = BrushFiles.png(width: 4, height: 3, pixels: Array(repeating: 0, count: 12))

  init() throws {
    test = try TestWorkplace()
    board = ClipboardDesk(test.place, clipboard, opensPictures: true)
    desk = ReferenceDesk(test.place, FileDesk(test.place, window: 0), board)
  }

  private var place: Workplace { test.place }

  private var shown: ReferenceState? {
    var state = InterfaceState()
    desk.show(in: &state)
    return state.references
  }

  /// Adds a picture of another program, and waits for it.
  private func add() throws {
    let count = place.session.references.items.count
    desk.carryOut(.paste)
    board.take(SelectionDelivery(.picture(png), for: .paste(.picture)))
    try test.loop.wait { place.session.references.items.count > count }
  }

  /// Fails if a pasted picture is not added, is placed on the canvas too, or an empty canvas goes on following the
  /// window.
  @Test func aPictureIsPasted() throws {
    place.drawing.followsWindow = true
    try add()
    board.follow()
    #expect(place.session.document.floating == nil && !place.drawing.followsWindow)
    #expect(place.session.references.items.map(\.picture.width) == [4])
  }

  /// Fails if the panel shows pictures while it is hidden, or does not get them when it is shown.
  @Test func hiddenPicturesAreFreed() throws {
    try add()
    #expect(shown == nil && place.drawing.references.pixels.isEmpty)
    place.changeSettings { $0.showsReferences = true }
    place.session.apply(place.keeper.settings)
    try test.loop.wait { !(shown?.pixels.isEmpty ?? true) }
    place.changeSettings { $0.showsReferences = false }
    place.session.apply(place.keeper.settings)
    #expect(shown == nil && place.drawing.references.pixels.isEmpty)
  }

  /// Fails if a removed reference does not come back, or comes back twice.
  @Test func aRemovedReferenceComesBack() throws {
    try add()
    let item = try #require(place.session.references.items.first)
    desk.carryOut(.change(.remove(item.id)))
    #expect(place.session.references.isEmpty)
    #expect(place.overlay.message.content?.action?.effect == .references(.restore))
    desk.carryOut(.restore)
    desk.carryOut(.restore)
    #expect(place.session.references.items.map(\.placement) == [item.placement])
  }

  /// Fails if a picture that was read for another drawing is added to this one.
  @Test func anotherDrawingGetsNothing() throws {
    desk.carryOut(.paste)
    board.take(SelectionDelivery(.picture(png), for: .paste(.picture)))
    let session = try #require(Session(document: place.session.document, windowWidth: 800, windowHeight: 600))
    place.drawing = OpenDrawing(session, name: "b", number: 1)
    try add()
    #expect(place.session.references.items.count == 1)
  }

  /// Fails if copied layers become a reference, or no message says why not.
  @Test func layersAreRefused() {
    clipboard.copied = ClipboardOffer(layers: { nil })
    desk.carryOut(.paste)
    #expect(place.overlay.message.content?.text.contains("Only pictures") ?? false)
    #expect(clipboard.asked.isEmpty)
  }
}
