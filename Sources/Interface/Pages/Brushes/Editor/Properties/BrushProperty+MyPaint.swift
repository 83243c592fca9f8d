import Glibc
import Ink
import Language
import Toolkit

/// The settings of MyPaint's brushes. Those of the colour are left out: strokes have the user's
/// colour.
extension BrushPropertyGroup {
  static var paint: [BrushPropertyGroup] {
    func group(_ title: String, _ settings: [MyPaintSetting]) -> BrushPropertyGroup {
      BrushPropertyGroup(
        title: title, properties: settings.map { BrushProperty(title: $0.title, note: $0.note, kind: .paint($0)) })
    }
    return [
      group(
        translated("Basic", context: "settings of a brush"),
        [
          .radiusLogarithmic, .radiusByRandom, .hardness, .antiAliasing, .ellipticalDabRatio, .ellipticalDabAngle,
          .directionFilter, .pressureGainLog, .eraser, .snapToPixel,
        ]),
      group(
        translated("Opacity", context: "settings of a brush"), [.opaque, .opaqueMultiply, .opaqueLinearize, .lockAlpha]),
      group(
        translated("Dabs", context: "settings of a brush"),
        [.dabsPerBasicRadius, .dabsPerActualRadius, .dabsPerSecond, .offsetByRandom]),
      group(
        translated("Smudging", context: "settings of a brush"),
        [.smudge, .smudgeLength, .smudgeLengthLog, .smudgeRadiusLog, .smudgeTransparency, .smudgeBucket]),
      group(
        translated("Colour", context: "settings of a brush"),
        [
          .changeColorH, .changeColorL, .changeColorHslS, .changeColorV, .changeColorHsvS, .colorize, .posterize,
          .posterizeNum, .paintMode,
        ]),
      group(
        translated("Speed", context: "settings of a brush"),
        [.speed1Slowness, .speed2Slowness, .speed1Gamma, .speed2Gamma, .offsetBySpeed, .offsetBySpeedSlowness]),
      group(
        translated("Tracking", context: "settings of a brush"), [.slowTracking, .slowTrackingPerDab, .trackingNoise]),
      group(
        translated("Stroke", context: "settings of a brush"),
        [.strokeThreshold, .strokeDurationLogarithmic, .strokeHoldtime, .customInput, .customInputSlowness]),
      group(
        translated("Offset", context: "settings of a brush"),
        [
          .offsetX, .offsetY, .offsetAngle, .offsetAngleAsc, .offsetAngleView, .offsetAngle2, .offsetAngle2Asc,
          .offsetAngle2View, .offsetAngleAdj, .offsetMultiplier,
        ]),
      group(translated("Grid", context: "settings of a brush"), [.gridmapScale, .gridmapScaleX, .gridmapScaleY]),
    ]
  }
}

extension MyPaintSetting {
  /// The slider of the base value. The radius is shown as a diameter.
  var scale: BrushProperty.Scale {
    let range = Double(self.range.lowerBound)...Double(self.range.upperBound)
    switch self {
    case .radiusLogarithmic:
      return .number(
        .logarithmic(shown(self.range.lowerBound)...shown(self.range.upperBound)), standard: shown(standard), "px",
        decimals: 1)
    case .dabsPerBasicRadius, .dabsPerActualRadius, .dabsPerSecond, .smudgeBucket:
      return .number(
        .curved(range, step: self == .smudgeBucket ? 1 : 0.1), standard: Double(standard), decimals: 1)
    default:
      let step = range.upperBound - range.lowerBound > 20 ? 0.1 : 0.01
      return .number(.linear(range, step: step), standard: Double(standard), decimals: 2)
    }
  }

  /// The number that the editor shows for a base value.
  func shown(_ value: Float) -> Double { self == .radiusLogarithmic ? 2 * exp(Double(value)) : Double(value) }

  /// The base value for a number that the editor shows.
  func value(ofShown number: Double) -> Float {
    self == .radiusLogarithmic ? Float(log(max(1e-3, number) / 2)) : Float(number)
  }
}
