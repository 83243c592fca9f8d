import Geometry
import Ink
import Input
import Paint
import Raster
import Testing

@testable import Document
@testable import Studio

/// Strokes that change while the artist draws on.
@Suite struct StrokeChangeSessionTests {
  private let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  private func session() throws -> Session {
    let document = try #require(Document(width: 200, height: 200))
    let session = try #require(Session(document: document, windowWidth: 200, windowHeight: 200))
    session.brush = Brush(size: 8, minimumShare: 1)
    return session
  }

  private func pen(_ phase: PointerEvent.Phase, _ x: Double, _ y: Double, _ time: Double) -> InputEvent {
    .pointer(PointerEvent(phase, PenSample(position: Point(x, y), time: time, pressure: 1)))
  }

  private func line(_ session: Session, y: Double, colour: UInt32) {
    session.style.colour = colour
    _ = session.handle(pen(.down, 20, y, 0))
    for i in 1...8 { _ = session.handle(pen(.drag, 20 + 20 * Double(i), y, Double(i) / 50)) }
    _ = session.handle(pen(.up(.lifted), 180, y, 0.2))
    _ = session.flush(now: 0.2)
  }

  /// What the worker of the program does.
  private func compute(_ session: Session, for document: Document? = nil, seen: PixelRect? = nil) throws -> Effects {
    let begun = try #require(session.strokeChange)
    var change = begun
    var effects: Effects
    do throws(ChangeFault) {
      try change.compute(for: document ?? session.settledDocument, seen: seen, filler: filler)
      effects = session.take(.success(change), of: begun)
    } catch { effects = session.take(.failure(error), of: begun) }
    if session.hasComputedChange { effects.add(session.adoptChange()) }
    return effects
  }

  private func pixel(_ session: Session, _ x: Int, _ y: Int) -> UInt32 {
    session.document.activeImage[y / 64 * 4 + x / 64]?.pixels[y % 64 * 64 + x % 64] ?? 0
  }

  private func says(_ effects: Effects) -> String? {
    effects.requests.lazy.compactMap { request in
      switch request {
      case .message(let text), .undoable(let text): text
      default: nil
      }
    }.first
  }

  /// Fails if the last stroke does not get the colour, or undo does not take that back.
  @Test func theLastStrokeGetsTheColour() throws {
    let session = try session()
    line(session, y: 40, colour: 0xFF0000)
    line(session, y: 80, colour: 0x00FF00)
    session.style.colour = 0x0000FF
    #expect(session.perform(.recolourStrokes).requests == [.computeChange])
    let effects = try compute(session)
    #expect(says(effects) == "1 stroke is changed" && !effects.damage.isEmpty && effects.panelsChanged)
    #expect(pixel(session, 100, 80) == 0xFF00_00FF && pixel(session, 100, 40) == 0xFFFF_0000)
    _ = session.perform(.undo)
    #expect(pixel(session, 100, 80) == 0xFF00_FF00)
  }

  /// A session with lines over a large canvas, all selected, and blue to recolour them.
  private func wide() throws -> Session {
    let document = try #require(Document(width: 2000, height: 1500))
    let session = try #require(Session(document: document, windowWidth: 2000, windowHeight: 1500))
    // Packed edits are differences to the pixels that they find.
    var limits = EditStore.Limits()
    limits.plainEdits = 2
    session.keepEdits(in: EditStore(workingAtOnce: limits, file: { nil }))
    _ = session.document.fill(at: Point(5, 5), colour: 0xFFFF00, FillSettings())
    session.brush = Brush(size: 8, minimumShare: 1)
    session.style.colour = 0xFF0000
    for y in stride(from: 8.0, to: 1500, by: 16) {
      let places = (0...4).map { session.view.canvasToWindow(Point(500 * Double($0), y)) }
      _ = session.handle(pen(.down, places[0].x, places[0].y, 0))
      for i in 1...4 { _ = session.handle(pen(.drag, places[i].x, places[i].y, Double(i) / 10)) }
      _ = session.handle(pen(.up(.lifted), places[4].x, places[4].y, 0.5))
      _ = session.flush(now: 0.5)
    }
    session.document.select(session.document.mask(of: session.document.bounds))
    session.style.colour = 0x0000FF
    return session
  }

  /// A pixel of the window that shows a place of the canvas.
  private func shown(_ session: Session, _ x: Double, _ y: Double) -> UInt32 {
    let place = session.view.canvasToWindow(Point(x, y))
    let (column, row) = (Int(place.x), Int(place.y))
    var pixels = [UInt32](repeating: 0, count: 2000 * 1500)
    var span = pixels.mutableSpan
    session.render(PixelRect(x: column, y: row, width: 1, height: 1), surround: 0, to: &span, stride: 2000)
    return pixels[row * 2000 + column]
  }

  private static let seen = PixelRect(x: 0, y: 0, width: 100, height: 100)

  /// Fails if what is seen of a long change is not shown before the rest, hides what is drawn meanwhile, or stays after
  /// the change is cancelled.
  @Test(arguments: [1, 0.5]) func whatIsSeenComesFirst(zoom: Double) throws {
    let session = try wide()
    _ = session.setZoom(zoom)
    func isBlue(_ x: Double, _ y: Double) -> Bool { shown(session, x, y) == 0xFF00_00FF }
    func isRed(_ x: Double, _ y: Double) -> Bool { shown(session, x, y) == 0xFFFF_0000 }
    #expect(isRed(90, 88) && isRed(1500, 88))
    for isCancelled in [true, false] {
      _ = session.perform(.recolourStrokes)
      let preview = try compute(session, seen: Self.seen)
      #expect(preview.requests == [.computeChange] && preview.damage.rects.contains { $0.intersects(Self.seen) })
      #expect(isBlue(90, 88) && isRed(1500, 88) && !session.hasComputedChange)
      #expect(session.document.activeImage[90, 88] == 0xFFFF_0000)
      if isCancelled {
        let ended = session.cancelChange()
        #expect(!ended.damage.isEmpty && isRed(90, 88))
        continue
      }
      // A stroke over the preview. Its tile has no preview from then on.
      session.document.select(nil)
      session.style.colour = 0x00FF00
      let map = session.view.canvasToWindow
      let places = [Point(72, 70), Point(72, 100)].map { map($0) }
      _ = session.handle(pen(.down, places[0].x, places[0].y, 1))
      _ = session.handle(pen(.drag, places[1].x, places[1].y, 1.1))
      let effects = session.flush(now: 1.1)
      #expect(shown(session, 72, 88) == 0xFF00_FF00 && isRed(90, 88) && isBlue(30, 56))
      let damage = session.windowDamage(of: effects.damage)
      let other = map(Point(90, 88))
      #expect(damage.rects.contains { $0.contains(x: Int(other.x), y: Int(other.y)) })
      _ = session.handle(pen(.up(.lifted), places[1].x, places[1].y, 1.2))
      _ = session.flush(now: 1.2)
      #expect(says(try compute(session, seen: Self.seen))?.hasSuffix("strokes are changed") == true)
      #expect(shown(session, 72, 88) == 0xFF00_FF00 && isBlue(90, 88) && isBlue(1500, 88))
    }
  }

  /// Fails if pixels that are lifted after a preview are missing in the change.
  @Test func liftedPixelsCount() throws {
    let session = try wide()
    _ = session.perform(.recolourStrokes)
    #expect(try compute(session, seen: Self.seen).requests == [.computeChange])
    session.document.select(session.document.mask(of: PixelRect(x: 60, y: 60, width: 300, height: 300)))
    _ = session.document.lift()
    #expect(session.document.floating != nil && session.document.activeImage[90, 88] == 0)
    _ = try compute(session)
    #expect(session.hasComputedChange)
    _ = session.document.cancelFloating()
    #expect(says(session.adoptChange())?.hasSuffix("strokes are changed") == true)
    let image = session.document.activeImage
    #expect(image[90, 88] == 0xFF00_00FF && image[1500, 88] == 0xFF00_00FF && image[90, 80] == 0xFFFF_FF00)
  }

  /// Fails if a change of a drawing without strokes does not end.
  @Test func nothingIsDrawnYet() throws {
    let session = try session()
    _ = session.perform(.recolourStrokes)
    let effects = try compute(session, seen: Self.seen)
    #expect(says(effects) == "No stroke of this layer can be changed." && session.strokeChange == nil)
  }

  /// Fails if a stroke that was drawn during the computation is lost, or the change is.
  @Test func drawingGoesOn() throws {
    let session = try session()
    line(session, y: 40, colour: 0xFF0000)
    session.style.colour = 0x0000FF
    _ = session.perform(.recolourStrokes)
    let before = session.settledDocument
    // This one begins before the change is computed, and ends behind it.
    session.style.colour = 0x00FF00
    _ = session.handle(pen(.down, 20, 40, 1))
    _ = session.handle(pen(.drag, 100, 40, 1.1))
    _ = session.flush(now: 1.1)
    #expect(try compute(session, for: before).isEmpty && session.hasComputedChange)
    _ = session.handle(pen(.up(.lifted), 100, 40, 1.2))
    _ = session.flush(now: 1.2)
    #expect(session.adoptChange().requests == [.computeChange])
    #expect(!session.hasComputedChange)
    let effects = try compute(session)
    #expect(says(effects) == "1 stroke is changed")
    #expect(pixel(session, 60, 40) == 0xFF00_FF00 && pixel(session, 150, 40) == 0xFF00_00FF)
    #expect(session.document.history.undoCount == 3 && session.strokeChange == nil)
  }

  /// Fails if undo during the computation undoes a stroke, or a second change begins meanwhile.
  @Test func undoCancelsIt() throws {
    let session = try session()
    line(session, y: 40, colour: 0xFF0000)
    _ = session.perform(.deleteStrokes)
    #expect(says(session.perform(.deleteStrokes)) == "Other strokes are still being changed.")
    #expect(session.perform(.undo).requests == [.cancelChange])
    let begun = try #require(session.strokeChange)
    #expect(says(session.cancelChange()) == "The change of strokes was cancelled.")
    // What the worker computed nevertheless.
    #expect(session.take(.success(begun), of: begun).isEmpty && !session.hasComputedChange)
    #expect(session.document.history.undoCount == 1 && session.strokeChange == nil)
    _ = session.perform(.undo)
    #expect(session.document.history.undoCount == 0)
  }

  /// Fails if strokes beside the selection change, or other layers' do, or the brush keeps its size.
  @Test func theSelectionChooses() throws {
    let session = try session()
    line(session, y: 40, colour: 0xFF0000)
    line(session, y: 80, colour: 0xFF0000)
    line(session, y: 120, colour: 0xFF0000)
    session.document.select(session.document.mask(of: PixelRect(x: 0, y: 20, width: 200, height: 80)))
    session.brush = Brush(size: 20, minimumShare: 1)
    _ = session.perform(.rebrushStrokes)
    #expect(says(try compute(session)) == "2 strokes are changed")
    for (y, isWide) in [(48, true), (88, true), (128, false)] {
      #expect((pixel(session, 100, y) != 0) == isWide, "\(y)")
    }
    _ = session.perform(.deleteStrokes)
    #expect(says(try compute(session)) == "2 strokes are deleted")
    #expect(pixel(session, 100, 40) == 0 && pixel(session, 100, 120) == 0xFFFF_0000)
    _ = session.perform(.deleteStrokes)
    #expect(says(try compute(session)) == "No stroke of this layer lies within the selection.")
    _ = session.perform(.deselect)
    _ = session.perform(.addLayer)
    _ = session.perform(.deleteStrokes)
    #expect(says(try compute(session)) == "No stroke of this layer can be changed.")
  }

  /// Fails if a stroke that is so already becomes a step, or an erasing one counts as ink.
  @Test func whatHasNoEffect() throws {
    let session = try session()
    line(session, y: 40, colour: 0xFF0000)
    _ = session.perform(.recolourStrokes)
    #expect(says(try compute(session)) == "The strokes are like that already.")
    _ = session.choose(.eraser)
    line(session, y: 40, colour: 0xFF0000)
    _ = session.choose(.brush)
    session.style.colour = 0x0000FF
    _ = session.perform(.recolourStrokes)
    #expect(says(try compute(session)) == "1 stroke is changed")
    #expect(session.document.history.undoCount == 3)
  }

  /// Fails if the ink of a resting hand stays because a change is being computed, or undo after another edit cancels
  /// the change instead.
  @Test func undoneMeanwhile() throws {
    let session = try session()
    line(session, y: 40, colour: 0xFF0000)
    session.style.colour = 0x0000FF
    _ = session.perform(.recolourStrokes)
    _ = session.handle(pen(.down, 20, 120, 1))
    _ = session.handle(pen(.drag, 100, 120, 1.1))
    _ = session.flush(now: 1.1)
    _ = session.handle(pen(.up(.overruled), 100, 120, 1.2))
    #expect(pixel(session, 60, 120) == 0 && session.strokeChange != nil)
    line(session, y: 160, colour: 0x00FF00)
    #expect(!session.perform(.undo).requests.contains(.cancelChange))
    #expect(pixel(session, 60, 160) == 0 && session.strokeChange != nil)
    #expect(says(try compute(session)) == "1 stroke is changed")
    #expect(pixel(session, 100, 40) == 0xFF00_00FF)
  }

  /// Fails if strokes of a locked layer change, or a colour changes the opacity.
  @Test func locksAndOpacity() throws {
    let session = try session()
    session.style.opacity = 128
    line(session, y: 40, colour: 0xFF0000)
    (session.style.colour, session.style.opacity) = (0x0000FF, 255)
    _ = session.perform(.recolourStrokes)
    #expect(says(try compute(session)) == "1 stroke is changed")
    #expect(pixel(session, 100, 40) >> 24 == 128 && session.style.opacity == 255)
    _ = session.perform(.lockLayer)
    let refused = session.perform(.deleteStrokes)
    #expect(says(refused)?.isEmpty == false && session.strokeChange == nil)
  }

  /// Fails if a change is made although the stroke was undone meanwhile.
  @Test func theStrokeWasUndone() throws {
    let session = try session()
    line(session, y: 40, colour: 0xFF0000)
    session.style.colour = 0x0000FF
    _ = session.perform(.recolourStrokes)
    var change = try #require(session.strokeChange)
    try change.compute(for: session.settledDocument, filler: filler)
    _ = session.document.undo()
    #expect(session.take(.success(change), of: change).isEmpty)
    #expect(session.adoptChange().requests == [.computeChange])
    let said = says(try compute(session))
    #expect(said?.contains("changed meanwhile") == true && session.strokeChange == nil)
  }

  /// Fails if a copy during the computation passes for one of the changed strokes, or one afterwards does not show them.
  @Test func copiesAreFromBefore() throws {
    let session = try session()
    line(session, y: 40, colour: 0xFF0000)
    session.style.colour = 0x0000FF
    _ = session.perform(.recolourStrokes)
    for action in [Action.copy, .copyLayer] {
      #expect(says(session.perform(action))?.hasPrefix("Strokes are still being changed") == true, "\(action)")
    }
    _ = try compute(session)
    #expect(session.perform(.copy).requests == [.copied])
    #expect(session.clipboard?.image[100, 40] == 0xFF00_00FF)
  }
}
