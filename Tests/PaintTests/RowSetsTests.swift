import Dice
import Raster
import Testing

@testable import Paint

/// Sets of a row of pixels, and the coverage that comes of them, beside sets that are lists of intervals and united the plain way.
@Suite struct RowSetsTests {
  let filler: CoverageFiller

  init() throws { filler = try #require(CoverageFiller()) }

  /// What a line holds.
  typealias Line = [(from: Int32, to: Int32)]

  /// One more interval; those that touch become one.
  func united(_ line: Line, _ from: Int32, _ to: Int32) -> Line {
    var all: Line = []
    for next in (line + [(from, to)]).sorted(by: { $0.from < $1.from }) {
      if let last = all.last, next.from <= last.to {
        all[all.count - 1].to = max(last.to, next.to)
      } else {
        all.append(next)
      }
    }
    return all
  }

  /// An interval for each line: of a shape with straight sides, some of whose lines are empty, or anywhere.
  func someRun(_ dice: inout Dice, isShape: Bool) -> [(from: Int32, to: Int32)?] {
    let (left, width) = (dice.roll(-3000...15000), dice.roll(10...9000))
    let (leftSlope, rightSlope) = (dice.roll(-700...700), dice.roll(-700...700))
    let present = dice.roll(0...7)..<dice.roll(8...16)
    return (0..<Subpixels.lines).map { k in
      let from = isShape ? left + leftSlope * k : dice.roll(-3000...16384)
      let to = isShape ? left + width + rightSlope * k : from + dice.roll(0...2000)
      return from < to && (present.contains(k) || dice.roll(0...1) == 0 && !isShape) ? (Int32(from), Int32(to)) : nil
    }
  }

  /// Breaks where all lines are treated as one and one is not like the others: empty, apart from what is there, touching it by a
  /// point, or outside of the tile; and where a pixel gets what lies in the next one.
  @Test func rowsAreWhatWasPutIntoThem() {
    var kinds = (single: 0, several: 0)
    for seed in 0..<400 {
      var dice = Dice(seed)
      var lines = [Line](repeating: [], count: Subpixels.lines)
      let run = RowIntervals()
      defer { run.destroy() }
      filler.scratch[0].removeAll()
      for _ in 0..<dice.roll(1...4) {
        let new = someRun(&dice, isShape: dice.roll(0...3) > 0)
        // Where the tile begins and ends in the block.
        let base = Int32(dice.roll(0...1) * Subpixels.tileUnits)
        for (k, interval) in new.enumerated() {
          run.ends[k] = interval.map { $0.from + base } ?? RowIntervals.none.from
          run.ends[Subpixels.lines + k] = interval.map { $0.to + base } ?? RowIntervals.none.to
          guard let interval else { continue }
          let (from, to) = (max(interval.from, 0), min(interval.to, Int32(Subpixels.tileUnits)))
          if from < to { lines[k] = united(lines[k], from, to) }
        }
        filler.scratch[0].insert(row: 0, run, from: base, to: base + Int32(Subpixels.tileUnits))
      }
      let lists = filler.scratch[0]
      for k in 0..<Subpixels.lines {
        let spans = (0..<Int(lists.counts[k])).map { lists.spans[lists.start(of: k) + $0 * SpanLists.stride] }
        #expect(spans.map(SpanLists.from) == lines[k].map(\.from), "seed \(seed), line \(k)")
        #expect(spans.map(SpanLists.to) == lines[k].map(\.to), "seed \(seed), line \(k)")
      }
      if lines.allSatisfy({ $0.count <= 1 }) { kinds.single += 1 } else { kinds.several += 1 }

      let from = dice.roll(0...63)
      let to = dice.roll((from + 1)...64)
      var pixels = [UInt8](repeating: 77, count: Tile.size)
      pixels.withUnsafeMutableBufferPointer {
        guard let start = $0.baseAddress else { return }
        filler.measure(.init(lists: filler.scratch, firstLine: 0), from: from, to: to, start)
      }
      for x in 0..<Tile.size {
        guard (from..<to).contains(x) else {
          #expect(pixels[x] == 77, "seed \(seed), pixel \(x) is not asked for")
          continue
        }
        let (least, most) = (Int32(x * Subpixels.units), Int32((x + 1) * Subpixels.units))
        let length = lines.joined().reduce(0) { $0 + max(0, Int(min($1.to, most)) - Int(max($1.from, least))) }
        #expect(Int(pixels[x]) == (length * 255 + 2048) / 4096, "seed \(seed), pixel \(x)")
      }
    }
    // Both kinds of rows were there.
    #expect(kinds.single > 50 && kinds.several > 50, "\(kinds)")
  }
}
