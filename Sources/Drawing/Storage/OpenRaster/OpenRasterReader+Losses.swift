import Archive
import Document
import Files
import Geometry
import Pictures

extension OpenRasterReader {
  /// Properties of an image that a saved drawing lacks.
  private struct ImageLosses: OptionSet {
    let rawValue: Int
    /// It has pixels outside of the canvas that are not kept.
    static let cut = ImageLosses(rawValue: 1)
    /// It has a colour profile other than sRGB.
    static let profile = ImageLosses(rawValue: 2)
    /// It is damaged or missing.
    static let damaged = ImageLosses(rawValue: 4)
  }

  /// Everything that is lost of this file if the drawing that it opens as is saved in its place.
  ///
  /// Reads every image; decodes those that extend beyond the canvas, or are damaged.
  /// - Throws: if an image exceeds the limits.
  func losses() throws(FileError) -> FileLosses {
    var losses = findings.losses
    var known: [Place: ImageLosses] = [:]
    var budget = OutsidePixels.Budget()
    let masked = MaskedNode.nodes(stack.nodes)
    let masks = sources(of: masked.compactMap(\.mask?.pixels))
    // The picture of a mask's effect is not read.
    let shown = masks.union(sources(of: masked.compactMap(\.pixels)))
    for layer in stack.nodes where !layer.isGroup {
      var lost: ImageLosses = []
      for image in images(of: layer) {
        guard case .layer(let source) = image.content else { continue }
        let place = Place(source: source, x: image.x, y: image.y)
        let keepsOutside = stack.origin == nil && !masks.contains(source)
        let found = if let found = known[place] { found } else { try self.losses(of: image, keepsOutside, &budget) }
        known[place] = found
        lost.formUnion(shown.contains(source) ? found : found.subtracting(.damaged))
      }
      if lost.contains(.cut) { losses.cutLayers += 1 }
      if lost.contains(.profile) { losses.profiledLayers += 1 }
      if lost.contains(.damaged) { losses.damagedLayers.append(layer.name) }
    }
    let names = Set(archive.entries.map(\.name))
    // The files that attributes name are counted as files.
    for attribute in findings.attributes where !names.contains(attribute.value) {
      losses.attributes[attribute.name, default: 0] += 1
    }
    losses.files = otherFiles().left
    _ = references(notes: &losses.faults)
    return losses
  }

  /// The names of the images of layers.
  private func sources(of layers: [RasterNode]) -> Set<String> {
    Set(
      layers.flatMap { images(of: $0) }.compactMap { image in
        guard case .layer(let source) = image.content else { return nil }
        return source
      })
  }

  /// The images of a layer, with positions relative to the canvas.
  func images(of layer: RasterNode) -> [RasterNode] {
    guard case .pieces(let pieces) = layer.content else { return [layer] }
    return pieces.map { piece in
      var image = piece
      (image.x, image.y) = (layer.x + piece.x, layer.y + piece.y)
      return image
    }
  }

  private func losses(
    of image: RasterNode, _ keepsOutside: Bool, _ budget: inout OutsidePixels.Budget
  ) throws(FileError) -> ImageLosses {
    guard let (part, entry, claim) = try readableClaim(of: image) else { return .damaged }
    let place = PixelRect(
      x: image.x + (stack.origin?.x ?? 0), y: image.y + (stack.origin?.y ?? 0), width: claim.width,
      height: claim.height)
    let bounds = PixelRect(x: 0, y: 0, width: canvas.width, height: canvas.height)
    let inside = place.intersection(bounds)
    let bytes: [UInt8]
    do throws(ArchiveError) { bytes = try archive.readable(entry, limit: claim.bytes) } catch {
      throw FileError(.read, path, error)
    }
    if !PNGCheck(bytes).isWhole, try readWholeRows(part, entry, claim) != nil { return .damaged }
    var lost: ImageLosses = []
    do throws(PNGFault) {
      if try PNGBytes.hasForeignColours(bytes, limits: limits.image) { lost.insert(.profile) }
      guard inside != place else { return lost }
      var outside = OutsideCollector(place, beside: bounds, isKept: keepsOutside)
      func take<P: PNGPixel>(_ y: Int, _ row: Span<P>) throws(PNGFault) {
        let columns = Self.columns(of: inside, in: place, row: y)
        if Self.isPainted(row, outside: columns) { outside.add(row, at: y + place.minY, outside: columns, &budget) }
      }
      try PNGBytes.read(bytes, limits: limits.image, words: take, deep: take)
      if outside.isCut { lost.insert(.cut) }
      return lost
    } catch {
      // An image that no checksum calls damaged.
      if case .words = error { return .damaged }
      throw error.error(.read, path, part: part)
    }
  }
}

extension Document {
  /// Everything that is lost of a file if the drawing that it opens as is saved in its place as an
  /// OpenRaster file.
  /// - Throws: if the file cannot be read, its list of layers is damaged, or it is not OpenRaster or too large.
  public static func losses(
    inSaving path: String, limits: OpenRasterLimits = OpenRasterLimits()
  ) throws(FileError) -> FileLosses {
    try OpenRasterReader(path: path, limits: limits, salvages: true).losses()
  }
}
