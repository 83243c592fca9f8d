import Geometry
import Ink

/// A smoother to score: its name, and the function from a stroke's points to its settled curve.
struct Candidate {
  /// The title of its column.
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

  /// Filters for comparison, followed by Ink's best curve through the filtered points. The second 1
  /// euro filter has the parameters with the best scores: among cutoffs of 1 and 3 Hz, betas of
  /// 0.007 to 0.5 and speed cutoffs of 1 to 20 Hz, those with the roundest circles whose line is
  /// within 0.31 px rms.
  static var references: [Candidate] {
    [
      Candidate(name: "(1 euro)") { Smoother.catmullRom.segments(through: OneEuroFilter().filtered($0)) },
      Candidate(name: "(1 euro, tuned)") {
        let filter = OneEuroFilter(minimumCutoff: 3, beta: 0.2, speedCutoff: 5)
        return Smoother.catmullRom.segments(through: filter.filtered($0))
      },
      Candidate(name: "(average)") { Smoother.catmullRom.segments(through: MovingAverage().filtered($0)) },
    ]
  }

  /// The curve of a whole stroke. Samples at which the pen stood still count once, as in
  /// `StrokeModel`.
  func curve(through points: [InkPoint]) -> [InkSegment] {
    var distinct: [InkPoint] = []
    for p in points {
      if let last = distinct.last, last.position.distance(to: p.position) < StrokeModel.stillness { continue }
      distinct.append(p)
    }
    return smooth(distinct)
  }
}
