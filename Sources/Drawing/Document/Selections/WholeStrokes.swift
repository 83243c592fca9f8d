import Geometry
import Ink
import Paint
import Raster

/// The strokes that lifted pixels consist of. The pixels can then be drawn again at another size instead of being
/// interpolated.
///
/// The strokes are accepted only if they reproduce exactly these pixels, and none outside the selection.
struct WholeStrokes {
  /// A stroke as it was drawn.
  private struct Known {
    var record: StrokeRecord
    /// What its samples follow; nil for a stroke by hand.
    var outline: ShapeOutline?
    /// The index of its edit among those that are looked at.
    var edit = 0
  }

  private let strokes: [Known]
  /// The canvas, px.
  private let bounds: PixelRect

  /// The most samples of all strokes.
  static let mostSamples = 20_000
  /// The longest time, s, that the strokes may take to be drawn, before and after they are mapped. It is estimated, rather
  /// too high, and shorter than a user notices when a selection is placed.
  private static let mostTime = 1.0

  /// Finds the strokes of a clipping that was lifted off pixels of a drawing. Nil if it has other pixels too, if a stroke
  /// was only partly selected, if the strokes are not known, or if drawing them takes too long.
  init?(of clipping: Clipping, on surface: SurfaceID, in document: borrowing Document, filler: CoverageFiller) {
    guard let known = Self.known(clipping.mask, on: surface, in: document), !known.isEmpty else { return nil }
    let (width, height) = (document.width, document.height)
    (strokes, bounds) = (known, document.bounds)
    let records = known.map(\.record)
    // Ink that the canvas cut off would appear where it is placed.
    guard Self.time(records) <= Self.mostTime, records.allSatisfy({ $0.isInside(document.bounds) }),
      let drawn = Self.draw(records, width: width, height: height, filler: filler),
      Self.areSame(drawn, clipping.image)
    else { return nil }
  }

  /// The strokes after their pixels were moved; nil if one cannot be drawn there, or drawing them takes too long.
  func mapped(by map: Affine) -> [StrokeRecord]? {
    let mapped = strokes.compactMap { Self.mapped($0, by: map, bounds) }
    let samples = mapped.reduce(0) { $0 + $1.samples.count }
    guard mapped.count == strokes.count, samples <= Self.mostSamples, Self.time(mapped) <= Self.mostTime else {
      return nil
    }
    return mapped
  }

  /// Curves of a shape get smaller chords where they become larger.
  private static func mapped(_ known: Known, by map: Affine, _ bounds: PixelRect) -> StrokeRecord? {
    var record = known.record
    if let outline = known.outline, let scale = map.uniformScale {
      record = ShapeStroke(stroke: record, outline: outline).stroke(scale: max(1, scale))
    }
    return record.mapped(by: map, onCanvas: bounds)
  }

  private static func time(_ strokes: [StrokeRecord]) -> Double {
    strokes.reduce(0) { $0 + $1.drawingTime(samples: $1.samples.count) }
  }

  // MARK: Finding

  /// The strokes with all samples inside a selection; nil if one has some, or if they are too many.
  private static func known(_ mask: Mask, on surface: SurfaceID, in document: borrowing Document) -> [Known]? {
    guard let edits = edits(mask, on: surface, in: document) else { return nil }
    var found: [Known] = []
    for (index, edit) in edits.enumerated() {
      switch edit.head {
      case .clear(let clearing):
        if let gone = clearing.selection { found.removeAll { gone.holds($0.record) == .all } }
      case .place(let placing):
        guard case .lifted(let gone) = placing.source else { continue }
        let moved = found.filter { gone.holds($0.record) == .all }
        found.removeAll { gone.holds($0.record) == .all }
        if !placing.strokes.isEmpty {
          guard let strokes = edit.operation?.placing?.strokes else { return nil }
          found += strokes.map { Known(record: $0, edit: index) }
        } else if placing.map.isExact {
          found += moved.compactMap { known in
            known.record.mapped(by: placing.map, onCanvas: document.bounds).map { Known(record: $0, edit: index) }
          }
        }
      default:
        if edit.head.replacesLast, let last = found.last?.edit { found.removeAll { $0.edit == last } }
        guard edit.isStroke else { continue }
        let known = strokes(of: edit)
        guard !known.isEmpty else { return nil }
        found += known.map { Known(record: $0.record, outline: $0.outline, edit: index) }
      }
    }
    var chosen: [Known] = []
    for known in found {
      switch mask.holds(known.record) {
      // Those are not mapped.
      case .all where known.record.brush.usesChance || known.record.brush.paper != nil: return nil
      case .all: chosen.append(known)
      case .some: return nil
      case .none: break
      }
    }
    return chosen.reduce(0) { $0 + $1.record.samples.count } <= mostSamples ? chosen : nil
  }

  /// The edits that could have made the pixels of a selection, oldest first; nil if they have too many samples to be
  /// looked at.
  private static func edits(_ mask: Mask, on surface: SurfaceID, in document: borrowing Document) -> [Edit]? {
    var tiles = Set(mask.tileIndices)
    var edits: [Edit] = []
    var samples = 0
    search: for edit in document.history.done.reversed() {
      switch edit.head {
      case .canvas(.setResolution): continue
      // The strokes have other places since then.
      case .canvas: break search
      case .clear(let clearing) where edit.surface == surface && clearing.selection == nil: break search
      default: break
      }
      guard edit.surface == surface, edit.tileIndices.contains(where: { tiles.contains($0) }) else { continue }
      // Its pixels came from elsewhere.
      if case .place(let placing) = edit.head, case .lifted(let from) = placing.source {
        tiles.formUnion(from.tileIndices)
      }
      samples += edit.sampleCount
      if samples > 4 * mostSamples { return nil }
      edits.append(edit)
    }
    return edits.reversed()
  }

  /// The strokes that an edit drew; none if it cannot be read.
  private static func strokes(of edit: Edit) -> [Known] {
    guard var operation = edit.operation else { return [] }
    if case .replacement(let other) = operation { operation = other }
    if case .shape(let shape) = operation { return [Known(record: shape.stroke, outline: shape.outline)] }
    return operation.strokes.map { Known(record: $0) }
  }

  // MARK: Drawing

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
      a[index]?.narrowed == b[index]?.narrowed || isClear(a[index]) && isClear(b[index])
    }
  }
}

extension StrokeRecord {
  /// Whether all of its ink, with that of its copies, is on a canvas.
  fileprivate func isInside(_ bounds: PixelRect) -> Bool {
    // The pressure can make a tilt pencil four times as broad.
    let broadest = brush.width.tiltPencil == nil ? brush.width.flat : 4
    let room = Rect(bounds).insetBy(brush.size * max(1, broadest) * (widths?.greatest ?? 1) / 2 + 1)
    let maps = [.identity] + (symmetry.isActive ? symmetry.copies(onCanvas: bounds) : [])
    return samples.allSatisfy { sample in
      maps.allSatisfy { map in
        let place = map(sample.position)
        return place.x >= room.minX && place.x <= room.maxX && place.y >= room.minY && place.y <= room.maxY
      }
    }
  }
}

extension Mask {
  fileprivate enum Part { case none, some, all }

  /// How many of a stroke's samples are on its pixels, or of those of its part. A stroke that was drawn in a selection is never held as a whole.
  fileprivate func holds(_ stroke: StrokeRecord) -> Part {
    let samples = stroke.shownSamples
    guard let first = samples.first else { return .none }
    func holds(_ sample: PenSample) -> Bool {
      let (x, y) = (sample.position.x.rounded(.down), sample.position.y.rounded(.down))
      guard x >= 0, y >= 0, x < Double(width), y < Double(height) else { return false }
      return self[Int(x), Int(y)]
    }
    let isHeld = holds(first)
    guard samples.allSatisfy({ holds($0) == isHeld }) else { return .some }
    if !isHeld { return .none }
    return stroke.selection == nil ? .all : .some
  }
}
