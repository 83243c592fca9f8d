import Glibc
import Rig

/// Pen strokes in a file: lines of milliseconds, x and y in screen px, and pressure 0...1; a line
/// with "-" lifts the pen, one that starts with "#" is a remark.
struct PenRecording {
  private struct Sample {
    var time: Double
    var point: PenPoint
  }

  private var strokes: [[Sample]] = []

  /// Reads a file. Fails where it cannot be read or a line is wrong, naming both.
  init(path: String) throws {
    guard let file = fopen(path, "r") else { throw UsageError("\(path) cannot be read.") }
    defer { fclose(file) }
    var line: UnsafeMutablePointer<CChar>?
    var (capacity, number) = (0, 0)
    defer { free(line) }
    var stroke: [Sample] = []
    while getline(&line, &capacity, file) >= 0, let start = line {
      number += 1
      let words = String(cString: start).split(whereSeparator: \.isWhitespace)
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      if first == "-" {
        if !stroke.isEmpty { strokes.append(stroke) }
        stroke = []
        continue
      }
      let numbers = words.compactMap { Double($0) }
      guard words.count == 4, numbers.count == 4, numbers.allSatisfy(\.isFinite) else {
        throw UsageError("\(path), line \(number): expected MILLISECONDS X Y PRESSURE or \"-\".")
      }
      stroke.append(
        Sample(time: numbers[0] / 1e3, point: PenPoint(x: numbers[1], y: numbers[2], pressure: numbers[3])))
    }
    if !stroke.isEmpty { strokes.append(stroke) }
  }

  /// Draws the strokes at the times that they tell.
  func play(on pen: VirtualPen) throws(RigError) {
    guard let first = strokes.first?.first else { return }
    let start = MonotonicTime.now.advanced(bySeconds: 0.02 - first.time)
    try pen.proximityIn(x: first.point.x, y: first.point.y)
    for stroke in strokes {
      for (index, sample) in stroke.enumerated() {
        start.advanced(bySeconds: sample.time).sleepUntil()
        let point = sample.point
        if index == 0 { try pen.move(x: point.x, y: point.y, pressure: 0) }
        try pen.move(x: point.x, y: point.y, pressure: point.pressure)
        if index == 0 { try pen.press() }
      }
      try pen.release()
    }
    try pen.proximityOut()
    try pen.synchronize()
  }
}
