import Archive
import Files
import Ink
import Language
import Pictures

/// The brushes of another program's file: of GIMP, Photoshop or Krita, or a picture of a tip.
///
/// Reading changes what Fude does in another way: each brush says what it lost (`Found.left`). Numbers of a file are
/// not trusted; they are checked before memory is allocated.
public struct ForeignBrushes: Sendable {
  /// A brush.
  public struct Found: Sendable {
    /// Its name in the file, which can be any text. If it has none: the name of the file without its ending, with a
    /// number if the file has several brushes.
    public var name: String
    /// The brush. Its own name is always "tip".
    public var brush: Brush
    /// The properties that were not taken over.
    public var left: Set<Feature>
  }

  /// A kind of file.
  public enum Format: Sendable, Hashable, CaseIterable {
    /// A brush of GIMP, also with a pattern behind it.
    case gbr
    /// Several tips of GIMP that make one brush.
    case gih
    /// Brushes of Photoshop, versions 1, 2, 6, 7, 9 and 10.
    case abr
    /// A preset of Krita.
    case kpp
    /// Presets and tips of Krita in a zip archive.
    case bundle
    /// A picture of a tip.
    case png
  }

  /// Limits on a file, so that a small one cannot fill the memory.
  public struct Limits: Sendable, Hashable {
    /// The greatest size of the file and of all uncompressed entries of an archive, bytes.
    public var bytes = 128 << 20
    /// The greatest number of brushes; the others are left out.
    public var brushes = 2000
    /// The greatest number of pixels of all tips.
    public var pixels = 1 << 28
    /// The greatest number of pixels of the tips of one brush.
    public var brushPixels = 1 << 26

    /// The usual limits.
    public init() {}
  }

  /// The brushes, in the file's order.
  public private(set) var found: [Found] = []
  /// The brushes that cannot be used, in the file's order. If `found` is empty, there is at least one.
  public private(set) var leftOut: [BrushPack.LeftOut] = []

  /// The uncompressed size of the entries of an archive that were read, bytes.
  var unpackedBytes = 0
  private let limits: Limits
  /// The name of the file without its ending.
  public let stem: String

  /// Reads a file.
  /// - Parameter fileName: its name, for brushes that have none.
  /// - Throws: if it is damaged, exceeds the limits, or has no brush.
  public init(_ format: Format, bytes: [UInt8], fileName: String, limits: Limits = Limits()) throws(ArchiveError) {
    try self.init(format, bytes: bytes, path: "", fileName: fileName, limits: limits, tips: [])
  }

  /// Reads a file that has others beside it.
  /// - Parameters:
  ///   - path: its path, which tips of the same name are chosen by; empty for none.
  ///   - tips: the files beside it that may be tips of Krita's presets.
  init(
    _ format: Format, bytes: [UInt8], path: String, fileName: String, limits: Limits = Limits(), tips: [TipFile]
  ) throws(ArchiveError) {
    guard bytes.count <= limits.bytes else {
      throw .fault(translated("it has more than {count} bytes", ["count": limits.bytes]))
    }
    self.limits = limits
    stem = PathText.stem(of: PathText.shown(fileName))
    var budget = PixelBudget(limits)
    switch format {
    case .gbr: add(try ForeignPictures(gbr: bytes, budget: &budget), stem: stem)
    case .gih: add(try ForeignPictures(gih: bytes, budget: &budget), stem: stem)
    case .png: add(try ForeignPictures(png: bytes, budget: &budget), stem: stem)
    case .abr: try addBrushes(of: PhotoshopFile(bytes), stem: stem, budget: &budget)
    case .kpp:
      let tips = KritaTips(files: tips, budget: budget)
      add(try KritaPreset(kpp: bytes).found(tips: tips, path: path), stem: stem)
    case .bundle: try addBundle(bytes, path: path, limits: limits, budget: budget, others: tips)
    }
    if found.isEmpty, leftOut.isEmpty { throw .fault(translated("it contains no brush")) }
  }

  /// Reads a preset of Krita that shares tips with others.
  /// - Parameter path: its path beside the tips.
  /// - Throws: if it is damaged, or cannot be used.
  init(preset bytes: [UInt8], path: String, tips: KritaTips) throws(ArchiveError) {
    limits = Limits()
    stem = PathText.stem(of: PathText.shown(path))
    add(try KritaPreset(kpp: bytes).found(tips: tips, path: path), stem: stem)
  }

  /// Adds a tip as a brush of its own.
  mutating func add(_ pictures: ForeignPictures, stem: String) {
    add(
      Found(
        name: pictures.name, brush: pictures.plainBrush,
        left: pictures.hasColours ? pictures.left.union([.tipColours]) : pictures.left), stem: stem)
  }

  /// Adds a brush, in a size that users can choose; leaves it out if there are too many.
  /// - Parameter stem: its name if it has none.
  public mutating func add(_ brush: Found, stem: String) {
    var brush = brush
    let width = max(Brush.sizes.lowerBound, min(Brush.sizes.upperBound, brush.brush.fullWidth))
    brush.brush = brush.brush.resized(toFullWidth: width)
    if brush.name.isEmpty { brush.name = stem }
    guard found.count < limits.brushes else {
      leave(brush.name, translated("a pack can have {count} brushes at most", ["count": limits.brushes]))
      return
    }
    found.append(brush)
  }

  /// Leaves a brush out.
  /// - Parameter fault: the reason, about the brush as "it".
  public mutating func leave(_ name: String, _ fault: String) {
    // A damaged file can have any number of brushes.
    guard leftOut.count < BrushPack.mostEntries else { return }
    leftOut.append(BrushPack.LeftOut(name: ArchiveError.printable(name), fault: fault))
  }

  /// Leaves a brush out for an error of it.
  /// - Throws: if the system failed.
  public mutating func leave(_ name: String, _ error: ArchiveError) throws(ArchiveError) {
    guard case .fault(let fault) = error else { throw error }
    leave(name, fault)
  }
}

/// The pixels that the tips of a file may still have.
struct PixelBudget {
  /// Their number.
  private(set) var left: Int
  private let most: Int

  /// The sides of a picture, px, as GIMP limits them.
  static let sides = 1...10000

  /// A budget of unused limits.
  init(_ limits: ForeignBrushes.Limits) { (left, most) = (limits.pixels, limits.brushPixels) }

  /// The greatest number of pixels of the next brush.
  var available: Int { min(left, most) }

  /// Uses pixels.
  /// - Returns: their number.
  /// - Throws: if the size is not possible, or there are too many.
  @discardableResult
  mutating func use(width: Int, height: Int, count: Int = 1) throws(ArchiveError) -> Int {
    let limits = ImageLimits(side: Self.sides.upperBound, area: .max)
    if let fault = limits.fault(width: width, height: height) { throw .fault(fault) }
    guard count > 0, width * height <= available / count else {
      throw .fault(translated("its tips have too many pixels"))
    }
    left -= width * height * count
    return width * height * count
  }
}
