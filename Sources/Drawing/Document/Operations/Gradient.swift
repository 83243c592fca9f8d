import Geometry
import Pixels
import Raster

/// A gradient over all pixels of a layer, or over the selected ones.
public struct Gradient: Sendable, Hashable {
  /// The pixels.
  public var surface: SurfaceID
  /// The pixels that are painted; nil for all.
  public var selection: Mask?
  /// How places along the gradient are measured.
  public var kind: GradientPainter.Kind
  /// The position of the place 0 of its stops, canvas px: the centre of a radial gradient.
  public var from: Point
  /// The position of the place 1 of its stops, canvas px. If it equals `from`, the last colour is everywhere.
  public var to: Point
  /// The colours.
  public var stops: GradientStops
  /// The opacity of all colours, 0...255.
  public var opacity: UInt8

  public init(
    surface: SurfaceID, selection: Mask? = nil, kind: GradientPainter.Kind = .linear, from: Point, to: Point,
    stops: GradientStops = .standard, opacity: UInt8 = 255
  ) {
    (self.surface, self.selection, self.kind) = (surface, selection, kind)
    (self.from, self.to, self.stops, self.opacity) = (from, to, stops, opacity)
  }
}

extension Gradient {
  /// Paints it as an edit. Returns the pixels that may have changed; nil if it does not fit the drawing, or there is no
  /// area to paint.
  func paint(on document: inout Document) -> Region? {
    guard let at = document.index(of: surface), fits(document) else { return nil }
    let writer = write(to: &document, at, within: nil)
    document.record(.gradient(self), by: writer)
    return writer.region(of: document.layers[at][surface.plane])
  }

  /// Shows a part of it, canvas px, on the pixels that its layer had before, without an edit. The caller puts pixels back
  /// before the next edit. Returns the pixels that may have changed.
  package func preview(
    on document: inout Document, over before: TileGrid, within part: PixelRect, workers: WorkerPool
  ) -> Region {
    guard let at = document.index(of: surface), fits(document) else { return Region() }
    document.layers[at][surface.plane] = before
    let writer = write(to: &document, at, within: part, workers)
    return writer.region(of: document.layers[at][surface.plane])
  }

  private func fits(_ document: borrowing Document) -> Bool {
    (selection.map { document.fits($0) } ?? true) && document.canCover(selection)
  }

  /// Paints a part, nil for all, of the layer at an index.
  private func write(to document: inout Document, _ at: Int, within part: PixelRect?, _ workers: WorkerPool? = nil)
    -> LayerWriter
  {
    let painter = GradientPainter(kind, from: from, to: to, stops, opacity: opacity)
    var writer = LayerWriter(
      to: surface, limit: selection.map { CoverageLimit($0) }, keepsAlpha: document.keepsAlpha(of: surface))
    let (plane, image) = (surface.plane, document.layers[at][surface.plane])
    func square(_ index: Int) -> PixelRect {
      let square = image.bounds(ofTile: index)
      return part.map { square.intersection($0) } ?? square
    }
    let tiles = (selection.map { Array($0.tileIndices) } ?? Array(0..<image.slotCount)).filter {
      !square($0).isEmpty && !painter.isClear(square($0))
    }
    let painted = workers.map { painter.painted(tiles, within: part ?? image.bounds, of: image, workers: $0) }
    for index in tiles {
      writer.write(square(index), ofTile: index, of: &document.layers[at][plane]) { image, _ in
        if let painted {
          image[index] = painted[index]
        } else {
          painter.paint(square(index), ofTile: index, of: &image)
        }
      }
    }
    return writer
  }
}
