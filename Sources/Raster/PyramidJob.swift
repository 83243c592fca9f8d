import Geometry

/// Tiles of a pyramid to be made on another thread, of the image as it was when they were asked for.
///
/// Its life: `Pyramid.lend` makes one; `run`, on any thread, hands over what is there, tile by tile; `Pyramid.adopt` takes that, but for
/// what the image has changed in meanwhile. A pyramid has one errand at a time; what comes of an earlier one is not taken any more.
public struct PyramidJob<Source: PixelSource & Sendable>: Sendable {
  fileprivate var pyramid: Pyramid
  fileprivate let source: Source
  fileprivate let level: Int
  fileprivate let tiles: [Int]
  fileprivate let limit: Int

  /// Makes the tiles, in the order in which they were asked for, and those between them and the image, for which a view from nearer will
  /// ask next.
  /// - Parameters:
  ///   - isWanted: whether to go on; asked before each.
  ///   - deliver: takes what is made.
  public mutating func run(isWanted: () -> Bool, deliver: (PyramidResult) -> Void) {
    var buffer: [UInt32] = []
    for index in tiles {
      guard isWanted() else { return }
      var made: [PyramidResult.Part] = []
      let (row, column) = index.quotientAndRemainder(dividingBy: pyramid.levels[level - 1].columns)
      let square = pyramid.levels[level - 1].square(column, row)
      // The level next to the image is as large as all others together, and as quickly made: it is not made in advance.
      if level > 2, pyramid.tileCount < limit {
        for k in 2..<level {
          let part = Pyramid.scaled(square, by: level - k)
          make(level: k, part, &made, &buffer)
        }
      }
      make(level: level, square, &made, &buffer)
      deliver(PyramidResult(serial: pyramid.loan.serial, parts: made))
    }
  }

  private mutating func make(
    level k: Int, _ rect: PixelRect, _ made: inout [PyramidResult.Part], _ buffer: inout [UInt32]
  ) {
    let range = pyramid.levels[k - 1].tiles(in: rect)
    for row in range.rows {
      for column in range.columns {
        let index = row * pyramid.levels[k - 1].columns + column
        let old = pyramid.levels[k - 1].slots[index]
        guard old.isMissing || old.isSketch else { continue }
        let slot = pyramid.made(level: k, index, from: source, &buffer).map { Pyramid.Slot.tile($0) } ?? .blank
        pyramid.levels[k - 1].put(slot, index)
        made.append(PyramidResult.Part(level: k, index: index, slot: slot))
      }
    }
  }
}

/// Tiles that an errand has made.
public struct PyramidResult: Sendable {
  fileprivate let serial: Int
  fileprivate let parts: [Part]

  fileprivate struct Part: Sendable {
    let level: Int
    let index: Int
    let slot: Pyramid.Slot
  }
}

extension Pyramid {
  /// What an errand is out for.
  struct Loan: Sendable {
    private(set) var serial = 0
    private var isOut = false
    /// What has changed since it was lent, px of the image.
    private var changes = Region()

    mutating func begin() {
      serial += 1
      isOut = true
      changes.removeAll()
    }

    mutating func end() {
      serial += 1
      isOut = false
    }

    mutating func changed(_ rect: PixelRect) { if isOut { changes.add(rect) } }

    func holds(_ rect: PixelRect, _ serial: Int) -> Bool {
      isOut && serial == self.serial && !changes.rects.contains { $0.intersects(rect) }
    }
  }

  /// An errand for tiles of level `k`, by their indices, in the order in which they are wanted.
  /// - Parameter limit: from how many tiles on (16 KiB each) only those are made that are asked for.
  public mutating func lend<Source>(level k: Int, _ tiles: [Int], of source: Source, limit: Int) -> PyramidJob<Source> {
    loan.begin()
    return PyramidJob(pyramid: self, source: source, level: k, tiles: tiles, limit: limit)
  }

  /// Takes what an errand has made, where the image is as it was when that was lent.
  /// - Returns: px of the image that `level` now shows otherwise.
  public mutating func adopt(_ delivery: PyramidResult, shown level: Int) -> [PixelRect] {
    var shown: [PixelRect] = []
    for part in delivery.parts {
      let (row, column) = part.index.quotientAndRemainder(dividingBy: levels[part.level - 1].columns)
      let square = Self.scaled(levels[part.level - 1].square(column, row), by: part.level)
      let old = levels[part.level - 1].slots[part.index]
      guard old.isMissing || old.isSketch, loan.holds(square, delivery.serial) else { continue }
      levels[part.level - 1].put(part.slot, part.index)
      if part.level == level { shown.append(square) }
    }
    return shown
  }

  /// Whether there are sketches at level `k`.
  public func hasSketches(level k: Int) -> Bool { k > 0 && levels[k - 1].sketches > 0 }
}
