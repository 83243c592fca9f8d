import Geometry
import Ink

/// A smoother that is judged: a name, and how it lays a settled curve through a stroke's points.
struct Candidate {
  /// What its column is called.
  let name: String
  private let smooth: ([InkPoint]) -> [InkSegment]

  /// A smoother by what it does with points of which no two that follow each other coincide.
  init(name: String, smooth: @escaping ([InkPoint]) -> [InkSegment]) {
    self.name = name
    self.smooth = smooth
  }

  /// One of Ink's.
  init(_ smoother: Smoother) { self.init(name: smoother.rawValue) { smoother.segments(through: $0) } }

  /// All of Ink's.
  static var all: [Candidate] { Smoother.allCases.map(Candidate.init) }

  /// The curve of a whole stroke. Samples at which the pen stood still count once, as in `StrokeModel`.
  func curve(through points: [InkPoint]) -> [InkSegment] {
    var distinct: [InkPoint] = []
    for p in points {
      if let last = distinct.last, last.position.distance(to: p.position) < StrokeModel.stillness { continue }
      distinct.append(p)
    }
    return smooth(distinct)
  }
}
