/// A setting of a MyPaint brush. The raw value is the number that libmypaint 1.6 has for it.
public enum MyPaintSetting: Int, CaseIterable, Hashable, Sendable {
  case opaque, opaqueMultiply, opaqueLinearize, radiusLogarithmic, hardness, antiAliasing, dabsPerBasicRadius
  case dabsPerActualRadius, dabsPerSecond, radiusByRandom, speed1Slowness, speed2Slowness, speed1Gamma
  case speed2Gamma, offsetByRandom, offsetBySpeed, offsetBySpeedSlowness, slowTracking, slowTrackingPerDab
  case trackingNoise, colorH, colorS, colorV, restoreColor, changeColorH, changeColorL, changeColorHslS
  case changeColorV, changeColorHsvS, smudge, smudgeLength, smudgeRadiusLog, eraser, strokeThreshold
  case strokeDurationLogarithmic, strokeHoldtime, customInput, customInputSlowness, ellipticalDabRatio
  case ellipticalDabAngle, directionFilter, lockAlpha, colorize, snapToPixel, pressureGainLog, gridmapScale
  case gridmapScaleX, gridmapScaleY, smudgeLengthLog, smudgeBucket, smudgeTransparency, offsetY, offsetX
  case offsetAngle, offsetAngleAsc, offsetAngleView, offsetAngle2, offsetAngle2Asc, offsetAngle2View
  case offsetAngleAdj, offsetMultiplier, posterize, posterizeNum, paintMode

  /// The name in files.
  public var name: String { Self.facts[rawValue].name }
  /// The values that the base value may have.
  public var range: ClosedRange<Float> { Self.facts[rawValue].range }
  /// The base value of a brush whose file does not name the setting.
  public var standard: Float { Self.facts[rawValue].standard }

  /// Whether libmypaint 1.6 lets inputs change it during a stroke.
  public var takesInputs: Bool {
    switch self {
    case .opaqueLinearize, .speed1Gamma, .speed2Gamma, .slowTracking, .trackingNoise, .colorH, .colorS, .colorV,
      .restoreColor, .strokeThreshold, .pressureGainLog:
      false
    default: true
    }
  }

  /// The setting of a name; nil where there is none.
  public init?(named name: String) {
    guard let number = Self.numbers[name] else { return nil }
    self.init(rawValue: number)
  }

  private static let numbers = Dictionary(
    uniqueKeysWithValues: facts.enumerated().map { ($0.element.name, $0.offset) })

  // In the order of the cases.
  private static let facts: [(name: String, range: ClosedRange<Float>, standard: Float)] = [
    ("opaque", 0...2, 1),
    ("opaque_multiply", 0...2, 0),
    ("opaque_linearize", 0...2, 0.9),
    ("radius_logarithmic", -2...6, 2),
    ("hardness", 0...1, 0.8),
    ("anti_aliasing", 0...5, 1),
    ("dabs_per_basic_radius", 0...200, 0),
    ("dabs_per_actual_radius", 0...200, 2),
    ("dabs_per_second", 0...200, 0),
    ("radius_by_random", 0...1.5, 0),
    ("speed1_slowness", 0...0.2, 0.04),
    ("speed2_slowness", 0...3, 0.8),
    ("speed1_gamma", -8...8, 4),
    ("speed2_gamma", -8...8, 4),
    ("offset_by_random", 0...25, 0),
    ("offset_by_speed", -3...3, 0),
    ("offset_by_speed_slowness", 0...15, 1),
    ("slow_tracking", 0...10, 0),
    ("slow_tracking_per_dab", 0...10, 0),
    ("tracking_noise", 0...12, 0),
    ("color_h", 0...1, 0),
    ("color_s", -0.5...1.5, 0),
    ("color_v", -0.5...1.5, 0),
    ("restore_color", 0...1, 0),
    ("change_color_h", -2...2, 0),
    ("change_color_l", -2...2, 0),
    ("change_color_hsl_s", -2...2, 0),
    ("change_color_v", -2...2, 0),
    ("change_color_hsv_s", -2...2, 0),
    ("smudge", 0...1, 0),
    ("smudge_length", 0...1, 0.5),
    ("smudge_radius_log", -1.6...1.6, 0),
    ("eraser", 0...1, 0),
    ("stroke_threshold", 0...0.5, 0),
    ("stroke_duration_logarithmic", -1...14, 4),
    ("stroke_holdtime", 0...10, 0),
    ("custom_input", -5...5, 0),
    ("custom_input_slowness", 0...10, 0),
    ("elliptical_dab_ratio", 1...10, 1),
    ("elliptical_dab_angle", 0...180, 90),
    ("direction_filter", 0...10, 2),
    ("lock_alpha", 0...1, 0),
    ("colorize", 0...1, 0),
    ("snap_to_pixel", 0...1, 0),
    ("pressure_gain_log", -1.8...1.8, 0),
    ("gridmap_scale", -10...10, 0),
    ("gridmap_scale_x", 0...10, 1),
    ("gridmap_scale_y", 0...10, 1),
    ("smudge_length_log", 0...20, 0),
    ("smudge_bucket", 0...255, 0),
    ("smudge_transparency", -1...1, 0),
    ("offset_y", -40...40, 0),
    ("offset_x", -40...40, 0),
    ("offset_angle", -40...40, 0),
    ("offset_angle_asc", -40...40, 0),
    ("offset_angle_view", -40...40, 0),
    ("offset_angle_2", 0...40, 0),
    ("offset_angle_2_asc", 0...40, 0),
    ("offset_angle_2_view", 0...40, 0),
    ("offset_angle_adj", -180...180, 0),
    ("offset_multiplier", -2...3, 0),
    ("posterize", 0...1, 0),
    ("posterize_num", 0.01...1.28, 0.05),
    ("paint_mode", 0...1, 1),
  ]
}
