import Geometry

/// Computes tiles of a pyramid on another thread, from a snapshot of the image.
///
/// `Pyramid.makeJob` creates a job. `run`, on any thread, delivers the results tile by tile.
/// `Pyramid.adopt` takes them, except where the image has changed meanwhile. A pyramid has one job
/// at a time; results of earlier jobs are dropped.
public struct PyramidJob<Source: PixelSource & Sendable>: Sendable {
  fileprivate var pyramid: Pyramid
  fileprivate let source: Source
  fileprivate let level: Int
  fileprivate let tiles: [Int]
  fileprivate let limit: Int

  /// Computes the tiles in the given order, each with the tiles of the levels between it and the
  /// image, which zooming in will need next.
  /// - Parameters:
  ///   - isWanted: whether to continue; called before each tile.
  ///   - deliver: receives the results.
  public mutating func run(isWanted: () -> Bool, deliver: (PyramidResult) -> Void) {
    var buffer: [UInt32] = []
    for index in tiles {
      guard isWanted() else { return }
      var made: [PyramidResult.Part] = []
      let (row, column) = index.quotientAndRemainder(dividingBy: pyramid.levels[level - 1].columns)
      let square = pyramid.levels[level - 1].square(column, row)
      // Level 1 is as large as all others together and quick to compute: it is not computed in
      // advance.
      if level > 2, pyramid.tileCount < limit {
        for k in 2..<level {
          let part = Pyramid.scaled(square, by: level - k)
          make(level: k, part, &made, &buffer)
        }
      }
      make(level: level, square, &made, &buffer)
      deliver(PyramidResult(serial: pyramid.job.serial, parts: made))
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
        let slot = pyramid.makeTile(level: k, index, from: source, &buffer).map { Pyramid.Slot.tile($0) } ?? .blank
        pyramid.levels[k - 1].put(slot, index)
        made.append(PyramidResult.Part(level: k, index: index, slot: slot))
      }
    }
  }
}

/// Tiles that a job has computed.
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
  struct JobState: Sendable {
    private(set) var serial = 0
    private var isRunning = false
    /// Changes since the job was created, px of the image.
    private var changes = Region()

    mutating func begin() {
      serial += 1
      isRunning = true
      changes.removeAll()
    }

    mutating func end() {
      serial += 1
      isRunning = false
    }

    mutating func changed(_ rect: PixelRect) { if isRunning { changes.add(rect) } }

    func holds(_ rect: PixelRect, _ serial: Int) -> Bool {
      isRunning && serial == self.serial && !changes.rects.contains { $0.intersects(rect) }
    }
  }

  /// Creates a job for tiles of level `k`, by their indices, in the order in which they are wanted.
  /// - Parameter limit: from this number of tiles on (16 KiB each), only the requested tiles are
  ///   computed.
  public mutating func makeJob<Source>(level k: Int, _ tiles: [Int], of source: Source, limit: Int) -> PyramidJob<
    Source
  > {
    job.begin()
    return PyramidJob(pyramid: self, source: source, level: k, tiles: tiles, limit: limit)
  }

  /// Takes the results of a job where the image has not changed since the job was created.
  /// - Returns: px of the image whose pixels in `level` changed.
  public mutating func adopt(_ result: PyramidResult, shown level: Int) -> [PixelRect] {
    var shown: [PixelRect] = []
    for part in result.parts {
      let (row, column) = part.index.quotientAndRemainder(dividingBy: levels[part.level - 1].columns)
      let square = Self.scaled(levels[part.level - 1].square(column, row), by: part.level)
      let old = levels[part.level - 1].slots[part.index]
      guard old.isMissing || old.isSketch, job.holds(square, result.serial) else { continue }
      levels[part.level - 1].put(part.slot, part.index)
      if part.level == level { shown.append(square) }
    }
    return shown
  }

  /// Whether there are sketches at level `k`.
  public func hasSketches(level k: Int) -> Bool { k > 0 && levels[k - 1].sketches > 0 }
}
