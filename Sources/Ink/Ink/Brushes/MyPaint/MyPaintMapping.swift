/// How a setting of a MyPaint brush depends on an input: a line through points, which goes on beyond
/// the first and the last. Its value is added to the base value.
public struct MyPaintMapping: Hashable, Sendable {
  /// The setting.
  public var setting: MyPaintSetting
  /// The input.
  public var input: MyPaintInput
  /// Input and summand, 2...64 points; inputs never decrease.
  public var points: [SIMD2<Float>]
}
