import Geometry
import Ink
import Paint
import Raster

/// The strokes that lifted pixels consist of, found by drawing them again: only if they give the same pixels, and none
/// outside the selection, is nothing else among those pixels.
///
/// So the pixels can be drawn again at another size instead of being interpolated.
struct WholeStrokes {
  /// The strokes as they were drawn, oldest first.
  let strokes: [StrokeRecord]
  /// The canvas, px.
  private let bounds: PixelRect

  /// Above this number of samples, pixels are interpolated: drawing them would take longer than a user waits when a
  /// selection is placed.
  static let mostSamples = 20_000

  /// Finds the strokes of a clipping that was lifted off pixels of a drawing. Nil if it has other pixels too, if a stroke
  /// was only partly selected, or if the strokes are not known.
  init?(of clipping: Clipping, on surface: SurfaceID, in document: borrowing Document, filler: CoverageFiller) {
    guard let candidates = Self.candidates(clipping.mask, on: surface, in: document), !candidates.isEmpty else {
      return nil
    }
    (strokes, bounds) = (candidates, document.bounds)
    guard let drawn = Self.draw(candidates, width: document.width, height: document.height, filler: filler),
      Self.areSame(drawn, clipping.image)
    else { return nil }
  }

  /// The strokes after their pixels were moved; nil if one cannot be drawn there.
  func mapped(by map: Affine) -> [StrokeRecord]? {
    let mapped = strokes.compactMap { $0.mapped(by: map, onCanvas: bounds) }
    return mapped.count == strokes.count ? mapped : nil
  }

  /// The strokes with all samples inside a selection; nil if one has some, or if they are too many.
  private static func candidates(
    _ mask: Mask, on surface: SurfaceID, in document: borrowing Document
  ) -> [StrokeRecord]? {
    var known: [(head: Operation, strokes: () -> [StrokeRecord]?)] = []
    for edit in document.history.done {
      guard edit.surface == surface || edit.head.canvas != nil else { continue }
      switch edit.head {
      case .canvas(.setResolution): break
      // The strokes have other places since then.
      case .canvas: known.removeAll()
      case .clear(let clearing) where clearing.selection == nil: known.removeAll()
      default:
        if edit.head.replacesLast { _ = known.popLast() }
        known.append((edit.head, { Self.strokes(of: edit) }))
      }
    }
    var found: [StrokeRecord] = []
    for (head, strokes) in known {
      switch head {
      case .clear(let clearing):
        guard let gone = clearing.selection else { continue }
        found.removeAll { gone.holds($0) == .all }
      case .place(let placing):
        if case .lifted(let gone) = placing.source { found.removeAll { gone.holds($0) == .all } }
        guard let strokes = strokes() else { return nil }
        found += strokes
      default:
        if head.stroke != nil {
          guard let strokes = strokes() else { return nil }
          found += strokes
        }
      }
    }
    var chosen: [StrokeRecord] = []
    for stroke in found {
      switch mask.holds(stroke) {
      case .all: chosen.append(stroke)
      case .some: return nil
      case .none: break
      }
    }
    let samples = chosen.reduce(0) { $0 + $1.samples.count }
    return samples <= mostSamples ? chosen : nil
  }

  /// What an edit drew, as strokes.
  private static func strokes(of edit: Edit) -> [StrokeRecord]? {
    guard var operation = edit.operation else { return nil }
    if case .replacement(let other) = operation { operation = other }
    switch operation {
    case .stroke(let record): return [record]
    case .shape(let shape): return [shape.stroke]
    case .place(let placing): return placing.strokes
    default: return nil
    }
  }

  /// Draws strokes on an empty layer of a canvas of a size, px; nil if one of them cannot be drawn here.
  static func draw(_ strokes: [StrokeRecord], width: Int, height: Int, filler: CoverageFiller) -> TileGrid? {
    guard var sheet = Document(width: 1, height: 1) else { return nil }
    sheet.setSize(width: width, height: height)
    let surface = sheet.activeSurface
    sheet.layers[sheet.activeLayer].image = TileGrid(width: width, height: height)
    for var stroke in strokes {
      (stroke.surface, stroke.selection) = (surface, nil)
      guard sheet.draw(stroke, filler: filler) != nil else { return nil }
      sheet.history = History()
    }
    return sheet.activeImage
  }

  private static func areSame(_ a: TileGrid, _ b: TileGrid) -> Bool {
    func isClear(_ tile: Tile?) -> Bool { tile?.isTransparent ?? true }
    return Set(a.tileIndices).union(b.tileIndices).allSatisfy { index in
      a[index] == b[index] || isClear(a[index]) && isClear(b[index])
    }
  }
}

extension Mask {
  fileprivate enum Part { case none, some, all }

  /// How many of a stroke's samples are on its pixels. One that was drawn in a selection is never held as a whole.
  fileprivate func holds(_ stroke: StrokeRecord) -> Part {
    guard let first = stroke.samples.first else { return .none }
    func holds(_ sample: PenSample) -> Bool {
      let (x, y) = (sample.position.x.rounded(.down), sample.position.y.rounded(.down))
      guard x >= 0, y >= 0, x < Double(width), y < Double(height) else { return false }
      return self[Int(x), Int(y)]
    }
    let isHeld = holds(first)
    guard stroke.samples.allSatisfy({ holds($0) == isHeld }) else { return .some }
    if !isHeld { return .none }
    return stroke.selection == nil ? .all : .some
  }
}
