import Archive
import Geometry
import Ink
import Journal
import Language

/// Encodes what dabs have beside their shape: pictures, and differences by chance.
extension ByteWriter {
  private typealias Tip = Brush.ImageTip

  mutating func write(
    printsOf brush: Brush, _ variation: Brush.Variation, _ textNumber: UInt64?
  ) throws(ArchiveError) {
    write(variation.scatter)
    write(variation.scattersAlong)
    write(UInt8(variation.count))
    write(variation.size)
    write(variation.strength)
    guard case .image(let tip) = brush.tip else { return write(PrintForm.round.rawValue) }
    write((textNumber == nil ? PrintForm.inline : .numbered).rawValue)
    write(tip.choice.rawValue)
    write(tip.turning.rawValue)
    for value in [tip.angle.radians, tip.roundness, tip.angleJitter] { write(value) }
    write(tip.flipsAcross)
    write(tip.flipsDown)
    if let textNumber { writeCompact(textNumber) } else { write(counted: try TipCoding.encoded(tip.images)) }
  }
}

extension ByteReader {
  /// Reads dabs and their tip; nil for a round one. `texts` has the pictures of tips.
  mutating func readPrints(_ texts: BrushTexts) throws(PayloadError) -> (Brush.Dabs, Brush.ImageTip?) {
    var dabs = try readDabs(spacing: Brush.Dabs.imageSpacings)
    dabs.variation.scatter = try readDouble(in: Brush.Variation.scatters)
    dabs.variation.scattersAlong = try readBool()
    dabs.variation.count = Int(try read(UInt8.self))
    dabs.variation.size = try readDouble(in: 0...1)
    dabs.variation.strength = try readDouble(in: 0...1)
    guard Brush.Variation.counts.contains(dabs.variation.count), let form = PrintForm(rawValue: try read(UInt8.self))
    else { throw PayloadError(translated("a brush's rendering is unknown")) }
    if form == .round {
      // Others are recorded as plain dabs.
      guard Brush.Dabs.spacings.contains(dabs.spacing), dabs.variation != Brush.Variation() else {
        throw PayloadError(translated("a brush's rendering is unknown"))
      }
      return (dabs, nil)
    }
    let (choice, turning) = (Tip.Choice(rawValue: try readText()), Tip.Turning(rawValue: try readText()))
    guard let choice, let turning else { throw PayloadError(translated("a brush's rendering is unknown")) }
    let (angle, roundness) = (try readDouble(in: -1e6...1e6), try readDouble(in: Tip.roundnesses))
    let jitter = try readDouble(in: 0...1)
    let flips = (try readBool(), try readBool())
    var tip = Brush.ImageTip(try readImages(form, texts))
    (tip.choice, tip.turning, tip.angle) = (choice, turning, Angle(radians: angle))
    (tip.roundness, tip.angleJitter, tip.flipsAcross, tip.flipsDown) = (roundness, jitter, flips.0, flips.1)
    return (dabs, tip)
  }

  private typealias Tip = Brush.ImageTip

  private mutating func readImages(_ form: PrintForm, _ texts: BrushTexts) throws(PayloadError) -> TipImages {
    if form == .inline { return try TipCoding.decoded(try readCounted()) }
    guard case .images(let images) = texts[try readCompact()] else {
      throw PayloadError(translated("the pictures of a brush are missing"))
    }
    return images
  }
}

/// Where the pictures of a tip are; part of the format.
private enum PrintForm: UInt8 {
  /// It has none.
  case round = 0
  /// In a record of their own, by its number.
  case numbered = 1
  case inline = 2
}

/// Encodes the pictures of a tip: width, height and number (LEB128), then the masks, compressed.
enum TipCoding {
  /// - Throws: if memory is short.
  static func encoded(_ images: TipImages) throws(ArchiveError) -> [UInt8] {
    var writer = ByteWriter()
    for value in [images.width, images.height, images.count] { writer.writeCompact(UInt64(value)) }
    let masks = images.masks
    writer.write(raw: try Deflate.packed(masks.span, level: 6))
    return writer.bytes
  }

  /// - Throws: if the bytes are not from `encoded`.
  static func decoded(_ bytes: [UInt8]) throws(PayloadError) -> TipImages {
    var reader = ByteReader(bytes)
    let size = (try reader.readCompact(), try reader.readCompact(), try reader.readCompact())
    let packed = Array(try reader.readRaw(reader.remaining))
    guard let width = Int(exactly: size.0), let height = Int(exactly: size.1), let count = Int(exactly: size.2),
      TipImages.arePossible(width: width, height: height, count: count),
      let masks = try? Deflate.unpacked(packed.span, count: width * height * count),
      let images = TipImages(width: width, height: height, count: count, masks: masks)
    else { throw PayloadError(translated("the pictures of a brush are damaged")) }
    return images
  }
}
