import Files

/// The functions of Little CMS that Fude uses.
struct ColourLibrary: Sendable {
  public typealias Handle = UnsafeMutableRawPointer

  let openProfile: @Sendable @convention(c) (UnsafeRawPointer, UInt32) -> Handle?
  let makeSRGB: @Sendable @convention(c) () -> Handle?
  /// White and red, green and blue, each as x, y and Y; three curves, which are copied.
  let makeRGB: @Sendable @convention(c) (UnsafePointer<Double>, UnsafePointer<Double>, UnsafePointer<Handle>) -> Handle?
  /// Context, kind and parameters of a curve.
  let makeCurve: @Sendable @convention(c) (Handle?, Int32, UnsafePointer<Double>) -> Handle?
  /// Context and values of a curve.
  let makeTable: @Sendable @convention(c) (Handle?, UInt32, UnsafePointer<Float>) -> Handle?
  let deleteCurve: @Sendable @convention(c) (Handle) -> Void
  let closeProfile: @Sendable @convention(c) (Handle) -> Int32
  let colourSpace: @Sendable @convention(c) (Handle) -> UInt32
  /// Source and its pixel format, target and its pixel format, intent, flags.
  let makeTransform: @Sendable @convention(c) (Handle, UInt32, Handle, UInt32, UInt32, UInt32) -> Handle?
  public let transform: @Sendable @convention(c) (Handle, UnsafeRawPointer, UnsafeMutableRawPointer, UInt32) -> Void
  let deleteTransform: @Sendable @convention(c) (Handle) -> Void

  /// The system's library; nil if it is not installed. Loaded by the first use.
  public static let system = ColourLibrary(soname: "liblcms2.so.2")

  public init?(soname: String) {
    guard let library = SharedLibrary(soname),
      let openProfile = library.function(
        "cmsOpenProfileFromMem", as: (@Sendable @convention(c) (UnsafeRawPointer, UInt32) -> Handle?).self),
      let makeSRGB = library.function("cmsCreate_sRGBProfile", as: (@Sendable @convention(c) () -> Handle?).self),
      let makeRGB = library.function(
        "cmsCreateRGBProfile",
        as: (@Sendable @convention(c) (UnsafePointer<Double>, UnsafePointer<Double>, UnsafePointer<Handle>) -> Handle?)
          .self),
      let makeCurve = library.function(
        "cmsBuildParametricToneCurve",
        as: (@Sendable @convention(c) (Handle?, Int32, UnsafePointer<Double>) -> Handle?).self),
      let makeTable = library.function(
        "cmsBuildTabulatedToneCurveFloat",
        as: (@Sendable @convention(c) (Handle?, UInt32, UnsafePointer<Float>) -> Handle?).self),
      let deleteCurve = library.function("cmsFreeToneCurve", as: (@Sendable @convention(c) (Handle) -> Void).self),
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
    (self.makeRGB, self.makeCurve) = (makeRGB, makeCurve)
    (self.makeTable, self.deleteCurve) = (makeTable, deleteCurve)
    (self.colourSpace, self.makeTransform) = (colourSpace, makeTransform)
    (self.transform, self.deleteTransform) = (transform, deleteTransform)
  }

  /// A profile of these colours, which the caller closes; nil if it is damaged or memory is short.
  public func open(_ colours: PictureColours) -> Handle? {
    switch colours {
    case .standard: makeSRGB()
    case .profile(let bytes):
      bytes.withUnsafeBytes { bytes in bytes.baseAddress.flatMap { openProfile($0, UInt32(bytes.count)) } }
    case .space(let space): open(space)
    }
  }

  private func open(_ space: ColourSpace) -> Handle? {
    let made: Handle? =
      switch space.curve.form {
      case .parameters(let kind, let values): makeCurve(nil, kind, values)
      case .table(let values): makeTable(nil, UInt32(values.count), values)
      }
    guard let curve = made else { return nil }
    defer { deleteCurve(curve) }
    func points(_ places: [ColourSpace.Place]) -> [Double] { places.flatMap { [$0.x, $0.y, 1] } }
    return makeRGB(points([space.white]), points([space.red, space.green, space.blue]), [curve, curve, curve])
  }
}
