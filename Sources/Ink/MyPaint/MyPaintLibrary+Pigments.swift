import CMyPaint
import Files

extension MyPaintLibrary {
  /// Lets the library call the program's functions where it mixes pigments. Returns whether it has all these functions.
  static func setPigments(_ library: SharedLibrary) -> Bool {
    typealias Draw =
      @convention(c) (
        UnsafeMutablePointer<UInt16>?, UnsafeMutablePointer<UInt16>?, UInt16, UInt16, UInt16, UInt16
      ) -> Void
    typealias DrawOrErase =
      @convention(c) (
        UnsafeMutablePointer<UInt16>?, UnsafeMutablePointer<UInt16>?, UInt16, UInt16, UInt16, UInt16, UInt16
      ) -> Void
    typealias Sum = UnsafeMutablePointer<Float>
    typealias Sample =
      @convention(c) (
        UnsafeMutablePointer<UInt16>?, UnsafeMutablePointer<UInt16>?, Sum?, Sum?, Sum?, Sum?, Sum?, Float, UInt16, Float
      ) -> Void
    // The library only calls functions that it shows, so those that it hides need no original.
    var original = MyPaintPigments(
      draw: library.function("draw_dab_pixels_BlendMode_Normal_Paint", as: Draw.self),
      draw_or_erase: library.function("draw_dab_pixels_BlendMode_Normal_and_Eraser_Paint", as: DrawOrErase.self),
      draw_locked: library.function("draw_dab_pixels_BlendMode_LockAlpha_Paint", as: Draw.self),
      sample: library.function("get_color_pixels_accumulate", as: Sample.self))
    let mix = library.function("mix_colors", as: MyPaintMix.self)
    var ours = PigmentDabs.functions
    mypaint_set_pigments(&original, mix, &ours, PigmentDabs.mix)
    return original.draw != nil && original.draw_or_erase != nil && original.draw_locked != nil
      && original.sample != nil && mix != nil && Pigments.ofLibrary != nil
  }
}
