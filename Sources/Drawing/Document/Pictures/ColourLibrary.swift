import Files

/// The functions of Little CMS that Fude uses.
struct ColourLibrary: Sendable {
  typealias Handle = UnsafeMutableRawPointer

  let openProfile: @Sendable @convention(c) (UnsafeRawPointer, UInt32) -> Handle?
  let makeSRGB: @Sendable @convention(c) () -> Handle?
  let closeProfile: @Sendable @convention(c) (Handle) -> Int32
  let colourSpace: @Sendable @convention(c) (Handle) -> UInt32
  /// Source and its pixel format, target and its pixel format, intent, flags.
  let makeTransform: @Sendable @convention(c) (Handle, UInt32, Handle, UInt32, UInt32, UInt32) -> Handle?
  let transform: @Sendable @convention(c) (Handle, UnsafeRawPointer, UnsafeMutableRawPointer, UInt32) -> Void
  let deleteTransform: @Sendable @convention(c) (Handle) -> Void

  /// The system's library; nil if it is not installed. Loaded by the first use.
  static let system = ColourLibrary(soname: "liblcms2.so.2")

  init?(soname: String) {
    guard let library = SharedLibrary(soname),
      let openProfile = library.function(
        "cmsOpenProfileFromMem", as: (@Sendable @convention(c) (UnsafeRawPointer, UInt32) -> Handle?).self),
      let makeSRGB = library.function("cmsCreate_sRGBProfile", as: (@Sendable @convention(c) () -> Handle?).self),
      let closeProfile = library.function("cmsCloseProfile", as: (@Sendable @convention(c) (Handle) -> Int32).self),
      let colourSpace = library.function("cmsGetColorSpace", as: (@Sendable @convention(c) (Handle) -> UInt32).self),
      let makeTransform = library.function(
        "cmsCreateTransform",
        as: (@Sendable @convention(c) (Handle, UInt32, Handle, UInt32, UInt32, UInt32) -> Handle?).self),
      let transform = library.function(
        "cmsDoTransform",
        as: (@Sendable @convention(c) (Handle, UnsafeRawPointer, UnsafeMutableRawPointer, UInt32) -> Void).self),
      let deleteTransform = library.function(
        "cmsDeleteTransform", as: (@Sendable @convention(c) (Handle) -> Void).self)
    else { return nil }
    (self.openProfile, self.makeSRGB, self.closeProfile) = (openProfile, makeSRGB, closeProfile)
    (self.colourSpace, self.makeTransform) = (colourSpace, makeTransform)
    (self.transform, self.deleteTransform) = (transform, deleteTransform)
  }
}
