import Geometry
import Raster
import Testing

@testable import Fude

@Suite struct FrameSchedulerTests {
  private let rect = PixelRect(x: 3, y: 4, width: 5, height: 6)

  private func drawn() -> FrameScheduler {
    var frame = FrameScheduler(width: 100, height: 80)
    frame.isMapped = true
    frame.clear([.view, .panels])
    return frame
  }

  /// Fails if a new window is not drawn, or if a window is drawn before it is mapped.
  @Test func aNewWindowNeedsAFrameOnceItIsShown() {
    var frame = FrameScheduler(width: 100, height: 80)
    #expect(!frame.needsFrame)
    frame.isMapped = true
    #expect(frame.needsFrame && frame.isDirty(.panels))
  }

  /// Fails if a change leads to no frame, or if a frame is drawn without a change.
  @Test func eachChangeNeedsAFrame() {
    #expect(!drawn().needsFrame)
    var window = drawn()
    window.damage.add(rect)
    #expect(window.needsFrame && !window.hasOnlyCanvasDamage)
    var canvas = drawn()
    canvas.canvasDamage.add(rect)
    #expect(canvas.needsFrame && canvas.hasOnlyCanvasDamage)
    var view = drawn()
    view.mark(.view)
    #expect(view.needsFrame)
    var adornments = drawn()
    adornments.mark([.adornments, .accessibility])
    #expect(!adornments.needsFrame, "these become damage of the window first")
  }

  /// Fails if the canvas is shown before a view or adornments that changed with it.
  @Test(arguments: [FrameScheduler.Dirty.view, .adornments]) func theCanvasWaitsForTheView(part: FrameScheduler.Dirty) {
    var frame = drawn()
    frame.canvasDamage.add(rect)
    frame.mark(part)
    #expect(!frame.hasOnlyCanvasDamage)
    frame.clear(part)
    #expect(frame.hasOnlyCanvasDamage)
  }

  /// Fails if clearing one mark removes another.
  @Test func marksAreIndependent() {
    var frame = drawn()
    frame.mark([.panels, .adornments, .accessibility])
    frame.clear(.adornments)
    #expect(frame.isDirty(.panels) && frame.isDirty(.accessibility) && !frame.isDirty(.adornments))
    #expect(frame.isDirty([.adornments, .panels]))
  }

  /// Fails if the frame of another size or drawing counts as already drawn.
  @Test func aNewFrameForgetsTheOldOne() throws {
    var frame = drawn()
    frame.forgetFrame()
    #expect(frame.drawnPlacement == nil && frame.isDirty(.view))
    frame.clear(.view)
    frame.resize(width: 200, height: 90)
    #expect(frame.drawnPlacement == nil)
  }
}
