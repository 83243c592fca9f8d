import Foundation
import Ink
import MyPaint

/// What tests need beside Fude.
enum Installed {
  static let library = MyPaintLibrary.system
  static let hasLibrary = library != nil
  static let needsLibrary = "needs libmypaint-1.5-1"

  /// The files of the package mypaint-brushes.
  static let brushes: [URL] = {
    let folder = URL(filePath: "/usr/share/mypaint-data")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let urls = files?.compactMap { $0 as? URL }.filter { $0.pathExtension == "myb" } ?? []
    return urls.sorted { $0.path < $1.path }
  }()
  static let hasBrushes = !brushes.isEmpty
  static let needsBrushes = "needs libmypaint-1.5-1 and mypaint-brushes"

  /// A brush of the package.
  static func brush(_ url: URL) throws -> MyPaintBrush { try MyPaintBrush(parsing: Array(Data(contentsOf: url))) }
}
