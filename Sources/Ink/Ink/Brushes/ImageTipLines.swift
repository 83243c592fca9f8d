import Geometry
import Language

/// The lines of a brush's text that describe an image tip.
struct ImageTipLines {
  /// The number of pictures; nil for another tip.
  var count: Int?
  var roundness = 1.0
  var jitter = 0.0
  var angle = Angle.zero
  private var choice = Brush.ImageTip.Choice.sequence
  private var turning = Brush.ImageTip.Turning.fixed
  private var flips = (across: false, down: false)
  /// The pictures: PNG in Base64.
  private var text: [UInt8] = []

  /// Reads what turns the pictures; the angle follows it.
  mutating func takeTurn(_ lines: RecordingLines) throws(RecordingError) {
    guard lines.words.count == 3,
      let turning = Brush.ImageTip.Turning.allCases.first(where: { lines.isWord(1, named: $0.rawValue) })
    else {
      throw lines.fault(
        translated("image-turn has two values: fixed, direction, tilt or roll, and degrees"))
    }
    self.turning = turning
  }

  mutating func take(_ key: BrushReader.Key, _ lines: RecordingLines) throws(RecordingError) {
    try lines.expect(count: 2...2, translated("{key} has one value", ["key": key.rawValue]))
    switch key {
    case .imageChoice:
      guard let choice = Brush.ImageTip.Choice.allCases.first(where: { lines.isWord(1, named: $0.rawValue) }) else {
        throw lines.fault(translated("image-choice is sequence, chance or direction"))
      }
      self.choice = choice
    case .imageFlip:
      switch lines.text(1) {
      case "across": flips = (true, false)
      case "down": flips = (false, true)
      case "both": flips = (true, true)
      default: throw lines.fault(translated("image-flip is across, down or both"))
      }
    default: text += lines.bytes(1)
    }
  }

  /// The tip.
  /// - Throws: if its pictures cannot be read.
  func tip(_ pictures: Brush.TipReader) throws(TipFault) -> Brush.ImageTip {
    guard !text.isEmpty else { throw TipFault(translated("it is missing")) }
    var tip = Brush.ImageTip(try pictures(text, count ?? 1))
    (tip.choice, tip.turning, tip.angle, tip.roundness) = (choice, turning, angle, roundness)
    (tip.angleJitter, tip.flipsAcross, tip.flipsDown) = (jitter, flips.across, flips.down)
    return tip
  }
}
