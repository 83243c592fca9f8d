import Geometry
import Ink
import Journal
import Raster

/// The strokes of a drawing by their places, for finding those at a place at once.
///
/// It is made for a drawing as it is at a time, by a worker if that has many strokes; from the index of an earlier time
/// it is made much sooner. Places are px of the present canvas. Strokes of the file's history that is not read are not in
/// it.
public struct StrokeIndex: Sendable {
  /// A stroke in the index.
  public struct Entry: Sendable {
    /// The stroke, without its curves.
    public internal(set) var stroke: ListedStroke
    /// Its centre line and the line's copies by a symmetry, as polylines: at most `tolerance` from the curves.
    public let lines: [[SIMD2<Float>]]
    /// Half of the greatest width of its ink.
    let reach: Double
    /// The cells that its ink may meet, each once.
    fileprivate let cells: [Int32]
    /// What its edit does, which tells whether it is the same stroke.
    package let content: EditContent
  }

  /// The strokes, oldest first.
  public private(set) var entries: [Entry] = []
  /// The canvas.
  private let bounds: PixelRect
  /// What the places depend on beside the edits.
  private let canvas: [Affine]
  /// The indices of the entries that may have ink in each cell, ascending; rows of `columns`.
  private var cells: [[Int32]] = []
  private var columns: Int { (bounds.width + Self.side - 1) / Self.side }

  /// The side of a cell, px.
  private static let side = 64
  /// The greatest distance of the lines from the curves, px: that of chords, and of places that are left out.
  private static let tolerance = chordTolerance + leastStep
  private static let chordTolerance = 0.1
  private static let leastStep = 0.25

  /// No strokes.
  public init() { (bounds, canvas) = (.empty, []) }

  /// The strokes of a drawing.
  /// - Parameters:
  ///   - earlier: an index of an earlier time.
  ///   - isWanted: called repeatedly with the progress, 0...1; returning false cancels.
  /// - Throws: `isCancelled`, or `isUnreadable`.
  public init(
    of document: borrowing Document, after earlier: StrokeIndex = StrokeIndex(),
    isWanted: (Double) -> Bool = { _ in true }
  ) throws(ChangeFault) {
    let list: StrokeList
    do { list = try StrokeList(ofHistoryOf: document, isFramed: false) } catch { throw .isUnreadable }
    (bounds, canvas) = (document.bounds, [document.canvasMap])
    let known =
      earlier.bounds == bounds && earlier.canvas == canvas
      ? Dictionary(grouping: earlier.entries) { ObjectIdentifier($0.content) } : [:]
    let count = Double(max(1, document.history.done.count))
    try list.forEachEdit { edit throws(ChangeFault) in
      guard isWanted(Double(edit.index) / count) else { throw .isCancelled }
      let content = edit.edit.content
      if var same = known[ObjectIdentifier(content)], same[0].stroke.canvasMap == edit.map,
        same[0].stroke.home == edit.home
      {
        for part in same.indices {
          same[part].stroke.edit = edit.index
          same[part].stroke.number = edit.number + same[part].stroke.part
        }
        entries += same
      } else {
        entries += edit.strokes.map { self.entry($0, content) }
      }
    }
    cells = Array(repeating: [], count: columns * ((bounds.height + Self.side - 1) / Self.side))
    for (index, entry) in entries.enumerated() { for cell in entry.cells { cells[Int(cell)].append(Int32(index)) } }
  }

  private func entry(_ stroke: ListedStroke, _ content: EditContent) -> Entry {
    let maps = stroke.canvasMaps
    let scale = maps.reduce(0) { max($0, max(Vector($1.a, $1.b).length, Vector($1.c, $1.d).length)) }
    var places: Set<Int32> = []
    var widest = stroke.reach
    for map in maps {
      for piece in stroke.pieces {
        widest = max(widest, piece.startRadius, piece.endRadius)
        note(map(piece.a), map(piece.b), max(piece.startRadius, piece.endRadius) * scale, in: &places)
      }
    }
    return Entry(
      stroke: stroke.withoutCurves, lines: maps.map { line(of: stroke.curves, $0) },
      // Pieces of ink may be beside the line.
      reach: (widest + InkPiece.tolerance) * scale, cells: places.sorted(), content: content)
  }

  /// Adds the cells within `reach` of a line.
  private func note(_ a: Point, _ b: Point, _ reach: Double, in places: inout Set<Int32>) {
    let count = max(1, min(1024, (a.distance(to: b) / Double(Self.side)).rounded(.up)))
    guard count.isFinite, reach.isFinite else { return }
    for part in 0..<Int(count) {
      let (from, to) = (a.lerp(to: b, Double(part) / count), a.lerp(to: b, Double(part + 1) / count))
      forEachCell(
        Rect(
          minX: min(from.x, to.x) - reach, minY: min(from.y, to.y) - reach, maxX: max(from.x, to.x) + reach,
          maxY: max(from.y, to.y) + reach)
      ) { places.insert(Int32($0)) }
    }
  }

  private func forEachCell(_ rect: Rect, _ body: (Int) -> Void) {
    let rows = (bounds.height + Self.side - 1) / Self.side
    // What is beside the canvas belongs to the cells at its edge: an eraser there may reach it.
    func range(_ low: Double, _ high: Double, _ start: Int, _ count: Int) -> Range<Int> {
      if count == 0 { return 0..<0 }
      func cell(_ place: Double) -> Int {
        Int(max(0, min(Double(count - 1), ((place - Double(start)) / Double(Self.side)).rounded(.down))))
      }
      return cell(low)..<max(cell(low), cell(high)) + 1
    }
    for row in range(rect.minY, rect.maxY, bounds.minY, rows) {
      for column in range(rect.minX, rect.maxX, bounds.minX, columns) { body(row * columns + column) }
    }
  }

  private func line(of curves: [CubicBezier], _ map: Affine) -> [SIMD2<Float>] {
    var line: [SIMD2<Float>] = []
    func add(_ p: Point, isEnd: Bool) {
      let place = SIMD2(Float(p.x), Float(p.y))
      if !isEnd, let last = line.last, abs(last.x - place.x) + abs(last.y - place.y) < Float(Self.leastStep) { return }
      line.append(place)
    }
    for curve in curves.lazy.map({ map($0) }) {
      if line.isEmpty { add(curve.p0, isEnd: true) }
      let count = curve.steps(tolerance: Self.chordTolerance)
      for step in 1..<max(1, count) { add(curve.point(at: Double(step) / Double(count)), isEnd: false) }
      add(curve.p3, isEnd: false)
    }
    if let last = curves.last { add(map(last.p3), isEnd: true) }
    return line
  }
}

extension StrokeIndex {
  /// Follows edits that were put before all others.
  public mutating func shift(by count: Int) {
    for index in entries.indices { entries[index].stroke.edit += count }
  }

  /// The indices of the entries whose ink a circle may touch, the topmost of each layer first.
  public func near(_ place: Point, radius: Double) -> [Int] {
    var found: Set<Int32> = []
    forEachCell(
      Rect(minX: place.x - radius, minY: place.y - radius, maxX: place.x + radius, maxY: place.y + radius)
    ) { found.formUnion(cells[$0]) }
    return found.sorted(by: >).map { Int($0) }.filter {
      // A part may be so short that it has ink, but no line.
      entries[$0].lines.allSatisfy(\.isEmpty)
        || entries[$0].distance(to: place) <= entries[$0].reach + radius + Self.tolerance
    }
  }

  /// The lines of the other strokes with ink on the same pixels that a stroke may cross.
  func lines(around stroke: ListedStroke) -> [[Point]] {
    guard let own = index(of: stroke.key) else { return [] }
    var found: Set<Int32> = []
    for cell in entries[own].cells { found.formUnion(cells[Int(cell)]) }
    found.remove(Int32(own))
    return found.sorted().flatMap { index in
      let entry = entries[Int(index)]
      guard entry.stroke.hasInk, entry.stroke.place == entries[own].stroke.place else { return [[Point]]() }
      return entry.lines.map { line in line.map { Point(Double($0.x), Double($0.y)) } }
    }
  }

  /// The index of the entry with a key; nil for none.
  func index(of key: StrokeKey) -> Int? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].stroke.key < key { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].stroke.key == key ? low : nil
  }

  /// The strokes whose ink a line touches, oldest first, as if nothing lay above them.
  /// - Parameter isMeant: which count.
  public func touched(
    by touch: StrokeTouch, in document: borrowing Document, where isMeant: (ListedStroke) -> Bool
  ) -> [Int] {
    var found: Set<Int32> = []
    for (a, b) in zip(touch.line, touch.line.count == 1 ? touch.line[...] : touch.line.dropFirst()) {
      var box: Set<Int32> = []
      note(a, b, touch.radius, in: &box)
      for cell in box { found.formUnion(cells[Int(cell)]) }
    }
    // A place of the line is at most half of a piece away from a corner.
    let piece = zip(touch.line, touch.line.dropFirst()).reduce(0) { max($0, $1.0.distance(to: $1.1)) }
    return found.sorted().map { Int($0) }.filter { index in
      let entry = entries[index]
      let room = entry.reach + touch.radius + piece / 2 + Self.tolerance
      return isMeant(entry.stroke) && touch.line.contains { entry.distance(to: $0) <= room }
        && stroke(index, in: document)?.isTouched(by: touch) ?? false
    }
  }

  /// The distance of a place from the line of an entry, or from the line's copies, px.
  public func distance(of entry: Entry, to place: Point) -> Double { entry.distance(to: place) }

  /// Half of the greatest width of its ink, px.
  public func reach(of entry: Entry) -> Double { entry.reach }

  /// An entry for a change of the drawing.
  public func known(_ index: Int) -> KnownStroke { KnownStroke(entries[index].stroke, entries[index].content) }

  /// The indices of the entries at least half of whose centre line, as far as it is on the canvas, lies in an area.
  public func enclosed(by area: Mask) -> [Int] { entries.indices.filter { entries[$0].isEnclosed(by: area) } }

  /// The whole stroke of an entry; nil if the drawing does not have it any more, or it cannot be read.
  public func stroke(_ index: Int, in document: borrowing Document) -> ListedStroke? {
    let entry = entries[index]
    let key = entry.stroke.key
    let done = document.history.done
    guard done.indices.contains(key.edit), done[key.edit].content === entry.content else { return nil }
    let records = done[key.edit].strokes
    return records.indices.contains(key.part) ? entry.stroke.completed(by: records[key.part]) : nil
  }
}

extension StrokeIndex.Entry {
  fileprivate func distance(to place: Point) -> Double {
    let place = SIMD2(Float(place.x), Float(place.y))
    var least = Float.infinity
    for line in lines {
      if line.count == 1 { least = min(least, ((line[0] - place) * (line[0] - place)).sum()) }
      for (a, b) in zip(line, line.dropFirst()) {
        let way = b - a
        let square = (way * way).sum()
        let t = square > 0 ? max(0, min(1, ((place - a) * way).sum() / square)) : 0
        let rest = a + way * t - place
        least = min(least, (rest * rest).sum())
      }
    }
    return Double(least.squareRoot())
  }

  fileprivate func isEnclosed(by area: Mask) -> Bool {
    var (inside, whole) = (0 as Float, 0 as Float)
    func add(_ place: SIMD2<Float>, _ weight: Float) {
      guard place.x >= 0, place.y >= 0, place.x < Float(area.width), place.y < Float(area.height) else { return }
      whole += weight
      if area[Int(place.x), Int(place.y)] { inside += weight }
    }
    for line in lines {
      for (a, b) in zip(line, line.dropFirst()) {
        let way = b - a
        let length = (way * way).sum().squareRoot()
        // Parts that an area can tell apart.
        let count = max(1, min(256, (length / 8).rounded(.up)))
        guard length.isFinite else { continue }
        for part in 0..<Int(count) { add(a + way * ((Float(part) + 0.5) / count), max(length, 1e-3) / count) }
      }
      if line.count == 1 { add(line[0], 1e-3) }
    }
    return whole > 0 && inside * 2 >= whole
  }
}
