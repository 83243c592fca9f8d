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
  /// Whether a pixel can be painted; nil if all can.
  private let isFree: [Bool]?

  init(around square: PixelRect, margin: Int, _ found: AreaFill, _ area: Mask) {
    let rect = PixelRect(
      x: square.minX - margin, y: square.minY - margin, width: Tile.size + 2 * margin, height: Tile.size + 2 * margin)
    let canvas = rect.intersection(found.limit)
    func filled<Value>(_ mask: Mask, _ value: Value, in values: inout [Value]) -> Bool {
      var isTouched = false
      for y in canvas.minY..<canvas.maxY {
        var x = canvas.minX
        while x < canvas.maxX {
          let count = min(canvas.maxX - x, 64)
          var word = mask.word(x: x, y: y) & (UInt64.max >> UInt64(64 - count))
          let row = (y - rect.minY) * rect.width + x - rect.minX
          if word != 0 { isTouched = true }
          while word != 0 {
            values[row + word.trailingZeroBitCount] = value
            word &= word - 1
          }
          x += count
        }
      }
      return isTouched
    }
    var levels = [UInt8](repeating: Self.none, count: rect.area)
    let isTouched = filled(area, Self.area, in: &levels)
    (self.rect, tolerance) = (rect, UInt8(found.tolerance))
    self.levels = isTouched ? levels : nil
    if let selection = found.selection {
      var isFree = [Bool](repeating: false, count: rect.area)
      if isTouched { _ = filled(selection, true, in: &isFree) }
      self.isFree = isFree
    } else if canvas != rect {
      // Nothing beyond the limit is painted.
      isFree = (0..<rect.area).map { i in
        canvas.contains(x: rect.minX + i % rect.width, y: rect.minY + i / rect.width)
      }
    } else {
      isFree = nil
    }
    lines = isTouched ? found.lines?.distances.distances(in: rect, outside: 255) : nil
    // Where all is as transparent as the start, nothing tells pixels apart.
    let isBlank = found.seed == 0 && found.image.isEmpty(rect)
    own = isTouched && !isBlank ? found.own?.distances(in: rect, outside: 0) : nil
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

  /// What a pixel of the picture beside what is filled is.
  private enum Kind {
    static let line: UInt8 = 0
    static let area: UInt8 = 1
    /// Ground that is not in the area.
    static let ground: UInt8 = 2
    /// Ground that is no speck.
    static let large: UInt8 = 3
    /// A speck.
    static let speck: UInt8 = 4
  }

  /// The kinds of all pixels; nil if there is no line.
  private func kinds(_ levels: [UInt8]) -> [UInt8]? {
    // What is filled does not count, or a fill over this one would find other specks.
    guard let lines else { return nil }
    var kinds = [UInt8](repeating: Kind.line, count: lines.count)
    var most: UInt8 = 0
    var target = kinds.mutableSpan
    for i in lines.indices {
      let (line, level) = (lines.span[unchecked: i], levels.span[unchecked: i])
      most = max(most, line)
      target[unchecked: i] = line > tolerance ? Kind.line : level == Self.area ? Kind.area : Kind.ground
    }
    if most <= tolerance { return nil }
    findSpecks(&kinds)
    return kinds
  }

  /// Tells specks from larger ground.
  private func findSpecks(_ kinds: inout [UInt8]) {
    let width = rect.width
    for y in 0..<rect.height {
      var x = 0
      while x < width {
        let start = x
        while x < width, kinds[y * width + x] == Kind.ground { x += 1 }
        if x - start > Self.speck { for i in start..<x { kinds[y * width + i] = Kind.large } }
        x += 1
      }
    }
    var speck: [Int] = []
    for start in kinds.indices where kinds[start] == Kind.ground {
      speck.removeAll(keepingCapacity: true)
      speck.append(start)
      kinds[start] = Kind.speck
      var (next, isSmall) = (0, true)
      while next < speck.count, isSmall {
        let i = speck[next]
        next += 1
        let (x, y) = (i % width, i / width)
        guard x > 0, y > 0, x < width - 1, y < rect.height - 1 else {
          isSmall = false
          break
        }
        for j in [i - 1, i + 1, i - width, i + width] {
          if kinds[j] == Kind.area || kinds[j] == Kind.large { isSmall = false }
          guard kinds[j] == Kind.ground else { continue }
          kinds[j] = Kind.speck
          speck.append(j)
        }
        if speck.count > Self.speck { isSmall = false }
      }
      // What is left of it is found to be large by these.
      if !isSmall { for i in speck { kinds[i] = Kind.large } }
    }
  }

  /// Extends the area below lines beside the pixels that are filled, and over specks among them. A pixel of a line belongs to
  /// the area, or to ground elsewhere, that is nearer; the area's are painted up to `under` px, or as long as ink gets
  /// darker, up to `soft` px.
  func goUnder(_ levels: inout [UInt8], under: Int, soft: Int) {
    guard let lines, let kinds = kinds(levels) else { return }
    let width = rect.width
    let offsets = [
      (1, 3), (-1, 3), (width, 3), (-width, 3), (width + 1, 4), (width - 1, 4), (-width + 1, 4), (-width - 1, 4),
    ]
    let limit = 3 * max(under, soft)
    // Pixels of lines by their distance: first those next to the area, then those next to other ground.
    var buckets = [[Int]](repeating: [], count: 2 * (limit + 5))
    var isSettled = [Bool](repeating: false, count: kinds.count)
    func isLine(_ i: Int) -> Bool { kinds[i] == Kind.line || kinds[i] == Kind.speck }
    for y in 1..<(rect.height - 1) {
      for i in (y * width + 1)..<(y * width + width - 1) where isLine(i) {
        for (offset, cost) in offsets where !isLine(i + offset) {
          buckets[2 * cost + (kinds[i + offset] == Kind.area ? 0 : 1)].append(i)
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
        if !isElsewhere, isFree?[i] ?? true {
          let isDarker = offsets.contains { offset, _ in
            (levels[i + offset] == Self.area || levels[i + offset] == Self.under) && lines[i] > lines[i + offset]
          }
          if cost <= 3 * under || (isDarker || kinds[i] == Kind.speck) && cost <= 3 * soft { levels[i] = Self.under }
        }
        for (offset, step) in offsets where cost + step <= limit && isLine(i + offset) && !isSettled[i + offset] {
          buckets[2 * (cost + step) + (isElsewhere ? 1 : 0)].append(i + offset)
        }
      }
    }
  }

  /// Extends the area into lines among the pixels that are filled, while each pixel differs more than the one before.
  func goInto(_ levels: inout [UInt8], steps: Int) {
    guard let own, own.contains(where: { $0 > tolerance }) else { return }
    let width = rect.width
    for step in 1...UInt8(steps) {
      for y in 1..<(rect.height - 1) {
        for x in 1..<(width - 1) {
          let i = y * width + x
          // Ground that was not reached belongs to another area.
          guard levels[i] == Self.none, own[i] > tolerance, isFree?[i] ?? true,
            lines.map({ $0[i] <= tolerance }) ?? true
          else {
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
