import Desktop
import Geometry
import Ink
import Input
import Raster
import Studio
import Testing
import Toolkit

@testable import Fude
@testable import Panels

@Suite("Marks on the canvas") struct CanvasMarksTests {
  /// The pointer over a window, without a server.
  private final class Pointer: PointerAccess {
    var showsPictures = false
    var shape: Window.PointerShape?
    func setPointerShape(_ wanted: Window.PointerShape) { shape = wanted }
    func withdrawPointerPicture() { if case .picture = shape { shape = Window.PointerShape.none } }
  }

  private let test: TestWorkplace
  private let pointer = Pointer()
  private let marks: CanvasMarks

  init() throws {
    test = try TestWorkplace()
    marks = CanvasMarks(test.place, pointer)
  }

  private var place: Workplace { test.place }
  private var middle: Point { place.session.view.canvasToWindow(Point(50, 40)) }

  private func pen(_ phase: PointerEvent.Phase, _ x: Double = 0, isOnPanel: Bool = false) {
    let sample = PenSample(position: Point(middle.x + x, middle.y), time: 0, pressure: 1)
    let event = PointerEvent(phase, sample)
    place.carryOut(place.session.handle(.pointer(event)))
    marks.follow(event, isOnPanel: isOnPanel)
    marks.showCursor()
  }

  /// Fails if the pointer is shown beside the outline that the program draws, or no pointer over a panel.
  @Test func anOutlineReplacesThePointer() {
    pen(.hover)
    #expect(pointer.shape == Window.PointerShape.none && marks.hover != nil)
    pen(.hover, isOnPanel: true)
    #expect(pointer.shape == .arrow && marks.hover == nil)
  }

  /// Fails if the hand has an outline, or the crosshair of the settings is not used.
  @Test func otherPointersAreTheServers() {
    _ = place.session.choose(.hand)
    pen(.hover)
    #expect(pointer.shape == .move)
    _ = place.session.choose(.brush)
    place.session.settings.cursor = .cross
    pen(.hover)
    #expect(pointer.shape == .crosshair)
  }

  /// Fails if the outline comes back at once after a lift, so that it flickers between the strokes of a word.
  @Test func theOutlineWaitsAfterALift() {
    pen(.down)
    pen(.up(.lifted))
    pen(.hover, 1)
    #expect(marks.hover == nil)
    pen(.hover, 30)
    #expect(marks.hover != nil)
    marks.forgetPen()
    #expect(marks.hover == nil)
  }

  /// Fails if the server's picture is not used where there are pictures, or hides under a stroke.
  @Test func picturesMoveWithoutTheProgram() {
    pointer.showsPictures = true
    pen(.hover)
    guard case .picture = pointer.shape else { return #expect(Bool(false), "\(String(describing: pointer.shape))") }
    pen(.down)
    #expect(pointer.shape == Window.PointerShape.none)
  }

  /// Fails if marks are drawn anew although nothing changed, or a tool's frame is not shown, or stays.
  @Test func toolsMarkTheCanvas() throws {
    _ = place.overlay.takeDamage()
    place.carryOut(place.session.choose(.crop))
    #expect(place.frame.isDirty(.adornments))
    marks.follow()
    #expect(!place.frame.isDirty(.adornments))
    let marked = place.overlay.takeDamage()
    #expect(!marked.isEmpty)
    marks.follow()
    #expect(place.overlay.takeDamage().isEmpty)
    place.carryOut(place.session.choose(.brush))
    marks.follow()
    #expect(!place.overlay.takeDamage().isEmpty)
  }

  /// Fails if a long axis reaches farther than Cairo's coordinates, or one that is not seen is drawn.
  @Test func axesEndNearTheWindow() throws {
    let size = (width: 800, height: 600)
    let long = Adornments.Segment(Point(-1e9, 300), Point(1e9, 300))
    let seen = try #require(CanvasMarks.seen(long, inWindow: size))
    #expect(abs(seen.start.x) < 1e4 && abs(seen.end.x) < 1e4 && seen.start.x <= 0 && seen.end.x >= 800)
    #expect(CanvasMarks.seen(Adornments.Segment(Point(1e6, 0), Point(2e6, 0)), inWindow: size) == nil)
    #expect(CanvasMarks.seen(Adornments.Segment(.zero, .zero), inWindow: size) == nil)
  }
}
