import Files
import Language

/// File formats of pictures that Fude cannot read, known by their first bytes.
public enum ForeignFormat {
  /// The format's name by the first `FileFormat.startCount` bytes; nil if it is unknown.
  public static func name(_ start: [UInt8]) -> String? {
    func begins(_ text: String, at offset: Int = 0) -> Bool { start.dropFirst(offset).starts(with: text.utf8) }
    if begins("GIF87a") || begins("GIF89a") { return "GIF" }
    if start.starts(with: [0x49, 0x49, 0x2A, 0]) || start.starts(with: [0x4D, 0x4D, 0, 0x2A]) { return "TIFF" }
    if start.starts(with: [0x49, 0x49, 0x2B, 0]) || start.starts(with: [0x4D, 0x4D, 0, 0x2B]) { return "TIFF" }
    if begins("BM"), start.count >= 18, [12, 40, 52, 56, 64, 108, 124].contains(start[14]) { return "BMP" }
    if begins("8BPS") { return "PSD" }
    if begins("gimp xcf") { return "XCF" }
    if begins("ftyp", at: 4) {
      if begins("avif", at: 8) || begins("avis", at: 8) { return "AVIF" }
      return ["heic", "heix", "heim", "heis", "hevc", "mif1", "msf1"].contains { begins($0, at: 8) } ? "HEIC" : nil
    }
    if start.starts(with: [0xFF, 0x0A]) || start.starts(with: [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20]) {
      return "JPEG XL"
    }
    if start.starts(with: [0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20]) { return "JPEG 2000" }
    if begins("%PDF-") { return "PDF" }
    if begins("<svg") { return "SVG" }
    if start.starts(with: [0, 0, 1, 0]) { return "ICO" }
    return nil
  }

  /// Why a file of no known format is not opened.
  public static func fault(_ start: [UInt8], path: String) -> String {
    guard let format = name(start) else {
      return translated("it is neither an OpenRaster file nor a PNG, JPEG or WebP image")
    }
    if format == "XCF" {
      return translated(
        "it is a drawing of GIMP, which Fude cannot read. Open it in GIMP and export it as PNG")
    }
    let name = FileError.printable(PathText.name(of: path))
    let file = name.contains(" ") ? "\"\(name)\"" : name
    return translated(
      "it is a {format} file, which Fude cannot read. Convert it to PNG, for example with ImageMagick: convert {file} picture.png",
      ["format": format, "file": file])
  }
}
