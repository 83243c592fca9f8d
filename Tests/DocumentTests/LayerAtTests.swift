import Geometry
import Raster
import Testing

@testable import Document
@testable import Storage

@Suite struct LayerAtTests {
  /// A drawing of 20 x 20 px. `lower` is inked everywhere, `upper`, in a group, in the left half.
  private func drawing(alpha: UInt32 = 255) throws -> (document: Document, lower: Layer.ID, upper: Layer.ID) {
    var document = try #require(Document(width: 20, height: 20))
    for y in 0..<20 { document.load(row: y, pixels: [UInt32](repeating: 0xFF10_2030, count: 20).span) }
    let lower = document.activeID
    _ = document.perform(.add(above: lower))
    let upper = document.activeID
    let half = (0..<20).map { $0 < 10 ? alpha << 24 : 0 }
    for y in 0..<20 { document.load(row: y, pixels: half.span) }
    _ = document.perform(.group([upper]))
    return (document, lower, upper)
  }

  /// Fails if the layer below a press is not the one that shows there.
  @Test func theHighestLayerWithInkIsFound() throws {
    var (document, lower, upper) = try drawing()
    #expect(document.layer(atX: 3, y: 3) == upper && document.layer(atX: 15, y: 3) == lower)
    #expect(document.layer(atX: 20, y: 3) == nil && document.layer(atX: 3, y: -1) == nil)
    let group = try #require(document.layers.last).id
    for operation in [
      LayerOperation.set(group, .visible(false)), .set(group, .opacity(0)), .set(upper, .visible(false)),
      .set(upper, .opacity(0)),
    ] {
      _ = document.perform(operation)
      #expect(document.layer(atX: 3, y: 3) == lower, "\(operation)")
      _ = document.undo()
    }
    _ = document.perform(.set(lower, .visible(false)))
    #expect(document.layer(atX: 15, y: 3) == nil)
  }

  /// Fails if the faint edge of a stroke hides what is below it, or is not found where nothing else is.
  @Test func faintInkIsFoundLast() throws {
    var (document, lower, upper) = try drawing(alpha: 9)
    #expect(document.layer(atX: 3, y: 3) == lower)
    _ = document.perform(.set(lower, .visible(false)))
    #expect(document.layer(atX: 3, y: 3) == upper)
  }

  /// Fails if a floating selection is not found, or still where it was lifted.
  @Test func floatingPixelsBelongToTheirLayer() throws {
    var (document, lower, upper) = try drawing()
    _ = document.activate(upper)
    document.select(Mask(width: 20, height: 20, isFull: true))
    let isLifted = document.lift()
    #expect(isLifted)
    var placement = try #require(document.floating?.placement)
    placement.translation = Vector(10, 0)
    _ = document.place(placement)
    #expect(document.layer(atX: 3, y: 3) == lower && document.layer(atX: 15, y: 3) == upper)
  }
}
