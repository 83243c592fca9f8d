import Document
import Geometry
import Ink
import Input
import Paint
import Pixels
import Raster
import Storage
import Testing

@testable import Studio

/// Selecting and moving with the pen. The view shows the canvas of 800 x 600 px at 50 %.
@Suite struct SelectionToolTests {
  /// A session with a square of ink, 200...300 px in both directions, and the rectangle selection
  /// tool.
  private func make() throws -> Session {
    let session = try SessionTests.make()
    _ = session.choose(.selectRectangle)
    drag(session, Point(100, 100), Point(150, 150))
    _ = session.choose(.fill)
    drag(session, Point(120, 120), Point(120, 120))
    _ = session.choose(.selectRectangle)
    return session
  }

  private func drag(_ session: Session, _ a: Point, _ b: Point, _ modifiers: Modifiers = [], lifts: Bool = true) {
    _ = session.handle(SessionTests.pointer(.down, a.x, a.y, modifiers: modifiers))
    for i in 1...4 {
      let p = a.lerp(to: b, Double(i) / 4)
      _ = session.handle(SessionTests.pointer(.drag, p.x, p.y, modifiers: modifiers))
      _ = session.flush()
    }
    if lifts { _ = session.handle(SessionTests.pointer(.up(.lifted), b.x, b.y, modifiers: modifiers)) }
  }

  private func image(_ session: Session) -> TileGrid { SessionTests.pixels(session) }

  /// Fails if Shift does not add, Alt not subtract, both not intersect, or a tap not deselect.
  @Test func modes() throws {
    let session = try make()
    #expect(session.document.selection?.bounds == PixelRect(x: 200, y: 200, width: 100, height: 100))
    drag(session, Point(200, 100), Point(250, 150), .shift)
    #expect(session.document.selection?.count == 20000)
    drag(session, Point(225, 90), Point(260, 160), .alt)
    #expect(session.document.selection?.count == 15000)
    drag(session, Point(60, 60), Point(300, 125), [.shift, .alt])
    #expect(session.document.selection?.count == 7500)
    #expect(session.selectionOutline.count == 2)
    drag(session, Point(30, 30), Point(31, 31))
    #expect(session.document.selection == nil && session.selectionFrame == nil)
    _ = session.perform(.undo)
    #expect(session.document.selection?.count == 7500)
    drag(session, Point(300, 200), Point(340, 240))
    #expect(session.document.selection?.bounds == PixelRect(x: 600, y: 400, width: 80, height: 80))
    _ = session.selectAll()
    #expect(session.document.selection?.count == 480000)
    _ = session.deselect()
    #expect(session.document.selection == nil)
  }

  /// Fails if a lasso selects another area than it encloses, or shows no edge while it is drawn.
  @Test func lasso() throws {
    let session = try SessionTests.make()
    _ = session.choose(.selectLasso)
    let corners = [Point(100, 100), Point(200, 100), Point(200, 200)]
    _ = session.handle(SessionTests.pointer(.down, 100, 100))
    for p in corners.dropFirst() { _ = session.handle(SessionTests.pointer(.drag, p.x, p.y)) }
    #expect(session.marks.draft.count == 3)
    _ = session.handle(SessionTests.pointer(.up(.lifted), 200, 200))
    #expect(abs(Double(session.document.selection?.count ?? 0) - 20000) < 150 && session.marks.draft.isEmpty)
  }

  /// Fails if an ellipse does not touch the sides of the drag, Shift does not make it a circle, or Alt not begin it at its
  /// middle; or the way is not recorded.
  @Test func ellipses() throws {
    let session = try SessionTests.make()
    _ = session.choose(.selectEllipse)
    drag(session, Point(100, 100), Point(200, 150))
    let selection = try #require(session.document.selection)
    #expect(selection.bounds == PixelRect(x: 200, y: 200, width: 200, height: 100) && !selection.isHard)
    #expect(selection.share(x: 300, y: 250) == 255 && selection.share(x: 205, y: 205) == 0)
    #expect(
      session.document.history.done.last?.operation
        == .select(selection, recipe: SelectionRecipe(.ellipse(Rect(x: 200, y: 200, width: 200, height: 100)))))
    _ = session.deselect()
    _ = session.handle(SessionTests.pointer(.down, 100, 100))
    _ = session.handle(SessionTests.pointer(.drag, 150, 110, modifiers: [.shift, .alt]))
    #expect(session.marks.draft.count == 96)
    _ = session.handle(SessionTests.pointer(.up(.lifted), 150, 110, modifiers: [.shift, .alt]))
    #expect(session.document.selection?.bounds == PixelRect(x: 100, y: 100, width: 200, height: 200))
  }

  /// Fails if the wand selects anything but the area of one colour, a drag does not change the tolerance live and for the
  /// next time, or Escape does not take it back; or colours are not collected everywhere.
  @Test func wands() throws {
    let session = try make()
    _ = session.deselect()
    // A second square, of another colour.
    drag(session, Point(200, 100), Point(250, 150))
    session.style.colour = 0x606468
    _ = session.fillWithColour()
    _ = session.deselect()
    let first = PixelRect(x: 200, y: 200, width: 100, height: 100)
    session.toolSettings.filling.tolerance = 10
    _ = session.choose(.wand)
    drag(session, Point(120, 120), Point(120, 120))
    #expect(session.document.selection == session.document.mask(of: first))
    drag(session, Point(220, 120), Point(220, 120), .shift)
    #expect(session.document.selection?.count == 20000)
    // 256 window px: 128 more.
    let steps = session.document.history.undoCount
    drag(session, Point(120, 120), Point(376, 120), lifts: false)
    #expect(session.document.selection?.count == 10000 && session.document.history.undoCount == steps)
    _ = session.handle(SessionTests.key(Key.escape))
    _ = session.handle(SessionTests.pointer(.up(.lifted), 376, 120))
    #expect(session.document.selection?.count == 20000 && session.toolSettings.filling.tolerance == 10)
    drag(session, Point(20, 20), Point(390, 20))
    #expect(session.toolSettings.filling.tolerance == 195 && session.document.history.undoCount == steps + 1)
    #expect(session.document.selection?.count == 800 * 600 - 10000)
    _ = session.perform(.undo)
    _ = session.deselect()
    session.toolSettings.filling.tolerance = 0
    _ = session.choose(.selectColour)
    drag(session, Point(20, 20), Point(20, 20))
    #expect(session.document.selection?.count == 800 * 600 - 20000)
    drag(session, Point(220, 120), Point(220, 120), .shift)
    #expect(session.document.selection == session.document.mask(of: first).inverted)
  }

  /// Fails if a mode of the bar does not count, keys do not count more, or a press inside the selection moves it although it
  /// is to be joined.
  @Test func modesOfTheBar() throws {
    let session = try make()
    session.toolSettings.selectionMode = .add
    drag(session, Point(110, 110), Point(160, 140))
    #expect(session.document.floating == nil && session.document.selection?.count == 10000 + 20 * 60)
    drag(session, Point(60, 60), Point(125, 170), .alt)
    #expect(session.document.selection?.count == 10000 + 20 * 60 - 5000)
    session.toolSettings.selectionMode = .intersect
    drag(session, Point(60, 60), Point(170, 125))
    #expect(session.document.selection?.bounds == PixelRect(x: 250, y: 200, width: 70, height: 50))
    #expect(session.toolSettings.lasting.selectionMode == .replace)
  }

  private func tap(_ session: Session, _ x: Double, _ y: Double, _ modifiers: Modifiers = []) {
    _ = session.handle(SessionTests.pointer(.down, x, y, modifiers: modifiers))
    _ = session.handle(SessionTests.pointer(.up(.lifted), x, y, modifiers: modifiers))
  }

  /// Fails if taps do not make corners, Backspace does not take one back, a tap on the first one, a double tap or Enter does
  /// not close the polygon, or Escape or another tool leaves it.
  @Test func polygons() throws {
    let session = try SessionTests.make()
    _ = session.choose(.selectPolygon)
    func corners() { for p in [(100.0, 100.0), (200, 100), (200, 200)] { tap(session, p.0, p.1) } }
    corners()
    tap(session, 300, 50)
    #expect(session.marks.draft.count == 4 && session.document.selection == nil)
    _ = session.handle(SessionTests.key(0xFF08))
    #expect(session.marks.draft.count == 3)
    _ = session.handle(SessionTests.pointer(.hover, 150, 180))
    #expect(session.marks.draft.last == Point(300, 360))
    tap(session, 103, 98)
    let triangle = try #require(session.document.selection)
    #expect(abs(triangle.count - 20000) < 300 && session.marks.draft.isEmpty && session.marks.frame != nil)
    _ = session.deselect()
    corners()
    tap(session, 201, 199)
    #expect(session.document.selection == triangle)
    _ = session.deselect()
    corners()
    _ = session.handle(SessionTests.key(ModifierKey.enter))
    #expect(session.document.selection == triangle)
    // Shift, at the first corner, adds; at others it turns the side by steps of 15 degrees.
    tap(session, 20, 20, .shift)
    tap(session, 60, 22, .shift)
    #expect(session.marks.draft.last?.y == 40)
    tap(session, 60, 60)
    _ = session.handle(SessionTests.key(ModifierKey.enter))
    #expect(abs((session.document.selection?.count ?? 0) - triangle.count - 3200) < 100)
    let steps = session.document.history.undoCount
    corners()
    _ = session.handle(SessionTests.key(Key.escape))
    #expect(session.marks.draft.isEmpty)
    corners()
    _ = session.choose(.brush)
    _ = session.choose(.selectPolygon)
    tap(session, 300, 250)
    #expect(
      session.marks.draft.count == 1 && session.selectionPlace == nil && session.document.history.undoCount == steps)
    #expect(session.perform(.apply).requests.count == 1)
  }

  /// Fails if an edge is not shown before it is a step, a later one does not replace it, undo takes back more than it, or a
  /// stroke begins before it is a step.
  @Test func edges() throws {
    let session = try make()
    let plain = try #require(session.document.selection)
    let steps = session.document.history.undoCount
    var edge = SelectionEdge()
    edge.growth = 6
    _ = session.setEdge(edge, isSettled: false)
    _ = session.flush()
    #expect(session.document.selection == plain.grown(by: 6) && session.document.history.undoCount == steps)
    edge.growth = 4
    edge.feather = 8
    _ = session.setEdge(edge, isSettled: true)
    #expect(session.document.selection == plain.grown(by: 4).feathered(by: 8) && session.selectionEdge == edge)
    #expect(session.document.history.undoCount == steps + 1)
    // Opened again.
    edge.growth = -10
    _ = session.setEdge(edge, isSettled: true)
    #expect(session.document.selection == plain.grown(by: -10).feathered(by: 8))
    #expect(session.document.history.undoCount == steps + 1)
    edge.growth = -80
    #expect(session.setEdge(edge, isSettled: true).requests.count == 1)
    #expect(session.document.selection == plain.grown(by: -10).feathered(by: 8))
    edge.growth = 1
    _ = session.setEdge(edge, isSettled: false)
    _ = session.choose(.brush)
    drag(session, Point(110, 110), Point(140, 140))
    let stroke = try #require(session.document.history.done.last?.stroke)
    #expect(stroke.selection == plain.grown(by: 1).feathered(by: 8) && session.selectionEdge == SelectionEdge())
    _ = session.perform(.undo)
    _ = session.perform(.undo)
    #expect(session.document.selection == plain)
    _ = session.deselect()
    #expect(session.setEdge(edge, isSettled: true).requests.count == 1 && session.document.selection == nil)
  }

  /// Fails if the line is shown while a stroke is drawn or while it is hidden, a new selection leaves it hidden, or the place
  /// for the bar is another one.
  @Test func theLineIsHidden() throws {
    let session = try make()
    #expect(session.selectionOutline.count == 1)
    #expect(session.selectionPlace == PixelRect(x: 100, y: 100, width: 50, height: 50))
    _ = session.perform(SelectionActions.line)
    #expect(session.selectionOutline.isEmpty && session.document.selection != nil)
    drag(session, Point(200, 100), Point(250, 150))
    #expect(session.selectionOutline.count == 1)
    _ = session.choose(.brush)
    let begun = session.handle(SessionTests.pointer(.down, 120, 120))
    #expect(begun.adornmentsChanged && session.selectionOutline.isEmpty && session.selectionPlace == nil)
    let ended = session.handle(SessionTests.pointer(.up(.lifted), 120, 120))
    #expect(ended.adornmentsChanged && session.selectionOutline.count == 1)
  }

  /// Fails if the frame or the arrow keys move pixels, or not the selection, while they are to move the selection alone; or
  /// Escape does not take it back.
  @Test func theSelectionMovesAlone() throws {
    let session = try make()
    let (before, pixels) = (try #require(session.document.selection), image(session))
    _ = session.perform(SelectionActions.lineOnly)
    drag(session, Point(125, 125), Point(175, 135))
    #expect(session.document.selection?.bounds == PixelRect(x: 300, y: 220, width: 100, height: 100))
    _ = session.perform(.undo)
    #expect(session.document.selection == before)
    drag(session, Point(125, 125), Point(175, 135), lifts: false)
    #expect(session.document.selection != before && session.selectionFrame != nil)
    _ = session.handle(SessionTests.key(Key.escape))
    #expect(session.document.selection == before)
    _ = session.handle(SessionTests.pointer(.up(.lifted), 175, 135))
    // A corner scales it.
    drag(session, Point(150, 150), Point(200, 200))
    #expect(session.document.selection?.bounds == PixelRect(x: 200, y: 200, width: 200, height: 200))
    _ = session.handle(SessionTests.key(0xFF53))
    #expect(session.document.selection?.bounds.minX == 201)
    #expect(image(session) == pixels && session.document.floating == nil)
    _ = session.perform(SelectionActions.lineOnly)
    drag(session, Point(125, 125), Point(135, 125))
    #expect(session.document.floating != nil)
  }

  /// Fails if a transform does not float what is selected with its frame, or does anything without a selection.
  @Test func transforms() throws {
    let session = try make()
    let before = image(session)
    _ = session.choose(.brush)
    _ = session.perform(SelectionActions.transform)
    #expect(session.document.floating != nil && session.selectionFrame != nil && session.tool.selects)
    _ = session.perform(.cancel)
    #expect(session.document.floating == nil && image(session) == before)
    let selection = session.document.selection
    _ = session.perform(SelectionActions.transform)
    // It takes back what the key did, and nothing else.
    _ = session.perform(.undo)
    #expect(session.document.floating == nil && session.document.selection == selection && selection != nil)
    #expect(image(session) == before)
    _ = session.deselect()
    #expect(session.perform(SelectionActions.transform).requests.count == 1 && session.document.floating == nil)
  }

  /// Fails if a layer's opacity is not selected, keys do not join it, or an empty layer or a group selects anything.
  @Test func layersAreSelected() throws {
    let session = try make()
    _ = session.deselect()
    _ = session.perform(SelectionActions.ofLayer)
    let ink = try #require(session.document.selection)
    #expect(ink.bounds == PixelRect(x: 200, y: 200, width: 100, height: 100) && ink.count == 10000)
    _ = session.perform(.invertSelection)
    _ = session.select(opacityOf: session.document.activeSurface, .shift)
    #expect(session.document.selection?.count == 800 * 600)
    _ = session.select(opacityOf: session.document.activeSurface, .alt)
    #expect(session.document.selection?.count == 800 * 600 - 10000)
    let steps = session.document.history.undoCount
    _ = session.perform(.add(above: session.document.activeID))
    #expect(session.perform(SelectionActions.ofLayer).requests.count == 1)
    _ = session.perform(.group([session.document.activeID]))
    #expect(session.select(opacityOf: SurfaceID(session.document.activeID)).requests.count == 1)
    #expect(session.document.history.undoCount == steps + 2)
  }

  /// Fails if what was selected last does not come back, or the present selection counts as that.
  @Test func lastSelectionComesBack() throws {
    let session = try make()
    let first = session.document.selection
    _ = session.deselect()
    _ = session.perform(SelectionActions.again)
    #expect(first != nil && session.document.selection == first)
    _ = session.selectAll()
    _ = session.perform(SelectionActions.again)
    #expect(session.document.selection == first)
    #expect(try SessionTests.make().perform(SelectionActions.again).requests.count == 1)
  }

  /// Fails if a drag inside the selection does not move its pixels live. Also fails if Escape,
  /// Enter, undo or a tool change act wrongly.
  @Test func movingPixels() throws {
    let session = try make()
    let before = image(session)
    let steps = session.document.history.undoCount
    drag(session, Point(125, 125), Point(175, 125))
    // The selection floats: it is gone from the layer and shown 100 canvas px to the right.
    #expect(image(session)[250, 250] == 0 && SessionTests.window(session)[125 * 400 + 190] & 0xFF_FFFF == 0x1D1F24)
    #expect(session.selectionFrame?.corners.first == Point(300, 200))
    _ = session.handle(SessionTests.key(Key.escape))
    #expect(image(session) == before && session.document.history.undoCount == steps)

    drag(session, Point(125, 125), Point(175, 125))
    drag(session, Point(175, 125), Point(175, 165))
    // Escape during a drag restores the position before the drag.
    drag(session, Point(175, 165), Point(200, 250), lifts: false)
    _ = session.handle(SessionTests.key(Key.escape))
    _ = session.handle(SessionTests.pointer(.up(.lifted), 200, 250))
    _ = session.handle(SessionTests.key(0xFF0D))
    #expect(session.document.floating == nil && session.document.history.undoCount == steps + 1)
    #expect(image(session)[350, 330] == 0xFF1D_1F24 && image(session)[250, 250] == 0)
    #expect(session.document.selection?.bounds == PixelRect(x: 300, y: 280, width: 100, height: 100))
    _ = session.perform(.undo)
    #expect(image(session) == before)
    #expect(session.document.selection?.bounds == PixelRect(x: 200, y: 200, width: 100, height: 100))

    drag(session, Point(125, 125), Point(175, 125))
    _ = session.perform(.undo)
    #expect(image(session) == before && session.document.history.redoCount == 1)
    drag(session, Point(125, 125), Point(175, 125))
    _ = session.choose(.brush)
    #expect(session.document.floating == nil && image(session)[350, 250] == 0xFF1D_1F24)
  }

  /// Fails if undo or redo reports a change of the selection or floating pixels where there is
  /// none; the picture would wait for panels and journal. Also fails if a real change is not
  /// reported.
  @Test func stepsSayWhatLiesOnTheCanvas() throws {
    let session = try make()
    func adorns(_ action: Action) -> Bool {
      let effects = session.perform(action)
      #expect(effects.panelsChanged)
      return effects.adornmentsChanged
    }
    // The square of ink, and the selection before it.
    #expect(adorns(.undo) && adorns(.undo) && session.document.selection == nil)
    #expect(adorns(.redo) && adorns(.redo))
    _ = session.deselect()
    _ = session.choose(.brush)
    for x in [20.0, 40] { drag(session, Point(x, 20), Point(x, 90)) }
    #expect(!adorns(.undo) && !adorns(.undo) && !adorns(.redo) && !adorns(.redo))
    #expect(!adorns(.undo) && !adorns(.undo) && adorns(.undo) && session.document.selection != nil)
    _ = session.choose(.selectRectangle)
    drag(session, Point(125, 125), Point(175, 125))
    #expect(session.document.floating != nil && adorns(.undo) && session.document.floating == nil)
  }

  /// Fails if handles are not where they are shown, or do not scale about the opposite one or
  /// rotate. Corners keep the proportions, unless Shift is held; while rotating, Shift means
  /// steps.
  @Test func handles() throws {
    let session = try make()
    func place(_ handle: SelectionFrame.Handle) throws -> Point {
      try #require(session.selectionFrame).place(of: handle, in: session.view, scale: 1)
    }
    #expect(try place(.bottomRight) == Point(150, 150) && place(.rotation) == Point(125, 60))
    for handle in SelectionFrame.Handle.allCases { #expect(session.selectionHandle(at: try place(handle)) == handle) }
    #expect(session.selectionHandle(at: Point(168, 150)) == .bottomRight)
    #expect(session.selectionHandle(at: Point(300, 250)) == nil)
    // With the interface scale, the target grows outwards.
    #expect(session.selectionHandle(at: Point(185, 150)) == nil)
    session.interfaceScale = 2
    #expect(session.selectionHandle(at: Point(185, 150)) == .bottomRight)
    session.interfaceScale = 1

    drag(session, Point(150, 150), Point(200, 200))
    #expect(session.selectionFrame?.corners[2] == Point(400, 400))
    #expect(session.selectionFrame?.corners[0] == Point(200, 200))
    drag(session, Point(200, 200), Point(180, 150))
    let corners = try #require(session.selectionFrame?.corners)
    #expect(abs((corners[2] - corners[0]).dx - (corners[2] - corners[0]).dy) < 1e-9)
    // Shift frees the proportions.
    drag(session, try place(.bottomRight), try place(.bottomRight) + Vector(20, 0), .shift)
    let freed = try #require(session.selectionFrame?.corners)
    #expect(abs((freed[2] - corners[2]).dx - 40) < 1e-9 && abs((freed[2] - corners[2]).dy) < 1e-9)
    _ = session.handle(SessionTests.key(Key.escape))

    drag(session, try place(.rotation), Point(190, 125), .shift)
    #expect(session.document.floating?.placement.rotation == .quarterTurn)
    _ = session.settle()
    #expect(image(session)[250, 250] == 0xFF1D_1F24)
    #expect(session.document.selection?.bounds == PixelRect(x: 200, y: 200, width: 100, height: 100))
  }

  /// Fails if keys cannot do what handles do, or arrows transform without a selection.
  @Test func byKeys() throws {
    let session = try make()
    let before = image(session)
    let (left, up, right, down) = (UInt32(0xFF51), UInt32(0xFF52), UInt32(0xFF53), UInt32(0xFF54))
    func press(_ key: UInt32, _ modifiers: Modifiers = []) -> Effects {
      session.handle(.key(KeyEvent(keysym: key, modifiers: modifiers)))
    }
    func corner() -> Point? { session.selectionFrame?.corners.first }
    #expect(!press(right).damage.isEmpty && corner() == Point(201, 200))
    _ = press(down, .shift)
    _ = press(left)
    #expect(corner() == Point(200, 210))
    _ = press(up, .shift)
    // Back in its place, there is no edit to undo.
    let steps = session.document.history.undoCount
    _ = session.settle()
    #expect(image(session).showsSame(as: before) && session.document.history.undoCount == steps)
    _ = press(right, [.control, .shift])
    _ = press(down, .control)
    let placed = try #require(session.document.floating?.placement)
    #expect(abs(placed.scaleX - 1.1) < 1e-9 && abs(placed.scaleY - 1 / 1.01) < 1e-9)
    _ = press(up, .alt)
    for _ in 0..<6 { _ = press(right, [.alt, .shift]) }
    let turned = try #require(session.document.floating?.placement)
    #expect(abs(turned.rotation.degrees - 90) < 1e-9 && abs(turned.scaleX - 1.1 * 1.01) < 1e-9)
    // Arrows point on the screen, in any rotation of the view.
    _ = session.handle(SessionTests.key(Key.escape))
    session.view.setRotation(.quarterTurn)
    _ = press(right)
    let way = try #require(session.document.floating?.placement.translation)
    #expect(abs(way.dx) < 1e-9 && abs(way.dy + 1) < 1e-9)
    _ = session.handle(SessionTests.key(Key.escape))
    _ = session.deselect()
    // Without a selection the canvas moves and the picture stays.
    #expect(press(right).viewChanged && press(right, .super).isEmpty)
    _ = session.choose(.hand)
    #expect(press(right).viewChanged && session.document.floating == nil)
  }

  /// Fails if undo of a floating selection drops several of its steps at once, or redo does not give
  /// them back, or the counts of the buttons leave them out.
  @Test func stepsOfAFloatingSelection() throws {
    let session = try make()
    let before = image(session)
    let count = session.undoCount
    var placements: [Placement?] = []
    func remember() { placements.append(session.document.floating?.placement) }
    drag(session, Point(125, 125), Point(175, 125))
    remember()
    let frame = try #require(session.selectionFrame)
    let corner = frame.place(of: .bottomRight, in: session.view, scale: 1)
    drag(session, corner, corner + Vector(30, 30))
    remember()
    let knob = try #require(session.selectionFrame).place(of: .rotation, in: session.view, scale: 1)
    drag(session, knob, knob + Vector(40, 10))
    remember()
    for isRepeat in [false, true, true] {
      _ = session.handle(.key(KeyEvent(keysym: 0xFF53, modifiers: [], isRepeat: isRepeat)))
    }
    remember()
    _ = session.perform(.flipSelection)
    remember()
    #expect(session.undoCount == count + 5 && session.redoCount == 0)
    for placement in placements.dropLast().reversed() {
      #expect(session.perform(.undo).panelsChanged)
      #expect(session.document.floating?.placement == placement)
    }
    #expect(session.undoCount == count + 1 && session.redoCount == 4)
    for placement in placements.dropFirst() {
      _ = session.perform(.redo)
      #expect(session.document.floating?.placement == placement)
    }
    for _ in placements { _ = session.perform(.undo) }
    let isRestored = image(session) == before
    #expect(isRestored && session.document.floating == nil && session.undoCount == count)
    // The steps of one floating selection are not those of the next.
    drag(session, Point(125, 125), Point(175, 125))
    drag(session, Point(175, 125), Point(185, 125))
    _ = session.handle(SessionTests.key(Key.escape))
    drag(session, Point(125, 125), Point(135, 125))
    _ = session.perform(.undo)
    let isBack = image(session) == before
    #expect(isBack && session.document.floating == nil)
  }

  /// Fails if steps of a floating selection that were all undone are lost for redo, or it floats after them.
  @Test func redoOfAllStepsAtOnce() throws {
    let session = try make()
    drag(session, Point(125, 125), Point(175, 125))
    drag(session, Point(175, 125), Point(185, 145))
    let moved = try #require(session.document.floating?.bounds)
    for _ in 0..<2 { _ = session.perform(.undo) }
    #expect(session.document.floating == nil && session.redoCount == 1)
    _ = session.perform(.redo)
    #expect(session.document.floating == nil && session.redoCount == 0)
    #expect(session.document.selection?.bounds == moved)
    let isThere = image(session).paintedBounds.intersection(moved).isEmpty
    #expect(!isThere)
  }

  /// Fails if flipping does not mirror the pixels about their middle, twice is not the same as
  /// never, or inverting selects the wrong pixels.
  @Test func flippingAndInverting() throws {
    let session = try make()
    let before = image(session)
    #expect(session.document.selection?[200, 200] == true && session.document.selection?[199, 200] == false)
    _ = session.perform(.invertSelection)
    #expect(session.document.selection?[200, 200] == false && session.document.selection?[199, 200] == true)
    _ = session.perform(.invertSelection)
    #expect(session.document.selection?.bounds == PixelRect(x: 200, y: 200, width: 100, height: 100))
    drag(session, Point(125, 125), Point(135, 125))
    let middle = session.document.floating?.placement.translation
    _ = session.perform(.flipSelection)
    #expect(session.document.floating?.placement.scaleX == -1 && session.document.floating?.placement.scaleY == 1)
    #expect(session.document.floating?.placement.translation == middle)
    _ = session.perform(.flipSelectionVertically)
    #expect(session.document.floating?.placement.scaleY == -1)
    _ = session.perform(.flipSelectionVertically)
    _ = session.perform(.flipSelection)
    _ = session.perform(.undo)
    _ = session.handle(SessionTests.key(Key.escape))
    let isSame = image(session) == before
    #expect(isSame)
    _ = session.perform(.selectAll)
    _ = session.perform(.invertSelection)
    #expect(session.document.selection == nil)
    #expect(session.perform(.flipSelection).requests.count == 1 && session.document.floating == nil)
    _ = session.perform(.invertSelection)
    #expect(session.document.selection?.count == session.document.width * session.document.height)
  }

  /// Fails if cut, copy and delete do not use the selection, or pasting loses its position.
  @Test func clipboard() throws {
    let session = try make()
    let before = image(session)
    #expect(session.paste().requests.count == 1)
    _ = session.cut()
    #expect(image(session)[250, 250] == 0)
    let effects = session.paste()
    #expect(!effects.damage.isEmpty && session.document.floating != nil)
    _ = session.settle()
    #expect(image(session).showsSame(as: before))
    _ = session.delete()
    #expect(image(session).tileCount == 0)
    // A selection out of sight is pasted into the middle of the window.
    _ = session.perform(.zoomActual)
    _ = session.handle(.scroll(ScrollEvent(dx: 0, dy: 5, position: .zero, modifiers: .control)))
    _ = session.paste()
    let middle = session.view.windowToCanvas(Point(200, 150))
    let frame = try #require(session.selectionFrame).corners
    #expect(frame[0].midpoint(to: frame[2]).distance(to: middle) < 200)
    _ = session.perform(.undo)
    #expect(session.document.floating == nil)
  }
}
