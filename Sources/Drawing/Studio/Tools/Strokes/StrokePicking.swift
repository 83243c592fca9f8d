import Document
import Geometry
import Paint
import Raster

/// What the stroke tool has found and chosen.
struct StrokePicking {
  /// The strokes by their places, as of `stamp`.
  private(set) var index = StrokeIndex()
  private(set) var stamp: Stamp?
  /// The strokes that are chosen, with all that their edits were while they were chosen.
  private var contents: [StrokeKey: [EditContent]] = [:] { didSet { linesOfChosen = nil } }
  /// What the chosen strokes were changed to since the index was made.
  private(set) var noted: StrokeChange?
  /// The stroke under the pen.
  private(set) var hovered: StrokeKey?
  /// Where strokes were tapped last, canvas px, and how many lie above the one that was chosen there.
  private var tapped: (place: Point, depth: Int)?
  /// The indices of entries by their keys.
  private var indices: [StrokeKey: Int] = [:]
  /// Strokes with their ink that were looked at.
  private var known: [StrokeKey: ListedStroke] = [:]
  private var linesOfChosen: [[SIMD2<Float>]]?

  /// What an index depends on.
  struct Stamp: Sendable, Equatable {
    private let state: Int
    private let count: Int
    private let bounds: PixelRect
    private let map: Affine

    init(_ document: borrowing Document) {
      (state, count) = (document.history.state, document.history.undoCount)
      (bounds, map) = (document.bounds, document.canvasMap)
    }
  }

  /// Takes an index that was made for the drawing as it was. Chosen strokes that are gone are no longer chosen.
  /// - Parameter isCurrent: whether the drawing is still so.
  mutating func take(_ new: StrokeIndex, for stamp: Stamp, isCurrent: Bool) {
    (index, self.stamp) = (new, stamp)
    mapKeys()
    tapped = nil
    guard isCurrent else { return }
    noted = nil
    for (key, before) in contents {
      guard let content = indices[key].map({ index.entries[$0].content }) else {
        contents[key] = nil
        continue
      }
      if !before.contains(where: { $0 === content }) { contents[key] = nil }
    }
  }

  /// Follows edits that were put before all others.
  mutating func shift(by count: Int) {
    func shifted(_ key: StrokeKey) -> StrokeKey { StrokeKey(edit: key.edit + count, part: key.part) }
    index.shift(by: count)
    contents = Dictionary(uniqueKeysWithValues: contents.map { (shifted($0.key), $0.value) })
    (hovered, tapped, stamp) = (nil, nil, nil)
    mapKeys()
  }

  private mutating func mapKeys() {
    indices = Dictionary(index.entries.enumerated().map { ($1.stroke.key, $0) }) { one, _ in one }
    (known, linesOfChosen) = ([:], nil)
    if let hovered, indices[hovered] == nil { self.hovered = nil }
  }

  /// Notes that a change of strokes was recorded; nothing if other ones are chosen now.
  /// - Parameters:
  ///   - before: those that were chosen when it was requested.
  ///   - value: the values they have got.
  ///   - keys: the keys that they, or their copies, have got; nil if keys stay.
  mutating func noteChange(
    of before: Set<StrokeKey>, _ value: StrokeChange?, _ keys: [StrokeKey]?, in document: borrowing Document
  ) {
    guard before == chosen, !before.isEmpty else { return }
    // Undo may lead back to the drawing of the index, but not to these keys.
    stamp = nil
    let done = document.history.done
    for key in keys ?? Array(before) where done.indices.contains(key.edit) {
      contents[key] = (contents[key] ?? []) + [done[key.edit].content]
    }
    if let keys { for key in before.subtracting(keys) { contents[key] = nil } }
    guard let value else { return }
    var sum = noted ?? StrokeChange()
    sum.add(value)
    noted = sum
  }

  // MARK: What is chosen

  /// The strokes that are chosen.
  var chosen: Set<StrokeKey> { Set(contents.keys) }

  /// The chosen strokes without their curves, oldest first.
  var chosenStrokes: [ListedStroke] { chosenEntries.map(\.stroke) }

  private var chosenEntries: [StrokeIndex.Entry] {
    contents.keys.compactMap { indices[$0] }.sorted().map { index.entries[$0] }
  }

  /// The chosen strokes for a change of a drawing, oldest first; those that it does not have are left out.
  func chosenStrokes(in document: borrowing Document) -> [KnownStroke] {
    let done = document.history.done
    return chosenEntries.compactMap { entry in
      let key = entry.stroke.key
      guard done.indices.contains(key.edit) else { return nil }
      let content = done[key.edit].content
      let isSame = (contents[key] ?? []).contains { $0 === content }
      return isSame ? KnownStroke(entry.stroke, content) : nil
    }
  }

  /// The centre lines of the chosen strokes.
  mutating func chosenLines() -> [[SIMD2<Float>]] {
    if let linesOfChosen { return linesOfChosen }
    let lines = chosenEntries.flatMap(\.lines)
    linesOfChosen = lines
    return lines
  }

  /// The stroke under the pen.
  var hoveredEntry: StrokeIndex.Entry? { hovered.flatMap { indices[$0] }.map { index.entries[$0] } }

  /// The bounds of the chosen strokes, canvas px; nil if none is chosen.
  var chosenBounds: Rect? {
    let bounds = contents.keys.reduce(Rect.null) { bounds, key in
      indices[key].flatMap { index.entries[$0].stroke.bounds }.map { bounds.union($0) } ?? bounds
    }
    return bounds.minX <= bounds.maxX ? bounds : nil
  }

  /// The chosen strokes whose ink is so near a place, canvas px.
  func chosen(near place: Point, _ distance: Double) -> Set<StrokeKey> {
    Set(
      chosenEntries.filter { index.distance(of: $0, to: place) <= distance + index.reach(of: $0) }.map(\.stroke.key))
  }

  /// Whether a press at a place means chosen strokes: they are so near, and no other one is nearer.
  mutating func isMeant(
    at place: Point, _ distance: Double, _ reach: Reach, _ document: borrowing Document
  ) -> Bool {
    if !chosen(near: place, reach.slop / 6).isEmpty { return true }
    if chosen(near: place, distance).isEmpty { return false }
    return first(place, reach, document).map { contents[$0] != nil } ?? true
  }

  /// How far a place is from the nearer end of a line.
  private static func distance(_ place: Point, toEndsOf line: [SIMD2<Float>]) -> Double {
    [line.first, line.last].compactMap(\.self).map { place.distance(to: Point(Double($0.x), Double($0.y))) }.min()
      ?? .infinity
  }

  /// The end of the only chosen stroke that is so near a place, canvas px; nil for none.
  func chosenEnd(near place: Point, _ distance: Double) -> StrokeReshaping.MovedEnd? {
    let chosen = chosenEntries
    guard chosen.count == 1,
      let line = chosen[0].lines.min(by: { Self.distance(place, toEndsOf: $0) < Self.distance(place, toEndsOf: $1) }),
      let first = line.first,
      let last = line.last
    else { return nil }
    func away(_ end: SIMD2<Float>) -> Double { place.distance(to: Point(Double(end.x), Double(end.y))) }
    guard min(away(first), away(last)) <= distance + index.reach(of: chosen[0]) else { return nil }
    return away(first) < away(last) ? .start : .end
  }

  mutating func choose(_ keys: Set<StrokeKey>) {
    let pairs = keys.compactMap { key in indices[key].map { (key, [index.entries[$0].content]) } }
    contents = Dictionary(uniqueKeysWithValues: pairs.map { ($0.0, contents[$0.0] ?? $0.1) })
    (tapped, noted) = (nil, nil)
  }

  /// Forgets the stroke under the pen. Returns whether there was one.
  mutating func leave() -> Bool {
    defer { hovered = nil }
    return hovered != nil
  }

  // MARK: Finding

  /// Which strokes can be found.
  struct Reach {
    /// Whether those of all layers that show can be; otherwise those of the active one.
    var isOnAllLayers: Bool
    /// How far from the ink a place may be, canvas px.
    var slop: Double
  }

  /// Whether a stroke is on pixels where strokes can be found.
  func isThere(_ stroke: ListedStroke, _ reach: Reach, _ document: borrowing Document) -> Bool {
    guard let surface = stroke.place else { return false }
    guard reach.isOnAllLayers else { return surface == document.activeSurface }
    return surface.plane == .pixels && document.isShown(surface.layer)
  }

  /// What may be at a place, the topmost first. Those that erase or blend come last.
  private mutating func candidates(
    _ place: Point, _ reach: Reach, _ document: borrowing Document
  ) -> [(entry: Int, layer: Int, hasInk: Bool)] {
    if known.count > Self.mostKnown { known = [:] }
    var found: [(entry: Int, layer: Int, hasInk: Bool)] = []
    for entry in index.near(place, radius: reach.slop) {
      let stroke = index.entries[entry].stroke
      guard isThere(stroke, reach, document), let surface = stroke.place else { continue }
      // All of it may be erased here.
      if surface.plane == .pixels,
        !(document.image(of: surface).map { Self.hasInk($0, near: place, reach.slop) } ?? false)
      {
        continue
      }
      found.append((entry, document.index(of: surface) ?? 0, stroke.hasInk))
    }
    return found.sorted { ($0.hasInk ? 0 : 1, -$0.layer, -$0.entry) < ($1.hasInk ? 0 : 1, -$1.layer, -$1.entry) }
  }

  /// Whether a stroke is at a place, or near; nil if neither.
  private mutating func isExact(
    _ entry: Int, _ place: Point, _ reach: Reach, _ document: borrowing Document
  ) -> Bool? {
    guard let stroke = stroke(entry, document) else { return nil }
    if stroke.isTouched(by: StrokeTouch([place], radius: reach.slop / 6)) { return true }
    return stroke.isTouched(by: StrokeTouch([place], radius: reach.slop)) ? false : nil
  }

  /// The strokes at a place, those that are exactly there before those that are near, the topmost first.
  private mutating func hits(_ place: Point, _ reach: Reach, _ document: borrowing Document) -> [StrokeKey] {
    var (exact, near): ([Int], [Int]) = ([], [])
    var (exactErasers, nearErasers): ([Int], [Int]) = ([], [])
    for (entry, _, hasInk) in candidates(place, reach, document) {
      switch (isExact(entry, place, reach, document), hasInk) {
      case (true?, true): exact.append(entry)
      case (false?, true): near.append(entry)
      case (true?, false): exactErasers.append(entry)
      case (false?, false): nearErasers.append(entry)
      case (nil, _): break
      }
    }
    return (exact + near + exactErasers + nearErasers).map { index.entries[$0].stroke.key }
  }

  /// The first of them.
  private mutating func first(_ place: Point, _ reach: Reach, _ document: borrowing Document) -> StrokeKey? {
    var near: (entry: Int, hasInk: Bool)?
    var left = Self.mostLookedAt
    for (entry, _, hasInk) in candidates(place, reach, document) {
      if let near, near.hasInk, !hasInk { break }
      if known[index.entries[entry].stroke.key] == nil { left -= 1 }
      // In dense ink the topmost whose line is near is good enough.
      if left < 0 {
        near = near ?? (entry, hasInk)
        break
      }
      switch isExact(entry, place, reach, document) {
      case true?: return index.entries[entry].stroke.key
      case false?: near = near ?? (entry, hasInk)
      case nil: break
      }
    }
    return near.map { index.entries[$0.entry].stroke.key }
  }

  /// Whether pixels are visible at a place, or so far from it, px.
  private static func hasInk(_ image: TileGrid, near place: Point, _ reach: Double) -> Bool {
    [Vector.zero, Vector(reach, 0), Vector(-reach, 0), Vector(0, reach), Vector(0, -reach)].contains { way in
      let (x, y) = ((place + way).x.rounded(.down), (place + way).y.rounded(.down))
      guard x >= 0, y >= 0, x < Double(image.width), y < Double(image.height) else { return false }
      return image[Int(x), Int(y)] >> 24 > 0
    }
  }

  /// The number of strokes whose ink is computed for a move of the pen.
  private static let mostLookedAt = 32
  /// The number of strokes whose ink is kept from one place to the next.
  private static let mostKnown = 1024

  private mutating func stroke(_ entry: Int, _ document: borrowing Document) -> ListedStroke? {
    let key = index.entries[entry].stroke.key
    if let stroke = known[key] { return stroke }
    guard let stroke = index.stroke(entry, in: document) else { return nil }
    known[key] = stroke
    return stroke
  }

  // MARK: Choosing

  /// Follows the pen over the canvas. Returns whether it is over another stroke.
  mutating func hover(_ place: Point?, _ reach: Reach, _ document: borrowing Document) -> Bool {
    let before = hovered
    hovered = place.flatMap { first($0, reach, document) }
    return hovered != before
  }

  /// How what is chosen changes.
  enum Mode { case replace, add, remove }

  /// Chooses a stroke at a place. A tap at the same place as before chooses the one below.
  /// - Returns: whether there is one.
  mutating func tap(_ place: Point, _ mode: Mode, _ reach: Reach, _ document: borrowing Document) -> Bool {
    let hits = hits(place, reach, document)
    defer { hovered = nil }
    switch mode {
    case .add:
      if let new = hits.first(where: { !chosen.contains($0) }) { choose(chosen.union([new])) }
    case .remove:
      if let old = hits.first(where: { chosen.contains($0) }) { choose(chosen.subtracting([old])) }
    case .replace:
      var depth = 0
      if let tapped, tapped.place.distance(to: place) <= reach.slop, !hits.isEmpty {
        depth = (tapped.depth + 1) % hits.count
      }
      choose(hits.isEmpty ? [] : [hits[depth]])
      tapped = hits.isEmpty ? nil : (place, depth)
      return !hits.isEmpty
    }
    tapped = nil
    return !hits.isEmpty
  }

  /// Chooses the strokes in an area.
  mutating func choose(_ area: Mask, _ mode: Mode, _ reach: Reach, _ document: borrowing Document) {
    var keys: Set<StrokeKey> = []
    for entry in index.enclosed(by: area) where isThere(index.entries[entry].stroke, reach, document) {
      keys.insert(index.entries[entry].stroke.key)
    }
    take(keys, mode)
  }

  /// Chooses all strokes that can be found and for which a condition holds.
  mutating func choose(
    _ mode: Mode, _ reach: Reach, _ document: borrowing Document, where isMeant: (ListedStroke) -> Bool = { _ in true }
  ) {
    var keys: Set<StrokeKey> = []
    for entry in index.entries where isThere(entry.stroke, reach, document) && isMeant(entry.stroke) {
      keys.insert(entry.stroke.key)
    }
    take(keys, mode)
  }

  /// How strokes are like the chosen ones.
  enum Likeness {
    case all, colour, brush, layer
    /// At most as thick as the thickest.
    case thinness
    /// Drawn as late as the oldest, or later.
    case age
  }

  /// Chooses all strokes that can be found and are like the chosen ones.
  mutating func choose(_ likeness: Likeness, _ reach: Reach, _ document: borrowing Document) {
    let chosen = chosenStrokes
    let (colours, brushes) = (Set(chosen.map(\.colour)), Set(chosen.map(\.brush)))
    let places = Set(chosen.map(\.place))
    let (size, oldest) = (chosen.lazy.map(\.size).max() ?? 0, chosen.first?.key)
    choose(.replace, reach, document) { stroke in
      switch likeness {
      case .all: true
      case .colour: colours.contains(stroke.colour)
      case .brush: brushes.contains(stroke.brush)
      case .layer: places.contains(stroke.place)
      case .thinness: stroke.size <= size
      case .age: oldest.map { $0 <= stroke.key } ?? false
      }
    }
  }

  private mutating func take(_ keys: Set<StrokeKey>, _ mode: Mode) {
    switch mode {
    case .replace: choose(keys)
    case .add: choose(chosen.union(keys))
    case .remove: choose(chosen.subtracting(keys))
    }
  }

  /// Chooses the stroke that was drawn after the last chosen one, or before the first; at the end the other end's.
  mutating func step(forward: Bool, _ reach: Reach, _ document: borrowing Document) {
    var keys: [StrokeKey] = []
    for entry in index.entries where isThere(entry.stroke, reach, document) { keys.append(entry.stroke.key) }
    let next =
      forward
      ? chosen.max().flatMap { last in keys.first { $0 > last } } ?? keys.first
      : chosen.min().flatMap { first in keys.last { $0 < first } } ?? keys.last
    choose(next.map { [$0] } ?? [])
  }
}
