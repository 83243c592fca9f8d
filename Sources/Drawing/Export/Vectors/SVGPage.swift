import Archive
import Document
import Files
import Geometry
import Ink
import Pictures
import Pixels
import Raster

/// A page of an SVG file (SVG 1.1, with the blend modes of CSS Compositing 1), in canvas px. A
/// layer or group is an Inkscape layer. The file is incomplete until `finish` returns.
final class SVGPage: VectorPage {
  private let file: AtomicFile
  private let part: PixelRect
  private var text: String
  private var depth = 1
  private var layerCount = 0

  private static let bufferSize = 1 << 16

  /// Creates a page for a part of the canvas, with `unit` CSS px for each canvas px.
  init(_ file: AtomicFile, showing part: PixelRect, unit: Double, title: String) {
    (self.file, self.part) = (file, part)
    let (width, height) = (Self.number(Double(part.width) * unit), Self.number(Double(part.height) * unit))
    text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \
      xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" \
      xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" width="\(width)" height="\(height)" \
      viewBox="\(part.minX) \(part.minY) \(part.width) \(part.height)">

      """
    if !title.isEmpty { addTitle(title) }
  }

  func fill(_ area: PixelRect, colour: UInt32) throws {
    indent()
    text += "<rect x=\"\(area.minX)\" y=\"\(area.minY)\" width=\"\(area.width)\" height=\"\(area.height)\" "
    // Locked in Inkscape, so that dragging a frame on the paper selects strokes.
    text += "fill=\"\(Self.colour(colour))\" sodipodi:insensitive=\"true\"/>\n"
    try flush()
  }

  func fill(_ contours: [Outline.Contour], colour: UInt32, opacity: Double, blend: CompositeOperator) throws {
    var data = SVGPathData()
    for contour in contours { data.append(contour) }
    guard !data.text.isEmpty else { return }
    indent()
    text += "<path fill=\"\(Self.colour(colour))\" fill-rule=\"nonzero\""
    if opacity < 1 { text += " fill-opacity=\"\(Self.number(opacity))\"" }
    addStyle(blend)
    text += " d=\"" + String(decoding: data.text, as: UTF8.self) + "\"/>\n"
    try flush()
  }

  func begin(_ group: VectorGroup) throws {
    indent()
    text += "<g"
    if let layer = group.layer {
      layerCount += 1
      text += " id=\"layer\(layerCount)\" inkscape:groupmode=\"layer\" inkscape:label=\""
      XMLWriter.escape(layer, to: &text)
      text += "\""
    }
    if group.opacity < 1 { text += " opacity=\"\(Self.number(group.opacity))\"" }
    addStyle(group.blend, isIsolated: group.isIsolated)
    text += ">\n"
    depth += 1
    if let layer = group.layer { addTitle(layer) }
    try flush()
  }

  func end(_ group: VectorGroup) throws {
    depth -= 1
    indent()
    text += "</g>\n"
    try flush()
  }

  func draw(_ image: VectorImage) throws {
    let group = VectorGroup(
      layer: image.layer, opacity: Double(image.alpha) / 255, blend: image.blend, isIsolated: false)
    try begin(group)
    let box = image.bounds
    func side(_ v: Int) -> String { Self.number(Double(v) / image.scale) }
    indent()
    text += "<image x=\"\(side(box.minX))\" y=\"\(side(box.minY))\" width=\"\(side(box.width))\" "
    text += "height=\"\(side(box.height))\" preserveAspectRatio=\"none\" xlink:href=\"data:image/png;base64,"
    let png: [UInt8]
    do throws(PNGFault) {
      png = try PNGBytes.made(width: box.width, height: box.height, hasAlpha: image.hasAlpha) { y, row in
        image.copy(PixelRect(x: box.minX, y: box.minY + y, width: box.width, height: 1), &row, box.width)
      }
    } catch { throw error.error(.write, file.path) }
    // A multiple of 3, so that Base64 padding occurs only at the end.
    let step = 3 << 14
    for start in stride(from: 0, to: png.count, by: step) {
      text += Base64.text(of: png[start..<min(png.count, start + step)])
      try flush()
    }
    text += "\"/>\n"
    try end(group)
  }

  func finish() throws {
    text += "</svg>\n"
    try flush(all: true)
  }

  // MARK: Text

  private func indent() { text += String(repeating: " ", count: depth) }

  private func addTitle(_ title: String) {
    indent()
    text += "<title>"
    XMLWriter.escape(title, to: &text)
    text += "</title>\n"
  }

  private func addStyle(_ blend: CompositeOperator, isIsolated: Bool = false) {
    if let mode = Self.mode(blend) {
      // A mode isolates too.
      text += " style=\"mix-blend-mode:\(mode)\""
    } else if isIsolated {
      text += " style=\"isolation:isolate\""
    }
  }

  private func flush(all: Bool = false) throws(FileError) {
    guard all || text.utf8.count >= Self.bufferSize else { return }
    try file.write(Array(text.utf8).span)
    text.removeAll(keepingCapacity: true)
  }

  /// The CSS name; nil for source over and for modes without one, which are never passed.
  private static func mode(_ blend: CompositeOperator) -> Substring? {
    switch blend {
    case .sourceOver, .plus, .destinationIn, .destinationOut, .sourceAtop, .destinationAtop: nil
    default: blend.rawValue.dropFirst("svg:".count)
    }
  }

  private static func colour(_ rgb: UInt32) -> String {
    let digits = String(rgb & 0xFF_FFFF, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// At most four decimals, no exponent.
  private static func number(_ value: Double) -> String {
    let parts = Int((abs(value) * 1e4).rounded()).quotientAndRemainder(dividingBy: 10_000)
    var text = (value < 0 ? "-" : "") + String(parts.quotient)
    guard parts.remainder > 0 else { return text }
    var digits = String(10_000 + parts.remainder).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    text += "." + digits
    return text
  }
}
