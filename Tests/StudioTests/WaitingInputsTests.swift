import Geometry
import Ink
import Input
import Testing

@testable import Studio

@Suite struct WaitingInputsTests {
  private static let keyE = SessionTests.key(Key.e)
  private static let wheel = InputEvent.scroll(ScrollEvent(dx: 0, dy: -3, position: Point(100, 80)))

  /// Inputs that wait for a session.
  private final class Waiting {
    var inputs = WaitingInputs()
    let session: Session

    init(_ session: Session) { self.session = session }

    func add(_ item: WaitingInputs.Item) -> Bool { inputs.add(item, for: session) }
    func add(_ input: InputEvent) -> Bool { add(.input(input)) }
    func next() -> WaitingInputs.Item? { inputs.next(for: session) }
  }

  private func drawing(with tool: CanvasTool = .brush) throws -> Session {
    let session = try SessionTests.make()
    _ = session.choose(tool)
    _ = session.handle(SessionTests.pointer(.down, 100, 100))
    _ = session.handle(SessionTests.pointer(.drag, 200, 120))
    return session
  }

  /// Fails if an input acts while a pen draws, another order comes out, or a held key counts more than
  /// once.
  @Test(arguments: [CanvasTool.brush, .eraser, .line, .rectangle, .selectLasso, .eyedropper])
  func inputsWaitInTheirOrder(_ tool: CanvasTool) throws {
    let session = try drawing(with: tool)
    let waiting = Waiting(session)
    let inputs = [
      Self.keyE, Self.wheel, .text("a"), .pad(PadEvent(.press(2), hasRing: false, position: Point(9, 9))),
      .pad(PadEvent(.turn(Angle(degrees: 10)), hasRing: true, position: Point(9, 9))),
      SessionTests.key(Key.e, down: false),
    ]
    for input in inputs { #expect(waiting.add(input)) }
    #expect(waiting.add(.key(KeyEvent(keysym: Key.e, isRepeat: true))))
    #expect(waiting.add(.focusLost))
    #expect(!waiting.inputs.isEmpty && waiting.next() == nil)
    _ = session.handle(SessionTests.pointer(.up(.lifted), 200, 120))
    for input in inputs { #expect(waiting.next() == .input(input)) }
    #expect(waiting.next() == .focusLost && waiting.inputs.isEmpty)
    #expect(!waiting.add(Self.keyE), "nothing waits for a lifted pen")
  }

  /// Fails if the pen itself waits, modifiers do, or undo and Escape do although they can take back the
  /// stroke; or if these come before inputs that wait.
  @Test func someInputsDoNotWait() throws {
    let session = try drawing()
    let waiting = Waiting(session)
    let undo = SessionTests.key(Key.z, .control)
    let passing = [
      SessionTests.pointer(.drag, 9, 9), undo, SessionTests.key(Key.escape), SessionTests.key(0xFFE1),
      .pad(PadEvent(.press(1), hasRing: false, position: Point(9, 9))),
    ]
    for input in passing { #expect(!waiting.add(input)) }
    #expect(waiting.add(Self.keyE))
    #expect(waiting.add(undo))
    #expect(!waiting.add(SessionTests.key(0xFFE1)))
    #expect(!waiting.add(SessionTests.pointer(.drag, 9, 9)))
  }

  /// Fails if inputs wait while the view is moved.
  @Test func nothingWaitsForTheHand() throws {
    let session = try drawing(with: .hand)
    let waiting = Waiting(session)
    #expect(session.isInGesture && !waiting.add(Self.wheel))
  }

  /// Fails if a window that changes its size during a stroke moves the canvas below the pen, or the view
  /// afterwards is not what it would be without the stroke.
  @Test(arguments: [false, true]) func theWindowChangesDuringAStroke(_ isWhole: Bool) throws {
    let (session, other) = (try SessionTests.make(), try SessionTests.make())
    for each in [session, other] where !isWhole { _ = each.perform(.zoomIn) }
    _ = session.handle(SessionTests.pointer(.down, 100, 100))
    let map = session.view.canvasToWindow
    for (width, height) in [(231, 300), (777, 451)] {
      #expect(session.resize(width: width, height: height).viewChanged)
      #expect(session.view.windowWidth == width)
      for place in [Point(0, 0), Point(800, 0), Point(300, 600)] {
        #expect(session.view.canvasToWindow(place).distance(to: map(place)) < 1e-9)
      }
      _ = session.handle(SessionTests.pointer(.drag, 200, 120))
      #expect(!session.flush(now: 1).viewChanged)
    }
    _ = session.handle(SessionTests.pointer(.up(.lifted), 200, 120))
    #expect(session.flush(now: 2).viewChanged && !session.flush(now: 3).viewChanged)
    _ = other.resize(width: 777, height: 451)
    #expect(session.view == other.view && session.showsWhole == isWhole)
  }
}
