import Geometry
import Ink
import RandomSource
import Raster

@testable import Paint

/// An image on which strokes are drawn as a document would.
final class StrokeCanvas {
  var image: TileGrid
  let filler: CoverageFiller

  init(width: Int, height: Int, _ filler: CoverageFiller) {
    image = TileGrid(width: width, height: height)
    self.filler = filler
  }

  /// Draws a stroke in batches of the given sizes; the remaining samples come last.
  @discardableResult
  func draw(_ samples: [PenSample], _ brush: Brush, _ style: InkStyle, batches: [Int])
    -> OutlineRasteriser
  {
    let before = image
    var model = StrokeModel(brush: brush)
    let painter = OutlineRasteriser(for: image, tip: brush.tip, filler: filler)
    var tail = InkTrace()
    func show() {
      var dirty = Region()
      model.tail(into: &tail)
      painter.extend(settled: model.settled, tail: tail, dirty: &dirty)
      for rect in dirty.rects { painter.draw(rect, style: style, onto: &image) { before[$0] } }
    }
    var next = 0
    for batch in batches + [samples.count] {
      let end = min(samples.count, next + batch)
      for sample in samples[next..<end] { model.add(sample) }
      next = end
      if batches.count > 1 { show() }
    }
    model.finish()
    show()
    return painter
  }

  /// The difference between drawn coverage and all ink filled as one shape, for each pixel that has
  /// either.
  func differences(from ink: InkTrace, _ tip: Brush.Tip = .round) -> [Int] {
    let outline = Outline(of: ink, tip)
    var differences: [Int] = []
    for tile in 0..<(image.columns * image.rows) {
      let square = image.bounds(ofTile: tile)
      for (i, whole) in filler.coverage(of: outline, in: square).enumerated() {
        let drawn = Int(image[tile]?[i % square.width, i / square.width] ?? 0) >> 24
        if drawn + Int(whole) > 0 { differences.append(drawn - Int(whole)) }
      }
    }
    return differences
  }
}

extension Outline {
  /// The outline of settled ink: its end is a hull of its own.
  init(of ink: InkTrace, _ tip: Brush.Tip = .round) {
    self.init(tip: tip)
    for sweep in ink.sweeps { append(sweep) }
    if let end = ink.end { appendEnd(end, isApart: true) }
  }
}

extension CoverageFiller {
  /// The coverage of pixels, row by row, all hulls of the outlines filled as one shape.
  func coverage(of outlines: Outline..., in area: PixelRect) -> [UInt8] {
    var coverage = [UInt8](repeating: 0, count: area.area)
    var top = area.minY
    while top < area.maxY {
      let bottom = min(area.maxY, Self.block(x: 0, y: top).y + Self.blockSide)
      var left = area.minX
      while left < area.maxX {
        let right = min(area.maxX, Self.block(x: left, y: 0).x + Self.blockSide)
        begin(PixelRect(minX: left, minY: top, maxX: right, maxY: bottom))
        for outline in outlines { add(outline, outline.hulls.indices) }
        fill()
        for y in top..<bottom {
          let row = self.coverage(x: left, y: y)
          for x in left..<right { coverage[(y - area.minY) * area.width + x - area.minX] = row[x - left] }
        }
        left = right
      }
      top = bottom
    }
    return coverage
  }
}

extension StrokeModel {
  init(_ samples: [PenSample], _ brush: Brush) {
    self.init(brush: brush)
    for s in samples { add(s) }
    finish()
  }
}

extension Brush {
  /// A brush whose size is evenly distributed over the orders of magnitude from 0.5 to 200 px.
  static func random(_ smoother: Smoother, _ rng: inout RandomSource) -> Brush {
    let size = 0.5 * (0..<rng.roll(0...8)).reduce(1.0) { all, _ in all * rng.roll(1...2.1) }
    return Brush(size: min(200, size), minimumShare: rng.roll(0...1), smoother: smoother)
  }
}

extension PenSample {
  /// Steps from 0.01 px to the canvas's size, sharp turns, pauses, and ways out of the canvas and
  /// back.
  static func randomStroke(count: Int, on width: Double, _ height: Double, _ rng: inout RandomSource) -> [PenSample] {
    var p = Point(rng.roll(0...width), rng.roll(0...height))
    var heading = rng.roll(0...6.28)
    var step = rng.roll(0.5...12)
    return (0..<count).map { i in
      if rng.isOne(in: 8) { step = [0.01, 0.3, 2, 7, 20, 90][rng.roll(0..<6)] }
      heading += rng.isOne(in: 6) ? rng.roll(-3.14...3.14) : rng.roll(-0.4...0.4)
      if !rng.isOne(in: 10) { p = p + Vector(length: step, direction: Angle(radians: heading)) }
      if p.x < -60 || p.y < -60 || p.x > width + 60 || p.y > height + 60 { p = Point(width / 2, height / 2) }
      return PenSample(position: p, time: Double(i) / 200, pressure: rng.isOne(in: 12) ? 0 : rng.roll(0...1))
    }
  }
}
