import Document
import Geometry
import Raster
import Testing

@testable import Pixels
@testable import Studio

/// Layers that are merged with another look.
@Suite struct MergedLookSessionTests {
  private func session(_ mode: CompositeOperator) throws -> Session {
    var document = try #require(Document(width: 100, height: 80))
    if document.isPaperShown { _ = document.perform(.setPaperShown(false)) }
    // The uppermost meets the lowest beside the one between them.
    for (left, colour) in [(40, 0xD0_3020), (0, 0x20_40C0), (20, 0x30_B050)] {
      if left != 40 { _ = document.perform(.add(above: document.activeID)) }
      document.select(document.mask(of: PixelRect(x: left, y: 10, width: 50, height: 50)))
      _ = document.coverActiveLayer(colour: UInt32(colour))
      document.select(nil)
    }
    _ = document.perform(.set(document.activeID, .blend(mode)))
    return try #require(Session(document: document, windowWidth: 100, windowHeight: 80))
  }

  /// Fails if a merge that changes the picture is not said, or merging all below then does not keep the look.
  @Test func itIsSaid() throws {
    let session = try session(.multiply)
    let before = session.document
    let effects = session.perform(.mergeDown)
    let isOffered = effects.requests.contains { if case .undoableMerge = $0 { true } else { false } }
    #expect(isOffered && session.document.layers.count == 2 && !session.document.looksSame(as: before))
    let merged = session.perform(.mergeVisible)
    #expect(
      !merged.requests.contains {
        switch $0 {
        case .message, .undoable, .undoableMerge: true
        default: false
        }
      })
    #expect(session.document.layers.count == 1 && session.document.looksSame(as: before))
    for _ in 0..<2 { _ = session.perform(.undo) }
    #expect(session.document.layers.count == 3 && session.document.looksSame(as: before))
  }

  /// Fails if a merge with the same look is said, or if the key merges other layers than those of the active one.
  @Test func theSameLookIsNotSaid() throws {
    let session = try session(.sourceOver)
    let before = session.document
    #expect(session.perform(.mergeDown).requests.isEmpty && session.document.looksSame(as: before))
    #expect(session.perform(.mergeVisible).requests.isEmpty && session.document.layers.count == 1)
    #expect(session.document.looksSame(as: before))
    #expect(session.perform(.mergeVisible).requests.count == 1)
  }
}
