import Foundation

/// Colours of lights by the formulas of the standards, in doubles, for comparison with Little CMS.
enum ColourReference {
  typealias Matrix = [[Double]]

  /// White, red, green and blue as x and y.
  typealias Places = [[Double]]

  static let sRGB = [[0.3127, 0.3290], [0.64, 0.33], [0.30, 0.60], [0.15, 0.06]]
  static let adobe = [[0.3127, 0.3290], [0.64, 0.33], [0.21, 0.71], [0.15, 0.06]]
  static let displayP3 = [[0.3127, 0.3290], [0.680, 0.320], [0.265, 0.690], [0.150, 0.060]]
  static let bt2020 = [[0.3127, 0.3290], [0.708, 0.292], [0.170, 0.797], [0.131, 0.046]]
  /// Adobe's wide gamut, which has the white of D50.
  static let wide = [[0.3457, 0.3585], [0.7347, 0.2653], [0.1152, 0.8264], [0.1566, 0.0177]]

  /// Straight values of sRGB, 0 ... 1, of a colour with these primaries, whose values become light by `curve`.
  static func standard(_ colour: [Double], _ places: Places, _ curve: (Double) -> Double) -> [Double] {
    let light = times(adapted(lights(places), from: places[0], to: sRGB[0]), colour.map(curve))
    return times(inverse(lights(sRGB)), light).map(coded)
  }

  /// The value of sRGB of light, which is cut to 0 ... 1 (IEC 61966-2-1).
  static func coded(_ light: Double) -> Double {
    let light = min(1, max(0, light))
    return light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// Primaries as an ICC profile has them: columns of X, Y and Z, adapted to its white, D50.
  static func connection(_ places: Places) -> Matrix {
    let sum = 0.9642 + 1 + 0.8249
    return adapted(lights(places), from: places[0], to: [0.9642 / sum, 1 / sum])
  }

  /// The light of a value of sRGB.
  static func light(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  private static func point(_ place: [Double]) -> [Double] {
    [place[0] / place[1], 1, (1 - place[0] - place[1]) / place[1]]
  }

  /// From red, green and blue to X, Y and Z: columns of primaries, of which the sum is white.
  private static func lights(_ places: Places) -> Matrix {
    let columns = places[1...].map { [$0[0], $0[1], 1 - $0[0] - $0[1]] }
    let matrix = (0..<3).map { row in columns.map { $0[row] } }
    let shares = times(inverse(matrix), point(places[0]))
    return matrix.map { zip($0, shares).map { $0 * $1 } }
  }

  /// Bradford's adaptation.
  private static func adapted(_ matrix: Matrix, from: [Double], to: [Double]) -> Matrix {
    let cones = [[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]]
    let (old, new) = (times(cones, point(from)), times(cones, point(to)))
    let scaled = (0..<3).map { row in cones[row].map { $0 * new[row] / old[row] } }
    return product(product(inverse(cones), scaled), matrix)
  }

  private static func times(_ matrix: Matrix, _ vector: [Double]) -> [Double] {
    matrix.map { zip($0, vector).reduce(0) { $0 + $1.0 * $1.1 } }
  }

  private static func product(_ a: Matrix, _ b: Matrix) -> Matrix {
    a.map { row in (0..<3).map { column in (0..<3).reduce(0) { $0 + row[$1] * b[$1][column] } } }
  }

  private static func inverse(_ m: Matrix) -> Matrix {
    func minor(_ r: Int, _ c: Int) -> Double {
      let (a, b, d, e) = ((r + 1) % 3, (r + 2) % 3, (c + 1) % 3, (c + 2) % 3)
      return m[a][d] * m[b][e] - m[a][e] * m[b][d]
    }
    let whole = (0..<3).reduce(0) { $0 + m[0][$1] * minor(0, $1) }
    return (0..<3).map { row in (0..<3).map { column in minor(column, row) / whole } }
  }
}
