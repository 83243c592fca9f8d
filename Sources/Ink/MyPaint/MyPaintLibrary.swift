import CMyPaint
import Files
import Glibc
import Ink
import Threads

/// The functions of libmypaint 1.6 that Fude uses. The library is loaded when it is first used.
///
/// The functions may be called on any thread; an object of the library belongs to one thread at a
/// time.
public final class MyPaintLibrary: Sendable {
  typealias Brush = OpaquePointer
  typealias Surface = UnsafeMutablePointer<MyPaintSurface2>
  typealias TiledSurface = UnsafeMutablePointer<MyPaintTiledSurface2>
  typealias TileFunction = @convention(c) (TiledSurface?, UnsafeMutablePointer<MyPaintTileRequest>?) -> Void

  let makeBrush: @Sendable @convention(c) (Int32) -> Brush?
  let release: @Sendable @convention(c) (Brush) -> Void
  let setDefaults: @Sendable @convention(c) (Brush) -> Void
  let requestReset: @Sendable @convention(c) (Brush) -> Void
  let startStroke: @Sendable @convention(c) (Brush) -> Void
  let setBaseValue: @Sendable @convention(c) (Brush, UInt32, Float) -> Void
  let baseValue: @Sendable @convention(c) (Brush, UInt32) -> Float
  /// Setting, input, number of points.
  let setPointCount: @Sendable @convention(c) (Brush, UInt32, UInt32, Int32) -> Void
  let pointCount: @Sendable @convention(c) (Brush, UInt32, UInt32) -> Int32
  /// Setting, input, index, x, y.
  let setPoint: @Sendable @convention(c) (Brush, UInt32, UInt32, Int32, Float, Float) -> Void
  let point:
    @Sendable @convention(c) (
      Brush, UInt32, UInt32, Int32, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>
    ) -> Void
  let state: @Sendable @convention(c) (Brush, UInt32) -> Float
  let setState: @Sendable @convention(c) (Brush, UInt32, Float) -> Void
  /// x, y, pressure, tilt, seconds, zoom, rotation and barrel rotation (`MyPaintEvent`).
  let strokeTo:
    @Sendable @convention(c) (Brush, Surface, Float, Float, Float, Float, Float, Double, Float, Float, Float) -> Int32
  let initSurface: @Sendable @convention(c) (TiledSurface, TileFunction, TileFunction) -> Void
  let destroySurface: @Sendable @convention(c) (TiledSurface) -> Void
  let beginAtomic: @Sendable @convention(c) (TiledSurface) -> Void
  let endAtomic: @Sendable @convention(c) (TiledSurface, UnsafeMutablePointer<MyPaintRectangles>) -> Void
  /// The library's only variable for a mixed colour, which all threads share; nil if the library does
  /// not show it. Only for the thread that has `mixing`.
  // Safe: `mixing` lets one thread at a time use the variable.
  nonisolated(unsafe) let mixedColour: UnsafeMutablePointer<Float>?
  /// Held while the library computes dabs that may mix pigments, not while it draws them.
  let mixing = Semaphore()
  /// Whether strokes can have the program's mixing of pigments instead of the library's. Not if the library was linked so
  /// that it calls no functions of others.
  public let hasOurPigments: Bool
  /// Reads a whole file by the library's own parser. Only for tests.
  let readBrush: @Sendable @convention(c) (Brush, UnsafePointer<CChar>) -> Int32

  /// Why the library cannot be used.
  public enum Absence: Error, Hashable, Sendable {
    /// It is not installed.
    case notInstalled
    /// It has not all functions, or other settings than version 1.6.
    case otherVersion
    /// It would call the C library's `rand`, whose state belongs to the whole process.
    case sharedRandomNumbers
  }

  /// The library's file name; it names the version of the ABI.
  public static let soname = "libmypaint-1.5.so.1"
  /// The library, or why it cannot be used.
  public static let loaded = Result { () throws(Absence) in try MyPaintLibrary(soname: soname) }
  /// The library; nil if it cannot be used.
  public static var system: MyPaintLibrary? { try? loaded.get() }

  init(soname: String) throws(Absence) {
    guard mypaint_rand_is_ours() != 0 else { throw .sharedRandomNumbers }
    guard let library = SharedLibrary(soname) else { throw .notInstalled }
    func function<T>(_ name: String, _ type: T.Type) throws(Absence) -> T {
      guard let function = library.function("mypaint_" + name, as: type) else { throw .otherVersion }
      return function
    }
    typealias OfBrush = @Sendable @convention(c) (Brush) -> Void
    typealias OfSurface = @Sendable @convention(c) (TiledSurface) -> Void
    makeBrush = try function("brush_new_with_buckets", (@Sendable @convention(c) (Int32) -> Brush?).self)
    release = try function("brush_unref", OfBrush.self)
    setDefaults = try function("brush_from_defaults", OfBrush.self)
    requestReset = try function("brush_reset", OfBrush.self)
    startStroke = try function("brush_new_stroke", OfBrush.self)
    setBaseValue = try function("brush_set_base_value", (@Sendable @convention(c) (Brush, UInt32, Float) -> Void).self)
    baseValue = try function("brush_get_base_value", (@Sendable @convention(c) (Brush, UInt32) -> Float).self)
    setPointCount = try function(
      "brush_set_mapping_n", (@Sendable @convention(c) (Brush, UInt32, UInt32, Int32) -> Void).self)
    pointCount = try function("brush_get_mapping_n", (@Sendable @convention(c) (Brush, UInt32, UInt32) -> Int32).self)
    setPoint = try function(
      "brush_set_mapping_point", (@Sendable @convention(c) (Brush, UInt32, UInt32, Int32, Float, Float) -> Void).self)
    point = try function(
      "brush_get_mapping_point",
      (@Sendable @convention(c) (
        Brush, UInt32, UInt32, Int32, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>
      ) -> Void).self)
    state = try function("brush_get_state", (@Sendable @convention(c) (Brush, UInt32) -> Float).self)
    setState = try function("brush_set_state", (@Sendable @convention(c) (Brush, UInt32, Float) -> Void).self)
    strokeTo = try function(
      "brush_stroke_to_2",
      (@Sendable @convention(c) (
        Brush, Surface, Float, Float, Float, Float, Float, Double, Float, Float, Float
      ) -> Int32).self)
    initSurface = try function(
      "tiled_surface2_init", (@Sendable @convention(c) (TiledSurface, TileFunction, TileFunction) -> Void).self)
    destroySurface = try function("tiled_surface2_destroy", OfSurface.self)
    beginAtomic = try function("tiled_surface2_begin_atomic", OfSurface.self)
    endAtomic = try function(
      "tiled_surface2_end_atomic",
      (@Sendable @convention(c) (TiledSurface, UnsafeMutablePointer<MyPaintRectangles>) -> Void).self)
    readBrush = try function(
      "brush_from_string", (@Sendable @convention(c) (Brush, UnsafePointer<CChar>) -> Int32).self)
    // Two colours, the share of the first, and the share of pigments. Returns the variable.
    typealias MixColours =
      @convention(c) (
        UnsafePointer<Float>, UnsafePointer<Float>, Float, Float
      ) -> UnsafeMutablePointer<Float>?
    let black: [Float] = [0, 0, 0, 1]
    mixedColour = library.function("mix_colors", as: MixColours.self)?(black, black, 0.5, 1)
    try Self.checkSettings(
      function(
        "brush_setting_info",
        (@Sendable @convention(c) (UInt32) -> UnsafePointer<MyPaintBrushSettingInfo>?).self))
    hasOurPigments =
      Self.setPigments(library) && Self.callsOurPigments(initSurface, destroySurface, beginAtomic, endAtomic)
    mixing.signal()
  }

  /// The library does not tell its version. Numbers, names and ranges of its settings do.
  private static func checkSettings(
    _ info: @Sendable @convention(c) (UInt32) -> UnsafePointer<MyPaintBrushSettingInfo>?
  ) throws(Absence) {
    for setting in MyPaintSetting.allCases {
      guard let facts = info(setting.number)?.pointee, let name = facts.cname, strcmp(name, setting.name) == 0,
        facts.min == setting.range.lowerBound, facts.max == setting.range.upperBound, facts.def == setting.standard
      else { throw .otherVersion }
    }
  }
}

extension MyPaintSetting {
  /// The number for the library.
  var number: UInt32 { UInt32(rawValue) }
}

extension MyPaintInput {
  /// The number for the library.
  var number: UInt32 { UInt32(rawValue) }
}
