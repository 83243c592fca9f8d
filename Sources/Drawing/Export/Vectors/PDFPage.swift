import Document
import Files
import Geometry
import Ink
import Paint
import Pixels
import Raster

final class PDFPage: VectorPage {
  private let surface: PDFSurface
  /// Stores the file error, because Cairo reports only that writing failed.
  private let fault: Fault
  private let path: String

  private final class Fault { var error: FileError? }

  /// Creates a page for a part of the canvas, with `unit` pt for each canvas px.
  init(_ file: AtomicFile, showing part: PixelRect, unit: Double, title: String) throws {
    let fault = Fault()
    surface = try PDFSurface(width: Double(part.width) * unit, height: Double(part.height) * unit, title: title) {
      do throws(FileError) { try file.write($0.bindMemory(to: UInt8.self).span) } catch {
        fault.error = error
        return false
      }
      return true
    }
    surface.scale(unit, origin: Double(part.minX), Double(part.minY))
    (self.fault, path) = (fault, file.path)
  }

  func fill(_ area: PixelRect, colour: UInt32) { surface.fill(Rect(area), colour: colour) }

  func fill(_ contours: [Outline.Contour], colour: UInt32, opacity: Double, blend: CompositeOperator) {
    surface.fill(contours, colour: colour, opacity: opacity, blend: Self.blend(blend))
  }

  func begin(_ group: VectorGroup) { if group.needsSurface { surface.pushGroup() } }

  func end(_ group: VectorGroup) {
    if group.needsSurface { surface.popGroup(opacity: group.opacity, blend: Self.blend(group.blend)) }
  }

  func draw(_ image: VectorImage) throws {
    let box = image.bounds
    let pixels = try ImageSurface(width: box.width, height: box.height)
    let words = pixels.stride / 4
    pixels.withMutableBytes { bytes in
      bytes.withUnsafeMutableBytes { buffer in
        var span = buffer.bindMemory(to: UInt32.self).mutableSpan
        image.copy(box, &span, words)
        if image.alpha < 255 { for i in span.indices { span[i] = Pixel.scaled(span[i], by: image.alpha) } }
      }
    }
    surface.draw(
      pixels, at: Point(Double(box.minX) / image.scale, Double(box.minY) / image.scale), scale: image.scale,
      blend: Self.blend(image.blend))
  }

  func finish() throws {
    do throws(PaintError) { try surface.finish() } catch {
      throw fault.error ?? FileError(.write, path, fault: "\(error)")
    }
  }

  /// The PDF blend mode; modes without one are never passed.
  private static func blend(_ blend: CompositeOperator) -> PDFSurface.Blend {
    switch blend {
    case .multiply: .multiply
    case .screen: .screen
    case .overlay: .overlay
    case .darken: .darken
    case .lighten: .lighten
    case .colourDodge: .colourDodge
    case .colourBurn: .colourBurn
    case .hardLight: .hardLight
    case .softLight: .softLight
    case .difference: .difference
    case .hue: .hue
    case .saturation: .saturation
    case .colour: .colour
    case .luminosity: .luminosity
    case .sourceOver, .plus, .destinationIn, .destinationOut, .sourceAtop, .destinationAtop: .over
    }
  }
}

extension VectorGroup {
  /// Whether drawing the parts one by one would give other pixels.
  fileprivate var needsSurface: Bool { opacity < 1 || blend != .sourceOver || isIsolated }
}
