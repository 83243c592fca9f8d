import CMyPaint
import Glibc
import Ink

/// The library's object for the brush of one stroke, primed so that equal strokes get equal pixels.
///
/// The library reads some of the object's memory before it writes there. Two events on a surface
/// that ignores them fill it. The object must not be used for a second stroke, since not all of its
/// state is reset.
final class MyPaintBrushObject {
  let library: MyPaintLibrary
  let pointer: MyPaintLibrary.Brush
  /// Whether the program mixes pigments for the stroke, not the library.
  let hasOurPigments: Bool
  /// Whether the library mixes colours as pigments for this brush, in memory that threads share.
  let sharesMixing: Bool
  /// The colour that the stroke mixed last.
  var mixedColour: SIMD4<Float> = .zero

  /// Number of colours for smudging. With 256, which brushes can name, the library would not clear
  /// the last one.
  private static let buckets: Int32 = 300
  private static let seeds = 64

  /// Nil if there is no memory for it.
  /// - Parameter ourPigments: whether the program mixes pigments, if the library lets it.
  init?(_ brush: MyPaintBrush, style: MyPaintStyle, library: MyPaintLibrary, ourPigments: Bool) {
    guard let pointer = library.makeBrush(Self.buckets) else { return nil }
    (self.library, self.pointer) = (library, pointer)
    hasOurPigments = ourPigments && library.hasOurPigments
    sharesMixing = brush.mixesPigments && !hasOurPigments
    set(brush)
    apply(style, to: brush)
    prime(seed: style.seed)
  }

  deinit { library.release(pointer) }

  /// Sets all values of a brush, none by text.
  private func set(_ brush: MyPaintBrush) {
    for setting in MyPaintSetting.allCases { fix(setting, to: brush.baseValue(of: setting)) }
    for mapping in brush.mappings { set(mapping) }
  }

  private func set(_ setting: MyPaintSetting, to value: Float) { library.setBaseValue(pointer, setting.number, value) }

  private func set(_ mapping: MyPaintMapping) {
    let (setting, input) = (mapping.setting.number, mapping.input.number)
    library.setPointCount(pointer, setting, input, Int32(mapping.points.count))
    for (index, point) in mapping.points.enumerated() {
      library.setPoint(pointer, setting, input, Int32(index), point.x, point.y)
    }
  }

  /// Makes a setting independent of all inputs.
  private func fix(_ setting: MyPaintSetting, to value: Float) {
    set(setting, to: value)
    for input in MyPaintInput.allCases { library.setPointCount(pointer, setting.number, input.number, 0) }
  }

  private func apply(_ style: MyPaintStyle, to brush: MyPaintBrush) {
    if let radius = style.radius, radius.isFinite {
      let radius = min(max(radius, MyPaintStyle.radii.lowerBound), MyPaintStyle.radii.upperBound)
      set(.radiusLogarithmic, to: logf(Float(radius)))
    }
    let (hue, saturation, value) = style.hueSaturationValue
    set(.colorH, to: hue)
    set(.colorS, to: saturation)
    set(.colorV, to: value)
    if style.opacity.isFinite, style.opacity < 1 {
      let factor = Float(max(0, style.opacity))
      set(.opaque, to: brush.baseValue(of: .opaque) * factor)
      for mapping in brush.mappings where mapping.setting == .opaque {
        var scaled = mapping
        for i in scaled.points.indices { scaled.points[i].y *= factor }
        set(scaled)
      }
    }
    if style.isEraser {
      fix(.eraser, to: 1)
      for setting in [MyPaintSetting.lockAlpha, .colorize, .posterize] { fix(setting, to: 0) }
    }
  }

  private func prime(seed: Int) {
    var idle = MyPaintSurface2()
    idle.parent.draw_dab = { _, _, _, _, _, _, _, _, _, _, _, _, _, _ in 1 }
    idle.parent.get_color = { _, _, _, _, red, green, blue, alpha in
      for channel in [red, green, blue, alpha] { channel?.pointee = 0 }
    }
    idle.draw_dab_pigment = { _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _ in 1 }
    idle.get_color_pigment = { _, _, _, _, red, green, blue, alpha, _ in
      for channel in [red, green, blue, alpha] { channel?.pointee = 0 }
    }
    let noise = library.baseValue(pointer, MyPaintSetting.trackingNoise.number)
    set(.trackingNoise, to: 0)
    withUnsafeMutablePointer(to: &idle) { surface in
      withPigments { withMixing { prime(on: surface, seed: seed) } }
    }
    set(.trackingNoise, to: noise)
    library.requestReset(pointer)
    library.startStroke(pointer)
  }

  private func prime(on surface: MyPaintLibrary.Surface, seed: Int) {
    func event(after interval: Double) { _ = library.strokeTo(pointer, surface, 0, 0, 0, 0, 0, interval, 1, 0, 0) }
    library.requestReset(pointer)
    event(after: MyPaintEvent.startInterval)
    event(after: MyPaintEvent.intervals.lowerBound)
    // The library's random numbers have no seed. Each of these events takes one of them.
    let number = ((seed % Self.seeds) + Self.seeds) % Self.seeds
    for _ in 0..<number { event(after: MyPaintEvent.startInterval) }
  }

  /// Sends an event to the library, which draws to the surface.
  func stroke(to event: MyPaintEvent, on surface: MyPaintLibrary.Surface) {
    _ = library.strokeTo(
      pointer, surface, event.x, event.y, event.pressure, event.tiltX, event.tiltY, event.interval, event.zoom,
      event.rotation, event.barrel)
  }
}
