import Archive
import Document
import Files
import Journal
import Language
import Pictures
import Raster

/// Reads drawings from OpenRaster files, whose form is that of `Document+OpenRaster.swift`.
extension Document {
  /// Opens an OpenRaster file as a drawing. What is damaged of it is drawn again from the history in the file, or
  /// else shown as far as it is whole.
  /// - Parameters:
  ///   - notes: receives one message for each kind of content that Fude changes or leaves out, and one about damage.
  ///   - limits: the limits on the file's size.
  /// - Throws: if the file is unreadable, not OpenRaster, or too large for a canvas; if its list of layers is
  ///   damaged, and it has neither a history nor a merged image.
  public init(
    openRasterAt path: String, limits: OpenRasterLimits = OpenRasterLimits(), notes: inout [String]
  ) throws(FileError) {
    let reader: OpenRasterReader
    do throws(FileError) { reader = try OpenRasterReader(path: path, limits: limits, salvages: true) } catch {
      guard let document = Document(withoutListAt: path, limits: limits, notes: &notes) else { throw error }
      self = document
      return
    }
    let (width, height) = reader.canvas
    guard Document.isAllowed(width: width, height: height) else {
      throw FileError(.read, path, fault: Self.tooLarge(width: width, height: height))
    }
    var rest = reader.stack.nodes[...]
    let paper = try reader.paper
    if paper != nil { rest = rest.dropFirst() }
    var layers: [Layer] = []
    // By the indices of the layers.
    var outside: [Int: [OutsidePixels.Part]] = [:]
    var damaged: [DamagedPixels] = []
    let read = MaskedNode.nodes(Array(rest))
    for (node, masked) in read.map({ ($0.node, $0) }) {
      var layer = Layer(name: node.name, width: width, height: height)
      (layer.properties, layer.depth) = (node.properties, node.depth)
      layer.isClipped = node.clipping != nil
      if let pixels = masked.pixels {
        let pixels = try reader.pixels(of: pixels)
        layer.image = pixels.image
        if !pixels.outside.isEmpty { outside[layers.count] = pixels.outside }
        if let damage = pixels.damage { damaged.append(DamagedPixels(layers.count, .pixels, damage)) }
      } else {
        layer.content = .group(node.content == .group(isIsolated: false) ? .passThrough : .isolated)
      }
      if let mask = masked.mask {
        let pixels = try reader.pixels(of: mask.pixels, keepsOutside: false)
        (layer.mask, layer.isMaskOn) = (pixels.image, mask.isOn)
        if let damage = pixels.damage { damaged.append(DamagedPixels(layers.count, .mask, damage)) }
      }
      if case .passingGroup(let mode) = node.masked { (layer.content, layer.blend) = (.group(.passThrough), mode) }
      layers.append(layer)
    }
    if layers.isEmpty { layers = [Layer(name: "Ink", width: width, height: height)] }
    // Without a selection, the highest layer that can be painted on is active.
    let active =
      read.firstIndex { $0.node.isSelected } ?? layers.lastIndex { $0.isPaint } ?? layers.count - 1
    // Without paper in the file, the document gets the paper of a new drawing, hidden.
    guard
      var document = Document(
        width: width, height: height, layers: layers, active: active, paper: paper?.colour ?? Self.standardPaper,
        isPaperShown: paper?.isShown ?? false)
    else {
      throw FileError(.read, path, fault: translated("its layers do not form a valid drawing"))
    }
    document.resolution = Resolution(x: reader.stack.density.x, y: reader.stack.density.y)
    var more = reader.fileNotes
    more += document.loadHistory(from: reader, damaged, isPaperDamaged: paper?.isDamaged ?? false)
    var others: [String] = []
    document.references = reader.references(notes: &others)
    more += others.map { .other($0) }
    // The history may have given the layers their IDs.
    document.foreign = reader.foreignContent(
      paper: paper?.node, layers: zip(document.layers.lazy.map(\.id), read.lazy.map(\.node)))
    for (index, parts) in outside { document.outside.layers[document.layers[index].id] = parts }
    notes += FileNote.condensed(more)
    self = document
  }
}
