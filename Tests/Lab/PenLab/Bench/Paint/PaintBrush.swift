import Document
import Files
import Glibc
import Ink
import MyPaint

/// A brush of the package mypaint-brushes, with the radius that all of them are measured with.
struct PaintBrush {
  /// The path below the package's folder, without its ending: "classic/charcoal".
  var name: String
  /// The brush, with `radius`.
  var brush: MyPaintBrush

  /// The package's folder.
  static let folder = "/usr/share/mypaint-data/2.0/brushes"
  /// The Debian package.
  static let package = "mypaint-brushes"
  /// The radius of all brushes before pressure and the like, canvas px.
  static let radius = 20.0
  /// The brushes whose paintings are measured.
  static let painters = ["classic/charcoal", "deevad/2B_pencil", "tanda/oil-01-paint", "tanda/watercolor-02-paint"]
  /// A blender, which has no ink of its own, and the brush whose paint it is measured on.
  static let (blender, ground) = ("deevad/blending", "classic/charcoal")
  /// The brushes whose samples are measured.
  static let sampled = painters + [blender]

  /// Reads a brush of the package and sets its radius.
  init(named name: String) throws(FileError) {
    self.name = name
    let path = Self.path(of: name)
    let bytes = try InputFile.bytes(of: path, limit: MyPaintBrush.byteLimit)
    guard let sized = Self.sized(bytes, radius: Self.radius) else {
      throw FileError(.read, path, fault: "its radius cannot be set")
    }
    brush = sized
  }

  static func path(of name: String) -> String { "\(folder)/\(name).myb" }

  /// The brush as Fude draws with it.
  var ink: Brush { Brush(brush, name: name) }

  /// The brush's file.
  var text: String { String(decoding: brush.bytes, as: UTF8.self) }

  /// The missing packages in a sentence; nil if brushes can be read and painted with.
  static var absence: String? { sentence(missing: missingPackages) }

  static func sentence(missing packages: [String]) -> String? {
    packages.isEmpty ? nil : "MyPaint's brushes need \(packages.joined(separator: " and "))"
  }

  private static var missingPackages: [String] {
    let hasBrushes = painters.allSatisfy { access(path(of: $0), R_OK) == 0 }
    return (MyPaintLibrary.system == nil ? [MyPaintLibrary.package] : []) + (hasBrushes ? [] : [package])
  }

  /// A brush's file with another radius, and the way of mixing colours that it has without naming
  /// it: programs differ in that default. nil if the file is no brush.
  static func sized(_ bytes: [UInt8], radius: Double) -> MyPaintBrush? {
    var text = String(decoding: bytes, as: UTF8.self)
    let mode = "\"paint_mode\""
    if !text.contains(mode), let settings = text.firstRange(of: "\"settings\""),
      let brace = text[settings.upperBound...].firstIndex(of: "{")
    {
      let value = "\(mode): {\"base_value\": \(MyPaintSetting.paintMode.standard), \"inputs\": {}},"
      text.insert(contentsOf: value, at: text.index(after: brace))
    }
    guard let setting = text.firstRange(of: "\"\(MyPaintSetting.radiusLogarithmic.name)\""),
      let base = text[setting.upperBound...].firstRange(of: "\"base_value\""),
      let colon = text[base.upperBound...].firstIndex(of: ":"),
      let end = text[colon...].firstIndex(where: { ",}".contains($0) })
    else { return nil }
    text.replaceSubrange(text.index(after: colon)..<end, with: " \(log(radius))")
    guard let brush = try? MyPaintBrush(parsing: Array(text.utf8)), abs(brush.radius / radius - 1) < 1e-3 else {
      return nil
    }
    return brush
  }
}
