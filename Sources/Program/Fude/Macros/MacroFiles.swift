import Files
import Glibc
import Journal
import Language
import Panels
import Storage

/// The user's macros: scripts in $XDG_DATA_HOME/fude/macros. All methods may wait for the disk.
struct MacroFiles: Sendable {
  /// The folder; it may not exist.
  let folder: String

  static let ending = ".json"
  /// The most files that are listed.
  static let most = 500
  /// The largest file that is read, bytes.
  static let largest = 64 << 20

  /// Nil without a home folder.
  init?(environment: [String: String]) {
    guard let folder = ResourceFolder.userPath("macros", environment: environment) else { return nil }
    self.folder = folder
  }

  private func path(_ name: String) -> String { PathText.join(folder, name + Self.ending) }

  /// All macros, by title. Files that cannot be read are listed by their names.
  func list() -> [MacroItem] {
    let items = ResourceFolder.files(in: folder, ending: Self.ending, atMost: Self.most).map { file in
      let name = String(file.dropLast(Self.ending.count))
      let script = try? InputFile.bytes(of: path(name), limit: Self.largest)
      return MacroItem(name: name, header: script.flatMap { MacroHeader.of($0) })
    }
    return items.sorted { ($0.title.lowercased(), $0.name) < ($1.title.lowercased(), $1.name) }
  }

  func script(of name: String) throws(FileError) -> [UInt8] {
    try InputFile.bytes(of: path(name), limit: Self.largest)
  }

  /// Writes a new macro. Returns the name of its file, after its title.
  func add(_ script: [UInt8], title: String) throws(FileError) -> String {
    try UserFolder.make(folder)
    let plain = title.unicodeScalars.map { $0.properties.isAlphabetic || "0"..."9" ~= $0 ? $0 : "-" }
    // File systems limit names to 255 bytes.
    let stem = String(String(String.UnicodeScalarView(plain)).prefix(40)).lowercased()
    let file = try AtomicFile(path: path(stem))
    try file.write(script.span)
    let made = try file.commit(
      firstFree: (1...9999).lazy.map { $0 == 1 ? stem + Self.ending : "\(stem)-\($0)\(Self.ending)" })
    return PathText.stem(of: made)
  }

  /// Changes what a macro says about itself. Its steps stay as they are in the file now.
  func change(_ name: String, _ change: (inout MacroHeader) -> Void) throws(FileError) {
    let script = try script(of: name)
    var header = MacroHeader.of(script) ?? MacroHeader(name: name)
    change(&header)
    let headed: [UInt8]
    do throws(PayloadError) { headed = try header.heading(script) } catch {
      throw FileError(.write, path(name), fault: error.fault)
    }
    let file = try AtomicFile(path: path(name))
    try file.write(headed.span)
    try file.commitReplacing()
  }

  func remove(_ name: String) throws(FileError) {
    guard unlink(PathText.system(path(name))) == 0 || errno == ENOENT else {
      throw FileError(.write, path(name), errno: errno)
    }
  }
}

extension MacroItem {
  fileprivate init(name: String, header: MacroHeader?) {
    let title = header.map { FileError.printable($0.name) } ?? ""
    self.init(
      name: name, title: title.isEmpty ? FileError.printable(name) : title,
      options: header.map { MacroOptions($0) } ?? MacroOptions())
  }
}

extension MacroOptions {
  init(_ header: MacroHeader) {
    self.init(followsSelection: header.places == .selection, takesInk: header.ink == .current)
  }

  func apply(to header: inout MacroHeader) {
    header.places = followsSelection ? .selection : .canvas
    header.ink = takesInk ? .current : .recorded
  }
}
