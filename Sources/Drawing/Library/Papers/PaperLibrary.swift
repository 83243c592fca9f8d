import Files
import Ink
import Language

/// The available papers: pictures (NAME.png) in Fude's folder and the user's. A picture is read when its paper is first
/// chosen.
public struct PaperLibrary: Sendable {
  /// The names of the papers, sorted.
  public private(set) var names: [String] = []
  private var files: [String: String] = [:]
  /// What was read last, the newest first.
  private var read: [(path: String, stamp: FileStamp?, texture: PaperTexture)] = []
  private let folders: [String]

  private static let ending = ".png"
  /// The largest file that is read, bytes.
  public static let largestFile = 64 << 20
  private static let mostFiles = 1000
  /// Textures that are kept; one takes 12 MiB at most.
  private static let mostKept = 6
  private static let mostCopies = 99

  /// No papers.
  public init() { folders = [] }

  /// Lists folders. A paper replaces one of the same name from an earlier folder.
  public init(folders: [String]) {
    self.folders = folders
    list()
  }

  /// The papers of the program's folder and the user's.
  public init(environment: [String: String]) {
    self.init(
      folders: [ResourceFolder.path("papers"), Self.userFolder(environment: environment)].compactMap { $0 })
  }

  /// The user's folder, existing or not: $XDG_DATA_HOME/fude/papers. Nil without a home folder.
  public static func userFolder(environment: [String: String]) -> String? {
    ResourceFolder.userPath("papers", environment: environment)
  }

  private mutating func list() {
    files = [:]
    for folder in folders {
      for file in ResourceFolder.files(in: folder, ending: Self.ending, atMost: Self.mostFiles) {
        let name = PathText.stem(of: file)
        if Self.isName(name) { files[name] = PathText.join(folder, file) }
      }
    }
    names = files.keys.sorted { ($0.lowercased(), $0) < ($1.lowercased(), $1) }
  }

  /// Whether a text can name a paper: 1...100 characters without control characters.
  public static func isName(_ text: String) -> Bool {
    (1...100).contains(text.unicodeScalars.count)
      && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }

  /// The relief of a paper.
  /// - Throws: if there is no such paper, or its picture cannot be read.
  public mutating func texture(of name: String) throws(FileError) -> PaperTexture {
    guard let path = files[name] else {
      throw FileError(
        .read, name + Self.ending, fault: translated("there is no such texture in the folders of textures"))
    }
    let stamp = FileStamp(path)
    if let known = read.first(where: { $0.path == path && $0.stamp == stamp }) { return known.texture }
    let texture = try Self.texture(at: path)
    read.insert((path, stamp, texture), at: 0)
    read.removeLast(max(0, read.count - Self.mostKept))
    return texture
  }

  private static func texture(at path: String) throws(FileError) -> PaperTexture {
    try texture(try InputFile.bytes(of: path, limit: largestFile), at: path).texture
  }

  private static func texture(
    _ bytes: [UInt8], at path: String
  ) throws(FileError) -> (texture: PaperTexture, isReduced: Bool) {
    do throws(TipFault) { return try PaperPicture.texture(png: bytes) } catch {
      throw FileError(.read, path, fault: error.text)
    }
  }

  /// A paper that was added.
  public struct Addition: Sendable {
    /// The paper's name.
    public let name: String
    /// Its relief, which need not be read again.
    public let texture: PaperTexture
  }

  /// Copies a picture to a folder of papers, under a name that no paper has; a picture that is too large for a texture in
  /// the size of one. Returns the paper that is there already if the files are the same.
  /// - Throws: if the picture cannot be read, or not be written.
  public func add(_ path: String, to folder: String) throws(FileError) -> Addition {
    var bytes = try InputFile.bytes(of: path, limit: Self.largestFile)
    let (texture, isReduced) = try Self.texture(bytes, at: path)
    if isReduced { bytes = try PaperPicture.png(of: texture, path) }
    try UserFolder.make(folder)
    let stem = Self.name(ofFile: path)
    let candidates = (1...Self.mostCopies).map { $0 == 1 ? stem : "\(stem)-\($0)" }
    for name in candidates {
      let known = PathText.join(folder, name + Self.ending)
      if (try? InputFile.bytes(of: known, limit: Self.largestFile)) == bytes {
        return Addition(name: name, texture: texture)
      }
    }
    let taken = Set(names.map { $0.lowercased() })
    let free = candidates.filter { name in
      !taken.contains(name.lowercased()) && !FileFacts.exists(PathText.join(folder, name + Self.ending))
    }
    let new = try AtomicFile(path: PathText.join(folder, (free.first ?? stem) + Self.ending))
    try new.write(bytes.span)
    let written = try new.commit(firstFree: free.map { $0 + Self.ending })
    return Addition(name: PathText.stem(of: PathText.name(of: written)), texture: texture)
  }

  /// Lists the folders again. The texture of a paper that was added is not read again.
  public mutating func take(_ addition: Addition) {
    list()
    guard let path = files[addition.name] else { return }
    read.insert((path, FileStamp(path), addition.texture), at: 0)
    read.removeLast(max(0, read.count - Self.mostKept))
  }

  /// A paper's name for a picture that is added.
  private static func name(ofFile path: String) -> String {
    let shown = PathText.shown(PathText.stem(of: PathText.name(of: path)))
    let kept = shown.unicodeScalars.filter { $0.properties.generalCategory != .control }.prefix(90)
    let name = String(String.UnicodeScalarView(kept))
    return name.isEmpty || name.hasPrefix(".") ? "paper" : name
  }
}
