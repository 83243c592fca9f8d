import Archive

/// Makes small files of brushes with image tips, as GIMP and Krita write them.
enum BrushFiles {
  /// A number, big-endian.
  static func big(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
  }

  /// A picture of different values, row by row.
  static func mask(_ width: Int, _ height: Int) -> [UInt8] {
    (0..<(width * height)).map { UInt8(($0 * 37 + 11) % 256) }
  }

  // MARK: - GIMP

  /// A brush.
  /// - Parameter kind: the number that stands for the bytes of a pixel.
  static func gbr(
    version: Int = 2, width: Int = 3, height: Int = 2, kind: Int = 1, spacing: Int = 10, name: String = "Tip",
    pixels: [UInt8]? = nil
  ) -> [UInt8] {
    let name = version == 1 ? name.unicodeScalars.map { UInt8($0.value & 255) } + [0] : Array(name.utf8) + [0]
    let rest = version == 1 ? [] : Array("GIMP".utf8) + big(spacing, 4)
    let header = [20 + rest.count + name.count, version, width, height, kind].flatMap { big($0, 4) }
    return header + rest + name + (pixels ?? mask(width, height))
  }

  /// A pattern behind a brush.
  static func pattern(width: Int = 3, height: Int = 2) -> [UInt8] {
    [26, 1, width, height, 3].flatMap { big($0, 4) } + Array("GPATP".utf8) + [0]
      + [UInt8](repeating: 9, count: width * height * 3)
  }

  /// Several tips.
  static func gih(_ parameters: String, _ tips: [[UInt8]], name: String = "Tips") -> [UInt8] {
    Array("\(name)\n\(parameters)\n".utf8) + tips.flatMap { $0 }
  }

  // MARK: - Pictures

  /// An image of 8 bits.
  /// - Parameter kind: the kind of colours in the format: 0 grey, 2 RGB, 4 grey and alpha, 6 RGB and alpha.
  static func png(
    width: Int = 3, height: Int = 2, kind: Int = 0, pixels: [UInt8]? = nil,
    texts: [(type: String, content: [UInt8])] = []
  ) -> [UInt8] {
    let pixels = pixels ?? mask(width, height)
    let size = pixels.count / height
    let rows = (0..<height).flatMap { [0] + pixels[($0 * size)..<(($0 + 1) * size)] }
    let header = big(width, 4) + big(height, 4) + [8, UInt8(kind), 0, 0, 0]
    return PNGChunks(
      [("IHDR", header), ("IDAT", (try? Deflate.packed(rows.span)) ?? [])] + texts + [("IEND", [])]
    ).bytes
  }

  /// A text of an image.
  static func text(_ type: String, _ key: String, _ text: String, isPacked: Bool = false) -> (
    type: String, content: [UInt8]
  ) {
    let key = Array(key.utf8) + [0]
    let latin1 = text.unicodeScalars.map { UInt8($0.value & 255) }
    let utf8 = Array(text.utf8)
    switch type {
    case "zTXt": return (type, key + [0] + ((try? Deflate.packed(latin1.span)) ?? []))
    case "iTXt":
      return (type, key + [isPacked ? 1 : 0, 0, 0, 0] + (isPacked ? (try? Deflate.packed(utf8.span)) ?? [] : utf8))
    default: return (type, key + latin1)
    }
  }

  // MARK: - Krita

  /// The text of a preset.
  /// - Parameters:
  ///   - tip: the XML of its tip.
  ///   - resources: the files in it.
  static func preset(
    _ parameters: [String: String] = [:], tip: String, name: String = "Preset", engine: String = "paintbrush",
    resources: [(name: String, bytes: [UInt8])] = []
  ) -> String {
    let all = [("brush_definition", tip)] + parameters.sorted { $0.key < $1.key }
    let files = resources.map { name, bytes in
      "<resource type=\"brushes\" md5sum=\"\" name=\"\" filename=\"\(name)\"><![CDATA["
        + Base64.text(of: bytes[...]) + "]]></resource>"
    }
    return """
      <!DOCTYPE Preset>
      <Preset paintopid="\(engine)" name="\(name)" embedded_resources="\(files.count)">
      \(files.isEmpty ? "" : "<resources>" + files.joined() + "</resources>")
      \(all.map { " <param type=\"string\" name=\"\($0)\"><![CDATA[\($1)]]></param>" }.joined(separator: "\n"))
      </Preset>
      """
  }

  /// The XML of a tip in a file.
  static func tip(_ file: String, type: String = "gbr_brush", _ more: String = "BrushVersion=\"2\"") -> String {
    "<Brush type=\"\(type)\" filename=\"\(file)\" spacing=\"0.1\" scale=\"2\" angle=\"0\" \(more)/> "
  }

  /// The XML of a tip that Krita computes.
  static func drawnTip(_ shape: String, _ more: String = "") -> String {
    "<Brush type=\"auto_brush\" spacing=\"0.1\" angle=\"0\" BrushVersion=\"2\" \(more)> "
      + "<MaskGenerator id=\"default\" \(shape)/> </Brush> "
  }

  /// The XML of sensors, each by its name and curve.
  static func sensors(_ sensors: [(name: String, curve: String)]) -> String {
    if sensors.count == 1 {
      return "<!DOCTYPE params><params id=\"\(sensors[0].name)\"><curve>\(sensors[0].curve)</curve></params>"
    }
    let children = sensors.map { "<ChildSensor id=\"\($0.name)\"><curve>\($0.curve)</curve></ChildSensor>" }
    return "<!DOCTYPE params><params id=\"sensorslist\">\(children.joined())</params>"
  }

  /// A preset's file.
  static func kpp(_ preset: String, type: String = "zTXt", isPacked: Bool = false) -> [UInt8] {
    png(texts: [text("tEXt", "version", "2.2"), text(type, "preset", preset, isPacked: isPacked)])
  }

  /// A bundle of files.
  static func bundle(_ entries: [(name: String, content: [UInt8])], isPacked: Bool = false) -> [UInt8] {
    let start = [("mimetype", Array("application/x-krita-resourcebundle".utf8))]
    return SmallZip.archive((start + entries).map { (Array($0.0.utf8), $0.1) }, isPacked: isPacked)
  }
}
