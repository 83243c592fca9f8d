import Document
import Geometry
import Ink
import Input
import Panels
import Studio
import Testing

@testable import Fude
@testable import Pictures

@Suite("Changes of the whole drawing") struct ChangeDeskTests {
  private let test: TestWorkplace
  private let desk: ChangeDesk

  init() throws {
    test = try TestWorkplace()
    desk = ChangeDesk(test.place)
    test.place.onRequests = { [weak desk] requests in
      for request in requests {
        if case .computeChange = request { desk?.compute() }
        if case .cancelChange = request { desk?.cancel() }
      }
    }
  }

  private var place: Workplace { test.place }

  /// The middle of the canvas, window px.
  private var middle: Point { place.session.view.canvasToWindow(Point(50, 40)) }

  /// Draws a line in black.
  private func draw() {
    _ = place.session.setColour(0)
    func pen(_ phase: PointerEvent.Phase, _ x: Double, _ time: Double) {
      let sample = PenSample(position: Point(middle.x + x, middle.y), time: time, pressure: 1)
      place.carryOut(place.session.handle(.pointer(PointerEvent(phase, sample))))
    }
    pen(.down, -20, 0)
    for i in 1...8 { pen(.drag, Double(5 * i) - 20, Double(i) / 50) }
    pen(.up(.lifted), 20, 0.2)
    place.carryOut(place.session.flush(now: 0.2))
  }

  /// The colour in the middle, 0xRRGGBB.
  private var picked: UInt32? { place.session.canvasPixels(around: middle, side: 1).first.map { $0 & 0xFF_FFFF } }

  /// Fails if a changed stroke is not shown when it has been computed, or is still being changed then.
  @Test func aChangeIsShown() throws {
    draw()
    #expect(picked == 0)
    _ = place.session.setColour(0xFF_0000)
    place.carryOut(place.session.perform(.recolourStrokes))
    #expect(desk.task != nil)
    try test.loop.wait {
      desk.follow()
      return place.session.strokeChange == nil
    }
    #expect(picked == 0xFF_0000 && desk.task == nil)
  }

  /// Fails if a cancelled change is shown.
  @Test func aCancelledChangeIsNotShown() throws {
    draw()
    _ = place.session.setColour(0xFF_0000)
    place.carryOut(place.session.perform(.recolourStrokes))
    desk.cancel()
    try test.loop.wait {
      desk.follow()
      return desk.task == nil
    }
    #expect(picked == 0 && place.session.strokeChange == nil)
  }

  /// Fails if the drawing is left while a change is missing.
  @Test func leavingWaitsForAChange() {
    draw()
    _ = place.session.setColour(0xFF_0000)
    place.carryOut(place.session.perform(.recolourStrokes))
    desk.finishChange()
    #expect(picked == 0xFF_0000 && place.session.strokeChange == nil)
  }

  /// Fails if the image has not the new size, or not the resolution.
  @Test func theImageIsScaled() throws {
    desk.scale(width: 50, height: 40, resolution: Resolution(x: 300, y: 300))
    try test.loop.wait { desk.scalingTask == nil }
    #expect(place.session.document.width == 50 && place.session.document.height == 40)
    #expect(place.session.document.resolution == Resolution(x: 300, y: 300))
  }

  /// Fails if another drawing gets the size, or a drawing that is being closed.
  @Test func anotherDrawingIsNotScaled() throws {
    desk.scale(width: 50, height: 40, resolution: nil)
    let session = try #require(Session(document: place.session.document, windowWidth: 800, windowHeight: 600))
    place.drawing = OpenDrawing(session, name: "b", number: 1)
    try test.loop.wait { desk.scalingTask == nil }
    #expect(place.session.document.width == 100)
    desk.scale(width: 50, height: 40, resolution: nil)
    place.isEnding = true
    try test.loop.wait { desk.scalingTask == nil }
    #expect(place.session.document.width == 100)
  }
}
