import Raster

/// How far two renderings of the same strokes may differ and still count as the same picture.
///
/// Versions of Cairo round the coverage of a pixel at an edge differently, by up to about 3 levels.
/// In overlapping strokes, these errors add up. A missing, moved or changed stroke differs by far
/// more. The rule holds in every tile of every layer, for premultiplied channels:
/// - No channel of a pixel differs by more than `largest`.
/// - If either picture has at least `fewest` painted pixels, these differ by at most `mean` on
///   average. The channel that differs most counts.
enum InkTolerance {
  /// The largest difference of a channel, levels: eight overlapping strokes, each off by 3 levels.
  static let largest: UInt32 = 24
  /// The largest mean difference of a tile's painted pixels, levels.
  static let mean = 3
  /// The smallest number of painted pixels for which the mean is checked.
  static let fewest = 64

  /// Whether two images of the same size count as the same. O(1) for shared or equal tiles.
  static func allows(_ a: TileGrid, _ b: TileGrid) -> Bool {
    guard a.width == b.width, a.height == b.height else { return false }
    return a.tileIndices.allSatisfy { allows(a[$0], b[$0]) }
      && b.tileIndices.allSatisfy { a[$0] != nil || allows(nil, b[$0]) }
  }

  /// Whether two tiles count as the same; nil is a transparent tile.
  static func allows(_ a: Tile?, _ b: Tile?) -> Bool {
    if a == b { return true }
    let none = Tile()
    let (a, b) = (a ?? none, b ?? none)
    // A level is the unit, so 8 bits a channel are enough.
    let (first, second) = (a.pixels, b.pixels)
    let (old, new) = (first.span, second.span)
    var (painted, sum) = (0, 0)
    for i in 0..<Tile.count {
      let (p, q) = (old[unchecked: i], new[unchecked: i])
      if p | q == 0 { continue }
      painted += 1
      let distance = Pixel.distance(p, q)
      if distance > largest { return false }
      sum += Int(distance)
    }
    return painted < fewest || sum <= mean * painted
  }
}

extension Document {
  /// Whether both are identical except for the active layer and for characters in
  /// names that a file cannot store.
  func showsSame(as other: Document) -> Bool { matches(other) { $0.showsSame(as: $1) } }

  func matches(_ other: Document, _ isSame: (TileGrid, TileGrid) -> Bool) -> Bool {
    guard bounds == other.bounds, layers.count == other.layers.count, paper == other.paper,
      isPaperShown == other.isPaperShown,
      selection == other.selection
    else { return false }
    return zip(layers, other.layers).allSatisfy { a, b in
      var (own, others) = (a.properties, b.properties)
      (own.name, others.name) = (Self.nameInFile(own.name), Self.nameInFile(others.name))
      return a.id == b.id && own == others && a.content == b.content && a.depth == b.depth && a.surfaces == b.surfaces
        && a.surfaces.allSatisfy { isSame(a[$0.plane], b[$0.plane]) }
    }
  }

  /// Returns a layer's name as it is read back from a file: XML has no control characters.
  package static func nameInFile(_ name: String) -> String {
    var text = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\t", "\n", "\r": text.append(scalar)
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": text.append("\u{FFFD}")
      default: text.append(scalar)
      }
    }
    return String(text)
  }

  /// Whether two drawings are the same, except for `InkTolerance`, the active layer, and names that
  /// a file cannot hold.
  package func agrees(with other: Document) -> Bool { matches(other) { InkTolerance.allows($0, $1) } }

  /// The changes to the pixels of another drawing with the same layers; empty if they are equal,
  /// whatever their depth.
  package func corrections(to other: Document) -> [SurfaceDeltas] {
    surfaces.compactMap { surface -> SurfaceDeltas? in
      guard let own = image(of: surface), let image = other.image(of: surface) else { return nil }
      let indices = Set(own.tileIndices).union(image.tileIndices).sorted()
      let changes = indices.compactMap { index -> TileDelta? in
        let (old, new) = (own[index], image[index])
        // A correction of the depth alone would be an edit that changes nothing.
        if old == new || (old ?? Tile()).showsSame(as: new ?? Tile()) { return nil }
        return TileDelta(index: index, before: old, after: new)
      }
      if changes.isEmpty { return nil }
      let content = EditContent(.pixels(surface, name: ""), changes)
      content.pack()
      return SurfaceDeltas(surface: surface, content: content)
    }
  }
}
