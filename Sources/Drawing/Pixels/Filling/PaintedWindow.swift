import Geometry
import Raster

/// The surroundings of a tile that a fill paints: what is in the area, and where lines are.
///
/// Each pixel has a level: 0 if it is not painted, 1 in the area, 2... so many steps less one into a line among the pixels that
/// are filled, `under` below a line beside them.
struct PaintedWindow {
  static let none: UInt8 = 0
  static let area: UInt8 = 1
  static let under: UInt8 = 255

  /// px.
  let rect: PixelRect
  /// The levels before the fill goes under lines; nil if nothing of the area is near.
  let levels: [UInt8]?
  /// How far the pixels beside what is filled are from their colour at the start, row by row; nil if they do not count.
  let lines: [UInt8]?
  /// The same for the pixels that are filled.
  let own: [UInt8]?
  /// The premultiplied pixels that are filled, row by row; none if they do not count.
  let pixels: [UInt32]
  private let tolerance: UInt8
  /// Whether a pixel can be painted.
  private let isFree: [Bool]

  init(around square: PixelRect, margin: Int, _ found: AreaFill, _ area: Mask) {
    let rect = PixelRect(
      x: square.minX - margin, y: square.minY - margin, width: Tile.size + 2 * margin, height: Tile.size + 2 * margin)
    var levels = [UInt8](repeating: Self.none, count: rect.area)
    var isFree = [Bool](repeating: false, count: rect.area)
    let canvas = rect.intersection(found.limit)
    var isTouched = false
    for y in canvas.minY..<canvas.maxY {
      var x = canvas.minX
      while x < canvas.maxX {
        let end = min(canvas.maxX, x + 64)
        let (word, free) = (area.word(x: x, y: y), found.selection?.word(x: x, y: y) ?? .max)
        let row = (y - rect.minY) * rect.width + x - rect.minX
        for k in 0..<(end - x) {
          isFree[row + k] = free >> UInt64(k) & 1 != 0
          if word >> UInt64(k) & 1 != 0 { levels[row + k] = Self.area }
        }
        if word != 0 { isTouched = true }
        x = end
      }
    }
    (self.rect, self.isFree, tolerance) = (rect, isFree, UInt8(found.tolerance))
    self.levels = isTouched ? levels : nil
    lines = isTouched ? found.lines?.distances(in: rect, outside: 255) : nil
    own = isTouched ? found.own?.distances(in: rect, outside: 0) : nil
    var pixels = [UInt32](repeating: 0, count: own == nil ? 0 : rect.area)
    if own != nil {
      var span = pixels.mutableSpan
      found.image.copy(rect, to: &span, stride: rect.width)
    }
    self.pixels = pixels
  }

  // MARK: Under lines

  /// Ground of at most so many px among lines is a speck: the corner of an area behind a px of ink.
  private static let speck = 12

  /// Whether a pixel is in a speck of ground beside the area.
  private func specks(_ levels: [UInt8], _ lines: [UInt8]) -> [Bool] {
    var isSpeck = [Bool](repeating: false, count: lines.count)
    var isSeen = [Bool](repeating: false, count: lines.count)
    // What is filled does not count, or a fill over this one would find others.
    func isGround(_ i: Int) -> Bool { lines[i] <= tolerance }
    for start in lines.indices where !isSeen[start] && isGround(start) {
      var speck = [start]
      isSeen[start] = true
      var (next, isWhole) = (0, true)
      while next < speck.count {
        let i = speck[next]
        next += 1
        let (x, y) = (i % rect.width, i / rect.width)
        guard x > 0, y > 0, x < rect.width - 1, y < rect.height - 1 else {
          isWhole = false
          continue
        }
        for j in [i - 1, i + 1, i - rect.width, i + rect.width] where !isSeen[j] && isGround(j) {
          isSeen[j] = true
          speck.append(j)
        }
      }
      if isWhole, speck.count <= Self.speck, !speck.contains(where: { levels[$0] == Self.area }) {
        for i in speck { isSpeck[i] = true }
      }
    }
    return isSpeck
  }

  /// Extends the area below lines beside the pixels that are filled, and over specks among them. A pixel of a line belongs to
  /// the area, or to ground elsewhere, that is nearer; the area's are painted up to `under` px, or as long as ink gets
  /// darker, up to `soft` px.
  func goUnder(_ levels: inout [UInt8], under: Int, soft: Int) {
    guard let lines else { return }
    let width = rect.width
    let offsets = [
      (1, 3), (-1, 3), (width, 3), (-width, 3), (width + 1, 4), (width - 1, 4), (-width + 1, 4), (-width - 1, 4),
    ]
    let limit = 3 * max(under, soft)
    // Pixels of lines by their distance: first those next to the area, then those next to other ground.
    var buckets = [[Int]](repeating: [], count: 2 * (limit + 5))
    var isSettled = [Bool](repeating: false, count: lines.count)
    func push(_ i: Int, _ cost: Int, isElsewhere: Bool) {
      if cost <= limit { buckets[2 * cost + (isElsewhere ? 1 : 0)].append(i) }
    }
    let isSpeck = specks(levels, lines)
    func isLine(_ i: Int) -> Bool { lines[i] > tolerance || isSpeck[i] }
    for y in 1..<(rect.height - 1) {
      for x in 1..<(width - 1) {
        let i = y * width + x
        guard isLine(i) else { continue }
        for (offset, cost) in offsets where !isLine(i + offset) {
          push(i, cost, isElsewhere: levels[i + offset] != Self.area)
        }
      }
    }
    for bucket in buckets.indices {
      let (cost, isElsewhere) = (bucket / 2, bucket & 1 != 0)
      var next = 0
      while next < buckets[bucket].count {
        let i = buckets[bucket][next]
        next += 1
        if isSettled[i] { continue }
        isSettled[i] = true
        let (x, y) = (i % width, i / width)
        guard x > 0, y > 0, x < width - 1, y < rect.height - 1 else { continue }
        if !isElsewhere, isFree[i] {
          let isDarker = offsets.contains { offset, _ in
            (levels[i + offset] == Self.area || levels[i + offset] == Self.under) && lines[i] > lines[i + offset]
          }
          if cost <= 3 * under || (isDarker || isSpeck[i]) && cost <= 3 * soft { levels[i] = Self.under }
        }
        for (offset, step) in offsets where !isSettled[i + offset] && isLine(i + offset) {
          push(i + offset, cost + step, isElsewhere: isElsewhere)
        }
      }
    }
  }

  /// Extends the area into lines among the pixels that are filled, while each pixel differs more than the one before.
  func goInto(_ levels: inout [UInt8], steps: Int) {
    guard let own else { return }
    let width = rect.width
    for step in 1...UInt8(steps) {
      for y in 1..<(rect.height - 1) {
        for x in 1..<(width - 1) {
          let i = y * width + x
          // Ground that was not reached belongs to another area.
          guard levels[i] == Self.none, own[i] > tolerance, isFree[i], lines.map({ $0[i] <= tolerance }) ?? true else {
            continue
          }
          var isReached = false
          for dy in -1...1 {
            for dx in -1...1 {
              let j = i + dy * width + dx
              if levels[j] == step, step == 1 || own[i] > own[j] { isReached = true }
            }
          }
          if isReached { levels[i] = step + 1 }
        }
      }
    }
  }
}
