import Geometry
import Ink

/// The score of predicted ink: the distance of the predicted position from the pen's later
/// position.
///
/// The reference is the movement itself, since samples are rounded to about a px.
struct PredictionScore {
  /// A movement and its samples, window px.
  struct Movement {
    /// Samples, rounded as the tablet does.
    let samples: [InkPoint]
    /// Where the pen truly is at a time, s; nil after it was lifted.
    let place: (Double) -> Point?
  }

  /// The distances of predicted positions from the pen's later positions, px, for samples with
  /// prediction.
  let errors: Quantiles
  /// The mean prediction time over all samples that could be scored, s; 0 for samples without
  /// prediction.
  let reach: Double
  /// The farthest that ink reached beyond a stroke's last sample when that came, px.
  let beyondEnd: Double

  /// Scores predictions up to `horizon` s, after samples from which the pen continues at a speed
  /// within `speeds`, px/s.
  init(_ movements: [Movement], horizon: Double, speeds: ClosedRange<Double> = 0...(.infinity)) {
    var (errors, reach, count, beyond): ([Double], Double, Double, Double) = ([], 0, 0, 0)
    for movement in movements {
      var predictor = Predictor()
      for sample in movement.samples {
        predictor.add(sample)
        let prediction = predictor.prediction(horizon: horizon)
        guard let start = movement.place(sample.time), let end = movement.place(sample.time + horizon) else {
          if sample == movement.samples.last, let prediction {
            beyond = max(beyond, prediction.position.distance(to: sample.position))
          }
          continue
        }
        guard speeds.contains(start.distance(to: end) / horizon) else { continue }
        count += 1
        guard let prediction, let place = movement.place(sample.time + prediction.reach) else { continue }
        reach += prediction.reach
        errors.append(prediction.position.distance(to: place))
      }
    }
    self.errors = Quantiles(errors)
    self.reach = count > 0 ? reach / count : 0
    beyondEnd = beyond
  }

  /// Circles of a radius of 40 to 320 px at 1000 px/s, read `rate` times a second; several of each,
  /// begun anywhere.
  static func circles(rate: Double) -> [Movement] {
    [40.0, 80, 160, 320].flatMap { radius in
      (0..<4).map { turn in
        let start = Double(turn) * 1.7
        let center = Point(500.25 + 0.37 * Double(turn), 400.5 + 0.61 * Double(turn))
        let place = { (time: Double) -> Point? in
          time > 1 ? nil : center + Vector(length: radius, direction: Angle(radians: start + 1000 / radius * time))
        }
        return movement(place, rate: rate, from: 0, to: 1)
      }
    }
  }

  /// Strokes of a recording at half their size, as a canvas of twice the window is seen, read
  /// `rate` times a second, or, nil, when the recording says. Between its samples the pen goes
  /// along cubic Hermite curves.
  static func recording(_ strokes: [[InkPoint]], rate: Double?) -> [Movement] {
    strokes.compactMap { stroke in
      var points: [InkPoint] = []
      for p in stroke where points.last.map({ p.time > $0.time }) ?? true {
        var q = p
        q.position = Point(p.position.x / 2, p.position.y / 2)
        points.append(q)
      }
      guard points.count > 2, let first = points.first, let last = points.last else { return nil }
      let place = { (time: Double) in Self.place(in: points, at: time) }
      if let rate { return movement(place, rate: rate, from: first.time, to: last.time) }
      return Movement(samples: points.map { read($0, grain: 1) }, place: place)
    }
  }

  /// Movements that nothing in the program was fitted to, of one kind or of all, read `rate` times
  /// a second by a tablet that tells places to `grain` px.
  static func heldOut(_ kinds: [HandMovement.Kind] = HandMovement.Kind.allCases, rate: Double, grain: Double = 1)
    -> [Movement]
  {
    kinds.flatMap { kind in
      heldOutSeeds.map { seed in
        let hand = HandMovement(kind, seed: seed)
        return movement(
          { hand.place(at: $0) }, rate: rate, from: hand.span.lowerBound, to: hand.span.upperBound, grain: grain)
      }
    }
  }

  /// The seeds of the movements that are held out: with these nothing is tuned.
  static let heldOutSeeds: ClosedRange<UInt64> = 9001...9040

  /// The predicted ink beyond a pen that moves at 1000 px/s and stops at once, `count` samples
  /// after the stop (0: the first at rest), px, in the worst of several directions.
  static func overshoot(rate: Double, count: Int, horizon: Double) -> Double {
    (0..<12).reduce(0) { worst, turn in
      let way = Vector(length: 1000, direction: Angle(degrees: 30 * Double(turn) + 7))
      // The stop is at a sample, so that the next is at the same place.
      let stop = (0.2 * rate).rounded() / rate
      let place = { (time: Double) -> Point? in Point(500.3, 400.6) + way * min(time, stop) }
      let samples = movement(place, rate: rate, from: 0, to: stop + Double(count) / rate).samples
      var predictor = Predictor()
      for sample in samples { predictor.add(sample) }
      guard let last = samples.last, let p = predictor.prediction(horizon: horizon) else { return worst }
      return max(worst, p.position.distance(to: last.position))
    }
  }

  private static func movement(
    _ place: @escaping (Double) -> Point?, rate: Double, from start: Double, to end: Double, grain: Double = 1
  ) -> Movement {
    let count = Int(((end - start) * rate + 1e-6).rounded(.down))
    let samples = (0...count).compactMap { i -> InkPoint? in
      let time = min(end, start + Double(i) / rate)
      return place(time).map { read(InkPoint(position: $0, pressure: 0.5, time: time), grain: grain) }
    }
    return Movement(samples: samples, place: place)
  }

  private static func read(_ p: InkPoint, grain: Double) -> InkPoint {
    var q = p
    q.position = Point((p.position.x / grain).rounded() * grain, (p.position.y / grain).rounded() * grain)
    return q
  }

  /// The place at a time on the Hermite curve through points whose times grow, the velocity at each
  /// being that of the parabola through it and its neighbours.
  private static func place(in points: [InkPoint], at time: Double) -> Point? {
    guard let first = points.first, let last = points.last, time >= first.time, time <= last.time else { return nil }
    var (low, high) = (0, points.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if points[middle].time <= time { low = middle } else { high = middle }
    }
    func velocity(_ k: Int) -> Vector {
      func slope(_ i: Int) -> Vector {
        (points[i + 1].position - points[i].position) / (points[i + 1].time - points[i].time)
      }
      guard k > 0 else { return slope(0) }
      guard k < points.count - 1 else { return slope(k - 1) }
      let (a, b) = (points[k].time - points[k - 1].time, points[k + 1].time - points[k].time)
      return slope(k - 1) * (b / (a + b)) + slope(k) * (a / (a + b))
    }
    let span = points[high].time - points[low].time
    let curve = CubicBezier(
      hermiteFrom: points[low].position, velocity: velocity(low) * span, to: points[high].position,
      velocity: velocity(high) * span)
    return curve.point(at: (time - points[low].time) / span)
  }
}
