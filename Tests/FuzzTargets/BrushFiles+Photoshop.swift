extension BrushFiles {
  /// A value in a file of Photoshop.
  indirect enum Item {
    case object(String, [(String, Item)])
    case list([Item])
    case number(Double)
    case unit(String, Double)
    case text(String)
    case word(String, String)
    case long(Int)
    case flag(Bool)
    /// Bytes behind a type of four letters.
    case raw(String, [UInt8])

    /// The type and the value.
    var bytes: [UInt8] {
      switch self {
      case .object(let kind, let values): Array("Objc".utf8) + Item.object(kind, values)
      case .list(let items): Array("VlLs".utf8) + big(items.count, 4) + items.flatMap(\.bytes)
      case .number(let number): Array("doub".utf8) + Item.bytes(number)
      case .unit(let unit, let number): Array("UntF\(unit)".utf8) + Item.bytes(number)
      case .text(let text): Array("TEXT".utf8) + Item.unicode(text)
      case .word(let kind, let word): Array("enum".utf8) + Item.key(kind) + Item.key(word)
      case .long(let number): Array("long".utf8) + big(number, 4)
      case .flag(let flag): Array("bool".utf8) + [flag ? 1 : 0]
      case .raw(let type, let bytes): Array(type.utf8) + bytes
      }
    }

    static func object(_ kind: String, _ values: [(String, Item)]) -> [UInt8] {
      unicode("") + key(kind) + big(values.count, 4) + values.flatMap { key($0.0) + $0.1.bytes }
    }

    /// A text with a closing 0.
    static func unicode(_ text: String) -> [UInt8] {
      let units = Array(text.utf16) + [0]
      return big(units.count, 4) + units.flatMap { big(Int($0), 2) }
    }

    private static func key(_ text: String) -> [UInt8] {
      big(text.utf8.count == 4 ? 0 : text.utf8.count, 4) + Array(text.utf8)
    }

    private static func bytes(_ number: Double) -> [UInt8] {
      big(Int(bitPattern: UInt(number.bitPattern)), 8)
    }
  }

  /// What a property follows.
  static func dynamic(_ control: Int, jitter: Double = 0, minimum: Double = 0) -> Item {
    .object(
      "brVr",
      [
        ("bVTy", .long(control)), ("fStp", .long(25)), ("jitter", .unit("#Prc", jitter)),
        ("Mnm ", .unit("#Prc", minimum)),
      ])
  }

  /// A tip of a picture.
  static func sampledTip(_ key: String, size: Double = 30, _ more: [(String, Item)] = []) -> Item {
    .object(
      "sampledBrush",
      [
        ("Dmtr", .unit("#Pxl", size)), ("Angl", .unit("#Ang", 0)), ("Rndn", .unit("#Prc", 100)),
        ("Spcn", .unit("#Prc", 12)), ("sampledData", .text(key)),
      ] + more)
  }

  /// A preset.
  static func preset(_ name: String, _ tip: Item, _ more: [(String, Item)] = []) -> Item {
    .object("brushPreset", [("Nm  ", .text(name)), ("Brsh", tip)] + more)
  }

  /// The key of a picture by its number.
  static func key(_ number: Int) -> String { "00000000-1111-2222-3333-44445555666\(number)" }

  /// The size and pixels of a picture: bounds, depth, and rows that are packed by PackBits or not.
  static func picture(
    _ width: Int = 3, _ height: Int = 2, pixels: [UInt8]? = nil, depth: Int = 8, isPacked: Bool = false
  ) -> [UInt8] {
    let pixels = pixels ?? mask(width, height)
    let rows = (0..<height).map { y -> [UInt8] in
      let row = pixels[(y * width)..<((y + 1) * width)]
      return depth == 16 ? row.flatMap { [$0, 77] } : Array(row)
    }
    let packed = rows.map(packBits)
    let bounds = [5, 7, 5 + height, 7 + width].flatMap { big($0, 4) }
    return bounds + big(depth, 2)
      + (isPacked ? [1] + packed.flatMap { big($0.count, 2) } + packed.flatMap { $0 } : [0] + rows.flatMap { $0 })
  }

  /// A row in PackBits: runs of three and more equal bytes, and others.
  static func packBits(_ row: [UInt8]) -> [UInt8] {
    var (packed, at): ([UInt8], Int) = ([], 0)
    while at < row.count {
      let run = row[at...].prefix(128).prefix { $0 == row[at] }.count
      let count = run >= 3 ? run : 1
      packed += run >= 3 ? [UInt8(257 - run), row[at]] : [0, row[at]]
      at += count
    }
    return packed + [128]
  }

  /// A file of version 6 and later.
  /// - Parameters:
  ///   - pictures: as `picture` makes them; their keys are those of their numbers.
  ///   - presets: nil for a file without.
  static func abr(
    version: Int = 6, subversion: Int = 2, pictures: [[UInt8]], presets: [Item]?
  ) -> [UInt8] {
    let gap = subversion == 1 ? 10 : 264
    let samples = pictures.enumerated().flatMap { number, picture -> [UInt8] in
      let content = [36] + Array(key(number).utf8) + [UInt8](repeating: 0, count: gap) + picture
      return big(content.count, 4) + padded(content)
    }
    var bytes = big(version, 2) + big(subversion, 2) + block("samp", samples) + block("patt", [])
    if let presets { bytes += block("desc", big(16, 4) + Item.object("null", [("Brsh", .list(presets))])) }
    return bytes
  }

  private static func block(_ type: String, _ content: [UInt8]) -> [UInt8] {
    Array("8BIM\(type)".utf8) + big(content.count, 4) + padded(content)
  }

  private static func padded(_ content: [UInt8]) -> [UInt8] {
    content + [UInt8](repeating: 0, count: (4 - content.count % 4) % 4)
  }

  /// A file of version 1 or 2 with brushes that `computed` and `sampled` make.
  static func abr(version: Int, brushes: [[UInt8]]) -> [UInt8] {
    big(version, 2) + big(brushes.count, 2) + brushes.flatMap { $0 }
  }

  /// A brush that Photoshop computes.
  static func computed(
    spacing: Int = 25, name: String? = nil, diameter: Int = 40, roundness: Int = 100, angle: Int = 0, hardness: Int = 80
  ) -> [UInt8] {
    let content =
      big(0, 4) + big(spacing, 2) + (name.map { Item.unicode($0) } ?? [])
      + [diameter, roundness, angle, hardness].flatMap { big($0, 2) }
    return big(1, 2) + big(content.count, 4) + content
  }

  /// A brush with a picture.
  static func sampled(spacing: Int = 15, name: String? = nil, _ picture: [UInt8]) -> [UInt8] {
    let content =
      big(0, 4) + big(spacing, 2) + (name.map { Item.unicode($0) } ?? []) + [1] + [UInt8](repeating: 0, count: 8)
      + picture
    return big(2, 2) + big(content.count, 4) + content
  }
}
