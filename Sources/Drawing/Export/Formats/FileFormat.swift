import Document
import Files

/// A file format of drawings and pictures: a row of `FileFormat.all`.
///
/// A new format is a new row with a reader or a writer; only texts for users name formats besides. For instance, `FileFormat.webP` is read and written by
/// `PictureCodec.webP`, and its quality can be chosen.
public struct FileFormat: Sendable {
  /// The name, the same in all languages. Formats are the same if their names are.
  public let name: String
  /// The endings of file names, without a point, the usual one first.
  public let endings: [String]
  /// Whether a file that starts with these bytes has the format.
  let isStart: @Sendable ([UInt8]) -> Bool
  /// How a file is read; nil where Fude does not read the format.
  var reader: FormatReader?
  /// How a file is written; nil where Fude does not write the format.
  var writer: FormatWriter?

  /// The number of bytes of a file's start by which formats are recognized.
  public static let startCount = 4096

  /// The usual ending of file names, without a point.
  public var ending: String { endings[0] }

  /// Whether a file is one picture, without layers.
  public var isPicture: Bool { reader?.isPicture ?? isExported }
  /// Whether the drawing can be exported in it, as one picture.
  public var isExported: Bool { if case .layers = writer { false } else { writer != nil } }
  /// Whether an exported file has pixels, not lines.
  public var isRaster: Bool { pixels != nil }
  /// Whether the quality of an exported file can be chosen.
  public var hasQuality: Bool { pixels?.hasQuality ?? false }
  /// Whether an exported file can be without losses although its quality can be chosen.
  public var canBeLossless: Bool { pixels?.canBeLossless ?? false }
  /// Whether an exported file can have 16 bits a channel.
  public var canBeDeep: Bool { pixels?.canBeDeep ?? false }

  var pixels: FormatWriter.Pixels? { if case .pixels(let pixels) = writer { pixels } else { nil } }
}

extension FileFormat: Hashable, CustomStringConvertible {
  public static func == (a: FileFormat, b: FileFormat) -> Bool { a.name == b.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
  public var description: String { name }
}

extension FileFormat {
  /// The formats in which the drawing can be exported, as one picture.
  public static let exported = all.filter(\.isExported)
  /// The formats that are read.
  public static let read = all.filter { $0.reader != nil }
  /// The endings of files that can be opened, those that drawings are saved with first.
  public static let readEndings =
    savedEndings + read.flatMap(\.endings).filter { !savedEndings.contains($0) }
  /// The endings of pictures that can be opened.
  public static let pictureEndings = read.filter(\.isPicture).flatMap(\.endings)
  /// The endings that drawings can be saved with.
  public static let savedEndings = ["ora", "png"]

  /// The formats that are written, with layers or without.
  public static let written = all.filter { $0.writer != nil }

  /// The format of a file that is read, by the first bytes; nil if it is unknown.
  public init?(start: some Collection<UInt8>) {
    let bytes = Array(start)
    if let known = Self.all.first(where: { $0.reader != nil && $0.isStart(bytes) }) {
      self = known
    } else if bytes.starts(with: Self.archive) {
      // Its reader says what is wrong with other archives.
      self = .openRaster
    } else {
      return nil
    }
  }

  /// The format in which a file of this name is exported; nil for other names.
  public init?(exportedTo path: String) { self.init(endingOf: path, among: Self.exported) }

  /// The format in which a file of this name is written; nil for other names.
  public init?(writtenTo path: String) { self.init(endingOf: path, among: Self.written) }

  private init?(endingOf path: String, among formats: [FileFormat]) {
    guard let format = formats.first(where: { PathText.hasEnding(path, of: $0.endings) }) else { return nil }
    self = format
  }
}
